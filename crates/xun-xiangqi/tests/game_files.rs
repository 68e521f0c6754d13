//! Game files of other programs, from the folder of shared test data beside the checkout: start
//! position, result and main line as an independent reader has them, and nothing lost on the way
//! through PGN.

use std::fs;
use std::path::{Path, PathBuf};
use xun_xiangqi::files::{FileFormat, GameFile, ReadOptions, read_games, write_ubb, write_xqf};
use xun_xiangqi::notation::pgn::Line;
use xun_xiangqi::notation::{GameRecord, Notation, Ranks, Script, format_pgn, parse_pgn};

/// A folder of shared data; `None`, with a message, if it is absent.
fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/xiangqi").join(folder);
    let found = path.is_dir();
    if !found {
        eprintln!("skipped: there is no {}", path.display());
    }
    found.then_some(path)
}

fn read(path: &Path) -> GameFile {
    let bytes = fs::read(path).expect("the file can be read");
    read_games(&bytes, &ReadOptions::default())
        .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

fn nodes(line: &Line) -> usize {
    let variations = line.moves.iter().flat_map(|made| &made.variations);
    line.moves.len() + variations.map(nodes).sum::<usize>()
}

fn lines(line: &Line) -> usize {
    1 + line.moves.iter().flat_map(|made| &made.variations).map(lines).sum::<usize>()
}

/// Through PGN in every notation, XQF and UBB, nothing changes.
fn survives(record: &GameRecord, name: &str) {
    for notation in [
        Notation::Iccs,
        Notation::Coordinates(Ranks::FromZero),
        Notation::Wxf,
        Notation::Chinese(Script::Simplified),
    ] {
        let again = parse_pgn(&format_pgn(record, notation)).expect(name);
        assert_eq!(again.line, record.line, "{name}");
        assert_eq!((again.result, &again.start), (record.result, &record.start), "{name}");
        let written = write_xqf(&again);
        let file = read_games(&written.bytes, &ReadOptions::default()).expect(name);
        assert_eq!(file.games[0].record.line, record.line, "{name}");
    }
    let written = write_ubb(record);
    let file = read_games(&written.bytes, &ReadOptions::default()).expect(name);
    let again = &file.games[0].record;
    assert_eq!(nodes(&again.line), nodes(&record.line), "{name}");
    assert_eq!((again.result, &again.start), (record.result, &record.start), "{name}");
    // The game's own name and empty tags have no field.
    let tags = record.tags.iter().filter(|(tag, value)| tag != "Game" && !value.is_empty());
    assert!(again.tags.iter().eq(tags), "{name}: {:?}", again.tags);
}

#[test]
fn xqf_files_are_read_as_an_independent_reader_does() {
    let Some(folder) = shared("xqf") else { return };
    let expected = fs::read_to_string(folder.join("expected.tsv")).expect("the list is there");
    for row in expected.lines().skip(1) {
        let [name, start, result, variations, moves] = row.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{row}")
        };
        let file = read(&folder.join(name));
        let [game] = &file.games[..] else { panic!("{name} has one game") };
        assert_eq!(file.format, FileFormat::Xqf);
        // In a variation of this one Black moves twice.
        assert_eq!(game.faults.len(), usize::from(name == "0238.xqf"), "{name}");
        let fen = game.record.start.to_string();
        assert!(fen.starts_with(&format!("{start} ")), "{name}: {fen}");
        assert_eq!(game.record.result.text(), result, "{name}");
        let main: Vec<String> = game.record.moves().map(|chosen| chosen.to_string()).collect();
        assert_eq!(main.join(" "), moves, "{name}");
        assert_eq!(lines(&game.record.line).to_string(), variations, "{name}");
        survives(&game.record, name);
    }
}

/// Games, nodes, lines and faults of files: the same numbers as an independent reader has, but for
/// moves that are not legal.
const OTHERS: [(&str, FileFormat, [usize; 4]); 31] = [
    ("030-黄松轩先胜冯敬如.XQF", FileFormat::Xqf, [1, 41, 2, 0]),
    ("1956年全国象棋锦标赛93局.CBL", FileFormat::Cbl, [93, 0, 0, 0]),
    ("1989年龙化杯象棋名师邀请赛35局.CBL", FileFormat::Cbl, [38, 0, 0, 2]),
    ("BadMoveTest1.xqf", FileFormat::Xqf, [1, 43, 1, 0]),
    ("BadMoveTest2.xqf", FileFormat::Xqf, [1, 39, 2, 0]),
    ("BadMoveTest3.xqf", FileFormat::Xqf, [1, 17, 4, 1]),
    ("BadMoveTest4.xqf", FileFormat::Xqf, [1, 17, 4, 0]),
    ("EmptyTest.xqf", FileFormat::Xqf, [1, 0, 1, 0]),
    ("FiveGoatsTest.xqf", FileFormat::Xqf, [1, 32_124, 349, 0]),
    ("NoMove.xqf", FileFormat::Xqf, [1, 0, 1, 0]),
    ("UnitTest.xqf", FileFormat::Xqf, [1, 19, 3, 0]),
    ("WildHouse.xqf", FileFormat::Xqf, [1, 1668, 139, 1]),
    ("endgame_test.pgn", FileFormat::Pgn, [1, 25, 1, 0]),
    ("game_test.xqf", FileFormat::Xqf, [1, 58, 1, 1]),
    ("game_varations.xqf", FileFormat::Xqf, [1, 24, 6, 0]),
    ("pawn_move.xqf", FileFormat::Xqf, [1, 14, 1, 0]),
    ("save.xqf", FileFormat::Xqf, [1, 2, 1, 0]),
    ("test.cbf", FileFormat::Cbf, [1, 50, 1, 0]),
    ("test.cbr", FileFormat::Cbr, [1, 102, 12, 0]),
    ("test.pgn", FileFormat::Pgn, [1, 25, 1, 0]),
    ("test.xqf", FileFormat::Xqf, [1, 110, 1, 0]),
    ("test1.xqf", FileFormat::Xqf, [1, 110, 1, 0]),
    ("test2.cbf", FileFormat::Cbf, [1, 75, 1, 0]),
    ("test2.cbr", FileFormat::Cbr, [1, 2, 1, 0]),
    ("test2.pgn", FileFormat::Pgn, [1, 102, 1, 0]),
    ("test2.xqf", FileFormat::Xqf, [1, 12, 1, 0]),
    ("test_5_variations.xqf", FileFormat::Xqf, [1, 24, 5, 0]),
    ("ucci_test1.xqf", FileFormat::Xqf, [1, 43, 1, 0]),
    ("ucci_test2.xqf", FileFormat::Xqf, [1, 33, 5, 0]),
    ("ucci_test3.xqf", FileFormat::Xqf, [1, 5, 2, 0]),
    ("中炮对列炮黑先平士角炮.pgn", FileFormat::Pgn, [1, 23, 1, 0]),
];

#[test]
fn files_of_other_formats_are_read() {
    let Some(folder) = shared("formats") else { return };
    for (name, format, [games, expected_nodes, expected_lines, faults]) in OTHERS {
        let file = read(&folder.join(name));
        assert_eq!((file.format, file.games.len()), (format, games), "{name}");
        assert_eq!(file.faults().count(), faults, "{name}");
        if games == 1 {
            let line = &file.games[0].record.line;
            assert_eq!((nodes(line), lines(line)), (expected_nodes, expected_lines), "{name}");
        }
        for game in &file.games {
            if xun_xiangqi::rules::Position::from_setup(&game.record.start).is_ok() {
                survives(&game.record, name);
            }
        }
    }
}

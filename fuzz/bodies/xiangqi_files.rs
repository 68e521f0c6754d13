//! The body of the fuzz target for Xiangqi's game files. Panics are the findings.

use xun_xiangqi::files::{Place, ReadOptions, TextEncoding, read_games, write_ubb, write_xqf};
use xun_xiangqi::notation::pgn::Line;
use xun_xiangqi::notation::{Notation, format_pgn, parse_pgn};
use xun_xiangqi::rules::Position;

/// Reads a game file in every encoding. What was read can be written in every format and read
/// again with the same moves.
pub(crate) fn game_file(data: &[u8]) {
    for encoding in [None].into_iter().chain(TextEncoding::ALL.map(Some)) {
        let options = encoding.map_or_else(ReadOptions::default, ReadOptions::with_encoding);
        let file = match read_games(data, &options) {
            Ok(file) => file,
            Err(fault) => {
                assert!(!fault.to_string().is_empty());
                continue;
            }
        };
        assert!(!file.games.is_empty());
        for game in &file.games {
            for fault in &game.faults {
                assert!(!fault.to_string().is_empty());
                if let Place::Byte(at) = fault.place {
                    assert!(at <= data.len());
                }
            }
            let record = &game.record;
            let nodes = nodes(&record.line);
            assert!(nodes <= data.len(), "memory grows with the file only");
            if Position::from_setup(&record.start).is_err() {
                assert_eq!(nodes, 0);
                continue;
            }
            let again = parse_pgn(&format_pgn(record, Notation::Iccs)).expect("our own PGN");
            assert_eq!(again.line, record.line);
            for written in [write_xqf(record), write_ubb(record)] {
                let again = read_games(&written.bytes, &ReadOptions::default()).expect("our own");
                let again = &again.games[0];
                assert_eq!(self::nodes(&again.record.line), nodes, "{:?}", again.faults);
                assert_eq!(again.record.start.board, record.start.board);
            }
        }
    }
}

fn nodes(line: &Line) -> usize {
    let variations = line.moves.iter().flat_map(|made| &made.variations);
    line.moves.len() + variations.map(nodes).sum::<usize>()
}

//! Games that are made here, added, found and explored.

use super::*;
use std::fs;
use xun_game::SplitMix64;
use xun_xiangqi::files::{ReadOptions, write_xqf};
use xun_xiangqi::notation::{GameResult, parse_move};
use xun_xiangqi::openings::{BookMove, OpeningBook};
use xun_xiangqi::rules::{Colour, Move, Position};

fn game(text: &str) -> GameRecord {
    parse_pgn(text).expect(text)
}

fn filled() -> Collection {
    let mut collection = Collection::in_memory().expect("memory");
    for text in [
        "[Red \"胡荣华\"]\n[Black \"柳大华\"]\n[Event \"五羊杯\"]\n[Date \"1981年1月\"]\n\
         1. 炮二平五 马８进７ 2. 马二进三 马２进３ 1-0",
        // The same position by another order of the moves, and mirrored.
        "[Red \"柳大华\"]\n[Black \"吕钦\"]\n[Date \"1999.05.01\"]\n\
         1. 炮八平五 马８进７ 2. 马八进七 马２进３ 0-1",
        "[Red \"Smith\"]\n[Black \"Jones\"]\n1. 相三进五 炮８平５ 1/2-1/2",
        "[Red \"Smith\"]\n[Black \"Jones\"]\n[FEN \"3k5/9/9/9/9/9/9/9/4R4/5K3 w\"]\n1. e1d1 *",
    ] {
        assert!(matches!(collection.add(&game(text), "test"), Ok(Added::New(_))));
    }
    collection
}

fn found(collection: &Collection, filter: &Filter) -> Vec<i64> {
    collection.games(filter).expect("games").iter().map(|game| game.id).collect()
}

#[test]
fn games_are_found_by_every_field() {
    let mut collection = filled();
    let text = |value: &str| Some(value.to_owned());
    let with = Filter::default;
    assert_eq!(found(&collection, &with()), [1, 2, 3, 4]);
    assert_eq!(found(&collection, &Filter { player: text("柳大"), ..with() }), [1, 2]);
    assert_eq!(found(&collection, &Filter { red: text("柳"), ..with() }), [2]);
    assert_eq!(found(&collection, &Filter { black: text("jones"), ..with() }), [3, 4]);
    assert_eq!(found(&collection, &Filter { event: text("五羊"), ..with() }), [1]);
    assert_eq!(found(&collection, &Filter { since: Some(1990), ..with() }), [2]);
    assert_eq!(found(&collection, &Filter { until: Some(1990), ..with() }), [1]);
    let result = Some(GameResult::Won(Colour::Black));
    assert_eq!(found(&collection, &Filter { result, ..with() }), [2]);
    assert_eq!(found(&collection, &Filter { opening: text("屏风马"), ..with() }), [1, 2]);
    assert_eq!(found(&collection, &Filter { opening: text("elephant"), ..with() }), [3]);
    let mut position = Position::start();
    for chosen in ["h2e2", "b9c7", "h0g2"] {
        let chosen = parse_move(&position, chosen).expect("legal");
        position.play(chosen);
    }
    assert_eq!(found(&collection, &Filter { position: Some(position), ..with() }), [2]);
    assert_eq!(found(&collection, &Filter { limit: Some(2), ..with() }), [1, 2]);
    assert_eq!(collection.tag(&[1, 3], "study").expect("tagged"), 2);
    assert_eq!(collection.tag(&[1], "study").expect("tagged"), 0);
    assert_eq!(found(&collection, &Filter { tag: text("study"), ..with() }), [1, 3]);
    assert_eq!(collection.untag(&[1], "study").expect("untagged"), 1);
    assert_eq!(collection.tags(3).expect("tags"), ["study"]);
    assert!(matches!(collection.tag(&[9], "x"), Err(CollectionError::NoGame(9))));
    assert!(matches!(collection.game(9), Err(CollectionError::NoGame(9))));
    assert_eq!(collection.game(2).expect("a game").tag("Black"), Some("吕钦"));
}

#[test]
fn the_explorer_joins_mirror_images_and_orders_of_moves() {
    let collection = filled();
    let from_start = collection.explore(&Position::start()).expect("explored");
    let first = from_start.moves[0];
    assert_eq!((first.chosen.to_string(), first.games), ("h2e2".to_owned(), 2));
    assert_eq!((first.red, first.draws, first.black), (1, 0, 1));
    assert_eq!((first.average_year, first.latest_year), (Some(1990), Some(1999)));
    let mut position = Position::start();
    for chosen in ["h2e2", "h9g7", "h0g2"] {
        let chosen = parse_move(&position, chosen).expect("legal");
        position.play(chosen);
    }
    let later = collection.explore(&position).expect("explored");
    assert_eq!(later.moves.len(), 1);
    assert_eq!(later.moves[0].chosen.to_string(), "b9c7");
    assert_eq!(later.moves[0].games, 1);
}

/// Games at random with some order in them: the first moves are few.
fn random_game(random: &mut SplitMix64) -> GameRecord {
    let mut position = Position::start();
    let mut moves: Vec<Move> = Vec::new();
    for ply in 0..30 + random.below(60) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let choices = if ply < 8 { 2 } else { legal.len() as u64 };
        let chosen = legal[(random.below(choices) as usize).min(legal.len() - 1)];
        position.play(chosen);
        moves.push(chosen);
    }
    let result = [GameResult::Won(Colour::Red), GameResult::Won(Colour::Black), GameResult::Drawn]
        [random.below(3) as usize];
    let mut record = GameRecord::new(Position::start().to_setup(), moves, result);
    record.set_tag("Red", &format!("Player {}", random.below(500)));
    record.set_tag("Black", &format!("Player {}", random.below(500)));
    record.set_tag("Date", &format!("{}-05-01", 1960 + random.below(60)));
    record
}

#[test]
fn summaries_agree_with_counting() {
    let mut random = SplitMix64::new(3);
    let mut collection = Collection::in_memory().expect("memory");
    let transaction = collection.connection.transaction().expect("begun");
    let mut rows = index::Rows::default();
    for _ in 0..2_500 {
        add::insert(&transaction, &random_game(&mut random), "test", &mut rows).expect("added");
    }
    rows.write(&transaction).expect("added");
    transaction.commit().expect("written");
    let mut position = Position::start();
    let mut counted = Vec::new();
    for _ in 0..4 {
        let explored = collection.explore(&position).expect("explored");
        position.play(explored.moves[0].chosen);
        counted.push(explored);
    }
    collection.summarise().expect("summarised");
    let kept: i64 = collection
        .connection
        .query_row("SELECT count(DISTINCT key) FROM summary", [], |row| row.get(0))
        .expect("counted");
    assert!(kept >= 1);
    let mut position = Position::start();
    for before in counted {
        assert_eq!(collection.explore(&position).expect("explored"), before);
        position.play(before.moves[0].chosen);
    }
}

#[test]
fn an_import_finds_duplicates_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = SplitMix64::new(5);
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("made");
    for number in 0..6 {
        let game = random_game(&mut random);
        fs::write(inner.join(format!("{number}.xqf")), write_xqf(&game).bytes).expect("written");
        if number == 0 {
            fs::write(folder.path().join("copy.XQF"), write_xqf(&game).bytes).expect("written");
        }
    }
    fs::write(folder.path().join("bad.xqf"), b"XQ\x12").expect("written");
    fs::write(folder.path().join("other.doc"), b"no game").expect("written");
    let files = game_files(folder.path()).expect("listed");
    assert_eq!(files.len(), 8);
    let mut collection = Collection::open(folder.path().join("c.sqlite")).expect("opened");
    let options = ReadOptions::default();
    let report =
        collection.import(&files, &options, |progress| progress.done < 3).expect("imported");
    assert_eq!(report.files + report.unreadable.len() as u64, 3);
    let report = collection.import(&files, &options, |_| true).expect("imported");
    assert_eq!((report.known_files, report.unreadable.len()), (2, 1));
    assert_eq!(collection.len().expect("counted"), 6);
    let again = collection.import(&files, &options, |_| true).expect("imported");
    assert_eq!((again.known_files, again.games), (7, 0));
}

fn after(moves: &str) -> Position {
    let mut position = Position::start();
    for text in moves.split_whitespace() {
        let chosen = parse_move(&position, text).expect(text);
        position.play(chosen);
    }
    position
}

#[test]
fn results_are_those_of_red_and_black_whichever_side_moves() {
    let mut collection = Collection::in_memory().expect("memory");
    collection.add(&game("1. h2e2 h9g7 2. h0g2 0-1"), "test").expect("added");
    for (moves, chosen) in [("", "h2e2"), ("h2e2", "h9g7"), ("h2e2 h9g7", "h0g2")] {
        let explored = collection.explore(&after(moves)).expect("explored").moves[0];
        assert_eq!(explored.chosen.to_string(), chosen);
        assert_eq!((explored.red, explored.draws, explored.black), (0, 0, 1));
    }
    // The start with Black to move is the start with the colours exchanged.
    let exchanged =
        Position::from_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b");
    let explored = collection.explore(&exchanged.expect("possible")).expect("explored").moves[0];
    assert_eq!((explored.chosen.to_string(), explored.red), ("h7e7".to_owned(), 1));
}

#[test]
fn values_of_engines_are_shown_with_the_moves() {
    let mut collection = filled();
    let position = after("h2e2");
    collection.note_value(&position, -35, 12).expect("noted");
    collection.note_value(&position, 90, 5).expect("noted");
    let explored = collection.explore(&Position::start()).expect("explored");
    let value = explored.moves[0].value.expect("a value");
    assert_eq!((value.score, value.depth), (35, 12), "the deeper one, for Red");
    assert_eq!(explored.moves[1].value, None);
}

#[test]
fn numbers_of_a_damaged_file_are_bounded() {
    let mut collection = filled();
    collection.note_value(&after("h2e2"), i32::MIN, 3).expect("noted");
    collection
        .connection
        .execute_batch(&format!("UPDATE position SET year = {};", i64::MAX / 8))
        .expect("damaged");
    let explored = collection.explore(&Position::start()).expect("explored");
    assert_eq!(explored.moves[0].value.expect("a value").score, i32::MAX);
    collection.summarise().expect("summarised");
}

#[test]
fn games_are_found_by_material_that_stood() {
    let mut collection = Collection::in_memory().expect("memory");
    // Red takes a cannon and Black takes the cannon that took it: between them Red is a cannon up.
    let exchange = "1. h2h9 i9h9 2. g3g4 g6g5 *";
    collection.add(&game(exchange), "test").expect("added");
    let found = |material: &str| {
        let material = Some(material.parse().expect(material));
        found(&collection, &Filter { material, ..Filter::default() })
    };
    assert_eq!(found("RRNNCCPPPPP v RRNNCCPPPPP"), Vec::<i64>::new(), "it never stood");
    assert_eq!(found("RRNNCPPPPP v RRNCCPPPPP"), [1]);
    assert_eq!(found("RRNCCPPPPP v RRNNCPPPPP"), [1], "the other way round");
    assert_eq!(found("RRNNCCPPPPP v RRNCCPPPPP"), Vec::<i64>::new(), "only for a moment");
}

#[test]
fn a_game_is_edited_and_its_index_follows() {
    let mut collection = filled();
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let edit = Edit {
        tags: vec![tag("Red", "杨官璘"), tag("Date", "1974-05-01"), tag("Round", "3")],
        result: Some(GameResult::Drawn),
    };
    collection.edit(1, &edit).expect("edited");
    let record = collection.game(1).expect("a game");
    assert_eq!((record.tag("Red"), record.tag("Round")), (Some("杨官璘"), Some("3")));
    let filter = Filter { player: Some("杨官璘".to_owned()), ..Filter::default() };
    assert_eq!(collection.games(&filter).expect("found")[0].date, "1974-05-01");
    let first = collection.explore(&Position::start()).expect("explored").moves[0];
    assert_eq!((first.games, first.red, first.draws, first.black), (2, 0, 1, 1));
    assert_eq!(first.average_year, Some(1986));
    let removal = Edit { tags: vec![tag("Round", "")], result: None };
    collection.edit(1, &removal).expect("edited");
    assert_eq!(collection.game(1).expect("a game").tag("Round"), None);
    for name in ["FEN", "result", "a b", ""] {
        let edit = Edit { tags: vec![tag(name, "x")], result: None };
        let refused = collection.edit(1, &edit);
        assert!(matches!(refused, Err(CollectionError::TagName(_))), "{name}");
    }
    assert!(matches!(collection.edit(9, &edit), Err(CollectionError::NoGame(9))));
}

#[test]
fn an_edit_that_makes_two_games_the_same_is_refused() {
    let mut collection = Collection::in_memory().expect("memory");
    for red in ["A", "B"] {
        let text = format!("[Red \"{red}\"]\n1. h2e2 *");
        collection.add(&game(&text), "test").expect("added");
    }
    let edit = Edit { tags: vec![("Red".to_owned(), "A".to_owned())], result: None };
    let refused = collection.edit(2, &edit);
    assert!(matches!(refused, Err(CollectionError::Duplicate(2, 1))));
    assert_eq!(collection.game(2).expect("a game").tag("Red"), Some("B"));
}

#[test]
fn a_removed_game_leaves_nothing_behind() {
    let mut collection = filled();
    collection.tag(&[1], "study").expect("tagged");
    assert!(matches!(collection.remove(&[1, 9]), Err(CollectionError::NoGame(9))));
    assert_eq!(collection.remove(&[1, 2, 3, 4]).expect("removed"), 4);
    for table in ["game", "position", "material", "tag", "summary"] {
        let count: i64 = collection
            .connection
            .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))
            .expect("counted");
        assert_eq!(count, 0, "{table}");
    }
}

#[test]
fn a_book_has_the_moves_within_its_limits() {
    let mut collection = Collection::in_memory().expect("memory");
    let games = [("h2e2 h9g7", "1-0", 6), ("g3g4 h7g7", "1/2-1/2", 3), ("a0a1 h9g7", "0-1", 4)];
    for (moves, result, count) in games {
        for number in 0..count {
            let text = format!("[Red \"{moves} {number}\"]\n{moves} {result}");
            collection.add(&game(&text), "test").expect("added");
        }
    }
    let all = Filter::default();
    let moves = |book: &OpeningBook, moves: &str| -> Vec<(String, u16, u32)> {
        let told = |one: &BookMove| (one.chosen.to_string(), one.weight, one.games);
        book.moves(&after(moves)).iter().map(told).collect()
    };
    let usual = collection.book(&all, &BookLimits::default()).expect("made");
    let cannon = ("h2e2".to_owned(), 12, 6);
    let pawn = ("g3g4".to_owned(), 3, 3);
    assert_eq!(moves(&usual, ""), [cannon.clone(), pawn.clone()], "the rook's move only lost");
    assert_eq!(moves(&usual, "h2e2"), [], "Black only lost");
    let wide = BookLimits { score: 0.0, weight: BookWeight::Games, ..BookLimits::default() };
    let wide = collection.book(&all, &wide).expect("made");
    assert_eq!(moves(&wide, "")[1], ("i0i1".to_owned(), 4, 4));
    assert_eq!(moves(&wide, "h2e2").len(), 1);
    let short = BookLimits { plies: 1, score: 0.0, moves: Some(1), ..BookLimits::default() };
    let short = collection.book(&all, &short).expect("made");
    assert_eq!((moves(&short, ""), short.len()), (vec![cannon], 1));
    let often = BookLimits { games: 4, ..BookLimits::default() };
    assert_eq!(moves(&collection.book(&all, &often).expect("made"), "").len(), 1);
    let drawn = Filter { result: Some(GameResult::Drawn), ..Filter::default() };
    let drawn = collection.book(&drawn, &BookLimits::default()).expect("made");
    assert_eq!(moves(&drawn, ""), [pawn]);
}

/// A collection of the format before this one, with the tables that it had.
#[test]
fn the_index_of_an_older_collection_is_made_afresh() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("c.sqlite");
    let mut collection = Collection::open(&path).expect("opened");
    collection.add(&game("[Red \"A\"]\n1. h2e2 h9g7 2. h0g2 1-0"), "test").expect("added");
    let before = collection.explore(&Position::start()).expect("explored");
    drop(collection);
    let old = rusqlite::Connection::open(&path).expect("opened");
    old.execute_batch(
        "DROP TABLE position; DROP TABLE summary; DROP TABLE material; DROP TABLE value;
         CREATE TABLE position (
             key INTEGER NOT NULL, move INTEGER NOT NULL, game INTEGER NOT NULL,
             result INTEGER NOT NULL, year INTEGER NOT NULL, PRIMARY KEY (key, move, game)
         ) WITHOUT ROWID;
         INSERT INTO position VALUES (1, 2, 1, 1, 0);
         CREATE TABLE summary (
             key INTEGER NOT NULL, move INTEGER NOT NULL, games INTEGER NOT NULL,
             red INTEGER NOT NULL, draws INTEGER NOT NULL, black INTEGER NOT NULL,
             dated INTEGER NOT NULL, years INTEGER NOT NULL, latest INTEGER NOT NULL,
             PRIMARY KEY (key, move)
         ) WITHOUT ROWID;
         PRAGMA user_version = 1;",
    )
    .expect("made old");
    drop(old);
    let collection = Collection::open(&path).expect("brought to the new format");
    assert_eq!(collection.explore(&Position::start()).expect("explored"), before);
    let material = Some("RRNNCCPPPPP v RRNNCCPPPPP".parse().expect("material"));
    assert_eq!(found(&collection, &Filter { material, ..Filter::default() }), [1]);
    drop(collection);
    assert!(Collection::open(&path).is_ok(), "and stays so");
}

#[test]
fn a_newer_collection_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("c.sqlite");
    drop(Collection::open(&path).expect("opened"));
    let connection = rusqlite::Connection::open(&path).expect("opened");
    connection.pragma_update(None, "user_version", 99).expect("set");
    drop(connection);
    assert!(matches!(Collection::open(&path), Err(CollectionError::Newer(99))));
}

/// Import and explorer on 100,000 generated games; prints the times. About two minutes:
/// `cargo test --release -p xun-collection -- --ignored --nocapture hundred_thousand`
#[test]
#[ignore = "slow: a measurement"]
fn hundred_thousand_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = SplitMix64::new(8);
    let count: u64 =
        std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    for file in 0..count / 1000 {
        let mut text = String::new();
        for _ in 0..1000 {
            let game = random_game(&mut random);
            text +=
                &xun_xiangqi::notation::format_pgn(&game, xun_xiangqi::notation::Notation::Iccs);
        }
        fs::write(folder.path().join(format!("{file:03}.pgn")), text).expect("written");
    }
    let files = game_files(folder.path()).expect("listed");
    let mut collection = Collection::open(folder.path().join("c.sqlite")).expect("opened");
    let begun = std::time::Instant::now();
    let report = collection.import(&files, &ReadOptions::default(), |_| true).expect("imported");
    println!("{} games imported in {:.1} s", report.games, begun.elapsed().as_secs_f64());
    let mut position = Position::start();
    let mut worst = 0.0_f64;
    for ply in 0..20 {
        let begun = std::time::Instant::now();
        let explored = collection.explore(&position).expect("explored");
        let taken = begun.elapsed().as_secs_f64() * 1000.0;
        worst = worst.max(taken);
        let games: u64 = explored.moves.iter().map(|explored| explored.games).sum();
        println!("ply {ply}: {games} games, {taken:.2} ms");
        let Some(first) = explored.moves.first() else { break };
        position.play(first.chosen);
    }
    println!("slowest {worst:.2} ms");
    let begun = std::time::Instant::now();
    let filter = Filter { player: Some("Player 77".to_owned()), ..Filter::default() };
    let games = collection.games(&filter).expect("found").len();
    println!("{games} games of a player in {:.0} ms", begun.elapsed().as_secs_f64() * 1000.0);
}

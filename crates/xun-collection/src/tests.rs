//! Games that are made here, added, found and explored.

use super::*;
use std::fs;
use xun_game::SplitMix64;
use xun_xiangqi::files::{ReadOptions, write_xqf};
use xun_xiangqi::notation::{GameResult, parse_move};
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
    let mut rows = Vec::new();
    for _ in 0..2_500 {
        add::insert(&transaction, &random_game(&mut random), "test", &mut rows).expect("added");
    }
    add::insert_positions(&transaction, &mut rows).expect("added");
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

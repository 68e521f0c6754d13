//! The opening explorer over the socket.

use super::boards::Page;
use super::{Running, runtime};
use serde_json::json;
use xun_collection::Collection;
use xun_web::Config;
use xun_xiangqi::notation::parse_pgn;

fn collect(collection: &mut Collection, records: &[&str]) {
    for (number, text) in records.iter().enumerate() {
        let record = parse_pgn(text).expect("a record");
        collection.add(&record, &format!("{number}.pgn")).expect("added");
    }
}

#[test]
fn the_explorer_counts_the_games_of_a_collection_made_while_the_server_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("collection.sqlite");
    let server = Running::start(Config { collection: Some(path.clone()), ..Config::default() });
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let id = page.new_game("xiangqi", None).await["id"].clone();
        let before = page.board("explore", json!({ "id": id, "node": 0 })).await;
        assert_eq!((&before["type"], &before["collected"]), (&json!("boardExplorer"), &json!(0)));
        assert!(!path.exists(), "a question makes no collection");

        let mut collection = Collection::open(&path).expect("a collection");
        collect(
            &mut collection,
            &[
                "[Red \"A\"]\n[Date \"1980\"]\n1. C2=5 H8+7 2. H2+3 1-0",
                // The mirror image of the same opening.
                "[Red \"B\"]\n[Date \"1990\"]\n1. C8=5 H2+3 2. H8+7 0-1",
                "[Red \"C\"]\n1. C2=5 H2+3 1/2-1/2",
                "[Red \"D\"]\n[Date \"2001\"]\n1. P7+1 P7+1 1-0",
            ],
        );
        let start = page.board("explore", json!({ "id": id, "node": 0 })).await;
        assert_eq!((&start["collected"], &start["games"]), (&json!(4), &json!(4)), "{start}");
        let cannon = &start["moves"][0];
        assert_eq!((&cannon["text"], &cannon["names"]["wxf"]), (&json!("h2e2"), &json!("C2=5")));
        let results = ["games", "red", "draws", "black"].map(|field| cannon[field].clone());
        assert_eq!(results, [3, 1, 1, 1].map(|count| json!(count)), "{cannon}");
        let years = (&cannon["average_year"], &cannon["latest_year"]);
        assert_eq!(years, (&json!(1985), &json!(1990)));

        let state = page.play(&id, &["h2e2", "h9g7", "h0g2", "b9c7"]).await;
        assert_eq!(state["opening_name"]["zh"], "中炮对屏风马", "{}", state["opening_name"]);
        let end = page.board("explore", json!({ "id": id, "node": state["current"] })).await;
        assert_eq!((&end["collected"], &end["games"]), (&json!(4), &json!(0)), "{end}");
    });
}

#[test]
fn a_damaged_collection_and_wrong_questions_are_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("collection.sqlite");
    std::fs::write(&path, b"this is no database, and long enough to be read as one").expect("file");
    let server = Running::start(Config { collection: Some(path), ..Config::default() });
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let id = page.new_game("xiangqi", None).await["id"].clone();
        let damaged = page.board("explore", json!({ "id": id, "node": 0 })).await;
        assert_eq!(damaged["code"], "store", "{damaged}");
        let nowhere = page.board("explore", json!({ "id": id, "node": 99 })).await;
        assert_eq!(nowhere["code"], "missing", "{nowhere}");
        let stones = page.new_game("gomoku", None).await;
        assert_eq!(stones["opening_name"], json!(null));
        let gomoku = page.board("explore", json!({ "id": stones["id"], "node": 0 })).await;
        assert_eq!(gomoku["code"], "input", "{gomoku}");
    });
}

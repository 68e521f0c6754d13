//! A data folder that the first version wrote, in `tests/files/first-version`: three games, a match
//! of four games that was stopped after two, and the results of an experiment.

use super::{Running, ask, connect, runtime};
use serde_json::Value;
use std::fs;
use std::path::Path;
use xun_web::Config;

#[test]
fn games_matches_and_experiments_of_the_first_version_are_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/first-version");
    for name in ["games.sqlite", "matches/1.jsonl", "experiments/heuristics.json"] {
        let to = folder.path().join(name);
        fs::create_dir_all(to.parent().expect("a folder")).expect("is made");
        fs::copy(kept.join(name), to).expect("is copied");
    }
    let server =
        Running::start(Config { data: Some(folder.path().to_owned()), ..Config::default() });
    runtime().block_on(async {
        let mut socket = connect(&server).await;
        let mut number = 0;
        let mut last = async |question: &str| -> Value {
            number += 1;
            let answers = ask(&mut socket, number, question).await;
            let last = answers.last().expect("an answer");
            serde_json::from_str::<Value>(last).expect("JSON")["tell"].clone()
        };
        let list = last(r#"{"type":"board","what":"list","game":null,"words":""}"#).await;
        let games = list["games"].as_array().expect("games");
        let outline: Vec<_> =
            games.iter().map(|game| (&game["id"], &game["moves"], &game["over"]["code"])).collect();
        let expected = serde_json::json!([[3, 9, "five"], [2, 2, null], [1, 3, null]]);
        for (found, expected) in outline.iter().zip(expected.as_array().expect("games")) {
            assert_eq!((found.0, found.1, found.2), (&expected[0], &expected[1], &expected[2]));
        }
        assert_eq!(games.len(), 3);
        let game = last(r#"{"type":"board","what":"open","id":1}"#).await;
        let nodes = game["nodes"].as_array().expect("moves");
        let moves: Vec<_> = nodes.iter().map(|node| node["text"].as_str().expect("text")).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "b9c7", "b0c2"], "with its variation");
        assert_eq!(nodes[0]["note"]["mark"], "good", "{}", nodes[0]);

        let list = last(r#"{"type":"match","what":"list"}"#).await;
        assert_eq!(list["matches"][0]["played"], 2, "{list}");
        last(r#"{"type":"match","what":"goOn","id":1}"#).await;
        let state = last(r#"{"type":"match","what":"watch","id":1}"#).await;
        assert_eq!((&state["phase"], &state["played"]), (&"finished".into(), &4.into()), "{state}");
        let list = last(r#"{"type":"match","what":"list"}"#).await;
        assert_eq!(list["matches"][0]["played"], 4, "a stated format is no game: {list}");

        let state = last(r#"{"type":"lab","what":"watch","id":"heuristics"}"#).await;
        assert_eq!(state["phase"], "finished", "{state}");
    });
    drop(server);
    // Format 1 in the header of the database.
    let copy = fs::read(folder.path().join("games.sqlite.format-1")).expect("a copy");
    assert_eq!(copy[60..64], [0, 0, 0, 1]);
}

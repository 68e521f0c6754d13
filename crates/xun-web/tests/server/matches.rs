//! Matches as a page sees them: begun, watched, stopped, resumed by another server,
//! downloaded.

use super::{Running, Socket, ask, connect, runtime};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use xun_web::{Config, ExternalEngine};

fn setup(game: &str, players: &str, games: u32) -> String {
    let rules = if game == "xiangqi" { "asian" } else { "freestyle" };
    format!(
        r#"{{"game":"{game}","name":"","rules":"{rules}","size":15,"players":[{players}],
            "gauntlet":false,"games":{games},
            "atOnce":2,"control":{{"type":"move","milliseconds":20}},"randomPlies":2,
            "openings":"","adjudicate":true,"sprt":null,"seed":7}}"#
    )
}

async fn last(socket: &mut Socket, id: u32, question: &str) -> Value {
    let answers = ask(socket, id, &format!(r#"{{"type":"match",{question}}}"#)).await;
    let whole: Value = serde_json::from_str(answers.last().expect("an answer")).expect("JSON");
    whole["tell"].clone()
}

async fn begin(socket: &mut Socket, setup: &str) -> u64 {
    let state = last(socket, 1, &format!(r#""what":"begin","setup":{setup}"#)).await;
    assert_eq!(state["type"], "matchState", "{state}");
    state["id"].as_u64().expect("a number")
}

#[test]
fn a_match_is_played_watched_and_downloaded() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut socket = connect(&server).await;
        let players = r#"{"type":"engine","level":"easy"},{"type":"random"},
        {"type":"textbook","algorithm":"alpha-beta","refinements":["captures"],"depth":1}"#;
        let id = begin(&mut socket, &setup("gomoku", players, 6)).await;
        let watch = format!(r#"{{"type":"match","what":"watch","id":{id}}}"#);
        let answers = ask(&mut socket, 2, &watch).await;
        assert!(
            answers.iter().any(|text| text.contains("\"boards\":[{")),
            "live boards were \
            shown"
        );
        let end: Value = serde_json::from_str(answers.last().expect("an answer")).expect("JSON");
        let end = &end["tell"];
        assert_eq!((&end["phase"], &end["played"]), (&"finished".into(), &6.into()), "{end}");
        let games: Vec<u64> = end["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| {
                row["results"]
                    .as_array()
                    .expect("three")
                    .iter()
                    .map(|count| {
                        count.as_u64().expect(
                            "a \
                count",
                        )
                    })
                    .sum()
            })
            .collect();
        assert_eq!(games, [4, 4, 4]);
        // A player that sees three in a row beats the random one.
        assert_eq!(end["rows"][0]["against"][1][0], 2, "{end}");
        assert_eq!(end["history"].as_array().expect("a curve").len(), 4);
        let download = |format: &str, game: &str| {
            format!(r#""what":"download","id":{id},"format":"{format}","game":{game}"#)
        };
        let sgf = last(&mut socket, 3, &download("sgf", "null")).await;
        assert_eq!(sgf["text"].as_str().expect("text").matches("GM[4]").count(), 6);
        let psq = last(&mut socket, 4, &download("psq", "3")).await;
        assert!(psq["text"].as_str().expect("text").starts_with("Piskvorky 15x15"), "{psq}");
        let wrong = last(&mut socket, 5, &download("pgn", "null")).await;
        assert_eq!(wrong["type"], "refusal");
        let deleted = last(&mut socket, 6, &format!(r#""what":"delete","id":{id}"#)).await;
        assert_eq!(deleted["type"], "done");
        let gone = last(&mut socket, 7, &format!(r#""what":"watch","id":{id}"#)).await;
        assert_eq!(gone["type"], "refusal");
    });
}

#[test]
fn a_match_outlives_its_page_and_its_server() {
    let data = tempfile::tempdir().expect("a folder");
    let config = Config { data: Some(data.path().to_owned()), ..Config::default() };
    let players = r#"{"type":"random"},{"type":"random"}"#;
    let (id, before) = {
        let server = Running::start(config.clone());
        runtime().block_on(async {
            let mut socket = connect(&server).await;
            let id = begin(
                &mut socket,
                &setup("gomoku", players, 2_000).replace("\"randomPlies\":2", "\"randomPlies\":0"),
            )
            .await;
            drop(socket);
            // Another page finds it running, and stops it.
            let mut socket = connect(&server).await;
            let watch =
                format!(r#"{{"v":1,"id":9,"ask":{{"type":"match","what":"watch","id":{id}}}}}"#);
            socket.send(Message::text(watch)).await.expect("sends");
            let some_games = async {
                while let Some(Ok(message)) = socket.next().await {
                    let Message::Text(text) = message else { continue };
                    let told: Value = serde_json::from_str(&text).expect("JSON");
                    if told["tell"]["played"].as_u64().is_some_and(|played| played >= 4) {
                        return;
                    }
                }
            };
            tokio::time::timeout(Duration::from_secs(30), some_games)
                .await
                .expect("games are played");
            last(&mut socket, 10, &format!(r#""what":"halt","id":{id}"#)).await;
            let state = last(&mut socket, 11, &format!(r#""what":"watch","id":{id}"#)).await;
            assert_eq!(state["phase"], "stopped", "{state}");
            (id, state["played"].as_u64().expect("a count"))
        })
    };
    let server = Running::start(config);
    runtime().block_on(async {
        let mut socket = connect(&server).await;
        let list = last(&mut socket, 1, r#""what":"list""#).await;
        assert_eq!(list["matches"][0]["id"], id);
        assert!(list["matches"][0]["played"].as_u64().expect("a count") >= before);
        last(&mut socket, 2, &format!(r#""what":"goOn","id":{id}"#)).await;
        let more = async {
            loop {
                let list = last(&mut socket, 3, r#""what":"list""#).await;
                if list["matches"][0]["played"].as_u64().expect("a count") > before {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), more).await.expect("it goes on");
        last(&mut socket, 4, &format!(r#""what":"halt","id":{id}"#)).await;
        last(&mut socket, 5, &format!(r#""what":"watch","id":{id}"#)).await;
    });
}

#[test]
fn a_stop_does_not_wait_for_the_move_under_way() {
    // An engine that greets, and then thinks forever.
    let script =
        "while read word; do case $word in uci) echo uciok;; isready) echo readyok;; esac; done";
    let command = ["uci", "sh", "-c", script].map(str::to_owned).to_vec();
    let engines = vec![ExternalEngine { name: "endless".into(), command }];
    let server = Running::start(Config { engines, ..Config::default() });
    let ours = r#"{"type":"engine","level":"full"}"#;
    let textbook = r#"{"type":"textbook","algorithm":"minimax","refinements":[],"depth":6}"#;
    let pairs = [
        ("xiangqi", ours, ours),
        (
            "gomoku",
            r#"{"type":"engine","level":"strong"}"#,
            r#"{"type":"engine","level":"strong"}"#,
        ),
        ("xiangqi", textbook, textbook),
        ("xiangqi", r#"{"type":"external","name":"endless"}"#, r#"{"type":"random"}"#),
    ];
    runtime().block_on(async {
        let mut socket = connect(&server).await;
        for (number, (game, first, second)) in pairs.into_iter().enumerate() {
            let setup = setup(game, &format!("{first},{second}"), 2)
                .replace("\"milliseconds\":20", "\"milliseconds\":60000")
                .replace("\"randomPlies\":2", "\"randomPlies\":0");
            let id = begin(&mut socket, &setup).await;
            tokio::time::sleep(Duration::from_millis(400)).await;
            let began = std::time::Instant::now();
            last(&mut socket, 10, &format!(r#""what":"halt","id":{id}"#)).await;
            let state = last(&mut socket, 11, &format!(r#""what":"watch","id":{id}"#)).await;
            assert_eq!(state["phase"], "stopped", "{number}: {state}");
            // Far below the minute that the move may take; what is left is the machine's.
            assert!(began.elapsed() < Duration::from_secs(3), "{number}: {:?}", began.elapsed());
        }
    });
}

#[test]
fn impossible_matches_are_refused_with_every_fault() {
    let engines = vec![ExternalEngine { name: "other".into(), command: vec!["false".into()] }];
    let server = Running::start(Config { engines, ..Config::default() });
    runtime().block_on(async {
        let mut socket = connect(&server).await;
        let players =
            r#"{"type":"engine","level":"superhuman"},{"type":"external","name":"/bin/sh"}"#;
        let refused = last(
            &mut socket,
            1,
            &format!(r#""what":"begin","setup":{}"#, setup("xiangqi", players, 2)),
        )
        .await;
        assert_eq!(refused["type"], "refusal");
        assert_eq!(refused["faults"].as_array().expect("faults").len(), 2, "{refused}");
        let alone = setup("xiangqi", r#"{"type":"random"}"#, 2);
        assert_eq!(
            last(&mut socket, 2, &format!(r#""what":"begin","setup":{alone}"#)).await["type"],
            "refusal"
        );
        let opening = setup("gomoku", r#"{"type":"random"},{"type":"random"}"#, 2)
            .replace(r#""openings":"""#, r#""openings":"h8i9\nz99""#);
        let refused = last(&mut socket, 3, &format!(r#""what":"begin","setup":{opening}"#)).await;
        assert_eq!(refused["faults"][0]["line"], 2, "{refused}");
        // An engine that ends at once loses its games; the match goes on.
        let players = r#"{"type":"external","name":"other"},{"type":"random"}"#;
        let id = begin(&mut socket, &setup("xiangqi", players, 2)).await;
        let end = last(&mut socket, 4, &format!(r#""what":"watch","id":{id}"#)).await;
        assert_eq!(
            (&end["phase"], &end["rows"][0]["faults"]),
            (&"finished".into(), &2.into()),
            "{end}"
        );
    });
}

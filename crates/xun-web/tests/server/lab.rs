//! Experiments as a page sees them: run, watched, stopped, reported.

use super::{Running, Socket, ask, connect, runtime, status};
use serde_json::Value;
use xun_web::Config;

async fn last(socket: &mut Socket, id: u32, question: &str) -> Value {
    let answers = ask(socket, id, &format!(r#"{{"type":"lab",{question}}}"#)).await;
    let whole: Value = serde_json::from_str(answers.last().expect("an answer")).expect("JSON");
    whole["tell"].clone()
}

#[test]
fn an_experiment_is_run_watched_and_reported() {
    let server = Running::start(Config::default());
    assert_eq!(status(&server.get("/api/v1/report", &[])), 404);
    runtime().block_on(async {
        let mut socket = connect(&server).await;
        let all = last(&mut socket, 1, r#""what":"catalogue""#).await;
        let first = &all["experiments"][0];
        assert_eq!(
            (&first["id"], &first["phase"]),
            (&"heuristics".into(), &"never".into()),
            "{first}"
        );
        let shown = last(&mut socket, 7, r#""what":"watch","id":"heuristics""#).await;
        assert_eq!(shown["phase"], "never");
        assert_eq!(shown["shipped"]["processor"], "AMD EPYC", "results that ship: {shown}");
        assert!(!shown["figures"][0]["panels"].as_array().expect("panels").is_empty());
        assert_eq!(first["finding"], shown["findings"][0]);
        let begun =
            last(&mut socket, 2, r#""what":"run","id":"heuristics","quick":true,"seed":3"#).await;
        assert_eq!(begun["type"], "labState", "{begun}");
        let end = last(&mut socket, 3, r#""what":"watch","id":"heuristics""#).await;
        assert_eq!((&end["phase"], &end["seed"]), (&"finished".into(), &3.0.into()), "{end}");
        assert!(end["shipped"].is_null(), "results of this machine take their place: {end}");
        let lines = &end["figures"][0];
        assert_eq!(lines["kind"], "lines");
        let panel = &lines["panels"][0];
        let places = panel["places"].as_array().expect("places").len();
        assert!(places >= 2, "{panel}");
        for series in panel["series"].as_array().expect("variants") {
            assert!(
                series["values"].as_array().expect("values").iter().all(Value::is_number),
                "{series}"
            );
        }
        assert!(!end["findings"].as_array().expect("findings").is_empty());
        let rows = last(&mut socket, 4, r#""what":"rows","id":"heuristics","format":"csv""#).await;
        assert!(rows["text"].as_str().expect("text").starts_with("group,problem,variant,x"));
        let wrong =
            last(&mut socket, 5, r#""what":"run","id":"../heuristics","quick":true,"seed":3"#)
                .await;
        assert_eq!(wrong["type"], "refusal");
    });
    let report = server.get("/api/v1/report?lang=zh&only=heuristics", &[]);
    assert_eq!(status(&report), 200);
    assert!(report.contains("补给问题上的启发函数"));
    let head = report.split("\r\n\r\n").next().expect("headers").to_ascii_lowercase();
    assert!(
        head.contains("sandbox")
            && head.contains("frame-ancestors 'self'")
            && !head.contains("script-src")
    );
}

#[test]
fn an_experiment_stops_and_never_takes_the_last_turn() {
    let server = Running::start(Config { searches: 2, ..Config::default() });
    runtime().block_on(async {
        let mut socket = connect(&server).await;
        last(&mut socket, 1, r#""what":"run","id":"heuristics","quick":false,"seed":1"#).await;
        let run = r#""what":"run","id":"heuristics","quick":true,"seed":1"#;
        let second = last(&mut socket, 2, run).await;
        assert_eq!(second["code"], "busy", "{second}");
        let tree = r#"{"type":"tree","setup":null,"tree":null,"algorithm":"alpha-beta",
        "refinements":[],"depth":2}"#;
        let tree = ask(&mut socket, 3, tree).await;
        assert!(tree[0].contains("\"type\":\"tree\""), "another search has its turn");
        last(&mut socket, 4, r#""what":"halt","id":"heuristics""#).await;
        let end = last(&mut socket, 5, r#""what":"watch","id":"heuristics""#).await;
        assert!(["stopped", "never"].iter().any(|phase| end["phase"] == *phase), "{end}");
    });
    let server = Running::start(Config { searches: 1, ..Config::default() });
    runtime().block_on(async {
        let mut socket = connect(&server).await;
        let refused =
            last(&mut socket, 1, r#""what":"run","id":"heuristics","quick":true,"seed":1"#).await;
        assert_eq!(refused["code"], "busy", "{refused}");
    });
}

//! Boards over the socket: nothing is lost, nothing is wrong.

use super::{Running, Socket, ask, connect, runtime};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use xun_web::Config;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
/// A general that has no move after e2e8.
const WON_IN_ONE: &str = "3k5/9/9/9/9/9/9/4R4/4A4/4K4 w - - 0 1";

/// A page: a socket with numbered questions.
pub(super) struct Page {
    socket: Socket,
    next: u32,
}

impl Page {
    pub(super) async fn open(server: &Running) -> Self {
        Self { socket: connect(server).await, next: 1 }
    }

    /// All answers to a question.
    async fn all(&mut self, question: Value) -> Vec<Value> {
        self.next += 1;
        let texts = ask(&mut self.socket, self.next, &question.to_string()).await;
        texts
            .iter()
            .map(|text| serde_json::from_str::<Value>(text).expect("JSON")["tell"].clone())
            .collect()
    }

    /// The last answer to a question.
    async fn ask(&mut self, question: Value) -> Value {
        self.all(question).await.pop().expect("an answer")
    }

    /// The last answer to a question about boards.
    pub(super) async fn board(&mut self, what: &str, mut fields: Value) -> Value {
        fields["type"] = json!("board");
        fields["what"] = json!(what);
        self.ask(fields).await
    }

    /// Sends a question and does not wait; answers its number.
    async fn send(&mut self, question: Value) -> u32 {
        self.next += 1;
        let text = json!({ "v": 1, "id": self.next, "ask": question }).to_string();
        self.socket.send(Message::text(text)).await.expect("sends");
        self.next
    }

    /// The next message to a question.
    async fn hear(&mut self, id: u32) -> Value {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(60), self.socket.next()).await;
            let next = next.expect("answers in time").expect("stays open").expect("reads");
            let Message::Text(text) = next else { continue };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["id"] == json!(id) {
                return message;
            }
        }
    }

    pub(super) async fn new_game(&mut self, game: &str, position: Option<&str>) -> Value {
        self.board("new", json!({ "setup": setup(game, position) })).await
    }

    pub(super) async fn play(&mut self, id: &Value, moves: &[&str]) -> Value {
        let mut state = self.board("open", json!({ "id": id })).await;
        for text in moves {
            let at = state["current"].clone();
            let fields = json!({ "id": id, "at": at, "text": text, "spent": null });
            state = self.board("play", fields).await;
            assert_eq!(state["type"], "boardState", "{text}: {state}");
        }
        state
    }
}

fn setup(game: &str, position: Option<&str>) -> Value {
    let rules = if game == "xiangqi" { "asian" } else { "freestyle" };
    json!({
        "game": game, "name": "", "rules": rules, "size": 15, "opening": "free",
        "position": position, "players": [{ "type": "human" }, { "type": "human" }],
        "clock": null, "think": null,
    })
}

fn texts(state: &Value) -> Vec<String> {
    let nodes = state["nodes"].as_array().expect("nodes");
    nodes.iter().map(|node| node["text"].as_str().expect("a move").to_owned()).collect()
}

fn first_moves(lines: &Value) -> Vec<String> {
    let lines = lines["lines"].as_array().expect("lines");
    lines.iter().map(|line| line["moves"][0].as_str().expect("a move").to_owned()).collect()
}

#[test]
fn the_result_of_a_game_stays_when_an_earlier_move_is_looked_at() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let id = page.new_game("xiangqi", None).await["id"].clone();
        page.play(&id, &["h2e2", "h9g7"]).await;
        page.board("end", json!({ "id": id, "winner": 0, "code": "resign" })).await;
        let state = page.board("go", json!({ "id": id, "node": 1 })).await;
        assert_eq!(state["over"], Value::Null);
        assert_eq!(state["result"]["winner"], 0);
        let again = page.board("end", json!({ "id": id, "winner": 1, "code": "resign" })).await;
        assert_eq!(again["code"], "input");
        let state = page.board("open", json!({ "id": id })).await;
        assert_eq!(state["result"]["winner"], 0);
    });
}

#[test]
fn removed_moves_resignations_and_games_come_back_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = || Config { data: Some(folder.path().to_owned()), ..Config::default() };
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9"];
    let id = {
        let server = Running::start(config());
        runtime().block_on(async {
            let mut page = Page::open(&server).await;
            let id = page.new_game("xiangqi", None).await["id"].clone();
            page.play(&id, &moves).await;
            let pruned = page.board("prune", json!({ "id": id, "node": 2 })).await;
            assert_eq!(texts(&pruned), ["h2e2"]);
            assert_eq!(pruned["undo"]["words"]["en"], "Removed 3 moves");
            let ended = page.board("end", json!({ "id": id, "winner": 0, "code": "resign" })).await;
            assert_eq!(ended["over"]["code"], "resign");
            let deleted = page.board("delete", json!({ "id": id })).await;
            assert_eq!(deleted["undo"]["object"], json!(id.to_string()));
            assert_eq!(page.board("open", json!({ "id": id })).await["code"], "missing");
            id
        })
    };
    let server = Running::start(config());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let offers = |object: Value| {
            json!({ "type": "undo", "what": "offers", "kind": "game", "object": object })
        };
        let undo = |entry: &Value| {
            json!({ "type": "undo", "what": "undo", "entry": entry["id"], "state": null })
        };
        let found = page.ask(offers(Value::Null)).await;
        let found = page.ask(undo(&found["undo"])).await;
        let state = page.board("open", json!({ "id": id })).await;
        assert_eq!(texts(&state), ["h2e2"]);
    assert_eq!(state["over"]["code"], "resign");
        let found = page.ask(undo(&found["undo"])).await;
        let state = page.board("open", json!({ "id": id })).await;
        assert_eq!(state["over"], Value::Null);
        let found = page.ask(undo(&found["undo"])).await;
        let state = page.board("open", json!({ "id": id })).await;
        assert_eq!(texts(&state), moves);
        assert_eq!(found["undo"], Value::Null);
        assert_eq!(found["redo"]["words"]["en"], "Removed 3 moves");
    });
}

#[test]
fn analysis_of_a_win_in_one_says_so_and_ends() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        for lines in [1, 3] {
            let id = page.new_game("xiangqi", Some(WON_IN_ONE)).await["id"].clone();
            let question = json!({
                "type": "board", "what": "analyse", "id": id, "node": 0,
                "lines": lines, "threat": false,
            });
            // Without a stop: the search ends when it has nothing left to do.
            let answers = page.all(question).await;
            assert_eq!(answers.last().expect("an end")["type"], "done");
            let last = &answers[answers.len() - 2];
            assert_eq!(last["lines"][0]["score"]["mate"], 1, "{last}");
            assert_eq!(last["lines"][0]["moves"][0], "e2e8");
            assert_eq!(last["lines"].as_array().map(Vec::len), Some(lines));
        }
    });
}

#[test]
fn no_two_lines_of_an_analysis_share_a_first_move() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        for game in ["xiangqi", "gomoku"] {
            let id = page.new_game(game, None).await["id"].clone();
            let moves: &[&str] = if game == "gomoku" { &["h8", "i9", "h10"] } else { &[] };
            let node = page.play(&id, moves).await["current"].clone();
            let asked = page
                .send(json!({
                    "type": "board", "what": "analyse", "id": id, "node": node,
                    "lines": 5, "threat": false,
                }))
                .await;
            for _ in 0..6 {
                let message = page.hear(asked).await;
                if message["last"] == json!(true) {
                    break;
                }
                let moves = first_moves(&message["tell"]);
                let different: HashSet<&String> = moves.iter().collect();
                assert_eq!(different.len(), moves.len(), "{moves:?}");
            }
            page.send(json!({ "type": "stop", "target": asked })).await;
            while page.hear(asked).await["last"] != json!(true) {}
        }
    });
}

#[test]
fn a_game_is_shown_only_in_its_own_room() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let id = page.new_game("xiangqi", None).await["id"].clone();
        let refused = page.board("open", json!({ "id": id, "game": "gomoku" })).await;
        assert_eq!((&refused["type"], &refused["code"]), (&json!("refusal"), &json!("missing")));
        assert_eq!(page.board("open", json!({ "id": id, "game": "xiangqi" })).await["id"], id);
        assert_eq!(page.board("open", json!({ "id": 999 })).await["code"], "missing");
    });
}

/// Everything that a record can hold.
const RECORD: &str = r#"[Game "Chinese Chess"]
[Event "Autumn cup"]
[Site "Club"]
[Date "2026.11.16"]
[Round "3"]
[Red "First"]
[Black "第二"]
[RedElo "2100"]
[Result "1-0"]
[Format "ICCS"]

{[%csl Ge3] before the first move} 1. H2-E2 $1
{[%eval 0.35] [%clk 0:10:00] [%cal Gh2e2] the centre} ( {or} 1. C3-C4
{a quiet start} 1... H9-G7 ( 1... G6-G5 $5 ) ) 1... H9-G7 2. H0-G2 $6 ( 2. B0-C2
) 2... I9-H9 $2 {[%eval 1.20]} 1-0
"#;

#[test]
fn a_record_comes_back_unchanged() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let read =
            page.board("import", json!({ "setup": setup("xiangqi", None), "text": RECORD })).await;
        assert_eq!(read["setup"]["names"], json!(["First", "第二"]));
        assert_eq!(read["over"], json!({ "winner": 0, "code": "recorded" }));
        assert_eq!(read["remarks"]["shapes"][0]["from"], "e3");
        let id = &read["id"];
        // Also from within a variation.
        let inside = read["nodes"].as_array().expect("nodes").len();
        page.board("go", json!({ "id": id, "node": inside })).await;
        let written = page.board("export", json!({ "id": id, "format": "pgn" })).await;
        assert_eq!(written["text"], RECORD);
    });
}

#[test]
fn marks_scores_and_drawings_of_the_page_are_written() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let id = page.new_game("xiangqi", None).await["id"].clone();
        // The cannon takes a horse that the chariot takes back.
        page.play(&id, &["h2h9", "i9h9"]).await;
        let shapes = json!([
            { "colour": "red", "from": "h2", "to": "h9" },
            { "colour": "blue", "from": "i9", "to": null },
        ]);
        let remarks = json!({ "before": "", "comment": "greedy", "glyphs": [], "shapes": shapes });
        let state = page.board("remark", json!({ "id": id, "node": 1, "remarks": remarks })).await;
        assert_eq!(state["nodes"][0]["remarks"]["shapes"], shapes);
        let reviewed = page.board("review", json!({ "id": id, "milliseconds": 50 })).await;
        assert_eq!(reviewed["review"]["sides"][0]["moves"], 1);
        let text = page.board("export", json!({ "id": id, "format": "pgn" })).await;
        let text = text["text"].as_str().expect("a text").replace('\n', " ");
        assert!(text.contains("[%csl Bi9] [%cal Rh2h9] greedy}"), "{text}");
        assert!(text.contains("[%eval "), "{text}");
        // Removing the drawings can be undone.
        let empty = json!({ "before": "", "comment": "greedy", "glyphs": [], "shapes": [] });
        let state = page.board("remark", json!({ "id": id, "node": 1, "remarks": empty })).await;
        assert_eq!(state["undo"]["words"]["en"], "Removed 2 drawings");
    });
}

#[test]
fn a_faulty_record_says_why_and_can_be_read_up_to_there() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let text = "1. 炮二平五 马8进7 2. 马二进四";
        let import = |partial: bool| {
            json!({ "setup": setup("xiangqi", None), "text": text, "partial": partial })
        };
        let refused = page.board("import", import(false)).await;
        let fault = &refused["faults"][0];
        assert_eq!(fault["moves_before"], 2);
        let words = fault["words"]["zh"].as_str().expect("words");
        assert!(words.contains("蹩马腿") && !words.contains("legal"), "{words}");
        assert!(!words.contains('/') && !words.contains('…'), "no part of a position: {words}");
        assert_eq!(texts(&page.board("import", import(true)).await), ["h2e2", "h9g7"]);
        let short = json!({ "setup": setup("xiangqi", None), "text": "9/9/9/9/9/9/9/9 w" });
        let refused = page.board("import", short).await;
        let words = refused["faults"][0]["words"]["en"].as_str().expect("words");
        assert!(words.contains('8') && words.contains("10"), "{words}");
        let many = setup("xiangqi", Some("rrrk5/9/9/9/9/9/9/9/9/4K4 w"));
        let checked = page.board("check", json!({ "setup": many })).await;
        assert_eq!(checked["faults"][0]["words"]["en"], "Black has 3 chariots, at most 2");
        assert_eq!(checked["faults"][0]["points"], json!([0, 1, 2]));
    });
}

#[test]
fn a_second_page_follows_the_first() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut first = Page::open(&server).await;
        let mut second = Page::open(&server).await;
        let id = first.new_game("xiangqi", None).await["id"].clone();
        let asked = second.send(json!({ "type": "board", "what": "follow", "id": id })).await;
        assert_eq!(texts(&second.hear(asked).await["tell"]), Vec::<String>::new());
        first.play(&id, &["h2e2"]).await;
        let told = second.hear(asked).await;
        assert_eq!(texts(&told["tell"]), ["h2e2"]);
        assert_eq!(told["tell"]["spoken"]["en"], "Red: cannon 2 across to 5.");
    });
}

#[test]
fn a_mistake_becomes_an_exercise_that_comes_back() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        // A chariot that could win at once goes where the general takes it.
        let id = page.new_game("xiangqi", Some(WON_IN_ONE)).await["id"].clone();
        page.play(&id, &["e2d2", "d9e9", "d2d9", "e9d9"]).await;
        let state = page.board("review", json!({ "id": id, "milliseconds": 100 })).await;
        let mistakes = state["review"]["mistakes"].as_array().expect("a list").clone();
        assert!(mistakes.contains(&json!(3)), "{}", state["review"]);
        let tried = page.board("try", json!({ "id": id, "node": 3, "text": "d2d9" })).await;
        assert_eq!(tried["good"], false);
        let found = page.board("exercise", json!({ "game": "xiangqi" })).await;
        let due = found["due"].as_u64().expect("a number");
        assert!(due >= 1 && found["total"] == json!(due));
        let exercise = &found["next"];
        let wrong = exercise["played"]["iccs"].clone();
        let fields = json!({ "exercise": exercise["id"], "text": wrong });
        let answered = page.board("answerExercise", fields).await;
        assert_eq!(answered["good"], false);
        let better = answered["note"]["better"][0].clone();
        let fields = json!({ "exercise": exercise["id"], "text": better });
        assert_eq!(page.board("answerExercise", fields).await["good"], true);
        let found = page.board("exercise", json!({ "game": "xiangqi" })).await;
        assert_eq!(found["due"], json!(due - 1), "it comes back later");
        assert_eq!(found["total"], json!(due));
    });
}

#[test]
fn a_forced_win_is_proved_and_its_whole_line_told() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let id = page.new_game("gomoku", None).await["id"].clone();
        let moves = ["h8", "a1", "i8", "a3", "g10", "c1", "g11", "e1"];
        let node = page.play(&id, &moves).await["current"].clone();
        let proof = page.board("solve", json!({ "id": id, "node": node })).await;
        assert!(["fours", "threes"].contains(&proof["verdict"].as_str().expect("a word")));
        assert!(proof["steps"].as_array().is_some_and(|steps| steps.len() >= 3));
        let question = json!({
            "type": "board", "what": "analyse", "id": id, "node": node,
            "lines": 1, "threat": false,
        });
        let asked = page.send(question).await;
        let mut line = Value::Null;
        loop {
            let message = page.hear(asked).await;
            if message["last"] == json!(true) {
                break;
            }
            line = message["tell"]["lines"][0].clone();
            if !line["score"]["mate"].is_null() {
                page.send(json!({ "type": "stop", "target": asked })).await;
            }
        }
        let moves: Vec<String> = serde_json::from_value(line["moves"].clone()).expect("moves");
        let peek = json!({ "id": id, "node": node, "moves": moves });
        let end = page.board("peek", peek).await;
        assert_eq!(end["over"]["winner"], 0, "the line ends with five: {moves:?}");
    });
}

#[test]
fn orientation_is_kept_with_the_game() {
    let server = Running::start(Config::default());
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let mut black = setup("xiangqi", Some(START));
        black["players"] = json!([{ "type": "engine", "level": "beginner" }, { "type": "human" }]);
        let state = page.board("new", json!({ "setup": black })).await;
        assert_eq!(state["flipped"], true, "the person sits below");
        let id = state["id"].clone();
        page.board("turn", json!({ "id": id, "flipped": false })).await;
        assert_eq!(page.board("open", json!({ "id": id })).await["flipped"], false);
    });
}

/// Red mates with two rooks.
const OWN_PUZZLE: &str =
    "best; 1; 4k4/9/9/9/9/9/9/9/R3A4/1R2K4 w - - 0 1; a1a8(e9d9 b0b9)(e9f9 b0b9)\n";

#[test]
fn a_puzzle_is_tried_refuted_solved_and_comes_back_when_missed() {
    let data = tempfile::tempdir().expect("a folder");
    std::fs::write(data.path().join("puzzles.txt"), OWN_PUZZLE).expect("written");
    let server = Running::start(Config { data: Some(data.path().to_owned()), ..Config::default() });
    runtime().block_on(async {
        let mut page = Page::open(&server).await;
        let next = json!({ "type": "puzzle", "what": "next", "game": "xiangqi", "theme": "best",
            "after": null });
        let shown = page.ask(next.clone()).await;
        assert_eq!(shown["puzzle"]["task"]["zh"], "红先，找出最佳着法");
        assert_eq!(shown["puzzle"]["view"]["legal"].as_array().map(Vec::is_empty), Some(false));
        let themes = shown["themes"].as_array().expect("themes");
        assert!(themes.iter().any(|theme| theme["name"] == "mate"), "{themes:?}");
        let puzzle = shown["puzzle"]["id"].clone();
        let attempt = |moves: Value, text: &str, counts: bool| {
            json!({ "type": "puzzle", "what": "try", "puzzle": puzzle, "moves": moves,
                "text": text, "counts": counts })
        };
        let wrong = page.ask(attempt(json!([]), "a1a7", true)).await;
        assert_eq!((&wrong["result"], &wrong["stats"]["missed"]), (&json!("wrong"), &json!(1)));
        let steps = wrong["steps"].as_array().expect("steps");
        assert!(steps.len() > 1 && steps[0]["text"] == "a1a7", "{steps:?}");
        assert_eq!(steps[0]["names"]["zh"], "车九进六");
        // Practice after a miss does not count.
        let right = page.ask(attempt(json!([]), "a1a8", false)).await;
        assert_eq!(
            (&right["result"], &right["steps"][1]["text"]),
            (&json!("right"), &json!("e9d9"))
        );
        let solved = page.ask(attempt(json!(["a1a8", "e9d9"]), "b0b9", false)).await;
        assert_eq!((&solved["result"], &solved["stats"]["solved"]), (&json!("solved"), &json!(0)));
        let hint = json!({ "type": "puzzle", "what": "hint", "puzzle": puzzle,
            "moves": ["a1a8", "e9f9"] });
        assert_eq!(page.ask(hint).await["text"], "b0b9");
        let off = page.ask(attempt(json!(["a1a7", "e9d9"]), "b0b9", true)).await;
        assert_eq!(off["type"], "refusal");
        // Missed: it waits for ten minutes, and the terminal reads the same file.
        assert_eq!(page.ask(next).await["puzzle"], Value::Null);
        let kept = std::fs::read_to_string(data.path().join("puzzles.json")).expect("kept");
        assert!(kept.contains("\"missed\":1"), "{kept}");
    });
}

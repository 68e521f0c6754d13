//! Matches as a user runs them: players of all kinds, and what happens when an engine, the match
//! itself, the disk or an opening file fails. Processes are found and killed by their own numbers,
//! as a system would.
#![cfg(unix)]

mod common;

use common::{Ran, program, root, run, xun, xun_with};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const GAMES: usize = 24;
const PATIENCE: Duration = Duration::from_secs(120);

fn uci_engine() -> String {
    format!(
        "uci {} xiangqi uci; Hash=1; name=external",
        assert_cmd::cargo::cargo_bin("xun").display()
    )
}

/// A fast match of our engine in this process against our engine as an external program.
fn arguments(journal: &Path) -> Vec<String> {
    let games = GAMES.to_string();
    let external = uci_engine();
    let words = [
        "match",
        "-p",
        "xun; Hash=1; name=own",
        "-p",
        &external,
        "-n",
        &games,
        "-t",
        "nodes=150",
        "-c",
        "2",
        "--longest",
        "40",
        "--seed",
        "5",
        "--json",
        "--journal",
    ];
    words.iter().map(|&word| word.to_owned()).chain([journal.display().to_string()]).collect()
}

fn start(arguments: &[String]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin("xun"))
        .args(arguments)
        .current_dir(root())
        .env("LC_ALL", "C")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn kill(process: u32) {
    let done = Command::new("kill").args(["-9", &process.to_string()]).status().unwrap();
    assert!(done.success());
}

/// The children of a process, by their numbers.
fn children(of: u32) -> Vec<u32> {
    let parent =
        |stat: &str| stat.rsplit(')').next()?.split_whitespace().nth(1)?.parse::<u32>().ok();
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .filter(|number| {
            fs::read_to_string(format!("/proc/{number}/stat")).ok().and_then(|stat| parent(&stat))
                == Some(of)
        })
        .collect()
}

fn is_alive(process: u32) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn until(mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "it never came true");
        sleep(Duration::from_millis(3));
    }
}

fn lines(journal: &Path) -> Vec<Value> {
    let text = fs::read_to_string(journal).unwrap_or_default();
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n')).skip(1);
    whole.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Every game is there, and each once.
fn assert_whole(journal: &Path, games: usize) {
    let numbers: Vec<u64> =
        lines(journal).iter().map(|game| game["index"].as_u64().unwrap()).collect();
    assert_eq!(numbers.len(), games, "{numbers:?}");
    assert_eq!(numbers.iter().copied().collect::<BTreeSet<_>>(), (0..games as u64).collect());
}

fn finish(mut child: Child) -> Value {
    let out = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    assert!(child.wait().unwrap().success());
    serde_json::from_str(&out).unwrap()
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("match.jsonl");
    (folder, journal)
}

#[test]
fn a_killed_engine_loses_a_game_and_the_match_goes_on() {
    let (_folder, journal) = folder();
    let runner = start(&arguments(&journal));
    let mut killed = 0;
    until(|| {
        for engine in children(runner.id()) {
            if lines(&journal).len() > 2 * killed && killed < 3 {
                kill(engine);
                killed += 1;
            }
        }
        killed == 3
    });
    let answer = finish(runner);
    assert_whole(&journal, GAMES);
    assert_eq!(answer["finish"], "complete");
    let external = &answer["standings"][1];
    let crashes = external["faults"]["crash"].as_u64().unwrap_or(0);
    // An engine killed between two games loses the next one; two of the three can hit the same
    // game.
    assert!((1..=3).contains(&crashes), "{external}");
    for game in lines(&journal).iter().filter(|game| game["ending"] == "crash") {
        assert!(
            game["note"].as_str().unwrap().contains("signal: 9"),
            "the reason is recorded: {game}"
        );
    }
}

#[test]
fn a_killed_match_is_taken_up_again_with_no_game_lost_or_doubled() {
    let (_folder, journal) = folder();
    let mut engines = Vec::new();
    let mut before = Vec::new();
    for kills in 1..=3 {
        let mut runner = start(&arguments(&journal));
        until(|| {
            engines.extend(children(runner.id()));
            lines(&journal).len() >= kills * 5 || !is_alive(runner.id())
        });
        kill(runner.id());
        runner.wait().unwrap();
        let now = lines(&journal);
        assert!(now.starts_with(&before), "what was finished stays as it was");
        before = now;
    }
    assert!(before.len() < GAMES, "killed in time");
    until(|| engines.iter().all(|&engine| !is_alive(engine)));
    let answer = finish(start(&arguments(&journal)));
    assert_whole(&journal, GAMES);
    assert!(lines(&journal).starts_with(&before));
    assert_eq!(answer["finish"], "complete");
    assert_eq!(answer["standings"][0]["games"], GAMES);
    assert!(answer["standings"][1]["faults"].as_object().unwrap().is_empty(), "{answer}");
}

#[test]
fn a_full_disk_is_told_and_the_match_goes_on_later() {
    let (_folder, journal) = folder();
    // A limit on the size of files stands for the full disk: the write fails halfway through a
    // line.
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$@\"", "sh"])
        .arg(assert_cmd::cargo::cargo_bin("xun"))
        .args(arguments(&journal))
        .current_dir(root())
        .env("LC_ALL", "C");
    let done = limited.output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(3), "{told}");
    for part in [&journal.display().to_string(), "File too large", "run the same command again"] {
        assert!(told.contains(part), "{part:?} in {told}");
    }
    let before = lines(&journal);
    assert!(!before.is_empty() && before.len() < GAMES, "{}", before.len());
    assert!(fs::read(&journal).unwrap().ends_with(b"\n"), "the half line is cut off");
    finish(start(&arguments(&journal)));
    assert_whole(&journal, GAMES);
    assert!(lines(&journal).starts_with(&before));
}

#[test]
fn a_device_is_no_journal() {
    let told = xun("match -p xun -p random -n 2 -t nodes=50 --journal /dev/full");
    assert_eq!(told.code, Some(3));
    assert!(told.err.contains("/dev/full") && told.err.contains("not a file"), "{}", told.err);
}

#[test]
fn a_corrupt_opening_file_is_refused_with_every_line_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    fs::write(
        &file,
        "# balanced\nh2e2 h9g7\nh2e2 h9h9\nbanana\n4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1\n\
         4k4/9/9/9/9 w\nh2e2 \u{0}\n",
    )
    .unwrap();
    let opened =
        run(program().args(["match", "-p", "xun", "-p", "random", "--openings"]).arg(&file));
    assert_eq!(opened.code, Some(3));
    for part in
        ["openings.txt", "line 3: \"h9h9\"", "line 4: \"banana\"", "line 5", "line 6", "line 7"]
    {
        assert!(opened.err.contains(part), "{part:?} in {}", opened.err);
    }
    assert!(!opened.err.contains("line 2:"), "{}", opened.err);
    fs::write(&file, b"h2e2\n\xff\xfe\n").unwrap();
    let opened =
        run(program().args(["match", "-p", "xun", "-p", "random", "--openings"]).arg(&file));
    assert!(opened.code == Some(3) && opened.err.contains("line 2"), "{}", opened.err);
}

#[test]
fn a_round_robin_of_all_kinds_of_players() {
    let external = uci_engine();
    let ran = run(program().args([
        "match",
        "-p",
        "xun; level=beginner",
        "-p",
        "textbook; depth=1",
        "-p",
        "random",
        "-p",
        &external,
        "-n",
        "12",
        "-t",
        "nodes=100",
        "--longest",
        "30",
        "--json",
    ]));
    let answer = ran.json();
    let rows = answer["standings"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert_eq!(row["games"], 6, "{row}");
        assert!(row["faults"].as_object().unwrap().is_empty(), "{row}");
        assert!(row["mean_ms"].is_number());
    }
    assert_eq!(rows[1]["mean_depth"], 1.0);
}

#[test]
fn the_table_is_markdown_in_both_languages() {
    let table = xun("match -p random -p random -n 2 -t nodes=1 --longest 10").ok();
    assert!(
        table.starts_with("| player | games |") && table.contains("| random #2 | 2 |"),
        "{table}"
    );
    assert!(
        table.lines().take(4).all(|line| line.starts_with('|') && line.ends_with('|')),
        "{table}"
    );
    let table = xun("--lang zh match -p random -p random -n 2 -t nodes=1 --longest 10").ok();
    assert!(table.starts_with("| 棋手 |"), "{table}");
}

#[test]
fn a_player_learns_each_of_its_games_once() {
    let folder = tempfile::tempdir().unwrap();
    let (book, journal) = (folder.path().join("book.db"), folder.path().join("match.jsonl"));
    let player = |more: &str| format!("xun; Hash=1; experience={}{more}", book.display());
    let play = |player: &str, games: &str, journal: &Path| {
        run(program()
            .args([
                "match", "--game", "gomoku", "-p", player, "-p", "random", "-t", "nodes=50", "-n",
                games,
            ])
            .args(["-c", "2", "--random-plies", "0", "--json", "--journal"])
            .arg(journal))
    };
    let learnt = |answer: &Value| answer["learnt"][0]["learnt"].as_u64();
    assert_eq!(learnt(&play(&player(""), "4", &journal).json()), Some(4));
    assert_eq!(
        learnt(&play(&player(""), "4", &journal).json()),
        Some(0),
        "the same match teaches nothing more"
    );
    assert_eq!(
        learnt(&play(&player(""), "6", &journal).json()),
        Some(2),
        "but its further games do"
    );
    let other = folder.path().join("other.jsonl");
    assert_eq!(learnt(&play(&player("; learn=off"), "2", &other).json()), None);
    let shown =
        run(program().args(["experience", "show", "--game", "gomoku", "--json"]).arg(&book)).json();
    let games: u64 = shown["moves"].as_array().unwrap().iter().map(games_of).sum();
    assert_eq!(games, 6);
    let missing = folder.path().join("missing.db");
    let wrong = format!("xun; experience={}; learn=off", missing.display());
    let refused = play(&wrong, "2", &other);
    assert!(refused.code == Some(3) && refused.err.contains("no such book"), "{}", refused.err);
    assert!(!missing.exists(), "a mistyped name does not become a book");
}

fn games_of(made: &Value) -> u64 {
    ["wins", "draws", "losses"].iter().map(|count| made[count].as_u64().unwrap()).sum()
}

#[test]
fn a_person_sees_the_board_asks_and_plays_in_any_notation() {
    let command = "match -p human -p random -n 1 --random-plies 0 --longest 20 --json";
    let ran = xun_with(command, "help\nmoves h2\nnonsense\nh2h9h\nC2=5\nboard\nresign\n");
    for part in [
        "Red >",
        "h2e2 C2=5",
        "\"nonsense\" is no move",
        "2  . C . . C . . . .",
        "game 1: random wins (resigned)",
    ] {
        assert!(ran.err.contains(part), "{part:?} in {}", ran.err);
    }
    let answer = ran.json();
    assert_eq!(answer["games"][0]["moves"][0]["m"], "h2e2");
    assert_eq!(answer["games"][0]["ending"], "resignation");
    let ran = xun_with(
        "--lang zh match --game gomoku -p human -p random -n 1 --random-plies 0",
        "h8\nh8\n天元\nmoves\nquit\n",
    );
    for part in ["黑方", "已有棋子", "“天元”不是棋盘上的点"] {
        assert!(ran.err.contains(part), "{part:?} in {}", ran.err);
    }
    assert_eq!(ran.code, Some(130), "the match was left, not lost: {}", ran.out);
}

#[test]
fn numbers_of_the_search_are_set_by_name() {
    let play = |game: &str, first: &str, second: &str| {
        run(program()
            .args(["match", "--game", game, "-t", "nodes=60", "-n", "4", "--json"])
            .args(["-p", first, "-p", second]))
    };
    let rows = |ran: Ran| ran.json()["standings"].as_array().map(Vec::len);
    let first = "xun; name=a; SeeQuiet=30; malus=20; Hash=1";
    assert_eq!(rows(play("xiangqi", first, "xun; name=b; Hash=1; EvalFile=hand")), Some(2));
    let first = "xun; name=a; RazorDepth=640; Far=2; Hash=1";
    assert_eq!(rows(play("gomoku", first, "xun; name=b; Hash=1")), Some(2));
    for (game, wrong, reason) in [
        ("xiangqi", "xun; SeeQuiet=9999", "a whole number from 5 to 120"),
        ("xiangqi", "xun; Luck=1", "expected one of"),
        ("xiangqi", "xun; Luck=1", "SeeQuiet"),
        ("xiangqi", "xun; Weights=nowhere.txt", "nowhere.txt"),
        ("gomoku", "xun; Futility=9999", "a whole number from 10 to 300"),
        ("gomoku", "xun; Luck=1", "Futility"),
        ("gomoku", "xun; Weights=nowhere.bin", "nowhere.bin"),
    ] {
        let ran = play(game, wrong, "random");
        assert!(ran.code != Some(0) && ran.err.contains(reason), "{wrong}: {}", ran.err);
    }
}

#[test]
fn the_same_weights_from_a_file_play_the_same_games() {
    let own = root().join("crates/xun-gomoku/weights/freestyle.bin");
    let first = format!("xun; name=a; Hash=1; EvalFile=hand; Weights={}", own.display());
    let ran = run(program()
        .args(["match", "--game", "gomoku", "-t", "nodes=60", "-n", "6", "--json", "-p", &first])
        .args(["-p", "xun; name=b; Hash=1; EvalFile=hand"]));
    let pairs = ran.json()["standings"][0]["pairs"].clone();
    assert_eq!(pairs, serde_json::json!([0, 0, 3, 0, 0]), "each pair is even");
}

/// The moves of each game, by its number.
fn moves_by_game(concurrency: &str, game: &str, player: &str) -> Vec<(u64, Value)> {
    let made =
        run(program().args(["match", "-p", "xun; Hash=2", "-p", player, "--game", game]).args([
            "-n",
            "6",
            "-t",
            "nodes=300",
            "--seed",
            "5",
            "--longest",
            "40",
            "--json",
            "-c",
            concurrency,
        ]))
        .json();
    let games = made["games"].as_array().expect("games").iter();
    let moves = |one: &Value| {
        let moves = one["moves"].as_array().expect("moves").iter();
        moves.map(|one| one["m"].clone()).collect()
    };
    games.map(|one| (one["index"].as_u64().expect("a number"), moves(one))).collect()
}

#[test]
fn a_match_is_the_same_whatever_the_number_of_games_at_a_time() {
    for (game, player) in [
        ("xiangqi", "xun; Hash=2; level=club"),
        ("xiangqi", "random"),
        ("gomoku", "xun; Hash=2; level=easy"),
        ("gomoku", "random"),
    ] {
        let [one, two, four] = ["1", "2", "4"].map(|count| moves_by_game(count, game, player));
        assert_eq!(one.len(), 6);
        assert_eq!(one, two, "{game} {player}");
        assert_eq!(one, four, "{game} {player}");
    }
}

/// Ctrl-C is heard while the openings of a long match are being looked for, and no journal is begun
/// with half of them.
#[test]
#[cfg(unix)]
fn an_interruption_is_heard_before_the_first_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = folder.path().join("match.jsonl");
    let arguments = ["match", "-p", "random", "-p", "random", "-n", "20000", "-t", "nodes=10"];
    let with_journal = ["--journal", journal.to_str().expect("text")];
    let all: Vec<&str> = arguments.into_iter().chain(with_journal).collect();
    let ran = common::interrupted(&all, std::time::Duration::from_millis(100));
    assert_eq!(ran.code, Some(130), "{ran:?}");
    assert!(!journal.exists(), "it would belong to a match with other openings");
}

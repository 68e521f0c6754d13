//! Transcripts of the Gomocup protocol, as a manager would see them.

use assert_cmd::Command;

/// The replies of the engine to these lines, without its messages.
fn talk(lines: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_pbrain-xun"))
        .write_stdin(lines.to_owned())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with("MESSAGE") && !line.starts_with("INFO"))
        .map(str::to_owned)
        .collect()
}

fn point(line: &str) -> (u32, u32) {
    let (x, y) = line.split_once(',').unwrap_or_else(|| panic!("{line} is no move"));
    (x.parse().unwrap(), y.parse().unwrap())
}

#[test]
fn a_game_begins_and_goes_on_without_waiting_for_ok() {
    let said = talk("START 15\r\nINFO timeout_turn 50\r\nBEGIN\r\nTURN 8,8\r\nTURN 7,9\r\nEND\r\n");
    assert_eq!(said[..2], ["OK", "7,7"]);
    assert_eq!(said.len(), 4);
    assert!(said[1..].iter().all(|line| point(line).0 < 15 && point(line).1 < 15));
}

/// The rule may come together with the first move, whose clock runs from then on: everything that a
/// search of any rule needs is made at START. In this process no other test plays a game.
#[test]
fn the_tables_of_every_rule_are_made_before_a_clock_runs() {
    use xun_gomoku::rules::Rule;
    use xun_gomoku::search::{GomokuEngine, Settings};
    assert!(Rule::ALL.into_iter().all(|rule| !rule.is_prepared()));
    let engine = GomokuEngine::new(Settings::default());
    let gomocup = xun_host::gomocup::Gomocup::new();
    let input = std::io::Cursor::new("START 15\n");
    xun_host::serve(gomocup, engine, input, std::io::sink()).unwrap();
    for rule in Rule::ALL {
        assert!(rule.is_prepared(), "{rule}");
    }
}

#[test]
fn five_is_made_and_five_is_stopped() {
    let four = "START 15\nINFO timeout_turn 100\nBOARD\n3,3,1\n3,4,2\n4,3,1\n4,4,2\n5,3,1\n5,4,2\n\
        6,3,1\n6,5,2\nDONE\n";
    assert!(["2,3", "7,3"].contains(&talk(four)[1].as_str()));
    let other = "START 15\nINFO timeout_turn 100\nBOARD\n3,3,2\n2,3,1\n4,3,2\n9,9,1\n5,3,2\n9,5,1\n\
        6,3,2\nDONE\n";
    assert_eq!(talk(other)[1], "7,3");
}

#[test]
fn six_in_a_row_wins_under_rule_8_and_not_under_rule_9() {
    // Own stones: 5,3 would make six. The other side threatens five at 14,10.
    let ask = |rule: u32| {
        talk(&format!(
            "START 15\nINFO timeout_turn 100\nINFO rule {rule}\nBOARD\n2,3,1\n10,10,2\n3,3,1\n\
             11,10,2\n4,3,1\n12,10,2\n6,3,1\n13,10,2\n7,3,1\n0,0,2\n9,10,1\n0,14,2\nDONE\nEND\n"
        ))
    };
    assert_eq!(ask(8)[1], "5,3");
    assert_eq!(ask(9)[1], "14,10");
}

#[test]
fn the_table_of_first_moves_is_used_unless_it_is_off() {
    let file = std::env::temp_dir().join(format!("xun-first-moves-{}.txt", std::process::id()));
    std::fs::write(&file, "h8i9 a2 +5\n").unwrap();
    // The white stone stands at another corner than in the file: its answer is turned with it.
    let ask = |openings: &str, rule: u32| {
        let lines = "BOARD\n7,7,1\n6,6,2\nDONE\nEND\n";
        talk(&format!(
            "START 15\nINFO timeout_turn 50\nINFO rule {rule}\nINFO openings {openings}\n{lines}"
        ))
    };
    let name = file.display().to_string();
    assert!(["14,13", "13,14"].contains(&ask(&name, 0)[1].as_str()), "{:?}", ask(&name, 0));
    for said in [ask("off", 0), ask(&name, 1)] {
        assert!(said[1] != "14,13" && said[1] != "13,14", "{said:?}");
    }
    std::fs::remove_file(&file).unwrap();
    assert!(ask(&name, 0)[1].starts_with("ERROR"));
}

#[test]
fn zero_time_answers_at_once() {
    let said = talk("START 20\nINFO timeout_turn 0\nBOARD\n10,10,2\nDONE\n");
    assert!(point(&said[1]).0 < 20);
    let said = talk("START 15\nINFO timeout_turn 1\nBOARD\nDONE\n");
    assert_eq!(said[1], "7,7", "an empty board has an obvious move");
}

#[test]
fn errors_and_unknown_commands_are_told_apart() {
    let said = talk(
        "TURN 1,1\nSTART 4\nSTART 15\nFLY 1\nTURN 99,1\nTURN\nDONE\n\nRECTSTART 20,15\n\
         INFO rule 64\n",
    );
    let kinds: Vec<&str> = said.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(
        kinds,
        ["ERROR", "ERROR", "OK", "UNKNOWN", "ERROR", "ERROR", "ERROR", "OK", "ERROR"],
        "{said:#?}"
    );
}

#[test]
fn garbage_and_a_full_board_do_no_harm() {
    use std::fmt::Write;
    let mut lines = String::from("\u{0}\u{1}\u{feff}START 5\nINFO timeout_turn 20\nBOARD\n");
    for index in 0..25 {
        let _ = writeln!(lines, "{},{},{}", index % 5, index / 5, 1 + (index / 2) % 2);
    }
    lines.push_str("DONE\nTURN 0,0\nBEGIN\nEND\n");
    let said = talk(&lines);
    assert!(said.iter().filter(|line| line.starts_with("ERROR")).count() >= 3, "{said:#?}");
}

#[test]
fn about_takeback_play_and_forbidden_points() {
    let said = talk(
        "ABOUT\nSTART 15\nINFO rule 4\nYXBOARD\n7,7,1\n0,0,2\n8,7,1\n0,2,2\n6,8,1\n0,4,2\n6,9,1\n\
         0,6,2\nDONE\nYXSHOWFORBID\nTAKEBACK 0,6\nPLAY 0,8\nTAKEBACK 5,5\nEND\n",
    );
    assert!(said[0].starts_with("name=\"Xun\""));
    assert_eq!(said[1], "OK");
    assert_eq!(said[2], "FORBID 0607.");
    assert_eq!(said[3..5], ["OK", "0,8"]);
    assert!(said[5].starts_with("ERROR"));
}

#[test]
fn swap2_answers_with_zero_three_and_five_stones() {
    let three = talk("START 15\nINFO timeout_turn 200\nSWAP2BOARD\nDONE\n");
    assert_eq!(three[1].split(' ').count(), 3);
    let choice = talk("START 15\nINFO timeout_turn 200\nSWAP2BOARD\n7,7,2\n8,9,2\n5,6,2\nDONE\n");
    assert!(choice[1] == "SWAP" || (1..=2).contains(&choice[1].split(' ').count()), "{choice:?}");
    let last = talk("START 15\nINFO timeout_turn 200\nSWAP2BOARD\n7,7\n8,9\n5,6\n9,9\n4,4\nDONE\n");
    assert!(last[1] == "SWAP" || last[1].split(' ').count() == 1, "{last:?}");
}

/// A conversation whose answers are timed from the command to the line.
struct Timed {
    child: std::process::Child,
    lines: std::io::Lines<std::io::BufReader<std::process::ChildStdout>>,
}

impl Timed {
    fn new() -> Self {
        use std::io::BufRead;
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_pbrain-xun"))
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn say(&mut self, text: &str) {
        use std::io::Write;
        self.child.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn ask(&mut self, text: &str) -> (String, std::time::Duration) {
        let began = std::time::Instant::now();
        self.say(text);
        loop {
            let line = self.lines.next().unwrap().unwrap();
            if !line.starts_with("MESSAGE") {
                return (line, began.elapsed());
            }
        }
    }
}

/// Points on 15×15 that are no two in one line of five.
const APART: [(u32, u32); 10] =
    [(0, 14), (14, 13), (0, 1), (14, 0), (1, 8), (13, 7), (7, 14), (6, 0), (3, 11), (11, 12)];

#[test]
fn answers_are_in_time_while_every_core_is_busy() {
    use std::sync::atomic::{AtomicBool, Ordering};
    /// Ends the spinning threads however the test ends.
    struct End<'a>(&'a AtomicBool);
    impl Drop for End<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let done = AtomicBool::new(false);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        let end = End(&done);
        for _ in 0..2 * cores {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let mut late = Vec::new();
        for limit in [300, 100] {
            let mut brain = Timed::new();
            brain.ask("START 15\n");
            brain.say(&format!("INFO timeout_turn {limit}\nINFO max_memory 60000000\n"));
            let mut stones = vec![(7, 7, 1), (8, 6, 2), (9, 8, 1), (6, 9, 2), (5, 5, 1), (9, 5, 2)];
            for _ in 0..8 {
                let mut board = String::from("BOARD\n");
                for (x, y, field) in &stones {
                    use std::fmt::Write;
                    writeln!(board, "{x},{y},{field}").unwrap();
                }
                let (answer, took) = brain.ask(&format!("{board}DONE\n"));
                let (x, y) = point(&answer);
                stones.push((x, y, 1));
                // Their stones stand apart, so that none of them is where the brain must play.
                let is_free = |&(x, y): &(u32, u32)| !stones.iter().any(|s| (s.0, s.1) == (x, y));
                let (x, y) = APART.into_iter().find(is_free).unwrap();
                stones.push((x, y, 2));
                // The clock of this test is as busy as the rest, and reads late what came in time.
                if took.as_millis() > limit + 15 {
                    late.push((limit, took));
                }
            }
            brain.say("END\n");
            brain.child.wait().unwrap();
        }
        drop(end);
        assert!(late.len() < 2, "{late:?}");
    });
}

//! Deliberately wrong programs, small shell scripts: each gets the verdict that it deserves, and
//! none harms the grading.
#![cfg(unix)]

use std::time::{Duration, Instant};
use xun_arena::RunLimits;
use xun_arena::isolation::Isolation;
use xun_game::Stop;
use xun_grid::format;
use xun_lab::Language;
use xun_lab::grade::{
    BoardSystem, Examination, Grade, GradeGame, Graded, PathInstance, XiangqiInstance,
    gomoku_instances, grade_boards, grade_paths, markdown, summary,
};
use xun_xiangqi::rules::Position;

fn limits() -> RunLimits {
    RunLimits {
        time: Duration::from_secs(30),
        memory: 64 << 20,
        address_space: Some(512 << 20),
        output: 64 << 10,
        ..RunLimits::default()
    }
}

/// A tank of 3: the 4 steps along the top starve, the way by the station takes 6.
fn instance() -> PathInstance {
    let text = b"3 5 3\n3 0 0 0 4\n1 1 2 1 1\n1 1 1 1 1\n";
    let problem = format::read(text, None, None).unwrap().into_problem(None, None).unwrap();
    PathInstance::new("trap".into(), &problem).unwrap()
}

fn run_path(script: &str, limits: RunLimits) -> Graded {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("student.sh");
    std::fs::write(&program, script).unwrap();
    let command = ["sh".to_owned(), program.display().to_string()];
    let stop = Stop::new();
    let examination =
        Examination { command: &command, limits, isolation: &Isolation::none(), stop: &stop };
    let began = Instant::now();
    let mut graded = grade_paths(&examination, &[instance()], &mut |_| {});
    assert!(began.elapsed() < Duration::from_secs(45), "nothing hangs the grading");
    graded.remove(0)
}

#[test]
fn programs_that_answer_wrongly() {
    for (script, verdict) in [
        ("read rows columns tank; test $tank = 3 && printf '6\\nRRDURR\\n'", Grade::Correct),
        ("cat >/dev/null; printf '6\\nRRDURR'", Grade::Correct),
        ("printf '8\\nRRDUDURR\\n'", Grade::Suboptimal),
        ("printf '4\\nRRRR\\n'", Grade::Starves),
        ("printf '6\\nDRURRR\\n'", Grade::HitsWall),
        ("printf '4\\nRRDURR\\n'", Grade::WrongCount),
        ("printf '4\\nRRDU\\n'", Grade::WrongEnds),
        ("printf '6\\n'", Grade::StepsOnly),
        ("echo -1", Grade::MissesWay),
        ("echo I like trains", Grade::Garbage),
        ("true", Grade::Garbage),
        ("head -c 300 /dev/zero", Grade::Garbage),
    ] {
        let graded = run_path(script, limits());
        assert_eq!(graded.verdict, verdict, "{script}: {graded:?}");
        assert_eq!(graded.expected, "6");
    }
}

#[test]
fn programs_that_misbehave() {
    let quick = RunLimits { time: Duration::from_millis(400), ..limits() };
    for (script, verdict, limits) in [
        ("while :; do :; done", Grade::TimeLimit, quick),
        ("printf '6\\nRRDURR\\n'; sleep 100", Grade::TimeLimit, quick),
        ("trap '' TERM INT HUP; sleep 100; sleep 100", Grade::TimeLimit, quick),
        ("tail -n 1 /dev/zero", Grade::MemoryLimit, limits()),
        ("yes 6", Grade::OutputLimit, limits()),
        ("printf '6\\nRRDURR\\n'; exit 1", Grade::Crash, limits()),
        ("kill -SEGV $$", Grade::Crash, limits()),
        ("exec /no/such/interpreter", Grade::Crash, limits()),
    ] {
        let graded = run_path(script, limits);
        assert_eq!(graded.verdict, verdict, "{script}: {graded:?}");
        assert!(!graded.note.en.is_empty() && !graded.note.zh.is_empty(), "{graded:?}");
    }
    let stop = Stop::new();
    let command = ["/no/such/program".to_owned()];
    let examination = Examination {
        command: &command,
        limits: limits(),
        isolation: &Isolation::none(),
        stop: &stop,
    };
    assert_eq!(grade_paths(&examination, &[instance()], &mut |_| {})[0].verdict, Grade::NotStarted);
}

#[test]
fn a_right_answer_stays_right_but_what_is_left_behind_is_told_and_ended() {
    let graded = run_path("(sleep 100; sleep 100) & sleep 100 & printf '6\\nRRDURR\\n'", limits());
    assert_eq!(graded.verdict, Grade::Correct);
    assert!(graded.left_behind >= 2, "{graded:?}");
    assert!(graded.milliseconds < 20_000.0);
    // One that multiplies until its time is over; the children are its own group's.
    let quick = RunLimits { time: Duration::from_millis(600), ..limits() };
    let graded = run_path("i=0; while [ $i -lt 30 ]; do sleep 50 & i=$((i+1)); done; wait", quick);
    assert_eq!(graded.verdict, Grade::TimeLimit);
    assert!(graded.left_behind >= 1, "{graded:?}");
}

const RULES: GradeGame = GradeGame { depth: 4, allowed_loss: 100, system: BoardSystem::RowColumn };

/// Red takes an unprotected rook with g5d5, that is (4,6) (4,3).
fn hanging_rook() -> XiangqiInstance {
    let board = Position::from_fen("3k5/9/9/9/3r2R2/9/4P4/9/4A4/4K4 w - - 0 1").unwrap();
    XiangqiInstance { name: "rook".into(), board }
}

#[test]
fn moves_of_xiangqi_are_weighed() {
    let grade = |script: &str| {
        let command = ["sh", "-c", script].map(str::to_owned);
        let stop = Stop::new();
        let examination = Examination {
            command: &command,
            limits: limits(),
            isolation: &Isolation::none(),
            stop: &stop,
        };
        grade_boards(&examination, &[hanging_rook()], RULES, &mut |_| {}).unwrap().remove(0)
    };
    let best = grade("read row; test \"$row\" = '...k.....' && echo 'R (4,6) (4,3)'");
    assert_eq!((best.verdict, best.loss), (Grade::Correct, Some(0)), "{best:?}");
    assert_eq!(best.expected, "g5d5");
    assert_eq!(grade("echo g5d5").verdict, Grade::Correct);
    let poor = grade("echo g5g4");
    assert_eq!(poor.verdict, Grade::Suboptimal);
    assert!(poor.loss.is_some_and(|loss| loss > 300), "{poor:?}");
    assert_eq!(grade("echo 'R (4,6) (3,3)'").verdict, Grade::IllegalMove);
    assert_eq!(grade("echo a0a9").verdict, Grade::IllegalMove);
    assert_eq!(grade("echo hello").verdict, Grade::Garbage);
    assert_eq!(grade(":").verdict, Grade::Garbage);
    assert_eq!(grade("exit 2").verdict, Grade::Crash);
}

#[test]
fn moves_of_gomoku_are_weighed() {
    let instances = gomoku_instances(3, 5);
    let grade = |script: &str| {
        let command = ["sh", "-c", script].map(str::to_owned);
        let stop = Stop::new();
        let examination = Examination {
            command: &command,
            limits: limits(),
            isolation: &Isolation::none(),
            stop: &stop,
        };
        grade_boards(&examination, &instances, RULES, &mut |_| {}).unwrap()
    };
    let corner = grade("echo a1");
    assert!(corner.iter().all(|one| one.loss.is_some_and(|loss| loss >= 0)), "{corner:?}");
    assert!(
        corner.iter().any(|one| one.verdict == Grade::Suboptimal),
        "a corner is no good move: {corner:?}"
    );
    assert!(grade("echo p99").iter().all(|one| one.verdict == Grade::Garbage));
    // The middle of these boards is taken.
    let taken = instances.iter().all(|one| one.board.history().next().is_some());
    assert!(taken && grade("echo '0 0'").iter().all(|one| one.answer == "a15"));
}

/// A stop during the search that judges a move ends the grading; nothing is graded by half a
/// search.
#[test]
fn a_stop_ends_the_search_that_judges() {
    let command = ["sh", "-c", "echo h2e2"].map(str::to_owned);
    let stop = Stop::new();
    let examination = Examination {
        command: &command,
        limits: limits(),
        isolation: &Isolation::none(),
        stop: &stop,
    };
    let endless = GradeGame { depth: 99, ..RULES };
    // No search ends at this depth in the life of a test.
    let instances = [XiangqiInstance { name: "start".into(), board: Position::start() }];
    let graded = std::thread::scope(|scope| {
        let grading =
            scope.spawn(|| grade_boards(&examination, &instances, endless, &mut |_| {}).unwrap());
        // Before or during the search: either must end it.
        std::thread::sleep(Duration::from_millis(300));
        stop.stop();
        grading.join().unwrap()
    });
    assert!(graded.is_empty(), "{graded:?}");
}

#[test]
fn the_table_speaks_both_languages() {
    let graded =
        [run_path("printf '4\\nRRRR\\n'", limits()), run_path("printf '6\\nRRDURR\\n'", limits())];
    let english = markdown(&graded, Language::English);
    assert!(
        english.contains("| trap | starves | 6 | 4 |") && english.contains("1 of 2 passed"),
        "{english}"
    );
    let chinese = markdown(&graded, Language::Chinese);
    assert!(chinese.contains("补给耗尽") && chinese.contains("2 题中通过 1 题"), "{chinese}");
    let counted = summary(&graded);
    assert_eq!((counted.instances, counted.passed), (2, 1));
}

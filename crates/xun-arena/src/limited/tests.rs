//! Programs that do what programs should not.

use super::*;

static NEVER: AtomicBool = AtomicBool::new(false);

fn shell(script: &str, limits: RunLimits) -> LimitedRun {
    let words = ["sh", "-c", script].map(str::to_owned);
    run_limited(&words, b"hello\n", &limits, &Isolation::none(), &NEVER)
}

fn quick() -> RunLimits {
    RunLimits { time: Duration::from_millis(500), ..RunLimits::default() }
}

fn patient() -> RunLimits {
    RunLimits { time: Duration::from_secs(60), ..RunLimits::default() }
}

#[test]
fn a_good_program_is_read_to_its_end() {
    let run = shell("read word; echo \"$word!\"; echo oops >&2", patient());
    assert_eq!((run.outcome, run.output.as_slice()), (RunOutcome::Exited(0), &b"hello!\n"[..]));
    assert_eq!(run.complaint, "oops\n");
    // It need not read its input.
    let large = vec![b'x'; 1 << 20];
    let run = run_limited(&["true".to_owned()], &large, &patient(), &Isolation::none(), &NEVER);
    assert_eq!(run.outcome, RunOutcome::Exited(0));
}

#[test]
fn endings_are_told_apart() {
    assert_eq!(shell("exit 3", patient()).outcome, RunOutcome::Exited(3));
    assert_eq!(shell("kill -SEGV $$", patient()).outcome, RunOutcome::Signalled(11));
    assert_eq!(shell("while :; do :; done", quick()).outcome, RunOutcome::OutOfTime);
    assert_eq!(shell("sleep 100", quick()).outcome, RunOutcome::OutOfTime);
    assert_eq!(shell("yes", patient()).outcome, RunOutcome::Flooded);
    let missing =
        run_limited(&["/no/such/program".to_owned()], b"", &patient(), &Isolation::none(), &NEVER);
    assert!(matches!(
        missing.outcome,
        RunOutcome::NotStarted(reason) if reason.contains("/no/such/program")
    ));
    assert!(matches!(
        run_limited(&[], b"", &patient(), &Isolation::none(), &NEVER).outcome,
        RunOutcome::NotStarted(_)
    ));
    assert_eq!(
        run_limited(
            &["cat".to_owned()],
            b"",
            &patient(),
            &Isolation::none(),
            &AtomicBool::new(true)
        )
        .outcome,
        RunOutcome::Stopped
    );
}

#[test]
fn memory_is_limited() {
    let limits = RunLimits { memory: 64 << 20, ..patient() };
    // `tail` keeps the last line, which never ends.
    let run = shell("tail -n 1 /dev/zero", limits);
    assert_eq!(run.outcome, RunOutcome::OutOfMemory, "{run:?}");
    assert!(run.peak_memory > 32 << 20, "{}", run.peak_memory);
    let limits = RunLimits { address_space: Some(256 << 20), ..limits };
    assert_eq!(shell("tail -n 1 /dev/zero", limits).outcome, RunOutcome::OutOfMemory);
    assert_eq!(shell("echo small", limits).outcome, RunOutcome::Exited(0));
}

fn is_alive(process: &str) -> bool {
    crate::isolation::processes::is_running(process.trim().parse().unwrap())
}

#[test]
fn children_left_behind_are_ended() {
    // In the background, and in a session of its own with its output closed.
    for script in
        ["sleep 100 & echo $!", "setsid sh -c 'echo $$; exec >/dev/null; sleep 100' & sleep 0.3"]
    {
        let run = shell(script, patient());
        let child = String::from_utf8(run.output).unwrap();
        assert_eq!(run.outcome, RunOutcome::Exited(0), "{script}");
        assert!(run.left_behind > 0, "{script}");
        assert!(!is_alive(&child), "{script}");
        assert!(run.time < Duration::from_secs(30), "their ends are not waited for");
    }
}

#[test]
fn a_program_that_multiplies_is_ended_with_all_its_copies() {
    let run = shell(
        "f() { sleep 50 & sleep 50 & sleep 50 & f2; }; f2() { sleep 50 & wait; }; f",
        quick(),
    );
    assert_eq!(run.outcome, RunOutcome::OutOfTime);
    assert!(run.left_behind >= 4, "{}", run.left_behind);
}

#[test]
fn output_so_far_is_kept_when_a_daemon_holds_the_pipe() {
    // Its environment is empty, so that nothing marks it; the pipe stays open.
    let run = shell("echo answer; env -i setsid sleep 20 & exec true", patient());
    assert_eq!(run.output, b"answer\n", "{run:?}");
}

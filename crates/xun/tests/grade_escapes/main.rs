//! Programs that try to get out of `xun lab grade`: each is contained, or its escape is named as
//! not prevented by the level of isolation, before anything runs.
#![cfg(target_os = "linux")]

#[path = "../common/mod.rs"]
mod common;
mod course;
mod disk;
mod kernel;
mod reports;

use common::{program, run};
use course::{ANSWER, Course, assert_gone, levels, unique_sleep};
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

#[test]
fn daemons_are_found_and_ended() {
    for level in levels() {
        let course = Course::new(level);
        for (number, name, start) in [
            (0, "background", "sleep S &"),
            (1, "session", "setsid sleep S >/dev/null 2>&1 &"),
            (2, "session without environment", "env -i setsid sleep S >/dev/null 2>&1 &"),
            (3, "session that keeps the output", "env -i setsid sleep S & disown"),
            (4, "twice forked", "(setsid bash -c 'sleep S >/dev/null 2>&1 & disown' &)"),
        ] {
            let sleep = unique_sleep(number);
            let start = start.replace('S', &sleep);
            let graded = course.graded(&format!("{start}\nsleep 0.3; {ANSWER}"), &["--time", "60"]);
            assert_eq!(graded["verdict"], "correct", "{level} {name}: {graded}");
            assert!(graded["left_behind"].as_u64() >= Some(1), "{level} {name}: {graded}");
            assert_gone(&format!("sleep {sleep}"), name);
        }
    }
}

#[test]
fn memory_of_all_descendants_counts() {
    for level in levels() {
        let course = Course::new(level);
        for (name, script) in [
            ("one", "tail -n 1 /dev/zero"),
            ("child", "tail -n 1 /dev/zero & wait"),
            (
                "sessions without environment",
                "for i in 1 2 3; do env -i setsid /usr/bin/tail -n 1 /dev/zero >/dev/null & done; \
                 sleep 60",
            ),
        ] {
            let graded = course.graded(script, &["--memory", "96", "--time", "60"]);
            assert_eq!(graded["verdict"], "memory_limit", "{level} {name}: {graded}");
            assert!(graded["memory"].as_u64() > Some(96 << 20), "{level} {name}: {graded}");
            assert_gone("tail -n 1 /dev/zero", name);
        }
    }
}

#[test]
fn limits_of_time_output_and_processes_hold() {
    let sleep = unique_sleep(100);
    for level in levels() {
        let course = Course::new(level);
        let bomb = format!("for i in $(seq 300); do sleep {sleep} & done; wait");
        let long_line = "head -c 900000 /dev/zero | tr '\\0' 7; echo";
        let zombies = format!("(for i in $(seq 200); do true & done; exec sleep 0.2); {ANSWER}");
        let complaints = format!("head -c 3000000 /dev/zero >&2; {ANSWER}");
        let held = format!("sleep {sleep} & {ANSWER}");
        for (name, script, options, verdicts) in [
            ("sleep", "sleep 100", ["--time", "0.5"], ["time_limit"; 2]),
            (
                "ignored signals",
                "trap '' TERM INT HUP; sleep 100; sleep 100",
                ["--time", "0.5"],
                ["time_limit"; 2],
            ),
            ("stops itself", "kill -STOP $$; sleep 100", ["--time", "0.5"], ["time_limit"; 2]),
            ("stops its group", "kill -STOP 0; sleep 100", ["--time", "0.5"], ["time_limit"; 2]),
            ("flood", "yes", ["--time", "60"], ["output_limit"; 2]),
            ("long line", long_line, ["--time", "60"], ["garbage"; 2]),
            ("complaints", &complaints, ["--time", "60"], ["correct"; 2]),
            ("zombies", &zombies, ["--time", "60"], ["correct"; 2]),
            ("held pipe", &held, ["--time", "60"], ["correct"; 2]),
            ("fork bomb", &bomb, ["--processes", "40"], ["process_limit", "crash"]),
        ] {
            let graded = course.graded(script, &options);
            let verdict = graded["verdict"].as_str().unwrap_or_default();
            assert!(verdicts.contains(&verdict), "{level} {name}: {graded}");
        }
        assert_gone(&format!("sleep {sleep}"), "fork bomb");
    }
}

#[test]
fn the_environment_and_other_processes_are_not_read() {
    for level in levels() {
        let course = Course::new(level);
        course.contains("own environment", "env | grep -q hunter2");
        course.contains("launcher's environment", "grep -q hunter2 /proc/$PPID/environ");
        if level == "limits" {
            continue;
        }
        course.contains("environments", "cat /proc/[0-9]*/environ | grep -q hunter2");
        course.contains(
            "command lines",
            // The pattern does not match the command line of `grep` itself.
            "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -q 'lab [g]rade'",
        );
        course.contains("folders of processes", "ls /proc/*/cwd/teacher | grep -q answers");
    }
}

#[test]
fn files_of_others_are_neither_read_nor_written() {
    for level in levels() {
        let course = Course::new(level);
        let marker = format!("xun-escape-{}-{level}", std::process::id());
        let folder = course.folder.path().display().to_string();
        if level == "limits" {
            let ran = course.grade(ANSWER, &[]);
            assert!(ran.err.contains("reading other files, writing files"), "{}", ran.err);
            continue;
        }
        for (name, condition) in [
            ("the instance", format!("grep -q 4 {folder}/teacher/trap.txt")),
            ("answers", format!("grep -q secret {folder}/teacher/answers.txt")),
            ("answers by a relative path", "grep -q secret teacher/answers.txt".to_owned()),
            ("another student", format!("grep -q secret {folder}/bob/main.sh")),
            ("passwords", "cat /etc/shadow | grep -q :".to_owned()),
            ("root's home", "ls -d /root/.[a-z]*".to_owned()),
            ("by a link", format!("ln -s {folder} $HOME/x && grep -q secret $HOME/x/bob/main.sh")),
            (
                "temporary files of others",
                format!(
                    "ls /tmp | grep -q {}",
                    course.folder.path().file_name().unwrap().display()
                ) + " && ls /tmp/*/teacher",
            ),
            ("write its own folder", format!("echo x > {folder}/alice/{marker}")),
            ("write beside it", format!("echo x > {folder}/bob/{marker}")),
            ("write /var/tmp", format!("echo x > /var/tmp/{marker}")),
            ("write /usr", format!("echo x > /usr/{marker}")),
            ("delete", format!("rm {folder}/bob/main.sh")),
            ("mount", "mount -t tmpfs none /tmp".to_owned()),
            ("new namespaces", "unshare -Ur true".to_owned()),
            ("settings of the kernel", "echo x > /proc/sys/kernel/domainname".to_owned()),
        ] {
            course.contains(name, &condition);
        }
        assert_eq!(fs::read_to_string(course.path("bob/main.sh")).unwrap(), "secret of bob");
        // Here lies in the folder for temporary files, which may be the program's own.
        course.graded(&format!("echo x > {marker}; {ANSWER}"), &["--time", "60"]);
        assert!(!course.path(&marker).exists(), "{level}");
        // Shared memory is private or forbidden, and nothing is left of it.
        for place in ["/dev/shm", "/tmp", "$HOME"] {
            let script = format!(
                "for i in 1 2 3 4 5; do head -c 60000000 /dev/zero > {place}/{marker}-$i; done; \
                 {ANSWER}"
            );
            let verdict =
                course.graded(&script, &["--disk", "32", "--time", "60"])["verdict"].clone();
            assert!(verdict == "correct" || verdict == "disk_limit", "{level} {place}: {verdict}");
        }
        for place in ["/dev/shm", "/tmp", "/var/tmp", "/usr"] {
            let left = fs::read_dir(place).unwrap().flatten();
            let left: Vec<PathBuf> = left
                .map(|entry| entry.path())
                .filter(|path| path.display().to_string().contains(&marker))
                .collect();
            assert!(left.is_empty(), "{left:?}");
        }
    }
}

#[test]
fn the_private_folder_can_be_used() {
    for level in levels() {
        let course = Course::new(level);
        let script = format!(
            "cd $HOME && echo x > a && mkdir b && mv a b/c && test -s b/c && test -w $TMPDIR && \
             {ANSWER}"
        );
        let graded = course.graded(&script, &["--time", "60"]);
        assert_eq!(graded["verdict"], "correct", "{level}: {graded}");
        // Data beside the program can be read, and folders that the teacher names.
        fs::write(course.path("alice/data"), ANSWER).unwrap();
        assert_eq!(course.graded("source alice/data", &[])["verdict"], "correct", "{level}");
        fs::write(course.path("bob/library"), ANSWER).unwrap();
        let with = course.graded("source bob/library", &["--readable", "bob"]);
        assert_eq!(with["verdict"], "correct", "{level}: {with}");
        if level != "limits" {
            // A program that it may not run does not hide the system's one of the same name.
            let teacher = course.path("teacher");
            fs::write(teacher.join("ls"), "#!/bin/sh\nexit 1\n").unwrap();
            fs::set_permissions(teacher.join("ls"), PermissionsExt::from_mode(0o755)).unwrap();
            fs::write(course.path("alice/main.sh"), format!("ls /usr >/dev/null && {ANSWER}"))
                .unwrap();
            let mut grader = program();
            let path = format!("{}:/usr/bin:/bin", teacher.display());
            grader.env("PATH", path).current_dir(course.folder.path());
            grader.args(["lab", "grade", "path", "--json", "--isolation", level]);
            grader.args(["--maps", "teacher/trap.txt", "--", "bash", "alice/main.sh"]);
            let answer = run(&mut grader).json();
            assert_eq!(answer["instances"][0]["verdict"], "correct", "{level}: {answer}");
        }
        let script = format!("test \"$COURSE\" = 101 && {ANSWER}");
        let with = course.graded(&script, &["--env", "COURSE=101"]);
        assert_eq!(with["verdict"], "correct", "{level}: {with}");
    }
}

#[test]
fn there_is_no_network() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    for level in levels() {
        let course = Course::new(level);
        if level == "limits" {
            assert!(course.grade(ANSWER, &[]).err.contains("network connections"));
            continue;
        }
        course.contains("tcp", &format!("exec 3<>/dev/tcp/127.0.0.1/{port}"));
        course.contains("udp", &format!("exec 3<>/dev/udp/127.0.0.1/{port}"));
        assert!(listener.accept().is_err(), "{level}");
    }
}

#[test]
fn signals_do_not_reach_the_grader() {
    for level in levels() {
        let course = Course::new(level);
        // The parent is the launcher at most: the grading goes on.
        for signal in ["KILL", "STOP"] {
            let script = format!("kill -{signal} $PPID; {ANSWER}");
            let graded = course.graded(&script, &["--time", "3"]);
            let verdict = graded["verdict"].as_str().unwrap_or_default();
            let contained = if level == "limits" {
                ["crash", "time_limit", "correct"].contains(&verdict)
            } else {
                verdict == "correct"
            };
            assert!(contained, "{level} {signal}: {graded}");
        }
        if level == "limits" {
            assert!(course.grade(ANSWER, &[]).err.contains("signals to other processes"));
            continue;
        }
        // A process of the same user outside, known by its number.
        let mut other = std::process::Command::new("sleep").arg("600").spawn().unwrap();
        let number = other.id();
        for signal in ["KILL", "STOP", "CONT"] {
            course.contains(signal, &format!("kill -{signal} {number}"));
        }
        let still_there = other.try_wait().unwrap().is_none();
        other.kill().unwrap();
        other.wait().unwrap();
        assert!(still_there, "{level}");
        // Its own children can be signalled.
        let script = format!("sleep 600 & kill $! && wait $!; {ANSWER}");
        assert_eq!(course.graded(&script, &["--time", "60"])["verdict"], "correct", "{level}");
        if level == "namespaces" {
            // A shell that sends the signal itself is spared, one that starts `kill` is not.
            let graded = course.graded(&format!("kill -KILL -1; {ANSWER}"), &["--time", "60"]);
            let verdict = graded["verdict"].as_str().unwrap_or_default();
            assert!(["correct", "crash"].contains(&verdict), "it reaches no other: {graded}");
        }
    }
}

#[test]
fn our_own_program_is_hidden_unless_it_is_graded() {
    let own = assert_cmd::cargo::cargo_bin("xun");
    for level in levels().into_iter().filter(|level| *level != "limits") {
        let course = Course::new(level);
        course.contains("xun", &format!("{} --version", own.display()));
        let answer = run(program()
            .args(["lab", "grade", "path", "--count", "2", "--json", "--isolation", level, "--"])
            .arg(&own)
            .args(["path", "solve", "-"]))
        .json();
        assert_eq!(answer["summary"]["passed"], 2, "{level}: {answer}");
    }
}

/// Grades inside a graded program, where namespaces are refused.
#[test]
fn where_namespaces_are_refused_the_next_level_is_used() {
    let own = assert_cmd::cargo::cargo_bin("xun").display().to_string();
    let Some(level) = levels().into_iter().find(|level| *level != "limits") else { return };
    let course = Course::new(level);
    let grade = format!("cat >/dev/null; {own} lab grade path --count 1 --json --isolation");
    for (name, script) in [
        (
            "auto",
            format!("{grade} auto -- true | grep -qE '\"level\":\"(landlock|limits)' && {ANSWER}"),
        ),
        (
            "forced",
            format!(
                "{grade} namespaces -- touch $HOME/x; test $? = 3 && ! test -e $HOME/x && {ANSWER}"
            ),
        ),
    ] {
        let graded = course.graded(&script, &["--readable", &own, "--time", "60"]);
        assert_eq!(graded["verdict"], "correct", "{level} {name}: {graded}");
    }
}

#[test]
fn a_level_that_is_asked_for_is_used_or_nothing_runs() {
    let ran = run(program().args([
        "lab",
        "grade",
        "path",
        "--count",
        "1",
        "--isolation",
        "none",
        "--",
        "true",
    ]));
    assert!(ran.out.contains("Isolation: none") && ran.out.contains("Not prevented:"), "{ran:?}");
    let ran = run(program().args([
        "lab",
        "grade",
        "path",
        "--count",
        "1",
        "--lang",
        "zh",
        "--isolation",
        "limits",
        "--",
        "true",
    ]));
    assert!(ran.err.contains("隔离：limits") && ran.err.contains("未能阻止"), "{ran:?}");
}

/// An engine that leaves a child in a session of its own.
#[test]
fn engines_of_a_match_leave_nothing_behind() {
    let sleep = unique_sleep(200);
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine.sh");
    fs::write(&engine, format!("env -i setsid sleep {sleep} >/dev/null 2>&1 & disown\nexit 3\n"))
        .unwrap();
    let play = |isolation: &[&str]| {
        let player = format!("uci bash {}", engine.display());
        run(program()
            .args(["match", "-p", &player, "-p", "random", "-n", "2", "-t", "nodes=10"])
            .args(["--random-plies", "0", "--json"])
            .args(isolation))
    };
    for isolation in [&[][..], &["--isolation", "auto"]] {
        let ran = play(isolation);
        assert!(ran.out.contains("exit code 3"), "{ran:?}");
        assert_gone(&format!("sleep {sleep}"), "engine");
    }
}

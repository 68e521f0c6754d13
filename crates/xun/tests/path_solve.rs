//! `xun path solve` as a user sees it: exact lines, formats, languages, exit codes.

mod common;

use common::{program, run, shared, xun, xun_with};
use std::fs;
#[cfg(unix)]
use std::time::Duration;

#[test]
fn one_file_gives_the_labs_two_lines_and_nothing_else() {
    let ran = xun("path solve examples/paths/trip.txt");
    assert_eq!(ran.out, "46\nDDDDRDDDRDDRRRRRRRURUURUUUUUURRRRRDDDDDDDRDRRD\n");
    assert_eq!((ran.err.as_str(), ran.code), ("", Some(0)));
    let ran = xun("path solve examples/paths/stuck.txt");
    assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.code), ("-1\n", "", Some(0)));
}

#[test]
fn the_labs_results_are_reproduced() {
    let Some(lab) = shared("lab") else { return };
    let steps = [5, -1, 10, 9, 14, 15, 22, 21, 29, 252, 198];
    for (number, expected) in steps.into_iter().enumerate() {
        let file = lab.join(format!("astar/input_{number}.txt"));
        for search in [
            &["-a", "auto"][..],
            &["-a", "astar", "-H", "supply-region"],
            &["-a", "astar", "-H", "exact"],
        ] {
            if number == 10 && search.len() > 2 {
                continue;
            }
            let out = run(program().args(["path", "solve"]).arg(&file).args(search)).ok();
            let lines: Vec<&str> = out.lines().collect();
            assert_eq!(lines[0], expected.to_string(), "{}", file.display());
            assert_eq!(lines.len(), if expected < 0 { 1 } else { 2 });
            assert!(expected < 0 || lines[1].len() == expected as usize);
        }
    }
    for (file, from, to, expected) in
        [("input", "1,0", "16,24", "39"), ("input2", "1,0", "28,59", "116")]
    {
        let file = lab.join(format!("maze/{file}.txt"));
        for algorithm in ["auto", "astar", "ida", "ida-table", "fringe", "bfs", "bidirectional"] {
            let arguments = ["--from", from, "--to", to, "-a", algorithm];
            let out = run(program().args(["path", "solve"]).arg(&file).args(arguments)).ok();
            assert_eq!(out.lines().next(), Some(expected), "{algorithm}");
        }
    }
}

#[test]
fn a_matrix_takes_its_ends_from_the_command_line_or_a_side_file() {
    let maze = "0 0 1\n1 0 0\n1 1 0\n";
    assert_eq!(xun_with("path solve - --from 0,0 --to 2,2", maze).ok(), "4\nRDRD\n");
    let ran = xun_with("path solve -", maze);
    assert_eq!(ran.code, Some(3));
    assert!(ran.err.contains("no start") && ran.err.contains("--from ROW,COL"), "{}", ran.err);
    let ran = xun_with("path solve - --from 0,2 --to 2,2", maze);
    assert!(ran.err.contains("(0,2) is a wall"), "{}", ran.err);
    assert_eq!(xun("path solve examples/paths/maze.txt").ok().lines().next(), Some("108"));
}

#[test]
fn answers_can_be_cells_compass_or_json() {
    let maze = "S.\n#G\n";
    assert_eq!(xun_with("path solve - --output cells", maze).ok(), "2\n0 0\n0 1\n1 1\n");
    assert_eq!(xun_with("path solve - --output compass", maze).ok(), "2\nE S\n");
    let open = "S..\n...\n..G\n";
    assert_eq!(xun_with("path solve - --moves 8", open).ok(), "2\nSE SE\ncost 2.828427\n");
    assert_eq!(
        xun_with("path solve - --moves 8 --cut-corners", "S#\n.G\n").ok(),
        "1\nSE\ncost 1.414214\n"
    );
    assert_eq!(xun_with("path solve - --moves 8", "S#\n.G\n").ok(), "2\nS E\n");
    let answer = xun("path solve examples/paths/trip.txt --json").json();
    assert_eq!(
        (&answer["steps"], &answer["outcome"], &answer["algorithm"]),
        (&46.into(), &"found".into(), &"labels".into())
    );
    assert_eq!(answer["cells"].as_array().map(Vec::len), Some(47));
    assert_eq!(answer["moves"].as_str().map(str::len), Some(46));
    for name in [
        "expanded",
        "generated",
        "reopened",
        "largest_frontier",
        "bounds",
        "seconds",
        "memory_bytes",
    ] {
        assert!(!answer["statistics"][name].is_null(), "{name}");
    }
    let answer = xun("path solve examples/paths/stuck.txt --json").json();
    assert_eq!((&answer["steps"], &answer["outcome"]), (&(-1).into(), &"impossible".into()));
}

#[test]
fn start_beside_goal_start_on_goal_and_an_empty_tank() {
    assert_eq!(xun_with("path solve -", "1 2 1\n3 4\n").ok(), "1\nR\n");
    assert_eq!(xun_with("path solve -", "1 2 0\n3 4\n").ok(), "-1\n");
    assert_eq!(xun_with("path solve - --from 0,0 --to 0,0", "0 0\n").ok(), "0\n\n");
    assert_eq!(xun_with("path solve - --tank 1", "1 3 9\n3 0 4\n").ok(), "-1\n");
    assert_eq!(xun_with("path solve - --tank 0 --ignore-supply", "1 3 0\n3 0 4\n").code, Some(2));
    assert_eq!(xun_with("path solve - --ignore-supply", "1 3 0\n3 0 4\n").ok(), "2\nRR\n");
}

#[test]
fn terrain_and_prices_say_what_they_cost() {
    // Several ways cost 32: which one is found is the search's business.
    let hills = xun("path solve examples/paths/hills.txt").ok();
    assert!(
        hills.starts_with("16\n") && hills.ends_with("\ncost 32\n") && hills.lines().count() == 3,
        "{hills}"
    );
    let answer = xun("path solve examples/paths/prices.txt --json").json();
    assert_eq!((&answer["cost"], &answer["steps"]), (&80.0.into(), &22.into()));
    assert_eq!(answer["purchases"][0]["price"], 9);
    assert!(xun("path solve examples/paths/prices.txt").ok().ends_with("\ncost 80\n"));
    let ran = xun("path solve examples/paths/prices.txt -a labels");
    assert!(ran.code == Some(2) && ran.err.contains("prices"), "{}", ran.err);
}

#[test]
fn every_fault_of_a_file_is_listed_in_both_languages() {
    let bad = "3 3 -2\n3 0 0\n0 7\n3 0 0 0\n";
    let ran = xun_with("path solve -", bad);
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""));
    for part in [
        "standard input",
        "line 1, column 5",
        "short row",
        "unknown cell '7'",
        "second start",
        "long row",
        "no goal",
    ] {
        assert!(ran.err.contains(part), "{part} is missing:\n{}", ran.err);
    }
    let ran = xun_with("path solve - --lang zh", bad);
    for part in [
        "错误：标准输入",
        "第 1 行第 5 列",
        "太短",
        "未知的格子 '7'",
        "第二个起点",
        "太长",
        "没有终点",
    ] {
        assert!(ran.err.contains(part), "{part} is missing:\n{}", ran.err);
    }
    for (input, part) in
        [(&b""[..], "empty"), (b"\xff\xfe", "UTF-8"), (b"99999 99999 1\n", "400000000")]
    {
        let ran = xun_with("path solve -", input);
        assert!(ran.code == Some(3) && ran.err.contains(part), "{part}: {}", ran.err);
    }
}

#[test]
fn files_that_are_not_there_are_named() {
    let ran = xun("path solve no/such/file.txt");
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), "error: no/such/file.txt: no such file\n"));
    let ran = xun("--lang zh path solve no/such/file.txt");
    assert_eq!(ran.err, "错误：no/such/file.txt: 没有这个文件\n");
    let ran = xun("path solve examples/paths/trip.txt --png no/such/folder/a.png");
    assert!(ran.code == Some(3) && ran.err.contains("no/such/folder/a.png"), "{}", ran.err);
}

#[test]
fn wrong_command_lines_are_explained_in_both_languages() {
    for (arguments, english, chinese) in [
        ("path solve", "required", "缺少必需的参数：<文件>..."),
        ("path solve a --algorithm x", "possible values", "可取的值：auto、bfs"),
        ("path solve a --from 1", "expected ROW,COL", "应为 行,列"),
        ("path solve a --nope", "unexpected argument", "没有“--nope”这个参数"),
        ("path solve a --scenario 1 --from 0,0", "cannot be used with", "不能与"),
        ("path solve a -a bfs,dfs", "need --compare", "需要 --compare"),
    ] {
        let ran = xun(arguments);
        assert!(ran.code == Some(2) && ran.err.contains(english), "{arguments}: {}", ran.err);
        assert!(!ran.err.contains('‖') && ran.out.is_empty(), "{}", ran.err);
        let ran = xun(&format!("--lang zh {arguments}"));
        assert!(ran.code == Some(2) && ran.err.contains(chinese), "{arguments}: {}", ran.err);
        assert!(!ran.err.contains("error"), "{}", ran.err);
    }
}

#[test]
fn an_inadmissible_heuristic_is_warned_of_on_standard_error() {
    let ran = xun_with("path solve - --moves 8 -a astar -H manhattan", "S..\n...\n..G\n");
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.starts_with("warning: manhattan can exceed the true cost"), "{}", ran.err);
    assert_eq!(ran.out.lines().next(), Some("2"));
    let ran = xun_with("path solve - --moves 8 -a astar -H manhattan --lang zh", "S..\n...\n..G\n");
    assert!(ran.err.starts_with("警告：manhattan"), "{}", ran.err);
}

#[test]
fn searches_that_do_not_fit_the_problem_say_which_do() {
    for (arguments, part) in [
        ("-a greedy", "take labels or astar"),
        ("-a astar -H octile", "does not use the heuristic octile"),
        ("--moves 8", "4 moves"),
        ("-a jps --ignore-supply", "astar can"),
    ] {
        let ran = xun(&format!("path solve examples/paths/trip.txt {arguments}"));
        assert!(ran.code == Some(2) && ran.err.contains(part), "{arguments}: {}", ran.err);
    }
}

#[test]
fn a_folder_is_solved_as_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in
        [("b10.txt", "1 2 1\n3 4\n"), ("b9.txt", "1 2 0\n3 4\n"), ("notes.md", "no map")]
    {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let out = run(program().args(["path", "solve"]).arg(folder.path())).ok();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[2].contains("b9.txt") && lines[2].contains("-1"), "{out}");
    assert!(lines[3].contains("b10.txt"), "{out}");
    assert!(lines[4].starts_with("2 files: 1 with a path, 1 without, 0 not solved"), "{out}");
    fs::write(folder.path().join("bad.txt"), "1 2 0\n3 x\n").expect("written");
    let ran = run(program().args(["path", "solve"]).arg(folder.path()));
    assert_eq!(ran.code, Some(3));
    assert!(
        ran.out.contains("1 not solved") && ran.err.contains("unknown cell 'x'"),
        "{}{}",
        ran.out,
        ran.err
    );
    let ran = run(program().args(["path", "solve", "--json"]).arg(folder.path()));
    let value: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(value["results"][0]["outcome"], "impossible");
    assert_eq!(value["results"][2]["outcome"], "failed");
    // One file alone says so in the same words.
    let ran = run(program().args(["path", "solve", "--json"]).arg(folder.path().join("bad.txt")));
    assert_eq!(ran.code, Some(3));
    let alone: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(alone, value["results"][2]);
    let ran = xun("path solve examples/paths/trip.txt -a jps --json");
    assert_eq!(ran.code, Some(2));
    let refused: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(refused["error"].as_str().is_some_and(|why| why.contains("supplies")), "{refused}");
}

#[test]
fn compare_makes_one_table_and_everyone_agrees() {
    let out = xun("path solve examples/paths/maze.txt --compare").ok();
    for algorithm in [
        "bfs",
        "dfs",
        "ucs",
        "greedy",
        "astar",
        "weighted-astar",
        "bidirectional",
        "ida-table",
        "fringe",
        "labels",
    ] {
        assert!(
            out.lines().any(|line| line.trim_start().starts_with(algorithm)),
            "{algorithm}:\n{out}"
        );
    }
    let out =
        xun("path solve examples/paths/trip.txt -a astar -H zero,manhattan,supply-region,exact \
         --compare --json")
        .json();
    let runs = out["runs"].as_array().expect("a list");
    assert_eq!(runs.len(), 4);
    assert!(runs.iter().all(|run| run["steps"] == 46), "{out}");
    let expanded: Vec<u64> =
        runs.iter().filter_map(|run| run["statistics"]["expanded"].as_u64()).collect();
    assert!(
        expanded[0] >= expanded[1] && expanded[1] >= expanded[2],
        "better estimates expand less: {expanded:?}"
    );
    let eight = xun("path solve examples/paths/rooms.map --scenario 12 --moves 8 --compare").ok();
    assert!(eight.contains("jps-table"), "{eight}");
}

#[test]
fn explanations_are_plain_sentences() {
    let out = xun("path solve examples/paths/trip.txt --explain").ok();
    assert!(out.starts_with("46\n"), "the answer comes first: {out}");
    for part in [
        "The path takes 46 steps with a tank of 9.",
        "After step 5 it refills at (4,1) with 4 left.",
        "4→9",
        "From a tank of 12 on it would take 28 steps.",
        "smallest tank that makes it possible is 8",
    ] {
        assert!(out.contains(part), "{part}:\n{out}");
    }
    let out = xun("path solve examples/paths/stuck.txt --explain").ok();
    for part in [
        "no way with a tank of 6",
        "gets stuck, with nothing left, at: (6,15)",
        "smallest tank that makes it possible is 7",
    ] {
        assert!(out.contains(part), "{part}:\n{out}");
    }
    let out = xun("--lang zh path solve examples/paths/stuck.txt --explain").ok();
    assert!(out.contains("容量为 6 时无路可走") && out.contains("能走通的最小容量是 7"), "{out}");
    let value = xun("path solve examples/paths/stuck.txt --explain --json").json();
    assert_eq!(value["explanation"]["smallest_tank"], 7);
    assert_eq!(value["explanation"]["reason"], "chain-breaks");
    let out = xun("path solve examples/paths/prices.txt --explain").ok();
    assert!(out.contains("buys 5 at 9 each for 45"), "{out}");
}

#[test]
fn the_smallest_tank_that_is_told_is_the_smallest() {
    let steps = |tank: u32| xun(&format!("path solve examples/paths/stuck.txt --tank {tank}")).ok();
    assert_eq!(steps(6), "-1\n");
    assert_ne!(steps(7), "-1\n");
}

#[test]
fn limits_stop_a_search_with_a_word() {
    let ran = xun("path solve examples/paths/maze.txt -a bfs --nodes 5");
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(1)));
    assert!(ran.err.contains("stopped before an answer was known"), "{}", ran.err);
}

#[test]
fn a_drawing_follows_the_answer_when_asked_for() {
    let out = xun("path solve examples/paths/trip.txt --draw").ok();
    assert!(out.starts_with("46\nDDDD"), "{out}");
    assert!(out.contains("╰─*") && out.contains("S start") && !out.contains('\u{1b}'), "{out}");
    let out = xun("--lang zh path solve examples/paths/trip.txt --draw").ok();
    assert!(out.contains("S 起点") && out.contains("46 步"), "{out}");
}

#[test]
fn pictures_and_traces_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let out = run(program()
        .args(["path", "solve", "examples/paths/trip.txt", "-a", "astar"])
        .arg("--svg")
        .arg(file("a.svg"))
        .arg("--png")
        .arg(file("a.png"))
        .arg("--trace")
        .arg(file("a.jsonl")))
    .ok();
    assert_eq!(out.lines().next(), Some("46"));
    let svg = fs::read_to_string(file("a.svg")).expect("written");
    assert!(svg.starts_with("<svg ") && svg.contains("<polyline") && svg.ends_with("</svg>\n"));
    assert!(fs::read(file("a.png")).expect("written").starts_with(b"\x89PNG"));
    let trace = fs::read_to_string(file("a.jsonl")).expect("written");
    let lines: Vec<serde_json::Value> =
        trace.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!(
        (&lines[0]["version"], &lines[0]["algorithm"], &lines[0]["heuristic"]),
        (&"1.4.0".into(), &"astar".into(), &"manhattan".into())
    );
    for kind in [
        "source",
        "destination",
        "generate",
        "expand",
        "close",
        "refill",
        "dead-end",
        "found",
        "end",
    ] {
        assert!(lines.iter().any(|line| line["type"] == kind), "{kind}");
    }
    walk_back(&lines);
}

/// From the found goal, parents lead back to the start, one step a line or a refill in place.
fn walk_back(lines: &[serde_json::Value]) {
    let found = lines.iter().find(|line| line["type"] == "found").expect("it is found");
    let mut at = found["id"].as_str().expect("named").to_owned();
    let mut steps = 0;
    while let Some(parent) =
        lines.iter().find(|line| line["id"] == at.as_str() && line["pId"].is_string())
    {
        at = parent["pId"].as_str().expect("named").to_owned();
        steps += 1;
        assert!(steps <= 100, "parents go round in a circle");
    }
    assert!(at.starts_with("0,0,") && steps >= 46, "{at} after {steps}");
}

#[test]
fn a_trace_keeps_to_its_limit_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.trace.json");
    let ran = run(program()
        .args([
            "path",
            "solve",
            "examples/paths/maze.txt",
            "-a",
            "bfs",
            "--trace-limit",
            "8K",
            "--trace",
        ])
        .arg(&file));
    assert!(ran.code == Some(0) && ran.err.contains("truncated"), "{}", ran.err);
    let text = fs::read_to_string(&file).expect("written");
    assert!(text.len() < 12 << 10, "8K and the ending");
    let document: serde_json::Value =
        serde_json::from_str(&text).expect("one JSON document for Posthoc");
    let events = document["events"].as_array().expect("a list");
    assert_eq!(events[events.len() - 2]["type"], "truncated");
    assert_eq!(events[events.len() - 1]["outcome"], "found");
    assert!(document["views"]["main"].is_array());
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_search_with_130_and_what_it_had() {
    // Plain IDA* with a detour round a wall, and one dear cell so that it cannot rely on unit
    // costs: longer than anyone will wait.
    let open = format!("{}2", ".".repeat(29));
    let walled = format!("{}#.", ".".repeat(28));
    let map = format!("{open}\n{}S{}#G\n", format!("{walled}\n").repeat(28), ".".repeat(27));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("open.txt");
    fs::write(&file, map).expect("written");
    let arguments = ["path", "solve", "-a", "ida", file.to_str().expect("text")];
    let common::Ran { err, code, .. } = common::interrupted(&arguments, Duration::from_millis(700));
    assert_eq!(code, Some(130), "{err}");
    assert!(
        err.contains("stopped before an answer was known") && err.contains("expanded"),
        "{err}"
    );
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_quiet() {
    let binary = env!("CARGO_BIN_EXE_xun");
    let script = format!(
        "'{binary}' path generate random -r 2000 -c 2000 | head -1 >/dev/null; echo \
         ${{PIPESTATUS[0]}}"
    );
    let ran = run(assert_cmd::Command::new("bash").args(["-c", &script]));
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("0\n", ""));
}

//! `xun path watch`, `generate` and `bench`, help and completions, as a user sees them.

mod common;

use common::{program, root, run, shared, xun};
use std::fs;

#[test]
fn watch_plays_what_solve_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["trip.jsonl", "trip.trace.json"] {
        let file = folder.path().join(name);
        let file = file.to_str().expect("a name");
        xun(&format!("path solve examples/paths/trip.txt -a astar --trace {file}")).ok();
        let recorded = xun(&format!("path watch {file}")).ok();
        let live = xun("path watch examples/paths/trip.txt -a astar").ok();
        let after_title = |out: &str| out.split_once('\n').expect("a title").1.to_owned();
        assert_eq!(after_title(&recorded), after_title(&live));
        assert!(recorded.starts_with(&format!("{file} · astar")), "{recorded}");
    }
    let broken = folder.path().join("broken.jsonl");
    std::fs::write(&broken, "{\"rows\":1}\n{oops\n").expect("written");
    let answer = xun(&format!("path watch {}", broken.display()));
    assert_eq!(answer.code, Some(3));
    assert!(answer.err.contains("line 2, column 2"), "{}", answer.err);
}

#[test]
fn watch_without_a_terminal_prints_the_last_picture_and_why() {
    let out = xun("path watch examples/paths/trip.txt -a astar -H supply-region").ok();
    assert!(out.starts_with("examples/paths/trip.txt · astar · supply-region\nS"), "{out}");
    assert!(out.contains("46 steps; ") && out.contains("no terminal"), "{out}");
    let out = xun("--lang zh path watch examples/paths/maze.txt -a ida-table").ok();
    assert!(out.contains("标准输出不是终端"), "{out}");
    assert_eq!(xun("path watch examples/paths/trip.txt -a bfs,astar").code, Some(2));
}

#[test]
fn every_kind_is_made_again_from_its_seed_and_has_a_way() {
    for kind in
        ["random", "maze", "braided", "rooms", "caves", "comb", "ladder", "dead-end", "corridor"]
    {
        let arguments = format!("path generate {kind} --rows 15 --columns 33 --seed 5");
        let text = xun(&arguments).ok();
        assert_eq!(text, xun(&arguments).ok(), "{kind}");
        let answer = common::xun_with("path solve -", text.clone()).ok();
        assert_ne!(answer, "-1\n", "{kind}:\n{text}");
        assert_ne!(
            text,
            xun(&arguments.replace("seed 5", "seed 6")).ok(),
            "{kind} does not depend on its seed"
        );
    }
}

#[test]
fn supply_kinds_need_every_unit_of_their_tank() {
    for kind in ["comb", "ladder", "dead-end", "corridor"] {
        let text = xun(&format!("path generate {kind} --rows 15 --columns 33 --seed 5")).ok();
        let tank: u32 =
            text.split_whitespace().nth(2).and_then(|word| word.parse().ok()).expect("M N T");
        let answer = common::xun_with(&format!("path solve - --tank {}", tank - 1), text).ok();
        assert_eq!(answer, "-1\n", "{kind}");
    }
}

#[test]
fn formats_without_marks_bring_their_ends_along() {
    let folder = tempfile::tempdir().expect("a folder");
    let expected = {
        let text = xun("path generate maze --rows 15 --columns 33").ok();
        common::xun_with("path solve -", text).ok()
    };
    let file = folder.path().join("m.txt");
    let made = ["path", "generate", "maze", "--rows", "15", "--columns", "33", "--format"];
    run(program().args(made).arg("matrix").arg("--out").arg(&file)).ok();
    assert_eq!(run(program().args(["path", "solve"]).arg(&file)).ok(), expected);
    let file = folder.path().join("m.map");
    run(program().args(made).arg("movingai").arg("--out").arg(&file)).ok();
    assert_eq!(run(program().args(["path", "solve", "--scenario", "1"]).arg(&file)).ok(), expected);
    run(program().args(["path", "bench"]).arg(&file)).ok();
    let ran = run(program().args(["path", "generate", "comb", "--format", "matrix"]));
    assert!(ran.code == Some(3) && ran.err.contains("cannot express supplies"), "{}", ran.err);
    let ran =
        run(program().args(["--lang", "zh", "path", "generate", "comb", "--format", "matrix"]));
    assert!(ran.err.contains("matrix 格式无法表示补给"), "{}", ran.err);
}

#[test]
fn a_set_of_maps_is_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = folder.path().join("set");
    let made = run(program()
        .args(["path", "generate", "random", "--count", "3", "--seed", "7", "--json", "--out"])
        .arg(&set))
    .json();
    assert_eq!(made["made"][2]["seed"], 9);
    let out = run(program().args(["path", "solve"]).arg(&set)).ok();
    assert!(
        out.lines().last().is_some_and(|line| line.starts_with("3 files: 3 with a path")),
        "{out}"
    );
}

#[test]
fn bench_checks_lengths_and_fails_on_a_wrong_one() {
    let out = xun("path bench examples/paths/rooms.map \
         -a auto,astar,jps,jps-table,bidirectional,fringe,ida-table")
    .ok();
    assert_eq!(out.lines().count(), 2 + 7, "{out}");
    let scen =
        fs::read_to_string(root().join("examples/paths/rooms.map.scen")).expect("it is there");
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = folder.path().join("wrong.scen");
    let mut lines: Vec<String> = scen.lines().map(str::to_owned).collect();
    lines[4] =
        lines[4].rsplit_once('\t').map(|(start, _)| format!("{start}\t1.5")).expect("fields");
    fs::write(&wrong, lines.join("\n")).expect("written");
    let ran =
        run(program().args(["path", "bench", "examples/paths/rooms.map", "--scen"]).arg(&wrong));
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("problem 4") && ran.err.contains("expected 1.5"), "{}", ran.err);
    let ran = run(program()
        .args(["path", "bench", "examples/paths/rooms.map", "--json", "--scen"])
        .arg(&wrong));
    let value: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(value["reports"][0]["wrong"][0]["problem"], 4);
    let ran = xun("path bench examples/paths/maze.txt");
    assert!(
        ran.code == Some(3) && ran.err.contains("expected type, height, width or map"),
        "{}",
        ran.err
    );
}

#[test]
fn bench_agrees_with_the_collection() {
    let Some(maps) = shared("movingai") else { return };
    for map in [
        "dao/arena.map",
        "mazes/maze512-8-0.map",
        "random/random512-40-0.map",
        "cities/Paris_0_256.map",
    ] {
        let ran = run(program()
            .args(["path", "bench", "--first", "60", "-a", "auto,astar"])
            .arg(maps.join(map)));
        assert_eq!(ran.code, Some(0), "{map}: {}", ran.err);
    }
}

#[test]
fn help_is_whole_in_both_languages() {
    for command in ["", "path", "path solve", "path watch", "path generate", "path bench"] {
        let english = xun(&format!("{command} --help")).ok();
        assert!(english.contains("Usage:") && !english.contains('‖'), "{english}");
        assert!(
            !english.chars().any(
                |symbol| ('\u{4e00}'..'\u{9fff}').contains(&symbol) && !"中文".contains(symbol)
            ),
            "{english}"
        );
        let chinese = xun(&format!("--lang zh {command} --help")).ok();
        assert!(chinese.contains("用法：") && !chinese.contains('‖'), "{chinese}");
        for word in ["Usage", "Options", "Print", "default:", "possible values", "Possible values"]
        {
            let lines: Vec<&str> = chinese.lines().filter(|line| line.contains(word)).collect();
            let only_help_command = lines.iter().all(|line| line.trim_start().starts_with("help "));
            assert!(only_help_command, "{command}: {lines:?}");
        }
    }
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = xun(&format!("completions {shell}")).ok();
        for word in ["solve", "watch", "generate", "bench", "algorithm", "compare"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

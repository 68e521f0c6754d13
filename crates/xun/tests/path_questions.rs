//! `xun path nearest`, `goals`, `matrix`, `field`, `tour`, `angle`, `trip` and `discover`, as a
//! user sees them.

mod common;

use common::{xun, xun_with};
use serde_json::Value;

/// Two rooms without a door, and a way round a wall in the left one.
const ROOMS: &str = "S..#...\n.#.#.G.\n...#...\n";

fn ask(arguments: &str) -> String {
    xun_with(arguments, ROOMS.to_owned()).ok()
}

#[test]
fn the_nearest_point_is_beside_the_wall() {
    assert_eq!(ask("path nearest -"), "3\nRRD\nend 1 2\ndistance 3\n");
    let answer: Value = serde_json::from_str(&ask("path nearest - --json")).expect("JSON");
    assert_eq!((&answer["outcome"], &answer["path"]["steps"]), (&"found".into(), &3.into()));
    // A goal in a wall is allowed here.
    assert!(ask("path nearest - --to 0,3").ends_with("end 0 2\ndistance 1\n"));
    assert_eq!(xun("path nearest examples/paths/trip.txt").code, Some(3));
    assert!(xun("path nearest examples/paths/trip.txt").err.contains("--ignore-supply"));
}

#[test]
fn several_goals_matrix_and_field() {
    assert_eq!(ask("path goals - --goals 2,2 1,5 0,2"), "2\nRR\nfrom 0 0 to 0 2\n");
    assert_eq!(ask("path goals - --goals 2,2 1,5 --all"), "2 2 4 from 0 0\n1 5 -1\n");
    assert_eq!(ask("path goals - --goals 1,5"), "-1\n");
    let matrix = "path matrix - --starts 0,0 0,2 --goals 0,0 2,2 1,5";
    assert_eq!(ask(matrix), "0 4 -1\n2 2 -1\n");
    let flow = ask("path field - --sources 0,0 2,2 --flow");
    assert_eq!(flow.lines().next(), Some("G←←#..."), "{flow}");
    let costs = ask("path field - --distances --moves 8");
    assert_eq!(costs.lines().next(), Some("0 1 2 -1 -1 -1 -1"), "{costs}");
    let stopped = xun_with("path field - --nodes 1", ROOMS.to_owned());
    assert_eq!(stopped.code, Some(1));
}

#[test]
fn tours_and_their_limits() {
    let tour = ask("path tour - --through 2,2 0,2 --finish last");
    assert_eq!(tour, "4\nRRDD\nthrough 0 2\nthrough 2 2\n");
    let given = ask("path tour - --through 2,2 0,2 --finish start --order given");
    assert!(given.starts_with("8\n") && given.ends_with("through 2 2\nthrough 0 2\n"), "{given}");
    assert_eq!(ask("path tour - --through 2,2"), "-1\n");
    let many: Vec<String> = (0..16).map(|_| "0,1".to_owned()).collect();
    let many = xun_with(
        &format!("--lang zh path tour - --finish last --through {}", many.join(" ")),
        ROOMS.to_owned(),
    );
    assert!(many.code == Some(3) && many.err.contains("至多 15 个"), "{}", many.err);
}

#[test]
fn lines_at_any_angle() {
    let line = ask("path angle - --to 1,2");
    assert_eq!(line, "2.288246\n0 0\n0.5 1.5\n1 2\n");
    let smooth = ask("path angle - --to 1,2 -a smooth");
    assert_eq!(smooth, "3\n0 0\n0 2\n1 2\n");
    assert!(ask("path angle - --to 1,2 -a theta").starts_with("3\n"));
    assert_eq!(ask("path angle -"), "-1\n");
    assert_eq!(xun_with("path angle - --radius 2", ROOMS.to_owned()).code, Some(2));
    assert_eq!(xun_with("path angle - --moves 8", ROOMS.to_owned()).code, Some(2));
    let wide = "S......\n.......\n...#...\n.......\nG......\n".to_owned();
    let round = xun_with("path nearest - --to 2,3 --radius 1.5 --from 2,1", wide).ok();
    assert!(round.ends_with("distance 2\n"), "{round}");
}

#[test]
fn trips_on_maps_and_graphs() {
    let map = "tank 4\nprice a 5\nS..a..G\n".to_owned();
    let trip = |more: &str| xun_with(&format!("path trip - {more}"), map.clone());
    let expected = "6\nRRRRRR\ndistance 6 time 6 money 10 left 0\nstop 0 3 units 2 arrival 1\n";
    assert_eq!(trip("--minimise money").ok(), expected);
    assert!(trip("--minimise money --reserve 1").ok().contains("units 3 arrival 1"));
    assert_eq!(trip("--stops 0").ok(), "-1\n");
    let back: Value =
        serde_json::from_str(&trip("--return --tank 6 --minimise money --stop-time 3 --json").ok())
            .expect("JSON");
    assert_eq!((&back["distance"], &back["stops"][1]["units"]), (&12.0.into(), &3.into()));
    assert_eq!((&back["time"], &back["money"]), (&18.0.into(), &30.into()));
    assert_eq!(trip("--return").ok(), "-1\n");
    assert_eq!(trip("--from 3").code, Some(3));
    let roads = "p sp 3 2\na 1 2 10\na 2 3 10\n".to_owned();
    let graph = |more: &str| {
        xun_with(&format!("path trip - --graph --from 0 --to 2 --tank 12 {more}"), roads.clone())
    };
    let expected = "2\n0 1 2\ndistance 20 time 20 money 24 left 0\nstop 1 units 8 arrival 2\n";
    assert_eq!(graph("--station 1=3 --minimise money").ok(), expected);
    assert_eq!(graph("").ok(), "-1\n");
    let refused = graph("--moves 8");
    assert!(refused.code == Some(3) && refused.err.contains("for maps"), "{}", refused.err);
    let cut = roads.replace("a 2 3 10\n", "");
    for (lang, told) in [("en", "1 arcs, but the line p sp declares 2"), ("zh", "共有 1 条弧")]
    {
        let cut = xun_with(&format!("--lang {lang} path trip - --graph --tank 1"), cut.clone());
        assert!(cut.code == Some(3) && cut.err.contains(told), "{}", cut.err);
    }
    let wrong = xun_with("--lang zh path trip - --graph --tank 1", "0 1\n".to_owned());
    assert!(wrong.code == Some(3) && wrong.err.contains("第 1 行"), "{}", wrong.err);
}

#[test]
fn a_robot_discovers_its_map() {
    let map = "S..\n.#.\n.#G\n".to_owned();
    let found = xun_with("path discover -", map.clone()).ok();
    // It tries the way down, sees the second wall, and turns back.
    assert_eq!(found, "6\nDURRDD\nreached replans 1 changes 2\n");
    let blocked = ask("path discover - --json");
    let blocked: Value = serde_json::from_str(&blocked).expect("JSON");
    assert_eq!((&blocked["outcome"], &blocked["reached"]), (&"found".into(), &false.into()));
}

#[test]
fn oracles_are_built_and_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("rooms.txt");
    std::fs::write(&map, ROOMS).expect("written");
    let oracle = folder.path().join("rooms.oracle");
    let (map, oracle) = (map.display().to_string(), oracle.display().to_string());
    let made = xun(&format!("path oracle build {map} -o {oracle}"));
    assert!(made.err.is_empty() && made.code == Some(0), "{}", made.err);
    let solve = format!("path solve {map} --to 2,2 --oracle {oracle}");
    let found: Value = serde_json::from_str(&xun(&format!("{solve} --json")).ok()).expect("JSON");
    assert_eq!((&found["algorithm"], &found["steps"]), (&"oracle".into(), &4.into()));
    let least = xun(&format!("path solve {map} --to 2,2 --moves 8 --json")).ok();
    let least: Value = serde_json::from_str(&least).expect("JSON");
    assert_eq!(found["cost"], least["cost"]);
    assert_eq!(xun(&format!("path solve {map} --oracle {oracle}")).ok(), "-1\n");

    let other =
        xun(&format!("path solve examples/paths/maze.txt --from 1,1 --to 3,1 --oracle {oracle}"));
    assert!(other.code == Some(3) && other.err.contains("another map"), "{}", other.err);
    let mut bytes = std::fs::read(&oracle).expect("read");
    bytes[40] ^= 1;
    std::fs::write(&oracle, bytes).expect("written");
    let damaged = xun(&format!("--lang zh {solve}"));
    assert!(damaged.code == Some(3) && damaged.err.contains("已损坏"), "{}", damaged.err);
}

#[test]
fn trips_are_explained() {
    let corridor = "tank 4\nS......G\n";
    let explained = xun_with("path trip - --explain", corridor.to_owned()).ok();
    assert!(explained.starts_with("-1\n\n") && explained.contains("5 places"), "{explained}");
    assert!(explained.contains("smallest tank, full at the start: 7"), "{explained}");
    let json = xun_with("path trip - --explain --json --tank 9 --reserve 1", corridor.to_owned());
    let json: Value = serde_json::from_str(&json.ok()).expect("JSON");
    let explanation = &json["explanation"];
    assert_eq!(
        (&explanation["possible"], &explanation["largest_reserve"]),
        (&true.into(), &2.into())
    );
    let walls = xun_with("--lang zh path trip - --explain", "tank 4\nS#G\n".to_owned()).ok();
    assert!(walls.contains("都没有通往终点的路"), "{walls}");
}

#[test]
fn agents_pass_each_other() {
    let passing = "...\n#.#\n".to_owned();
    let arguments = "path agents - --agent 0,0:0,2 0,2:0,0";
    let plan = xun_with(arguments, passing.clone()).ok();
    let lines: Vec<&str> = plan.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, "7"));
    assert!(lines[1..].iter().any(|moves| moves.contains('D')), "{plan}");
    let answer: Value =
        serde_json::from_str(&xun_with(&format!("{arguments} --json"), passing.clone()).ok())
            .expect("JSON");
    assert_eq!((&answer["cost"], &answer["makespan"]), (&7.into(), &4.into()));
    assert_eq!(answer["agents"][0]["cells"][0], serde_json::json!([0, 0]));
    let prioritised = xun_with(&format!("{arguments} -a prioritised"), passing.clone()).ok();
    // The first agent goes straight, and the second has no place to let it pass.
    assert_eq!(prioritised, "-1\n");
    // A corridor without a place to pass: only a limit ends the search.
    let corridor = "....\n".to_owned();
    let stopped = "path agents - --agent 0,0:0,3 0,3:0,0 --nodes 5000";
    assert_eq!(xun_with(stopped, corridor).code, Some(1));
    assert_eq!(xun_with(&format!("{arguments} --moves 8"), passing.clone()).code, Some(2));
    let shared = xun_with("path agents - --agent 0,0:0,2 0,0:0,1", passing);
    assert!(shared.code == Some(3) && shared.err.contains("two agents begin at (0,0)"));
    assert!(xun("path agents examples/paths/rooms.map -k 5").ok().lines().count() == 6);
    let many = xun("path agents examples/paths/rooms.map -k 10000");
    assert!(many.code == Some(3) && many.err.contains("fewer than 10000"), "{}", many.err);
}

#[test]
fn every_question_can_be_watched() {
    // Without a terminal the last picture is drawn.
    let watched = |arguments: &str| ask(&format!("{arguments} --watch"));
    let nearest = watched("path nearest -");
    assert!(nearest.contains("The nearest cell is (1,2), 3 away") && nearest.contains('S'));
    for (arguments, words) in [
        ("path goals - --goals 2,2 1,5 0,2", "The nearest is (0,2)"),
        ("path goals - --goals 2,2 1,5 --all", "1 of 2 goals"),
        ("path tour - --through 2,2 0,2 --finish last", "in the order 2 1"),
        ("path field - --sources 0,0", "Costs of 8 cells"),
        ("path angle - --to 1,2", "Length 2.288246"),
        ("path angle - --to 1,2 -a theta", "Length 3"),
        ("path discover - --to 2,2", "It planned again"),
        ("path discover -", "No way to the goal, as it learned"),
        ("path agents - --agent 0,0:2,2 2,2:0,0 --ignore-supply", "Sum of arrival times"),
    ] {
        let picture = watched(arguments);
        assert!(picture.contains(words), "{arguments}: {picture}");
        assert!(picture.contains("events"), "{arguments}: {picture}");
    }
    let map = "tank 4\nprice a 5\nS..a..G\n".to_owned();
    let trip = xun_with("path trip - --minimise money --watch", map).ok();
    assert!(trip.contains("money 10") && trip.contains('*'), "{trip}");
    assert_eq!(xun_with("path nearest - --watch --json", ROOMS.to_owned()).code, Some(2));
    assert_eq!(xun_with("path angle - -a smooth --watch", ROOMS.to_owned()).code, Some(2));
}

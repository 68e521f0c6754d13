"""Every function of xun.ray against its twin on one machine; nodes and drivers are lost."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import ray

import xun
import xun.ray

MATCH = {"game": "gomoku", "games": 24, "time": "nodes=3000", "seed": 5, "size": 9}
PLAYERS = ("xun; name=a", "textbook; depth=1; name=b")


def journal_of(path):
    """The games of a journal in the order of its lines, without what depends on the clock."""

    def timeless(value):
        if isinstance(value, dict):
            return {key: timeless(one) for key, one in value.items() if key not in ("t", "ms")}
        return [timeless(one) for one in value] if isinstance(value, list) else value

    head, *games = [json.loads(line) for line in path.read_text().splitlines()]
    return head["terms"], [timeless(game) for game in games]


def kill_at(nodes, count):
    """A progress function that kills the second node once so much is done."""

    def progress(done):
        if done >= count:
            nodes.kill()

    return progress


@pytest.fixture(scope="session")
def one_machine(tmp_path_factory):
    """The journal of the match on one machine."""
    path = tmp_path_factory.mktemp("one") / "match.jsonl"
    return path, xun.arena.match(*PLAYERS, journal=path, **MATCH)


def test_a_match_loses_a_node(nodes, one_machine, tmp_path):
    path, expected = one_machine
    before = nodes.killed
    journal = tmp_path / "match.jsonl"
    result = xun.ray.match(*PLAYERS, journal=journal, progress=kill_at(nodes, 6), **MATCH)
    assert nodes.killed == before + 1
    assert journal_of(journal) == journal_of(path)
    assert len(result.games) == 24 and result.finish == "complete" and result.elo == expected.elo
    # The program's own functions go on with the journal: nothing is left to play.
    assert len(xun.arena.match(*PLAYERS, journal=journal, **MATCH).games) == 24


def command_of(nodes, journal):
    """The match as a command."""
    words = [sys.executable, "-m", "xun.ray", "--address", nodes.address, "match"]
    words += [word for player in PLAYERS for word in ("-p", player)]
    words += [word for name, value in MATCH.items() for word in (f"--{name}", str(value))]
    return [*words, "--journal", str(journal)]


def test_a_driver_is_lost_and_another_goes_on(nodes, one_machine, tmp_path):
    journal = tmp_path / "match.jsonl"
    words = command_of(nodes, journal)
    driver = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 300
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 4):
        assert driver.poll() is None and time.monotonic() < deadline, driver.communicate()
        time.sleep(0.02)
    driver.send_signal(signal.SIGKILL)
    driver.communicate()
    assert journal.read_bytes().count(b"\n") < 25
    result = xun.ray.match(*PLAYERS, journal=journal, **MATCH)
    assert len(result.games) == 24
    assert journal_of(journal) == journal_of(one_machine[0])


def test_the_sequential_test_stops_the_rest(nodes):
    terms = {**MATCH, "games": 200, "time": "nodes=100", "sprt": (0, 200)}
    there = xun.ray.match("xun", "random", **terms)
    here = xun.arena.match("xun", "random", **terms)
    assert there.finish == here.finish == "decided" and there.sprt == here.sprt
    assert [game.moves for game in there.games] == [game.moves for game in here.games]
    assert len(there.games) < 200


def test_self_play_loses_a_node(nodes, tmp_path):
    terms = {"game": "gomoku", "games": 24, "nodes": 2500, "seed": 3, "eval_file": "hand"}
    here, there = tmp_path / "here", tmp_path / "there"
    assert xun.selfplay.datagen(here, **terms) == 24
    before = nodes.killed
    progress = kill_at(nodes, 6)
    assert xun.ray.datagen(there, block=2, progress=progress, **terms) == 24
    assert nodes.killed == before + 1
    assert there.read_bytes() == here.read_bytes()
    # A file that was cut short in the middle of a game is continued.
    there.write_bytes(here.read_bytes()[:-7])
    assert xun.ray.datagen(there, **terms) == 24
    assert there.read_bytes() == here.read_bytes()
    records = xun.selfplay.unpack([there], tmp_path / "records")
    assert (tmp_path / "records").stat().st_size == records * 1016 > 0


def test_paths_lose_a_node(nodes, tmp_path):
    map = xun.grid.Map.generate("rooms", 400, 400, seed=4)
    cells = np.argwhere(~map.walls)
    chosen = np.random.default_rng(1).integers(len(cells), size=(2, 900))
    starts, goals = cells[chosen[0]], cells[chosen[1]]
    terms = {"algorithm": "astar", "moves": 8, "batch": 30}
    here, there = tmp_path / "here", tmp_path / "there"
    expected = xun.grid.solve(map, starts, goals, out=here, **terms)
    before = nodes.killed
    answers = xun.ray.solve(map, starts, goals, out=there, progress=kill_at(nodes, 5), **terms)
    assert nodes.killed == before + 1
    assert np.array_equal(answers.costs, expected.costs)
    assert np.array_equal(answers.steps, expected.steps)
    files = sorted(path.name for path in here.iterdir())
    assert len(files) == 31 and files == sorted(path.name for path in there.iterdir())
    assert all((here / name).read_bytes() == (there / name).read_bytes() for name in files)
    # Missing parts are answered again, and other queries are refused.
    (there / "part-000007.parquet").unlink()
    again = xun.ray.solve(map, starts, goals, out=there, **terms)
    assert np.array_equal(again.costs, expected.costs)
    assert (there / "part-000007.parquet").read_bytes() == (
        here / "part-000007.parquet"
    ).read_bytes()
    with pytest.raises(ValueError, match="other queries"):
        xun.ray.solve(map, goals, starts, out=there, **terms)


def test_ray_data_writes_parquet(nodes, tmp_path):
    map = xun.grid.Map.generate("caves", 60, 60, seed=4)
    cells = np.argwhere(~map.walls)
    chosen = np.random.default_rng(2).integers(len(cells), size=(2, 200))
    ends = np.hstack([cells[chosen[0]], cells[chosen[1]]])
    names = ("start_row", "start_column", "goal_row", "goal_column")
    queries = ray.data.from_items(
        [{"id": n, **dict(zip(names, map_row.tolist()))} for n, map_row in enumerate(ends)]
    )
    xun.ray.data.paths(queries, map, moves=8).write_parquet(str(tmp_path / "answers"))
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(tmp_path / "answers").to_pandas().sort_values("id")
    expected = xun.grid.solve(map, ends[:, :2], ends[:, 2:], moves=8)
    assert np.array_equal(table["cost"].to_numpy(), expected.costs)
    assert np.array_equal(table["steps"].to_numpy(), expected.steps)


POSITIONS = [
    xun.xiangqi.START_FEN,
    "3k5/9/9/9/9/9/9/9/4R4/4K4 w",
    # Red is mated.
    "3k5/9/9/9/9/9/9/9/r8/r3K4 w",
]


def test_ray_data_analyses(nodes, tmp_path):
    limit = xun.Limit(nodes=500)
    rows = ray.data.from_items([{"id": n, "fen": fen} for n, fen in enumerate(POSITIONS * 5)])
    analysed = xun.ray.data.analyse(rows, "xiangqi", limit, batch_size=4, hash=8)
    analysed.write_parquet(str(tmp_path / "analysed"))
    import pyarrow.parquet

    rows = pyarrow.parquet.read_table(tmp_path / "analysed").to_pylist()
    assert sorted(row["id"] for row in rows) == list(range(15))
    with xun.Engine("xiangqi", hash=8) as engine:
        for row in rows:
            if row["id"] % 3 == 2:
                assert row["best"] is None and np.isnan(row["score"]) and row["depth"] == 0
                continue
            engine.new_game()
            info = engine.analyse(xun.xiangqi.Board(row["fen"]), limit)
            score = info["score"]
            assert row["best"] == str(info["pv"][0]) and row["depth"] == info["depth"]
            assert row["score"] == score.cp if score.mate is None else row["mate"] == score.mate

    won = "h8a1i8a3g10c1g11e1"
    games = ray.data.from_items([{"moves": won, "name": "won"}, {"moves": "", "name": "new"}])
    rows = xun.ray.data.analyse(games, "gomoku", limit, rule="renju", concurrency=(1, 2)).take_all()
    found = {row["name"]: row for row in rows}
    assert set(found) == {"won", "new"} and found["new"]["best"] is not None
    board = xun.gomoku.Board(15, "renju", won)
    with xun.Engine("gomoku") as engine:
        assert found["won"]["best"] == str(engine.analyse(board, limit)["pv"][0])


def test_ray_data_refuses_bad_input(nodes):
    rows = ray.data.from_items([{"fen": "no position"}])
    for terms in ({"game": "chess"}, {"limit": xun.Limit()}, {"size": 99}, {"phlogiston": 1},
                  {"concurrency": 0}, {"concurrency": (2, 1)}):
        with pytest.raises(ValueError):
            xun.ray.data.analyse(rows, **terms)
    with pytest.raises(Exception, match="'no position': the board has 1 ranks"):
        xun.ray.data.analyse(rows).take_all()
    with pytest.raises(Exception, match="column moves"):
        xun.ray.data.analyse(rows, "gomoku").take_all()


ASSIGNMENT = {
    "name": {"en": "Maze", "zh": "迷宫"},
    "kind": "path",
    "seed": 3,
    "tests": [
        {"name": {"en": "Small", "zh": "小"}, "points": 10, "count": 3, "size": 8, "time": 30},
    ],
}


def test_a_class(nodes, tmp_path):
    (tmp_path / "assignment").mkdir()
    (tmp_path / "assignment" / "assignment.json").write_text(json.dumps(ASSIGNMENT))
    submissions = tmp_path / "submissions"
    for student, program in (("ann", "print(-1)"), ("bob", "raise SystemExit(3)")):
        (submissions / student).mkdir(parents=True)
        (submissions / student / "main.py").write_text(program)
    (submissions / "eve.py").write_text("print(0)")
    terms = {"isolation": "none"}
    where = (tmp_path / "assignment", submissions)
    here = xun.lab.grade_class(*where, tmp_path / "here", **terms)
    there = xun.ray.grade_class(*where, tmp_path / "there", **terms)
    assert there.points == here.points and list(there.points) == ["ann", "bob", "eve"]
    assert not there.again

    def files(folder):
        found = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
        return [str(path) for path in found]

    assert files(tmp_path / "here") == files(tmp_path / "there")

    def verdicts(folder):
        form, *lines = (folder / "results.jsonl").read_text().splitlines()
        assert json.loads(form) == {"xun_class": 1}
        entries = [json.loads(line) for line in lines]
        return [
            (entry["student"], entry["fingerprint"], [one["verdict"] for one in entry["graded"]])
            for entry in entries
        ]

    assert verdicts(tmp_path / "here") == verdicts(tmp_path / "there")
    journal = (tmp_path / "there" / "results.jsonl").read_bytes()
    assert xun.ray.grade_class(*where, tmp_path / "there", **terms).points == here.points
    assert (tmp_path / "there" / "results.jsonl").read_bytes() == journal


def test_programs_and_their_journal(nodes, tmp_path):
    silent = tmp_path / "silent.py"
    silent.write_text("pass\n")
    commands = [[sys.executable, str(silent)], ["/no/such/program"]]
    journal = tmp_path / "grades.jsonl"
    first = xun.ray.grade(commands, "path", count=2, journal=journal)
    assert [{entry["verdict"] for entry in one.entries} for one in first] == [
        {"garbage"},
        {"not_started"},
    ]
    written = journal.read_bytes()
    journal.write_bytes(written[:-3])
    again = xun.ray.grade(commands, "path", count=2, journal=journal)
    assert [one.passes for one in again] == [one.passes for one in first]
    with pytest.raises(ValueError, match="other work"):
        xun.ray.grade(commands, "path", count=3, journal=journal)
    single = xun.ray.grade(f"{sys.executable} {silent}", "path", count=2)
    assert single.passes == first[0].passes


def test_an_experiment(nodes, tmp_path):
    here = xun.lab.run("memory", quick=True, seed=2)
    there = xun.ray.lab("memory", quick=True, seed=2, journal=tmp_path / "memory.jsonl")
    assert there.data["complete"]

    def counts(results):
        keep = ("expanded", "steps", "cost", "peak")
        return [
            (row["problem"], row["variant"], {k: v for k, v in row["values"].items() if k in keep})
            for row in results.rows
        ]

    assert counts(there) == counts(here)
    with pytest.raises(ValueError):
        xun.ray.lab("phlogiston")


def test_bad_input_comes_back_from_the_driver(nodes, tmp_path):
    with pytest.raises(ValueError):
        xun.ray.match("xun", "no-such-player", games=2)
    with pytest.raises(ValueError):
        xun.ray.datagen(tmp_path / "games", block=0)
    with pytest.raises(ValueError, match="no such file|cannot|No such"):
        xun.ray.datagen(tmp_path / "games", eval_file=tmp_path / "no-network")
    map = np.zeros((9, 9), dtype=bool)
    map[4, 4] = True
    with pytest.raises(ValueError):
        xun.ray.solve(map, [(0, 0)], [(4, 4)])
    (tmp_path / "other").write_text("something else")
    with pytest.raises(ValueError):
        xun.ray.datagen(tmp_path / "other", games=1)
    assert (tmp_path / "other").read_text() == "something else"


def test_the_command_speaks_both_languages():
    words = [sys.executable, "-m", "xun.ray", "--help"]
    english = {**os.environ, "XUN_LANG": "en"}
    text = subprocess.run(words, env=english, capture_output=True, text=True, check=True).stdout
    assert "self-play games" in text
    chinese = {**os.environ, "XUN_LANG": "zh", "PYTHONIOENCODING": "utf-8"}
    text = subprocess.run(words, env=chinese, capture_output=True, check=True).stdout
    assert "自对弈棋局" in text.decode()


def test_the_cluster_file_is_valid():
    import yaml
    from ray.autoscaler._private.util import prepare_config, validate_config

    file = Path(xun.ray.__file__).with_name("cluster.yaml")
    text = file.read_text()
    config = prepare_config(yaml.safe_load(text))
    validate_config(config)
    assert config["provider"]["type"] == "local"
    # Every machine of the file is a node, and Ray starts on each of them.
    machines = yaml.safe_load(text)["provider"]["worker_ips"]
    kinds = config["available_node_types"].values()
    assert sum(kind["max_workers"] for kind in kinds) == len(machines) == config["max_workers"]
    for part in ("head", "worker"):
        starts = config[f"{part}_start_ray_commands"]
        assert any("ray start" in line for line in starts), part
    # A word that Ray does not know is refused: the check above can fail.
    wrong = prepare_config({**yaml.safe_load(text), "phlogiston": 1})
    with pytest.raises(Exception, match="phlogiston"):
        validate_config(wrong)


DOCS = Path(os.environ.get("XUN_DOCS", "/no/docs"))


def blocks_of(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)


@pytest.mark.skipif(not DOCS.is_dir(), reason="XUN_DOCS names no folder")
def test_examples_of_the_guide(nodes, tmp_path, monkeypatch):
    blocks = blocks_of("ray.md")
    assert len(blocks) == 2 and blocks_of("ray.zh.md") == blocks
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for block in blocks:
        exec(compile(block, "ray.md", "exec"), names)
    assert len(names["result"].games) == 4 and list(Path("paths").glob("*.parquet"))

"""Ctrl-C ends every function of xun.ray and its command; the same call then goes on."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import xun
import xun.ray

from test_ray import ASSIGNMENT, MATCH, PLAYERS, command_of, journal_of, one_machine  # noqa: F401


class CtrlC:
    """A progress function; once so much is done, a thread sends Ctrl-C while the driver waits."""

    def __init__(self, count):
        self.count, self.sent, self.last = count, 0.0, 0

    def __call__(self, done):
        self.last = done
        if done >= self.count and not self.sent:
            self.sent = time.monotonic()
            threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()


@pytest.fixture(autouse=True)
def default_handler():
    """Python ignores Ctrl-C where its parent does, as a shell does for jobs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted(work, count=1):
    """Runs ``work(progress)`` until Ctrl-C; how much was done by then."""
    ctrl_c = CtrlC(count)
    with pytest.raises(KeyboardInterrupt):
        work(ctrl_c)
    assert time.monotonic() - ctrl_c.sent < 20
    return ctrl_c.last


def test_of_a_match(nodes, one_machine, tmp_path):  # noqa: F811
    journal = tmp_path / "match.jsonl"
    terms = {**MATCH, "journal": journal}
    done = interrupted(lambda progress: xun.ray.match(*PLAYERS, progress=progress, **terms), 4)
    assert 4 <= done < 24
    assert len(xun.ray.match(*PLAYERS, **terms).games) == 24
    assert journal_of(journal) == journal_of(one_machine[0])


def test_of_self_play(nodes, tmp_path):
    terms = {"game": "gomoku", "games": 24, "nodes": 2500, "seed": 3, "eval_file": "hand"}
    here, there = tmp_path / "here", tmp_path / "there"
    work = lambda progress: xun.ray.datagen(there, block=2, progress=progress, **terms)  # noqa: E731
    assert interrupted(work, 2) < 24
    assert xun.ray.datagen(there, block=2, **terms) == xun.selfplay.datagen(here, **terms) == 24
    assert there.read_bytes() == here.read_bytes()


def test_of_paths(nodes, tmp_path):
    map = xun.grid.Map.generate("rooms", 400, 400, seed=4)
    cells = np.argwhere(~map.walls)
    chosen = np.random.default_rng(1).integers(len(cells), size=(2, 900))
    terms = {"algorithm": "ucs", "moves": 8, "batch": 30, "out": tmp_path / "answers"}
    ends = cells[chosen[0]], cells[chosen[1]]
    done = interrupted(lambda progress: xun.ray.solve(map, *ends, progress=progress, **terms), 2)
    written = len(list((tmp_path / "answers").glob("part-*.parquet")))
    assert 2 <= done <= written < 30
    answers = xun.ray.solve(map, *ends, **terms)
    expected = xun.grid.solve(map, *ends, "astar", moves=8)
    assert np.allclose(answers.costs, expected.costs)


def test_of_grading(nodes, tmp_path):
    slow = tmp_path / "slow.py"
    slow.write_text("import time\ntime.sleep(0.3)\nprint(-1)\n")
    commands = [[sys.executable, str(slow), str(number)] for number in range(6)]
    terms = {"task": "path", "count": 2, "journal": tmp_path / "grades.jsonl"}
    work = lambda progress: xun.ray.grade(commands, progress=progress, **terms)  # noqa: E731
    assert 1 <= interrupted(work) < 6
    assert len(xun.ray.grade(commands, **terms)) == 6


def test_of_a_class(nodes, tmp_path):
    (tmp_path / "assignment").mkdir()
    (tmp_path / "assignment" / "assignment.json").write_text(json.dumps(ASSIGNMENT))
    for number in range(6):
        folder = tmp_path / "submissions" / f"student{number}"
        folder.mkdir(parents=True)
        (folder / "main.py").write_text("import time\ntime.sleep(0.3)\nprint(-1)\n")
    where = (tmp_path / "assignment", tmp_path / "submissions", tmp_path / "out")
    terms = {"isolation": "none"}
    work = lambda progress: xun.ray.grade_class(*where, progress=progress, **terms)  # noqa: E731
    assert 1 <= interrupted(work) < 6
    assert len(xun.ray.grade_class(*where, **terms).points) == 6


def test_of_an_experiment(nodes, tmp_path):
    terms = {"quick": True, "seed": 2, "journal": tmp_path / "lab.jsonl"}
    interrupted(lambda progress: xun.ray.lab("heuristics", progress=progress, **terms))
    there, here = xun.ray.lab("heuristics", **terms), xun.lab.run("heuristics", quick=True, seed=2)
    assert there.data["complete"] and len(there.rows) == len(here.rows)


def test_of_the_command(nodes, one_machine, tmp_path):  # noqa: F811
    """Ctrl-C in a terminal goes to all processes of the command's group."""
    journal = tmp_path / "match.jsonl"
    environment = {**os.environ, "XUN_LANG": "en"}
    driver = subprocess.Popen(
        command_of(nodes, journal), env=environment, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    deadline = time.monotonic() + 300
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 4):
        assert driver.poll() is None and time.monotonic() < deadline, driver.communicate()
        time.sleep(0.02)
    os.killpg(driver.pid, signal.SIGINT)
    output, errors = driver.communicate(timeout=60)
    assert driver.returncode == 130 and "Traceback" not in errors, errors
    assert "interrupted" in errors and str(journal) in errors
    assert 5 <= journal.read_bytes().count(b"\n") < 25
    assert journal.read_bytes().endswith(b"\n")
    assert len(xun.ray.match(*PLAYERS, journal=journal, **MATCH).games) == 24
    assert journal_of(journal) == journal_of(one_machine[0])

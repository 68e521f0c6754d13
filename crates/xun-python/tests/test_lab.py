"""Experiments and grading."""

import os
import sys

import pytest

import xun
from xun import lab

STUDENT = """
import sys
from collections import deque
numbers = sys.stdin.read().split()
rows, columns, tank = map(int, numbers[:3])
cells = [list(map(int, numbers[3 + r * columns : 3 + (r + 1) * columns])) for r in range(rows)]
print({answer})
"""


def test_experiments_are_listed():
    assert "alphabeta" in lab.experiments() and lab.experiments("zh")["alphabeta"]


def test_an_experiment_runs_and_repeats(tmp_path):
    results = lab.run("memory", quick=True, seed=2)
    assert results.rows and results.data["complete"]
    again = lab.run("memory", quick=True, seed=2)
    exact = "expanded"
    for one, other in zip(results.rows, again.rows):
        if exact in one["values"]:
            assert one["values"][exact] == other["values"][exact]
    results.save(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["memory.csv", "memory.json"]
    assert results.plots()[0].startswith("<svg") and "<!doctype html>" in results.html("zh")
    with pytest.raises(ValueError):
        lab.run("phlogiston")


def test_grading(tmp_path):
    silent = tmp_path / "silent.py"
    silent.write_text("pass\n")
    graded = lab.grade([sys.executable, str(silent)], "path", count=3)
    assert graded.passed == 0 and {entry["verdict"] for entry in graded.entries} == {"garbage"}
    missing = lab.grade(["/no/such/program"], "path", count=2)
    assert {entry["verdict"] for entry in missing.entries} == {"not_started"}


def test_a_right_answer_passes(tmp_path):
    """A student who asks this package has everything right."""
    program = tmp_path / "student.py"
    program.write_text(
        "import sys, xun\n"
        "map = xun.grid.Map.parse(sys.stdin.read(), 'lab')\n"
        "try:\n"
        "    path = xun.grid.find_path(map)\n"
        "    print(path.steps); print(path.letters)\n"
        "except xun.NoPath:\n"
        "    print(-1)\n"
    )
    environment = os.environ.get("PYTHONPATH")
    graded = lab.grade([sys.executable, str(program)], "path", count=6, time=60.0)
    assert graded.share == 1.0, (graded.entries, environment)


def test_bad_terms():
    for terms in ({"task": "chess"}, {"speed": 5}, {"time": float("nan")}):
        with pytest.raises(ValueError):
            lab.grade(["true"], **terms)
    with pytest.raises(ValueError):
        lab.grade("")
    with pytest.raises(ValueError):
        lab.replicate("/no/such/folder")


def test_replication(tmp_path):
    folder = os.environ.get("XUN_COURSE")
    if not folder:
        pytest.skip("XUN_COURSE names no course folder")
    pytest.importorskip("pandas")
    frame = lab.replicate(folder)
    assert not ((frame.verdict == "differs") & frame.deterministic).any()

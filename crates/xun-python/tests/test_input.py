"""Wrong arguments of every module: a clear `ValueError`, never a fault of the interpreter."""

import inspect
import re
import sys

import numpy as np
import pytest

import xun

OPEN = np.zeros((10, 10), dtype=bool)
ENDS = ((0, 0), (0, 9))


@pytest.mark.parametrize(
    "call,text",
    [
        (lambda: xun.grid.Map(OPEN, start=(99, 0)), "outside the map"),
        (lambda: xun.grid.Map(OPEN, goal=(0, -1)), "column of the goal"),
        (lambda: xun.grid.find_path(OPEN, *ENDS, limit=5), "no limit"),
        (lambda: xun.grid.find_path(OPEN, *ENDS, weight="a"), "weight is 'a'"),
        (lambda: xun.grid.find_path(OPEN, *ENDS, tank=5, stations=3), "stations are 3"),
        (lambda: xun.grid.Searcher(OPEN, 5), "'?5'?"),
        (lambda: xun.grid.Searcher(OPEN).find_many([(0, 0)], [(0, 9)], limit=5), "no limit"),
        (lambda: xun.grid.all_distances(OPEN, (0, 0), limit=5), "no limit"),
        (lambda: xun.grid.find_path(OPEN, (0, 0, 0), (1, 1)), r"expected \(row, column\)"),
        (lambda: xun.grid.find_path(OPEN, (2**40, 0), (1, 1)), "row of the start"),
        (lambda: xun.grid.find_path(OPEN, (True, False), (1, 1)), "row of the start"),
        (lambda: xun.grid.find_path(OPEN, (0, 0), (10, 0)), "outside"),
        (lambda: xun.grid.find_path(~OPEN, *ENDS), "is a wall"),
        (lambda: xun.grid.find_path(OPEN, *ENDS, moves=5), "5"),
        (lambda: xun.grid.find_path(OPEN, *ENDS, algorithm="priced"), "priced"),
        (lambda: xun.grid.find_path(OPEN, (0, 0)), "no goal"),
        (lambda: xun.gomoku.Board(15, moves=5), "moves are 5"),
        (lambda: xun.gomoku.solve(xun.gomoku.Board(), limit=5), "no limit"),
        (lambda: xun.textbook.alphabeta(xun.xiangqi.Board(), 1, limit=5), "no limit"),
        (lambda: xun.arena.match("xun", "random", sprt=5), "sprt is 5"),
        (lambda: xun.arena.match("xun", "random", sprt=(float("nan"), 5)), "elo0 is nan"),
        (lambda: xun.arena.match("xun", "random", risk="a"), "risk is 'a'"),
        (lambda: xun.arena.match("xun", "random", grace="a"), "grace is 'a'"),
        (lambda: xun.arena.match(5, 6), "player 5"),
        (lambda: xun.lab.grade("true", "path", time="a"), "time is 'a'"),
        (lambda: xun.envs.State(xun.gomoku.Board()).apply_action(1.5), "action 1.5"),
        (lambda: xun.envs.State(xun.gomoku.Board()).apply_action(2**70), "action 11805"),
        (lambda: xun.envs.State(xun.gomoku.Board()).apply_action(225), "illegal action 225"),
    ],
)
def test_a_wrong_argument_is_named(call, text):
    with pytest.raises(ValueError) as caught:
        call()
    assert re.search(text, str(caught.value)), caught.value


def test_a_missing_file_is_named():
    with pytest.raises(OSError, match="/no/such/openings"):
        xun.arena.match("xun", "random", openings="/no/such/openings")


MODULES = [xun, xun.grid, xun.grid.supply, xun.xiangqi, xun.xiangqi.pgn, xun.gomoku, xun.textbook]
MODULES += [xun.arena, xun.lab, xun.envs, xun.selfplay]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_everything_public_is_documented(module):
    missing = []
    for name in module.__all__:
        if name in ("Maze", "MazeVector", "Supply", "SupplyVector"):
            pytest.importorskip("gymnasium")
        value = getattr(module, name)
        if inspect.isclass(value):
            members = [getattr(value, one) for one in dir(value) if not one.startswith("_")]
            described = [one for one in members if callable(one) or inspect.isdatadescriptor(one)]
            missing += [f"{name}: {one}" for one in [value, *described] if not inspect.getdoc(one)]
        elif callable(value) and not inspect.getdoc(value):
            missing.append(name)
    assert [one for one in missing if "'args' of 'BaseException'" not in one] == []


@pytest.mark.parametrize(
    "package,extra,call",
    [
        ("pandas", "notebook", lambda: xun.grid.trace([[1, 1]], (0, 0), (0, 1)).to_frame()),
        ("networkx", "networkx", lambda: xun.grid.Map([[1, 1]]).to_networkx()),
        ("pettingzoo", "envs", lambda: xun.envs.gomoku(7)),
        ("gymnasium", "envs", lambda: xun.envs.Maze()),
    ],
)
def test_a_missing_package_names_its_extra(monkeypatch, package, extra, call):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModuleNotFoundError, match=rf"pip install 'xun\[{extra}\]'"):
        call()

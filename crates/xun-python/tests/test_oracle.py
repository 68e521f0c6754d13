"""Oracles against searches, and their files."""

import pickle

import numpy as np
import pytest

import xun
from xun import grid


def pairs(map, count, seed=1):
    cells = np.argwhere(~map.walls)
    chosen = np.random.default_rng(seed).integers(len(cells), size=(2, count))
    return cells[chosen[0]], cells[chosen[1]]


@pytest.mark.parametrize("memory", [64, 13])
@pytest.mark.parametrize("kind", ["random", "maze", "rooms", "caves"])
def test_oracles_agree_with_searches(kind, memory):
    map = grid.Map.generate(kind, 41, 51, seed=4)
    try:
        oracle = grid.Oracle(map, bytes_per_cell=memory)
    except ValueError as error:
        assert memory < 64 and "bytes a cell" in str(error)
        return
    starts, goals = pairs(map, 120)
    expected = grid.Searcher(map, "jps-table").find_many(starts, goals)
    assert np.allclose(oracle.find_many(starts, goals), expected)
    for start, goal, cost in zip(starts.tolist(), goals.tolist(), expected):
        start, goal = tuple(start), tuple(goal)
        assert oracle.distance(start, goal) == pytest.approx(cost)
        if np.isinf(cost):
            with pytest.raises(xun.NoPath):
                oracle.find(start, goal)
        else:
            path = oracle.find(start, goal)
            assert path.cost == pytest.approx(cost) and path.algorithm == "oracle"
            assert list(path)[0] == start and list(path)[-1] == goal
            assert abs(np.diff(path.cells, axis=0)).max(initial=0) <= 1


def test_less_memory_means_searches_and_the_same_answers():
    map = grid.Map.generate("random", 64, 64, seed=2, density=0.3)
    full = grid.Oracle(map, bytes_per_cell=10_000)
    assert full.is_complete and full.points > 0 and full.entries > full.points
    least = next(
        oracle
        for most in range(1, 10_000)
        if (oracle := tried(map, most)) is not None
    )
    assert not least.is_complete and least.nbytes < full.nbytes
    starts, goals = pairs(map, 200)
    assert np.allclose(least.find_many(starts, goals), full.find_many(starts, goals))


def tried(map, most):
    try:
        return grid.Oracle(map, bytes_per_cell=most)
    except ValueError:
        return None


def test_files_are_of_their_map(tmp_path):
    map = grid.Map.generate("rooms", 20, 30, seed=3)
    oracle = grid.Oracle(map)
    file = tmp_path / "rooms.oracle"
    oracle.save(file)
    assert [one.name for one in tmp_path.iterdir()] == ["rooms.oracle"]
    for twin in (grid.Oracle.load(file, map), pickle.loads(pickle.dumps(oracle))):
        assert twin.points == oracle.points and twin.map == map
        assert twin.distance(map.start, map.goal) == oracle.distance(map.start, map.goal)
    with pytest.raises(ValueError, match="another map"):
        grid.Oracle.load(file, grid.Map.generate("rooms", 20, 30, seed=4))
    data = file.read_bytes()
    for damaged in (b"", b"no oracle", data[:-5], data[:200] + b"\0\0\0\0" + data[204:]):
        file.write_bytes(damaged)
        with pytest.raises(ValueError):
            grid.Oracle.load(file, map)
    with pytest.raises(OSError):
        grid.Oracle.load(tmp_path / "missing", map)


def test_wrong_oracles():
    open_map = np.zeros((30, 30), bool)
    walls = open_map.copy()
    walls[1, 1] = True
    oracle = grid.Oracle(walls)
    wrong = [
        lambda: grid.Oracle([[1, 2]]),
        lambda: grid.Oracle(open_map, bytes_per_cell=-1),
        lambda: grid.Oracle(np.zeros((2, 40_000), bool)),
        lambda: oracle.distance((1, 1), (0, 0)),
        lambda: oracle.distance((0, 0), (99, 0)),
        lambda: oracle.find((0, 0), (1, 1)),
        lambda: oracle.find_many([(0, 0)], [(1, 1)]),
    ]
    for call in wrong:
        with pytest.raises(ValueError):
            call()
    with pytest.raises(xun.Stopped):
        grid.Oracle(grid.Map.generate("caves", 200, 200), limit=xun.Limit(nodes=1))

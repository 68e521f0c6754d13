"""Paths: answers compared with networkx and python-pathfinding-like counting, and bad input."""

import pickle
from xml.etree import ElementTree

import numpy as np
import pytest

import xun
from xun import grid


def brute_distances(walls, start):
    """Breadth-first distances, written here alone."""
    distance = np.full(walls.shape, np.inf)
    distance[start] = 0
    wave = [start]
    while wave:
        following = []
        for row, column in wave:
            for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                cell = row + down, column + right
                if not (0 <= cell[0] < walls.shape[0] and 0 <= cell[1] < walls.shape[1]):
                    continue
                if not walls[cell] and distance[cell] == np.inf:
                    distance[cell] = distance[row, column] + 1
                    following.append(cell)
        wave = following
    return distance


def random_walls(seed, shape=(30, 40), share=0.3):
    walls = np.random.default_rng(seed).random(shape) < share
    walls[0, 0] = walls[-1, -1] = False
    return walls


@pytest.mark.parametrize("seed", range(6))
def test_every_algorithm_agrees_with_counting(seed):
    walls = random_walls(seed, share=0.2)
    expected = brute_distances(walls, (0, 0))
    map = grid.Map(walls)
    assert np.array_equal(grid.all_distances(map, (0, 0)), expected)
    goal = (29, 39)
    for name in ("auto", "astar", "bfs", "ucs", "bidirectional", "fringe", "ida-table"):
        if np.isinf(expected[goal]):
            with pytest.raises(xun.NoPath):
                grid.find_path(map, (0, 0), goal, name)
            continue
        path = grid.find_path(map, (0, 0), goal, name)
        assert path.steps == path.cost == expected[goal], name
        assert path.cells.dtype == np.int32 and path.cells.shape == (path.steps + 1, 2)
        assert tuple(path.cells[0]) == (0, 0) and tuple(path.cells[-1]) == goal
        assert not walls[path.cells[:, 0], path.cells[:, 1]].any()
        assert (np.abs(np.diff(path.cells, axis=0)).sum(axis=1) == 1).all()
        assert len(path.letters) == path.steps


@pytest.mark.parametrize("moves", [4, 8, "8-cutting"])
def test_networkx_agrees(moves):
    networkx = pytest.importorskip("networkx")
    rng = np.random.default_rng(5)
    terrain = rng.integers(0, 6, size=(18, 20)).astype(np.uint8)
    terrain[0, 0] = terrain[-1, -1] = 1
    map = grid.Map(terrain)
    graph = map.to_networkx(moves)
    lengths = networkx.single_source_dijkstra_path_length(graph, (0, 0))
    ours = grid.all_distances(map, (0, 0), moves)
    for cell, length in lengths.items():
        assert ours[cell] == pytest.approx(length)
    assert np.isfinite(ours).sum() == len(lengths)
    expected = networkx.astar_path_length(graph, (0, 0), (17, 19))
    assert grid.astar_path_length(map, (0, 0), (17, 19), moves) == pytest.approx(expected)
    cells = grid.astar_path(map, (0, 0), (17, 19), moves)
    assert networkx.path_weight(graph, cells, "weight") == pytest.approx(expected)


def test_find_many_equals_single_queries():
    map = grid.Map(random_walls(3, (60, 60), 0.25))
    open_cells = np.argwhere(map.walls == False)  # noqa: E712
    rng = np.random.default_rng(1)
    starts, goals = (open_cells[rng.integers(len(open_cells), size=200)] for _ in range(2))
    searcher = grid.Searcher(map, "jps-table")
    for threads in (0, 1, 3):
        costs = searcher.find_many(starts, goals, threads=threads)
        for start, goal, cost in zip(starts, goals, costs):
            try:
                assert searcher.find(start, goal).cost == pytest.approx(cost)
                assert grid.find_path(map, start, goal, moves=8).cost == pytest.approx(cost)
            except xun.NoPath:
                assert np.isinf(cost)


def test_supply():
    map = grid.Map.parse("tank 4\nS...*...G\n")
    assert map.tank == 4 and map.stations == [(0, 4)]
    path = grid.supply.solve(map)
    assert path.steps == 8 and path.refills == [(4, (0, 4), 0)]
    with pytest.raises(xun.NoPath):
        grid.supply.solve(map, tank=3)
    assert grid.supply.smallest_tank(map) == 4
    explanation = grid.supply.explain(map, tank=3)
    assert explanation.possible is False and explanation.smallest_tank == 4
    assert grid.supply.explain(map).possible is True
    free = grid.Map(np.zeros((1, 9), dtype=bool))
    with_stations = grid.find_path(free, (0, 0), (0, 8), tank=4, stations=[(0, 4)])
    assert with_stations.steps == 8
    mask = np.zeros((1, 9), dtype=bool)
    mask[0, 4] = True
    paid = grid.find_path(free, (0, 0), (0, 8), tank=4, stations=mask, prices=[7])
    assert paid.cost == 28 and paid.purchases == [(4, (0, 4), 4, 7)]
    with pytest.raises(ValueError, match="need a tank"):
        grid.find_path(free, (0, 0), (0, 8), stations=[(0, 4)])


def test_trace_is_the_search():
    pandas = pytest.importorskip("pandas")
    map = grid.Map.generate("rooms", 20, 25, seed=4)
    trace = grid.trace(map, algorithm="astar")
    events = list(trace)
    assert len(events) == len(trace)
    expanded = [event for event in events if event.kind == "expand"]
    assert len(expanded) == trace.path.statistics.expanded
    assert expanded[0].cell == map.start and expanded[0].g == 0
    assert events[-1].kind == "found" or any(event.kind == "found" for event in events)
    frame = trace.to_frame()
    assert isinstance(frame, pandas.DataFrame) and (frame.kind == "expand").sum() == len(expanded)
    cut = grid.trace(map, algorithm="astar", most=10)
    assert len(cut) == 10 and cut.dropped == len(trace) - 10


def test_trace_files(tmp_path):
    import json

    map = grid.Map.parse("S.#\n..G\n")
    trace = grid.trace(map)
    trace.to_posthoc(tmp_path / "a.trace.json")
    document = json.loads((tmp_path / "a.trace.json").read_text())
    assert document["version"] == "1.4.0" and document["events"][-1]["outcome"] == "found"
    trace.to_posthoc(tmp_path / "a.jsonl")
    lines = (tmp_path / "a.jsonl").read_text().splitlines()
    assert len(lines) == len(document["events"]) + 1


def test_files_read_back(tmp_path):
    map = grid.Map.generate("comb", 12, 20, seed=2)
    for name in ("map.txt",):
        map.write(tmp_path / name)
        assert grid.Map.read(tmp_path / name) == map
    assert pickle.loads(pickle.dumps(map)) == map
    assert np.array_equal(grid.Map(map.terrain).terrain, map.terrain)


def test_progress_is_reported():
    seen = []
    walls = np.zeros((1500, 1500), dtype=bool)
    path = grid.find_path(walls, (0, 0), (1499, 1499), "ucs", progress=seen.append)
    assert path.steps == 2998
    assert seen == sorted(seen)

    def fail(expanded):
        raise RuntimeError("enough")

    if seen:
        with pytest.raises(RuntimeError, match="enough"):
            grid.find_path(walls, (0, 0), (1499, 1499), "ucs", progress=fail)


def test_limits_stop():
    walls = np.zeros((800, 800), dtype=bool)
    with pytest.raises(xun.Stopped):
        grid.find_path(walls, (0, 0), (799, 799), "ucs", limit=xun.Limit(nodes=1000))
    with pytest.raises(xun.Stopped):
        grid.find_path(walls, (0, 0), (799, 799), "ucs", limit=xun.Limit(time=0.0))


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(5, dtype=bool),
        np.zeros((2, 2, 2), dtype=bool),
        np.zeros((0, 3), dtype=bool),
        np.array([[1.0, np.nan]]),
        np.array([[0.0, 1.0]]),
        np.array([[-1, 1]]),
        np.array([[300, 1]]),
        np.array([["a", "b"]]),
        [[1, 2], [3]],
        np.broadcast_to(np.zeros(1, dtype=bool), (1 << 20, 1 << 20)),
        None,
    ],
)
def test_bad_arrays_are_value_errors(array):
    with pytest.raises(ValueError):
        grid.Map(array)


def test_bad_ends_are_value_errors():
    map = grid.Map(np.array([[False, True], [False, False]]))
    for start in ((0, 1), (5, 5), (-1, 0), (0.5, 0), (float("nan"), 0), (0,), "ab", 3, None):
        with pytest.raises(ValueError):
            grid.find_path(map, start, (1, 1))
    for name in ("astr", "", "\0"):
        with pytest.raises(ValueError):
            grid.find_path(map, (0, 0), (1, 1), name)
    with pytest.raises(ValueError):
        grid.find_path(map, (0, 0), (1, 1), moves=6)
    with pytest.raises(ValueError):
        grid.find_path(map, (0, 0), (1, 1), "weighted-astar", weight=float("nan"))
    searcher = grid.Searcher(map)
    for bad in ([(0, 0)], [[0, 0, 0]], [[0.5, 1]], [[-1, 0]], [[9, 9]]):
        with pytest.raises(ValueError):
            searcher.find_many(bad, [(1, 1), (1, 1)])
    with pytest.raises(ValueError):
        grid.Map.generate("labyrinth")
    with pytest.raises(ValueError):
        grid.Map.generate("maze", 1 << 31, 1 << 31)


def test_faults_of_a_file():
    with pytest.raises(ValueError) as caught:
        grid.Map.parse("S.?\n.!G\n")
    assert len(caught.value.faults) == 2 and "?" in caught.value.faults[0]
    copy = pickle.loads(pickle.dumps(caught.value))
    assert copy.faults == caught.value.faults


def test_pictures():
    map = grid.Map.generate("rooms", 12, 14, seed=1)
    assert map._repr_svg_().startswith("<svg")
    assert grid.find_path(map)._repr_svg_().startswith("<svg")
    page = grid.trace(map)._repr_html_()
    assert page.startswith("<iframe") and "http" not in page


def test_many_queries_in_files(tmp_path):
    """A call that was interrupted goes on after the files that are there."""
    pytest.importorskip("pyarrow")
    map = xun.grid.Map.generate("caves", 40, 40, seed=3)
    cells = np.argwhere(~map.walls)
    starts, goals = cells[:100], cells[-100:]
    searcher = pickle.loads(pickle.dumps(xun.grid.Searcher(map, "jps-table")))
    expected = searcher.find_many(starts, goals)
    terms = {"algorithm": "jps-table", "batch": 30, "out": tmp_path / "out"}
    done = []
    answers = xun.grid.solve(map, starts, goals, progress=done.append, **terms)
    assert np.array_equal(answers.costs, expected) and done == [1, 2, 3, 4]
    (tmp_path / "out" / "part-000002.parquet").unlink()
    done.clear()
    again = xun.grid.solve(map, starts, goals, progress=done.append, **terms)
    assert np.array_equal(again.costs, expected) and done == [3]
    with pytest.raises(ValueError, match="other queries"):
        xun.grid.solve(map, goals, starts, **terms)
    for batch in (0, -1, 1.5):
        with pytest.raises(ValueError):
            xun.grid.solve(map, starts, goals, batch=batch)


def test_queries_that_share_arrays_answer_as_fresh_maps():
    map = xun.grid.Map.generate("rooms", 40, 60, seed=5)
    cells = [(int(row), int(column)) for row, column in np.argwhere(~map.walls)]
    generator = np.random.default_rng(3)
    # More queries than the marks of visited cells count before they are cleared (6,500).
    for number in range(8_000):
        start, goal = (cells[one] for one in generator.integers(len(cells), size=2))
        try:
            cost = xun.grid.find_path(map, start, goal).cost
        except xun.NoPath:
            cost = np.inf
        if number % 40 == 0:
            assert cost == xun.grid.all_distances(map, start)[goal]
    for algorithm in ("astar", "bfs", "ucs", "jps", "jps-table", "fringe", "bidirectional"):
        moves = 8 if algorithm.startswith("jps") else 4
        for _ in range(3):
            start, goal = (cells[one] for one in generator.integers(len(cells), size=2))
            fresh = xun.grid.find_path(xun.grid.Map(map.terrain), start, goal, algorithm, moves)
            kept = xun.grid.find_path(map, start, goal, algorithm, moves)
            assert kept.cells.tolist() == fresh.cells.tolist() and kept.cost == fresh.cost


def test_threads_share_a_map():
    from concurrent.futures import ThreadPoolExecutor

    map = xun.grid.Map.generate("caves", 80, 80, seed=4)
    distances = xun.grid.all_distances(map, map.start)
    goals = [tuple(goal) for goal in np.argwhere(np.isfinite(distances)).tolist()]
    with ThreadPoolExecutor(8) as pool:
        costs = pool.map(lambda goal: xun.grid.find_path(map, map.start, goal).cost, goals)
        assert list(costs) == [distances[goal] for goal in goals]


def test_a_path_pickles_and_cannot_be_changed():
    path = xun.grid.find_path(xun.grid.Map.parse("tank 4\nS...*...G\n"))
    again = pickle.loads(pickle.dumps(path))
    assert again.cells.tolist() == path.cells.tolist() and again.cells is again.cells
    for name in ("cost", "steps", "algorithm", "guarantee", "statistics", "refills", "map"):
        assert getattr(again, name) == getattr(path, name)
        with pytest.raises(AttributeError):
            setattr(path, name, None)


def test_a_wide_body_goes_around():
    walls = np.zeros((7, 9), dtype=bool)
    walls[1:6, 4] = True
    map = xun.grid.Map(walls, start=(3, 2), goal=(3, 6))
    assert xun.grid.find_path(map).steps == 10
    with pytest.raises(xun.NoPath):
        xun.grid.find_path(map.for_body(3))
    assert xun.grid.find_path(map.for_body(radius=0.5)).steps == 10
    for wrong in ({}, {"side": 0}, {"radius": float("nan")}, {"side": 3, "radius": 1.0}):
        with pytest.raises(ValueError):
            map.for_body(**wrong)


def test_pictures_fit_into_a_notebook():
    for rows, columns in ((4, 6), (40, 60), (300, 20), (1, 900)):
        map = xun.grid.Map(np.zeros((rows, columns), dtype=bool))
        path = xun.grid.find_path(map, (0, 0), (rows - 1, columns - 1))
        for svg in (map._repr_svg_(), path._repr_svg_()):
            root = ElementTree.fromstring(svg)
            width, height = float(root.get("width")), float(root.get("height"))
            assert 0 < width <= 720 and 0 < height <= 900
            assert root.get("viewBox") == f"0 0 {columns} {rows}"
            # Rounded to whole pixels, but not stretched.
            assert abs(width / columns - height / rows) < 1


def test_supplies_on_arrays():
    road, ends = np.zeros((1, 9), dtype=bool), ((0, 0), (0, 8))
    terms = {"tank": 4, "stations": [(0, 4)]}
    assert grid.supply.solve(road, *ends, **terms).refills == [(4, (0, 4), 0)]
    assert grid.supply.explain(road, *ends, **terms).possible
    assert grid.supply.smallest_tank(road, *ends, [(0, 3)]) == 5

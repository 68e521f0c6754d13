"""Questions about more than one path, against distances and paths of single queries."""

import itertools

import numpy as np
import pytest

import xun
from xun import grid


def random_map(seed, costs=9):
    generator = np.random.default_rng(seed)
    terrain = generator.integers(1, costs + 1, size=(9, 12))
    terrain[generator.random(terrain.shape) < 0.3] = 0
    cells = np.argwhere(terrain > 0)
    generator.shuffle(cells)
    return grid.Map(terrain), [tuple(cell) for cell in cells.tolist()]


def cost_of(map, cells, moves):
    """The cost of walking these cells; each step is one of the moves."""
    terrain, total = map.terrain, 0.0
    for (row, column), to in itertools.pairwise(cells):
        down, right = abs(to[0] - row), abs(to[1] - column)
        assert down + right == 1 or (moves == 8 and down == right == 1)
        total += float(terrain[to]) * (2**0.5 if down and right else 1)
    return total


@pytest.mark.parametrize("moves", [4, 8])
@pytest.mark.parametrize("seed", range(8))
def test_many_starts_and_goals(seed, moves):
    map, cells = random_map(seed)
    starts, goals = cells[:4], cells[4:9]
    expected = np.array(
        [[grid.all_distances(map, start, moves)[goal] for goal in goals] for start in starts]
    )
    assert np.allclose(grid.distance_matrix(map, starts, goals, moves), expected)
    paths = grid.all_goals(map, starts, goals, moves)
    for path, costs in zip(paths, expected.T):
        assert (path is None) == np.isinf(costs).all()
        if path is not None:
            assert path.cost == pytest.approx(costs.min())
            assert cost_of(map, list(path), moves) == pytest.approx(path.cost)
    if np.isfinite(expected).any():
        assert grid.nearest_goal(map, starts, goals, moves).cost == pytest.approx(expected.min())
    else:
        with pytest.raises(xun.NoPath):
            grid.nearest_goal(map, starts, goals, moves)


@pytest.mark.parametrize("moves", [4, 8])
@pytest.mark.parametrize("seed", range(8))
def test_fields_lead_to_the_nearest_source(seed, moves):
    map, cells = random_map(seed)
    sources = cells[:3]
    field = grid.field(map, sources, moves)
    for cell in cells[3:30]:
        expected = min(grid.all_distances(map, cell, moves)[source] for source in sources)
        assert field.costs[cell] == pytest.approx(expected)
        if np.isinf(expected):
            with pytest.raises(xun.NoPath):
                field.path(cell)
        else:
            walked = [tuple(one) for one in field.path(cell).tolist()]
            assert walked[0] == cell and walked[-1] in sources
            assert cost_of(map, walked, moves) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(8))
def test_the_best_order_of_stops(seed):
    map, cells = random_map(seed)
    far = grid.all_distances(map, cells[0])
    reached = [cell for cell in cells[1:] if np.isfinite(far[cell])]
    start, stops = cells[0], reached[:4]
    if len(stops) < 4:
        return
    points = [start, *stops]
    costs = grid.distance_matrix(map, points, points)
    orders = list(itertools.permutations(range(4)))

    def along(order, end=()):
        places = [0, *(stop + 1 for stop in order), *end]
        return sum(costs[a, b] for a, b in itertools.pairwise(places))

    tour = grid.tour(map, start, stops)
    assert tour.path.cost == sum(tour.legs) == min(along(order) for order in orders)
    assert along(tour.order) == tour.path.cost
    there_and_back = grid.tour(map, start, stops, start)
    assert there_and_back.path.cost == min(along(order, (0,)) for order in orders)
    assert there_and_back.path.cells[-1].tolist() == list(start)
    assert grid.tour(map, start, stops, order="given").order == [0, 1, 2, 3]


@pytest.mark.parametrize("seed", range(8))
def test_the_nearest_reachable_cell(seed):
    map, cells = random_map(seed)
    far = grid.all_distances(map, cells[0])
    for goal in np.ndindex(map.shape):
        nearest = grid.nearest_reachable(map, cells[0], goal)
        reached = np.argwhere(np.isfinite(far))
        distances = np.hypot(*(reached - goal).T)
        assert nearest.distance == pytest.approx(distances.min())
        assert np.hypot(*np.subtract(nearest.cell, goal)) == pytest.approx(nearest.distance)
        assert nearest.path.cost == far[nearest.cell]


@pytest.mark.parametrize("seed", range(8))
def test_paths_at_any_angle(seed):
    map, cells = random_map(seed, costs=1)
    for start, goal in itertools.pairwise(cells[:12]):
        try:
            stepwise = grid.find_path(map, start, goal, moves=8).cost
        except xun.NoPath:
            with pytest.raises(xun.NoPath):
                grid.any_angle_path(map, start, goal)
            continue
        exact = grid.any_angle_path(map, start, goal)
        drawn = np.hypot(*np.diff(exact.points, axis=0).T).sum()
        assert drawn == pytest.approx(exact.length)
        assert exact.points[0].tolist() == list(start) and exact.points[-1].tolist() == list(goal)
        straight = float(np.hypot(*np.subtract(start, goal)))
        theta = grid.any_angle_path(map, start, goal, "theta")
        assert straight - 1e-9 <= exact.length <= min(stepwise, theta.length) + 1e-9
    with pytest.raises(ValueError, match="one cost"):
        grid.any_angle_path([[1, 2], [1, 1]], (0, 0), (1, 1))


@pytest.mark.parametrize("moves", [4, 8])
def test_plans_follow_a_map_that_changes(moves):
    generator = np.random.default_rng(3)
    terrain = np.ones((8, 10), dtype=np.uint8)
    plan = grid.Replanner(terrain, (0, 0), (7, 9), moves)
    for _ in range(60):
        cell = tuple(int(side) for side in generator.integers((8, 10)))
        if cell not in (plan.position, (7, 9)):
            cost = int(generator.choice([0, 1, 5]))
            assert plan.set(cell, cost) == (terrain[cell] != cost)
            terrain[cell] = cost
        try:
            expected = grid.find_path(terrain, plan.position, (7, 9), moves=moves).cost
        except xun.NoPath:
            with pytest.raises(xun.NoPath):
                plan.path()
            continue
        path = plan.path()
        assert path.cost == pytest.approx(expected)
        assert cost_of(grid.Map(terrain), list(path), moves) == pytest.approx(expected)
        if len(path) > 4:
            plan.move_to(tuple(path.cells[1].tolist()))
            assert list(plan.position) == path.cells[1].tolist()


def test_wrong_questions():
    open_map = np.zeros((4, 4), dtype=bool)
    walls = open_map.copy()
    walls[1, 1] = True
    many = [(number % 4, number // 4) for number in range(16)]
    wrong = [
        lambda: grid.distance_matrix(open_map, [], [(0, 0)]),
        lambda: grid.distance_matrix(open_map, [(0, 0)], [(9, 9)]),
        lambda: grid.distance_matrix(open_map, (0, 0), [(1, 1)]),
        lambda: grid.nearest_goal(walls, [(1, 1)], [(0, 0)]),
        lambda: grid.field(open_map, np.zeros((0, 2), dtype=int)),
        lambda: grid.tour(open_map, (0, 0), [(1, 1)], order="any"),
        lambda: grid.tour(open_map, (0, 0), many),
        lambda: grid.any_angle_path(open_map, (0, 0), (3, 3), "smooth"),
        lambda: grid.nearest_reachable(open_map, (0, 0), (9, 9)),
        lambda: grid.nearest_reachable(open_map, (0, 0), (3, 3), limit=5),
        lambda: grid.Replanner(walls, (1, 1), (0, 0)),
        lambda: grid.Replanner(open_map, (0, 0), (3, 3)).set((9, 9), 1),
        lambda: grid.Replanner(open_map, (0, 0), (3, 3)).set((1, 1), 256),
    ]
    for call in wrong:
        with pytest.raises(ValueError):
            call()
    with pytest.raises(xun.Stopped):
        grid.distance_matrix(np.zeros((200, 200), bool), [(0, 0)], [(199, 199)],
                             limit=xun.Limit(nodes=10))  # fmt: skip


@pytest.mark.parametrize("moves", [4, 8])
@pytest.mark.parametrize("seed", range(6))
def test_robots_reach_what_can_be_reached(seed, moves):
    map, cells = random_map(seed)
    for start, goal in itertools.pairwise(cells[:8]):
        found = grid.discover(map, start, goal, sight=2, moves=moves)
        assert found.reached == grid.has_path(map, start, goal, moves)
        walked = list(found.path)
        assert walked[0] == start and cost_of(map, walked, moves) == pytest.approx(found.path.cost)
        if found.reached:
            assert walked[-1] == goal
            assert found.path.cost >= grid.find_path(map, start, goal, moves=moves).cost - 1e-9
    with pytest.raises(ValueError):
        grid.discover(map, cells[0], cells[1], sight=-1)


@pytest.mark.parametrize("seed", range(6))
def test_straightened_paths_see_their_corners(seed):
    map, cells = random_map(seed, costs=1)
    for start, goal in itertools.pairwise(cells[:12]):
        assert grid.line_of_sight(map, start, goal) == grid.line_of_sight(map, goal, start)
        try:
            path = grid.find_path(map, start, goal, moves=8)
        except xun.NoPath:
            assert not grid.line_of_sight(map, start, goal)
            continue
        line = grid.smooth(path)
        corners = [tuple(int(side) for side in point) for point in line.points.tolist()]
        assert corners[0] == start and corners[-1] == goal
        exact = grid.any_angle_path(map, start, goal).length
        assert exact - 1e-9 <= line.length <= path.cost + 1e-9
        for a, b in itertools.pairwise(corners):
            assert grid.line_of_sight(map, a, b)
    with pytest.raises(ValueError):
        grid.line_of_sight(map, cells[0], (99, 0))
    with pytest.raises(ValueError, match="supply"):
        grid.smooth(grid.supply.solve(grid.Map.parse("tank 4\nS...*...G\n")))

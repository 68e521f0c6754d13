"""Trips with supplies, against plain search over (place, supply, stops) and paths of the map."""

import heapq
import pickle

import numpy as np
import pytest

import xun
from xun import grid
from xun.grid import trip


def random_graph(seed, places=7):
    generator = np.random.default_rng(seed)
    roads = []
    for _ in range(int(generator.integers(6, 20))):
        start, to = (int(one) for one in generator.integers(places, size=2))
        roads.append((start, to, *(int(one) for one in generator.integers(1, 9, size=3))))
    stations = {
        int(place): trip.Station(*(int(one) for one in generator.integers(0, 4, size=3)))
        for place in generator.choice(places, size=3, replace=False)
    }
    return trip.Graph(places, roads, stations)


def cheapest(graph, start, goal, tank, objective, *, supply, reserve, stops, returns):
    """The least amount of the objective by Dijkstra over every state; None without a plan."""
    first = (start, supply, 0, False, returns and start == goal)
    best, heap = {first: 0}, [(0, first)]
    while heap:
        cost, state = heapq.heappop(heap)
        if best[state] < cost:
            continue
        place, left, used, buying, turned = state
        if (turned and place == start) if returns else place == goal:
            return cost
        following = []
        station = graph.stations.get(place)
        if station is not None and left < tank and (buying or stops is None or used < stops):
            amount = {"distance": 0, "time": station.unit_time, "money": station.price}[objective]
            if not buying and objective == "time":
                amount += station.stop_time
            counted = used + (not buying) if stops is not None else 0
            following.append((amount, (place, left + 1, counted, True, turned)))
        for road in graph.roads(place):
            if left - road.uses >= reserve:
                amount = {"distance": road.distance, "time": road.time, "money": 0}[objective]
                now = turned or (returns and road.to == goal)
                following.append((amount, (road.to, left - road.uses, used, False, now)))
        for amount, after in following:
            if cost + amount < best.get(after, float("inf")):
                best[after] = cost + amount
                heapq.heappush(heap, (cost + amount, after))
    return None


@pytest.mark.parametrize("objective", ["distance", "time", "money"])
@pytest.mark.parametrize("seed", range(25))
def test_plans_are_the_cheapest(seed, objective):
    graph = random_graph(seed)
    generator = np.random.default_rng(seed)
    tank = int(generator.integers(4, 14))
    terms = {
        "supply": int(generator.integers(0, tank + 1)),
        "reserve": int(generator.integers(0, 3)),
        "stops": None if seed % 2 else int(generator.integers(0, 4)),
        "returns": bool(seed % 3 == 0),
    }
    expected = cheapest(graph, 0, 4, tank, objective, **terms)
    if expected is None:
        with pytest.raises(xun.NoPath):
            trip.plan(graph, 0, 4, tank, minimise=objective, **terms)
        assert not trip.explain(graph, 0, 4, tank, **terms).possible
        return
    plan = trip.plan(graph, 0, 4, tank, minimise=objective, **terms)
    assert getattr(plan, objective) == expected
    assert plan.places[0] == 0 and plan.places[-1] == (0 if terms["returns"] else 4)
    assert trip.explain(graph, 0, 4, tank, **terms).possible
    bought = sum(graph.stations[stop.place].price * stop.units for stop in plan.stops)
    assert bought == plan.money and all(stop.units >= 1 for stop in plan.stops)


def test_maps_have_cells_as_places():
    map = grid.Map.parse("tank 4\nprice a 2\nS...a...G\n")
    plan = trip.plan(map, minimise="money")
    assert plan.places == [(0, column) for column in range(9)]
    assert plan.stops == [trip.Stop(4, (0, 4), 4, 0)] and plan.money == 8
    assert plan.distance == grid.find_path(map, tank=9).steps
    graph = trip.Graph.of_map(map, 8, uses=(2, 3), stations={(0, 2): trip.Station(1, 5)})
    assert graph.stations == {(0, 2): trip.Station(1, 5), (0, 4): trip.Station(2)}
    assert graph.roads((0, 0)) == [trip.Road((0, 1), 1.0, 1.0, 2)]
    slow = trip.plan(graph, (0, 0), (0, 8), tank=12, minimise="time")
    assert slow.time == 8 and [stop.place for stop in slow.stops] == [(0, 4)]
    assert trip.explain(map, tank=3).smallest_tank == 4


@pytest.mark.parametrize("seed", range(5))
def test_distances_of_maps_are_those_of_paths(seed):
    map = grid.Map.generate("caves", 12, 14, seed=seed + 1)
    plan = trip.plan(trip.Graph.of_map(map, 8), map.start, map.goal, tank=10_000)
    assert plan.distance == pytest.approx(grid.find_path(map, moves=8).cost)


def test_graphs_are_read_and_kept(tmp_path):
    file = tmp_path / "graph.txt"
    file.write_text("# two roads\n0 1 5\n1 2 5 9 2\n")
    graph = trip.Graph.read(file, stations={1: 7})
    assert len(graph) == 3 and graph.roads(1) == [trip.Road(2, 5, 9, 2)] and graph.map is None
    for one in (graph, trip.Graph.of_map([[1, 2, 1]], stations={(0, 1): 3})):
        twin = pickle.loads(pickle.dumps(one))
        places = list(one.stations)
        assert twin.stations == one.stations and twin.roads(places[0]) == one.roads(places[0])


def test_wrong_trips():
    graph = trip.Graph(3, [(0, 1, 5), (1, 2, 5)])
    walls = grid.Map([[1, 0, 1]])
    wrong = [
        lambda: trip.Graph(2, [(0, 5, 1)]),
        lambda: trip.Graph(2, [(0, 1)]),
        lambda: trip.Graph(2, [(0, 1, -1)]),
        lambda: trip.Graph(2, [(0, 1, 1.5)]),
        lambda: trip.Graph(2, [7]),
        lambda: trip.Graph(10**12, []),
        lambda: trip.Graph(2, [(0, 1, 1)], stations={5: 1}),
        lambda: trip.Graph(2, [(0, 1, 1)], stations={0: -1}),
        lambda: trip.Graph.parse("0 1 x"),
        lambda: trip.Graph.of_map(np.zeros((2, 2), bool), 5),
        lambda: trip.Graph.of_map(np.zeros((2, 2), bool), uses=1),
        lambda: graph.roads(9),
        lambda: trip.plan(graph, 0, 9, 5),
        lambda: trip.plan(graph, 0, 2),
        lambda: trip.plan(graph, None, 2, 5),
        lambda: trip.plan(graph, 0, 2, 5, supply=6),
        lambda: trip.plan(graph, 0, 2, 10**6),
        lambda: trip.plan(graph, 0, 2, 9, minimise="fuel"),
        lambda: trip.plan(graph, (0, 0), (0, 1), 9),
        lambda: trip.plan(walls, (0, 0), (0, 1), 9),
        lambda: trip.plan(walls, (0, 0), (5, 5), 9),
        lambda: trip.plan([[1, 1]], (0, 0), (0, 1)),
    ]
    for number, call in enumerate(wrong):
        with pytest.raises(ValueError):
            call()
            pytest.fail(f"call {number} was taken")
    large = trip.Graph.of_map(np.zeros((200, 200), bool))
    with pytest.raises(xun.Stopped):
        trip.plan(large, (0, 0), (199, 199), 1000, limit=xun.Limit(nodes=10))
    with pytest.raises(xun.Stopped):
        trip.explain(large, (0, 0), (199, 199), 1000, limit=xun.Limit(nodes=10))

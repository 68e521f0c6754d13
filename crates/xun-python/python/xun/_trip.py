"""Trips with supplies as robots and vehicles have them, on maps and on general graphs.

Every road uses its own amount of supply, distance and time. Stations sell any number of units up to
a full tank, and may take time. Wanted is the least distance, time or money.

>>> import xun
>>> graph = xun.grid.trip.Graph(3, [(0, 1, 10), (1, 2, 10)], stations={1: 3})
>>> plan = xun.grid.trip.plan(graph, 0, 2, tank=12)
>>> plan.places, plan.money, plan.stops
([0, 1, 2], 24, [Stop(at=1, place=1, units=8, arrival=2)])
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from xun import _xun
from xun._errors import InputError, Stopped
from xun._limit import Limit, checked
from xun._numbers import whole

if TYPE_CHECKING:
    from xun.grid import Map, Moves, Statistics

__all__ = ["Explanation", "Graph", "Plan", "Road", "Station", "Stop", "explain", "plan"]

Place = Union[int, tuple[int, int]]
Objective = Literal["distance", "time", "money"]


class Road(NamedTuple):
    """A road from a place: where it leads, and the distance, time and supply that it takes."""

    to: Place
    distance: float
    time: float
    uses: int


class Station(NamedTuple):
    """A station: the price of a unit, the time of a stop and the time of each unit.

    >>> import xun
    >>> xun.grid.trip.Station(price=3)
    Station(price=3, stop_time=0, unit_time=0)
    """

    price: int = 0
    stop_time: int = 0
    unit_time: int = 0


class Stop(NamedTuple):
    """A stop of a plan: its index in ``places``, the place, the units bought, the supply before."""

    at: int
    place: Place
    units: int
    arrival: int


class Graph:
    """Roads between places, and stations at some of them.

    Places are numbers from 0; on the graph of a map they are cells. A road is ``(from, to,
    distance)`` in one direction, with its time and the supply it uses behind, which otherwise are
    the distance.
    ``stations`` has a :class:`Station`, or the price alone, for each place that sells.

    >>> import xun
    >>> graph = xun.grid.trip.Graph(2, [(0, 1, 5, 9, 2)], stations={0: xun.grid.trip.Station(1, 4)})
    >>> graph, graph.roads(0)
    (Graph(2 places), [Road(to=1, distance=5, time=9, uses=2)])
    """

    def __init__(
        self,
        places: int,
        roads: Iterable[tuple[int, ...]],
        stations: Mapping[int, int | Station] | None = None,
    ) -> None:
        native = _xun.NativeGraph(whole(places, "places"), _roads(roads))
        self._set(native, None, None)
        self._add(stations or {})

    def _set(
        self,
        native: _xun.NativeGraph,
        map: Map | None,
        making: tuple[str, tuple[int, int], bool] | None,
    ) -> None:
        self._native, self._map, self._making = native, map, making

    @classmethod
    def parse(cls, text: str, stations: Mapping[int, int | Station] | None = None) -> Graph:
        """The graph of a text: lines ``FROM TO DISTANCE [TIME [USES]]``, or DIMACS.

        Places of a DIMACS file are counted from 1 there and from 0 here.

        >>> import xun
        >>> xun.grid.trip.Graph.parse("p sp 2 1\\na 1 2 7\\n").roads(0)
        [Road(to=1, distance=7, time=7, uses=7)]
        """
        graph = cls.__new__(cls)
        graph._set(_xun.NativeGraph.parse(text), None, None)
        graph._add(stations or {})
        return graph

    @classmethod
    def read(
        cls, file: str | os.PathLike[str], stations: Mapping[int, int | Station] | None = None
    ) -> Graph:
        """The graph of a file, as :meth:`parse`."""
        return cls.parse(FilePath(file).read_text(encoding="utf-8"), stations)

    @classmethod
    def of_map(
        cls,
        map: Map | npt.ArrayLike,
        moves: Moves = 4,
        *,
        uses: tuple[int, int] = (1, 1),
        by_terrain: bool = False,
        stations: Mapping[tuple[int, int], int | Station] | None = None,
    ) -> Graph:
        """The graph of a map; the map's own stations are in it.

        ``uses`` is what a straight and a diagonal step use, with ``by_terrain`` times the cost of
        the ground. Distance and time of a step are that cost, times √2 for a diagonal one.

        >>> import xun
        >>> xun.grid.trip.Graph.of_map([[1, 3]], uses=(2, 3), by_terrain=True).roads((0, 0))
        [Road(to=(0, 1), distance=3.0, time=3.0, uses=6)]
        """
        from xun.grid import _as_map

        known = _as_map(map)
        try:
            straight, diagonal = uses
        except (TypeError, ValueError):
            raise InputError(f"uses is {uses!r}; expected (straight, diagonal)") from None
        units = whole(straight, "a step's use"), whole(diagonal, "a step's use")
        making = (str(moves), units, bool(by_terrain))
        graph = cls.__new__(cls)
        graph._set(_xun.NativeGraph.of_map(known._grid, *making), known, making)
        graph._add({**dict(zip(known.stations, known.prices)), **(stations or {})})
        return graph

    def _add(self, stations: Mapping[Any, int | Station]) -> None:
        rows = []
        for place, one in stations.items():
            parts = one if isinstance(one, tuple) else (one,)
            if not 1 <= len(parts) <= 3:
                raise InputError(f"{one!r} is no station; expected a price or a Station")
            station = Station(*(whole(part, "a number of a station") for part in parts))
            rows.append((self._node(place, "station"), *station))
        if rows:
            self._native = self._native.with_stations(rows)

    @property
    def map(self) -> Map | None:
        """The map that it is of, if it is of one."""
        return self._map

    @property
    def stations(self) -> dict[Place, Station]:
        """The stations by place."""
        rows = self._native.stations()
        return {self._place(node): Station(*numbers) for node, *numbers in rows}

    def roads(self, place: Place) -> list[Road]:
        """The roads that begin at a place."""
        rows = self._native.roads(self._node(place, "place"))
        return [
            Road(self._place(to), self._length(distance), self._length(time), uses)
            for to, distance, time, uses in rows
        ]

    def _node(self, place: Any, what: str) -> int:
        if self._map is None:
            return whole(place, f"the {what}", 2**63 - 1)
        from xun.grid import _cell

        row, column = _cell(place, what)
        rows, columns = self._map.shape
        if row >= rows or column >= columns:
            raise InputError(f"the {what} ({row}, {column}) is outside the map of {(rows, columns)}")
        return row * columns + column

    def _place(self, node: int) -> Place:
        return node if self._map is None else divmod(node, self._map.shape[1])

    def _length(self, units: float) -> float:
        return int(units) if self._map is None else units

    def __len__(self) -> int:
        """Number of places."""
        return len(self._native)

    def __repr__(self) -> str:
        return f"Graph({len(self)} places)"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._map is not None:
            return _of_map, (self._map, self._making, self.stations)
        roads = [
            (node, *road) for node in range(len(self)) for road in self._native.roads(node)
        ]
        return Graph, (len(self), np.array(roads, dtype=np.uint32).reshape(-1, 5), self.stations)


def _of_map(
    map: Map, making: tuple[Any, tuple[int, int], bool], stations: dict[Any, Station]
) -> Graph:
    moves, uses, by_terrain = making
    return Graph.of_map(map, moves, uses=uses, by_terrain=by_terrain, stations=stations)


def _roads(roads: Iterable[tuple[int, ...]]) -> npt.NDArray[np.uint32]:
    if isinstance(roads, np.ndarray) and roads.dtype == np.uint32 and roads.ndim == 2:
        return np.ascontiguousarray(roads)
    rows = []
    for road in roads:
        try:
            parts = [whole(part, "a number of a road") for part in road]
        except TypeError:
            parts = []
        if not 3 <= len(parts) <= 5:
            raise InputError(f"{road!r} is no road; expected (from, to, distance, time, uses)")
        start, to, distance, *more = parts
        time, *used = more or [distance]
        rows.append((start, to, distance, time, *(used or [distance])))
    return np.array(rows, dtype=np.uint32).reshape(-1, 5)


@dataclass(frozen=True)
class Plan:
    """A planned trip: the places in order and the stops at stations.

    ``distance`` and ``time`` are those of all roads, time of stops included, ``money`` the price of
    all units bought, ``left`` the supply at the end.
    """

    places: list[Place]
    stops: list[Stop]
    distance: float
    time: float
    money: int
    left: int
    statistics: Statistics


@dataclass(frozen=True)
class Explanation:
    """Limits of a trip beyond which there is no plan, each with all other rules as they are.

    ``None`` where the change alone does not help. ``has_way`` says whether roads lead there at all;
    ``reached_places`` and ``reached_stations`` are what the supply suffices for.
    """

    possible: bool
    has_way: bool
    reached_places: int
    reached_stations: int
    smallest_tank: int | None
    smallest_supply: int | None
    fewest_stops: int | None
    largest_reserve: int | None
    possible_without_return: bool


@dataclass(frozen=True)
class _Wanted:
    start: int
    goal: int
    tank: int
    supply: int
    reserve: int
    stops: int | None
    returns: bool
    minimise: str


def _wanted(
    graph: Graph | Map | npt.ArrayLike,
    ends: tuple[Place | None, Place | None],
    tank: int | None,
    supply: int | None,
    reserve: int,
    stops: int | None,
    returns: bool,
    minimise: str,
) -> tuple[Graph, _Wanted]:
    known = graph if isinstance(graph, Graph) else Graph.of_map(graph)
    map = known.map
    marked = (None, None) if map is None else (map.start, map.goal)
    places = []
    for given, own, what in zip(ends, marked, ("start", "goal")):
        place: Place | None = own if given is None else given
        if place is None:
            raise InputError(f"no {what} was given")
        node = known._node(place, what)
        if map is not None and not map._grid.is_open(divmod(node, map.shape[1])):
            raise InputError(f"the {what} {place} is in a wall")
        places.append(node)
    first, last = places
    if tank is None:
        tank = None if map is None else map.tank
    if tank is None:
        raise InputError("no tank was given")
    size = whole(tank, "tank")
    return known, _Wanted(
        start=first,
        goal=last,
        tank=size,
        supply=size if supply is None else whole(supply, "supply"),
        reserve=whole(reserve, "reserve"),
        stops=None if stops is None else whole(stops, "stops"),
        returns=bool(returns),
        minimise=str(minimise),
    )


def plan(
    graph: Graph | Map | npt.ArrayLike,
    start: Place | None = None,
    goal: Place | None = None,
    tank: int | None = None,
    *,
    supply: int | None = None,
    reserve: int = 0,
    stops: int | None = None,
    returns: bool = False,
    minimise: Objective = "distance",
    limit: Limit | None = None,
) -> Plan:
    """The trip with the least distance, time or money.

    A map stands for :meth:`Graph.of_map`. The tank is full at the start unless ``supply`` says
    otherwise; ``reserve`` must be left on every arrival; ``stops`` are the most stops at stations,
    where at least a unit is bought; with ``returns`` the trip ends where it began.

    Raises :class:`xun.NoPath` if there is none, :class:`xun.Stopped` if a limit is reached.

    >>> import xun
    >>> road = xun.grid.Map.parse("tank 4\\nS...*...G\\n")
    >>> plan = xun.grid.trip.plan(road)
    >>> plan.distance, plan.stops
    (8.0, [Stop(at=4, place=(0, 4), units=4, arrival=0)])
    >>> xun.grid.trip.plan(road, tank=16, returns=True).left
    0
    """
    from xun._questions import _found
    from xun.grid import Statistics

    known, wanted = _wanted(graph, (start, goal), tank, supply, reserve, stops, returns, minimise)
    found, effort = _found(known._native.plan(wanted, checked(limit)))
    nodes, bought, distance, time, money, left = found
    return Plan(
        places=[known._place(node) for node in nodes],
        stops=[Stop(at, known._place(node), *counts) for at, node, *counts in bought],
        distance=known._length(distance),
        time=known._length(time),
        money=money,
        left=left,
        statistics=Statistics(*effort),
    )


def explain(
    graph: Graph | Map | npt.ArrayLike,
    start: Place | None = None,
    goal: Place | None = None,
    tank: int | None = None,
    *,
    supply: int | None = None,
    reserve: int = 0,
    stops: int | None = None,
    returns: bool = False,
    limit: Limit | None = None,
) -> Explanation:
    """Why there is no plan and what would help, or how much could be spared.

    Arguments are those of :func:`plan`.

    >>> import xun
    >>> graph = xun.grid.trip.Graph(3, [(0, 1, 5), (1, 2, 5)])
    >>> explanation = xun.grid.trip.explain(graph, 0, 2, tank=8)
    >>> explanation.possible, explanation.reached_places, explanation.smallest_tank
    (False, 2, 10)
    """
    known, wanted = _wanted(graph, (start, goal), tank, supply, reserve, stops, returns, "distance")
    found = known._native.explain(wanted, checked(limit))
    if found is None:
        raise Stopped("a limit was reached before the explanation was complete")
    return Explanation(reached_places=found.pop("reached_nodes"), **found)

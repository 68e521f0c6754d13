"""Paths on grid maps: A*, jump point search, IDA* and others, and paths with a limited supply.

Cells are ``(row, column)`` from the top left, as in numpy.

>>> import numpy as np
>>> import xun
>>> walls = np.zeros((3, 4), dtype=bool)
>>> walls[0:2, 1] = True
>>> path = xun.grid.find_path(xun.grid.Map(walls), (0, 0), (0, 3))
>>> path.steps, path.cost
(7, 7.0)
>>> path.cells[0].tolist(), path.cells[-1].tolist()
([0, 0], [0, 3])
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from xun import _draw, _player, _xun
from xun import _supply as supply
from xun import _trip as trip
from xun._errors import InputError, NoPath, Stopped
from xun._extras import extra
from xun._limit import Limit, checked
from xun._numbers import real, whole
from xun._oracle import Oracle
from xun._questions import (
    AnglePath,
    Discovery,
    Field,
    Nearest,
    Replanner,
    Tour,
    all_goals,
    any_angle_path,
    discover,
    distance_matrix,
    field,
    line_of_sight,
    nearest_goal,
    nearest_reachable,
    smooth,
    tour,
)

if TYPE_CHECKING:
    import pandas

__all__ = [
    "AnglePath",
    "Answers",
    "Discovery",
    "Event",
    "Field",
    "Map",
    "Nearest",
    "Oracle",
    "Path",
    "Replanner",
    "Searcher",
    "Statistics",
    "Tour",
    "Trace",
    "algorithms",
    "all_distances",
    "all_goals",
    "any_angle_path",
    "astar_path",
    "astar_path_length",
    "discover",
    "distance_matrix",
    "field",
    "find_path",
    "has_path",
    "line_of_sight",
    "nearest_goal",
    "nearest_reachable",
    "smooth",
    "solve",
    "supply",
    "tour",
    "trace",
    "trip",
]

Cell = tuple[int, int]
Moves = Literal[4, 8, "4", "8", "8-cutting"]
Format = Literal["lab", "matrix", "movingai", "ascii"]
CELLS_LIMIT = 400_000_000


def _terrain(array: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """The costs of a map: 0 is a wall."""
    cells = np.asarray(array)
    if cells.ndim != 2:
        raise InputError(f"a map is an array with 2 axes, not {cells.ndim} (shape {cells.shape})")
    if cells.size > CELLS_LIMIT:
        raise InputError(f"{cells.shape[0]}×{cells.shape[1]} cells are more than {CELLS_LIMIT}")
    if cells.size == 0:
        raise InputError(f"a map needs at least one row and one column, not {cells.shape}")
    if cells.dtype == np.bool_:
        return np.ascontiguousarray(~cells, dtype=np.uint8)
    if not np.issubdtype(cells.dtype, np.integer):
        raise InputError(
            f"an array of {cells.dtype} is no map: expected bool (True is a wall) or integers from "
            "0 (a wall) to 255 (cost of entering)"
        )
    low, high = int(cells.min()), int(cells.max())
    if low < 0 or high > 255:
        raise InputError(f"terrain from {low} to {high}: expected 0 (a wall) to 255")
    return np.ascontiguousarray(cells, dtype=np.uint8)


def _cell(value: Any, what: str) -> Cell:
    if type(value) is tuple and len(value) == 2:
        row, column = value
        if type(row) is int and type(column) is int and 0 <= row < 2**32 and 0 <= column < 2**32:
            return row, column
    try:
        row, column = value
    except (TypeError, ValueError):
        raise InputError(f"the {what} is {value!r}; expected (row, column)") from None
    return whole(row, f"the row of the {what}"), whole(column, f"the column of the {what}")


def _cells(array: npt.ArrayLike, what: str) -> npt.NDArray[np.uint32]:
    cells = np.asarray(array)
    if cells.ndim != 2 or cells.shape[1] != 2:
        raise InputError(f"{what} has shape {cells.shape}; expected (n, 2)")
    if not np.issubdtype(cells.dtype, np.integer):
        raise InputError(f"{what} is an array of {cells.dtype}; expected whole numbers")
    if cells.size and (int(cells.min()) < 0 or int(cells.max()) >= 2**32):
        raise InputError(f"{what} has a negative or too large number")
    return np.ascontiguousarray(cells, dtype=np.uint32)


class Map:
    """A map of cells that can be entered or not.

    ``array`` has one entry a cell: booleans (``True`` is a wall), or whole numbers, 0 for a wall and
    1 to 255 for the cost of entering. A map may also know a start, a goal and a supply, as the ones
    read from files and the generated ones do; :func:`find_path` uses them where none are given.

    >>> import xun
    >>> map = xun.grid.Map([[1, 1, 9], [1, 0, 1]])
    >>> map.shape
    (2, 3)
    >>> map
    Map(2×3)
    """

    __slots__ = ("_grid",)
    _grid: _xun.Grid

    def __init__(
        self, array: npt.ArrayLike, *, start: Cell | None = None, goal: Cell | None = None
    ) -> None:
        self._grid = _xun.Grid(_terrain(array))
        if start is not None or goal is not None:
            ends = self._inside(start, "start"), self._inside(goal, "goal")
            self._grid = self._grid.with_ends(*ends, None)

    def _inside(self, given: Cell | None, what: str) -> Cell | None:
        if given is None:
            return None
        row, column = _cell(given, what)
        if row >= self.shape[0] or column >= self.shape[1]:
            raise InputError(f"the {what} ({row}, {column}) is outside the map of {self.shape}")
        return row, column

    @classmethod
    def _of(cls, grid: _xun.Grid) -> Map:
        map = cls.__new__(cls)
        map._grid = grid
        return map

    @classmethod
    def read(cls, file: str | os.PathLike[str], format: Format | None = None) -> Map:
        """Reads a file: the lab's format, 0/1 matrices, Moving AI ``.map`` or plain text."""
        path = FilePath(file)
        return cls._of(_xun.Grid.read(path.read_bytes(), format, path.name))

    @classmethod
    def parse(cls, text: str, format: Format | None = None) -> Map:
        """The map that a text draws.

        >>> import xun
        >>> map = xun.grid.Map.parse("S.#\\n..G\\n")
        >>> map.start, map.goal
        ((0, 0), (1, 2))
        """
        return cls._of(_xun.Grid.read(text.encode(), format, None))

    @classmethod
    def generate(
        cls,
        kind: str = "maze",
        rows: int = 32,
        columns: int = 32,
        seed: int = 1,
        *,
        density: float | None = None,
        spacing: int = 8,
        costs: int = 1,
        tank: int | None = None,
        stations: int = 0,
    ) -> Map:
        """Makes a map: random, maze, braided, rooms, caves, comb, ladder, dead-end or corridor.

        The same arguments give the same map on every machine.

        >>> import xun
        >>> map = xun.grid.Map.generate("maze", 21, 31, seed=7)
        >>> xun.grid.has_path(map)
        True
        """
        return cls._of(
            _xun.Grid.generate(
                kind,
                whole(rows, "rows"),
                whole(columns, "columns"),
                whole(seed, "seed", 2**64 - 1),
                density,
                whole(spacing, "spacing"),
                whole(costs, "costs", 255),
                None if tank is None else whole(tank, "tank"),
                whole(stations, "stations"),
            )
        )

    def for_body(self, side: int | None = None, *, radius: float | None = None) -> Map:
        """The map for a body of ``side`` × ``side`` cells, or for a disc of this ``radius``.

        A cell is open where the body around it fits between walls and edges, and costs as much as
        the dearest ground under it. Start, goal and supply stay.

        >>> import numpy as np, xun
        >>> walls = np.zeros((5, 9), dtype=bool)
        >>> walls[0, 4] = True
        >>> wide = xun.grid.Map(walls).for_body(3)
        >>> xun.grid.find_path(wide, (1, 1), (1, 7)).steps
        8
        """
        if (side is None) == (radius is None):
            raise InputError("a body needs either a side or a radius")
        square = None if side is None else whole(side, "side")
        return Map._of(self._grid.for_body(square, None if radius is None else real(radius, "radius")))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._grid.rows, self._grid.columns

    @property
    def start(self) -> Cell | None:
        """The start, if the map has one."""
        return self._grid.start

    @property
    def goal(self) -> Cell | None:
        """The goal, if the map has one."""
        return self._grid.goal

    @property
    def tank(self) -> int | None:
        """The tank, if the supply is limited."""
        supplies = self._grid.supplies
        return None if supplies is None else supplies[0]

    @property
    def stations(self) -> list[Cell]:
        """The stations that refill the tank."""
        supplies = self._grid.supplies
        return [] if supplies is None else [(row, column) for row, column, _ in supplies[1]]

    @property
    def prices(self) -> list[int]:
        """The price of a unit at each station; 0 is free."""
        supplies = self._grid.supplies
        return [] if supplies is None else [price for _, _, price in supplies[1]]

    @property
    def terrain(self) -> npt.NDArray[np.uint8]:
        """The cost of entering each cell; 0 is a wall."""
        return self._grid.terrain()

    @property
    def walls(self) -> npt.NDArray[np.bool_]:
        """True where there is a wall."""
        walls: npt.NDArray[np.bool_] = self._grid.terrain() == 0
        return walls

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        terrain = self.terrain
        return terrain if dtype is None else terrain.astype(dtype)

    def text(self, format: Format = "ascii") -> str:
        """The map as the text of a file."""
        return self._grid.write(format, self.start, self.goal).decode()

    def write(self, file: str | os.PathLike[str], format: Format = "ascii") -> None:
        """Writes a file that :meth:`read` reads."""
        FilePath(file).write_bytes(self._grid.write(format, self.start, self.goal))

    def __repr__(self) -> str:
        rows, columns = self.shape
        ends = "" if self.start is None else f", start={self.start}, goal={self.goal}"
        tank = "" if self.tank is None else f", tank={self.tank}"
        return f"Map({rows}×{columns}{ends}{tank})"

    def __str__(self) -> str:
        return self.text()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Map) or not self._grid.same(other._grid):
            return False
        supplies = [map._grid.supplies or (0, []) for map in (self, other)]
        return supplies[0][0] == supplies[1][0] and sorted(supplies[0][1]) == sorted(supplies[1][1])

    def __hash__(self) -> int:
        return hash((self.shape, self.start, self.goal))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.terrain, self.start, self.goal, self._grid.supplies)

    def _repr_svg_(self) -> str:
        return _draw.fitted(self._grid.svg([], None, repr(self)))

    def to_networkx(self, moves: Moves = 4) -> Any:
        """The same map as a directed ``networkx`` graph with weights, cells as nodes."""
        networkx = extra("networkx", "networkx")

        graph = networkx.DiGraph()
        terrain = self.terrain
        rows, columns = terrain.shape
        straight = [(-1, 0), (1, 0), (0, -1), (0, 1)]
        diagonal = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        cutting = str(moves) == "8-cutting"
        for row, column in zip(*np.nonzero(terrain)):
            row, column = int(row), int(column)
            graph.add_node((row, column))
            for down, right in straight if str(moves) == "4" else straight + diagonal:
                to = row + down, column + right
                if not (0 <= to[0] < rows and 0 <= to[1] < columns and terrain[to]):
                    continue
                factor = 1.0
                if down and right:
                    beside = bool(terrain[row, to[1]]), bool(terrain[to[0], column])
                    if not (any(beside) if cutting else all(beside)):
                        continue
                    factor = 2**0.5
                graph.add_edge((row, column), to, weight=factor * float(terrain[to]))
        return graph


def _rebuild(
    terrain: npt.NDArray[np.uint8],
    start: Cell | None,
    goal: Cell | None,
    supplies: tuple[int, list[tuple[int, int, int]]] | None,
) -> Map:
    return Map._of(_xun.Grid(terrain).with_ends(start, goal, supplies))


class Statistics(NamedTuple):
    """The effort of a search; ``time`` is in seconds, ``memory`` in bytes."""

    expanded: int
    generated: int
    reopened: int
    largest_frontier: int
    time: float
    memory: int
    bounds: list[tuple[float, int]]


class _PlainAnswer(NamedTuple):
    """What a path is made of, where no native answer has it."""

    cells: npt.NDArray[np.int32]
    cost: float
    algorithm: str
    heuristic: str | None
    guarantee: str
    statistics: tuple[int, int, int, int, float, int, list[tuple[float, int]]]
    refills: list[tuple[int, Cell, int]]
    purchases: list[tuple[int, Cell, int, int]]


class Path:
    """A path: ``cells`` is an int32 array of rows and columns with both ends.

    ``cost`` is the terrain entered (times √2 for diagonal steps), or the money where stations sell.
    ``guarantee`` says whether it is the cheapest: ``optimal``, ``within 1.5``, ``fewest steps`` or
    ``any path``. Functions make paths; they cannot be changed.
    """

    __slots__ = ("_answer", "_cells", "_map", "_supplies")

    def __init__(
        self,
        answer: _xun.Answer | _PlainAnswer,
        map: Map,
        supplies: tuple[int, list[tuple[int, int, int]]] | None = None,
    ) -> None:
        self._answer = answer
        self._cells: npt.NDArray[np.int32] | None = None
        self._map = map
        self._supplies = supplies

    @property
    def cells(self) -> npt.NDArray[np.int32]:
        """Row and column of every cell, both ends included."""
        if self._cells is None:
            self._cells = self._answer.cells
        return self._cells

    @property
    def cost(self) -> float:
        """The terrain entered, or the money where stations sell."""
        return self._answer.cost

    @property
    def algorithm(self) -> str:
        """The name of the algorithm that found it."""
        return self._answer.algorithm

    @property
    def heuristic(self) -> str | None:
        """The heuristic of the algorithm, if it has one."""
        return self._answer.heuristic

    @property
    def guarantee(self) -> str:
        """``optimal``, ``within 1.5``, ``fewest steps`` or ``any path``."""
        return self._answer.guarantee

    @property
    def statistics(self) -> Statistics:
        """The effort of the search."""
        return Statistics(*self._answer.statistics)

    @property
    def refills(self) -> list[tuple[int, Cell, int]]:
        """Step, cell and supply on arrival of each refill."""
        return self._answer.refills

    @property
    def purchases(self) -> list[tuple[int, Cell, int, int]]:
        """Step, cell, units and price of a unit of each purchase."""
        return self._answer.purchases

    @property
    def map(self) -> Map:
        """The map of the path."""
        return self._map

    def __reduce__(self) -> tuple[Any, ...]:
        answer = self._answer
        plain = _PlainAnswer(
            self.cells, *(getattr(answer, name) for name in _PlainAnswer._fields[1:])
        )
        return Path, (plain, self._map, self._supplies)

    @property
    def steps(self) -> int:
        """The number of moves."""
        return max(len(self.cells) - 1, 0)

    @property
    def letters(self) -> str:
        """The moves as ``U D L R``.

        >>> import xun
        >>> xun.grid.find_path(xun.grid.Map.parse("S.#\\n..G\\n")).letters in ("RDR", "DRR")
        True
        """
        names = {(-1, 0): "U", (1, 0): "D", (0, -1): "L", (0, 1): "R"}
        moves = np.diff(self.cells, axis=0).tolist()
        if any(tuple(move) not in names for move in moves):
            raise InputError("the path has diagonal moves, which have no letter")
        return "".join(names[down, right] for down, right in moves)

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Cell]:
        return ((row, column) for row, column in self.cells.tolist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return self.cells if dtype is None else self.cells.astype(dtype)

    def __repr__(self) -> str:
        return f"Path({self.steps} steps, cost {self.cost:g}, {self.algorithm}, {self.guarantee})"

    def _repr_svg_(self) -> str:
        return _draw.fitted(self.map._grid.svg(list(self), self._supplies, repr(self)))


def _ends(map: Map, start: Any, goal: Any) -> tuple[Cell, Cell]:
    # What most callers give is checked at once: a short search takes no longer than this.
    if type(start) is tuple is type(goal) and len(start) == 2 == len(goal):
        (a, b), (c, d) = start, goal
        if (
            type(a) is int is type(b)
            and type(c) is int is type(d)
            and 0 <= a < 2**32 > b >= 0 <= c < 2**32 > d >= 0
        ):
            return start, goal
    first = map.start if start is None else _cell(start, "start")
    last = map.goal if goal is None else _cell(goal, "goal")
    if first is None or last is None:
        what = "start" if first is None else "goal"
        raise InputError(f"no {what}: the map marks none and none was given")
    return first, last


def _supplies(
    map: Map, tank: int | None, stations: Any, prices: Any
) -> tuple[int, list[tuple[int, int, int]]] | None:
    """Tank and stations of a query: what is given goes before what the map has."""
    own = map._grid.supplies
    if tank is None and own is None:
        if stations is not None or prices is not None:
            raise InputError("stations and prices need a tank")
        return None
    size = own[0] if tank is None and own is not None else whole(tank, "tank")
    if stations is None:
        places = [] if own is None else [(row, column) for row, column, _ in own[1]]
    else:
        places = _station_cells(map, stations)
    if prices is None:
        costs = [price for *_, price in own[1]] if stations is None and own else [0] * len(places)
    elif np.ndim(prices) == 0:
        costs = [whole(prices, "the price")] * len(places)
    else:
        costs = [whole(price, "a price") for price in prices]
    if len(costs) != len(places):
        raise InputError(f"{len(costs)} prices for {len(places)} stations")
    return size, [(row, column, price) for (row, column), price in zip(places, costs)]


def _station_cells(map: Map, stations: Any) -> list[Cell]:
    array = np.asarray(stations)
    if array.dtype == np.bool_:
        if array.shape != map.shape:
            raise InputError(f"stations have shape {array.shape}; the map has {map.shape}")
        return [(int(row), int(column)) for row, column in zip(*np.nonzero(array))]
    if array.ndim == 0:
        raise InputError(f"stations are {stations!r}; expected cells or a map of booleans")
    return [_cell(station, "station") for station in stations]


def _path(answer: _xun.Answer, map: Map, supplies: Any = None) -> Path:
    outcome = answer.outcome
    if outcome == "impossible":
        raise NoPath("there is no path", Statistics(*answer.statistics))
    if outcome == "stopped":
        expanded = Statistics(*answer.statistics).expanded
        raise Stopped(f"a limit was reached after {expanded} expansions")
    return Path(answer, map, supplies)


class _Query(NamedTuple):
    start: Cell
    goal: Cell
    supplies: tuple[int, list[tuple[int, int, int]]] | None


class _Choice(NamedTuple):
    algorithm: str
    heuristic: str | None
    moves: str
    weight: float


_USUAL = _Choice("auto", None, "4", 1.5)


def _choice(algorithm: str, heuristic: str | None, moves: Moves, weight: float) -> _Choice:
    if algorithm == "auto" and heuristic is None and moves == 4 and weight == 1.5:
        return _USUAL
    name = None if heuristic is None else str(heuristic)
    return _Choice(str(algorithm), name, str(moves), real(weight, "weight", 1.0))


def _as_map(map: Map | npt.ArrayLike) -> Map:
    return map if isinstance(map, Map) else Map(map)


def find_path(
    map: Map | npt.ArrayLike,
    start: Cell | None = None,
    goal: Cell | None = None,
    algorithm: str = "auto",
    moves: Moves = 4,
    tank: int | None = None,
    stations: npt.ArrayLike | Sequence[Cell] | None = None,
    prices: int | Sequence[int] | None = None,
    *,
    heuristic: str | None = None,
    weight: float = 1.5,
    limit: Limit | None = None,
    progress: Callable[[int], object] | None = None,
) -> Path:
    """The path from start to goal.

    ``algorithm`` is one of :func:`algorithms`; ``auto`` takes the quickest that is optimal for the
    problem. ``moves`` is 4, 8 (diagonals between open cells) or ``"8-cutting"``. With a ``tank`` each
    step uses one unit and ``stations`` refill it, at ``prices`` a unit if given; the cost is then
    the money. ``progress`` is called with the number of expansions while a search runs.

    Raises :class:`xun.NoPath` if there is none, ``ValueError`` for ends outside the map or in a
    wall, :class:`xun.Stopped` if a limit is reached.

    >>> import xun
    >>> map = xun.grid.Map.generate("rooms", 40, 60, seed=3)
    >>> path = xun.grid.find_path(map, moves=8, algorithm="jps")
    >>> path.guarantee
    'optimal'
    """
    map = _as_map(map)
    supplies = _supplies(map, tank, stations, prices)
    answer = _xun.solve(
        map._grid,
        (*_ends(map, start, goal), supplies),
        _choice(algorithm, heuristic, moves, weight),
        checked(limit),
        progress,
    )
    return _path(answer, map, supplies)


def astar_path(
    map: Map | npt.ArrayLike, source: Cell, target: Cell, moves: Moves = 4
) -> list[Cell]:
    """The cells of a cheapest path, as ``networkx.astar_path`` lists them.

    >>> import xun
    >>> xun.grid.astar_path([[1, 1], [0, 1]], (0, 0), (1, 1))
    [(0, 0), (0, 1), (1, 1)]
    """
    return list(find_path(map, source, target, "astar", moves))


def astar_path_length(
    map: Map | npt.ArrayLike, source: Cell, target: Cell, moves: Moves = 4
) -> float:
    """The cost of a cheapest path, as ``networkx.astar_path_length``.

    >>> import xun
    >>> xun.grid.astar_path_length([[1, 5], [1, 1]], (0, 0), (1, 1))
    2.0
    """
    return find_path(map, source, target, "astar", moves).cost


def has_path(
    map: Map | npt.ArrayLike,
    source: Cell | None = None,
    target: Cell | None = None,
    moves: Moves = 4,
) -> bool:
    """Whether there is a path.

    >>> import xun
    >>> xun.grid.has_path([[1, 0], [0, 1]], (0, 0), (1, 1))
    False
    """
    try:
        find_path(map, source, target, moves=moves)
    except NoPath:
        return False
    return True


def all_distances(
    map: Map | npt.ArrayLike,
    start: Cell | None = None,
    moves: Moves = 4,
    *,
    limit: Limit | None = None,
) -> npt.NDArray[np.float64]:
    """The cost of a cheapest path from start to every cell; infinite where there is none.

    >>> import xun
    >>> xun.grid.all_distances([[1, 0, 1], [1, 5, 1]], (0, 0)).tolist()
    [[0.0, inf, 8.0], [1.0, 6.0, 7.0]]
    """
    map = _as_map(map)
    if start is None and map.start is None:
        raise InputError("no start: the map marks none and none was given")
    origin = map.start if start is None and map.start is not None else _cell(start, "start")
    costs = _xun.distances(map._grid, origin, str(moves), checked(limit))
    if costs is None:
        raise Stopped("a limit was reached before all distances were known")
    return costs.reshape(map.shape)


def algorithms() -> dict[str, str]:
    """Name and description of every algorithm.

    >>> import xun
    >>> "jps-table" in xun.grid.algorithms()
    True
    """
    return {name: f"{title}: {text}" for name, title, text in _xun.algorithms()}


class Searcher:
    """Many queries on one map: tables and arrays are made once.

    Threads may share a searcher.

    >>> import xun
    >>> map = xun.grid.Map.generate("random", 64, 64, seed=2)
    >>> searcher = xun.grid.Searcher(map, "jps-table", moves=8)
    >>> searcher.find(map.start, map.goal).cost == xun.grid.find_path(map, moves=8).cost
    True
    """

    def __init__(
        self,
        map: Map | npt.ArrayLike,
        algorithm: str = "auto",
        moves: Moves | None = None,
        *,
        heuristic: str | None = None,
        weight: float = 1.5,
    ) -> None:
        self.map = _as_map(map)
        if moves is None:
            moves = 8 if str(algorithm).startswith(("jps", "oracle")) else 4
        self.algorithm = algorithm
        self._choice = _choice(algorithm, heuristic, moves, weight)
        self._native = _xun.GridSearcher(self.map._grid, self._choice, None)

    @classmethod
    def _with(cls, map: Map, oracle: _xun.NativeOracle) -> Searcher:
        """The searcher that asks an oracle."""
        searcher = cls.__new__(cls)
        searcher.map, searcher.algorithm = map, "oracle"
        searcher._choice = _choice("oracle", None, 8, 1.5)
        searcher._native = _xun.GridSearcher(map._grid, searcher._choice, oracle)
        return searcher

    def find(self, start: Cell, goal: Cell, limit: Limit | None = None) -> Path:
        """The path of one query."""
        ends = _cell(start, "start"), _cell(goal, "goal")
        return _path(self._native.find(*ends, checked(limit)), self.map)

    def find_many(
        self,
        starts: npt.ArrayLike,
        goals: npt.ArrayLike,
        threads: int = 0,
        limit: Limit | None = None,
    ) -> npt.NDArray[np.float64]:
        """The costs of many queries on all cores (or on ``threads``); infinite without a path.

        >>> import numpy as np, xun
        >>> searcher = xun.grid.Searcher(np.zeros((50, 50), dtype=bool), "jps-table")
        >>> searcher.find_many([(0, 0), (0, 0)], [(0, 9), (9, 9)]).round(3).tolist()
        [9.0, 12.728]
        """
        return self._many(starts, goals, threads, limit)[0]

    def _many(
        self, starts: npt.ArrayLike, goals: npt.ArrayLike, threads: int, limit: Limit | None
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        first, last = _cells(starts, "starts"), _cells(goals, "goals")
        if len(first) != len(last):
            raise InputError(f"{len(first)} starts for {len(last)} goals")
        workers = whole(threads, "threads")
        return self._native.find_many(first, last, workers, checked(limit))

    def __reduce__(self) -> tuple[Any, ...]:
        return _searcher, (self.map, self._choice)

    def __repr__(self) -> str:
        return f"Searcher({self.map!r}, {self.algorithm!r})"


def _searcher(map: Map, choice: _Choice) -> Searcher:
    moves: Any = choice.moves
    return Searcher(
        map, choice.algorithm, moves, heuristic=choice.heuristic, weight=choice.weight
    )


@dataclass(frozen=True)
class Answers:
    """Costs and steps of many queries.

    Infinite and -1 where there is no path, NaN and -2 where a limit was reached.
    """

    costs: npt.NDArray[np.float64]
    steps: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.costs)

    def to_frame(self) -> pandas.DataFrame:
        """One row a query."""
        pandas = extra("pandas", "notebook")
        return pandas.DataFrame({"cost": self.costs, "steps": self.steps})


def solve(
    map: Map | npt.ArrayLike,
    starts: npt.ArrayLike,
    goals: npt.ArrayLike,
    algorithm: str = "auto",
    moves: Moves | None = None,
    *,
    heuristic: str | None = None,
    weight: float = 1.5,
    limit: Limit | None = None,
    out: str | os.PathLike[str] | None = None,
    batch: int = 10_000,
    threads: int = 0,
    progress: Callable[[int], object] | None = None,
) -> Answers:
    """Answers many queries on one map; :func:`xun.ray.solve` does the same on many machines.

    With ``out``, a folder, the answers are also written there: one Parquet file for each ``batch``
    of queries (needs pyarrow). A call that was interrupted goes on after the files that are there;
    ``progress`` is called with the number of batches done.

    >>> import numpy as np, xun
    >>> answers = xun.grid.solve(np.zeros((50, 50), dtype=bool), [(0, 0)] * 2, [(0, 9), (9, 9)])
    >>> answers.costs.tolist(), answers.steps.tolist()
    ([9.0, 18.0], [9, 18])
    """
    from xun._batches import Batches

    searcher = Searcher(map, algorithm, moves, heuristic=heuristic, weight=weight)
    batches = Batches(searcher, starts, goals, limit, batch, out)
    for number in batches.missing():
        first, last = batches.ends(number)
        batches.add(number, *searcher._many(first, last, threads, limit))
        if progress is not None:
            progress(number + 1)
    return batches.answers()


class Event(NamedTuple):
    """One event of a search; ``g`` of a ``bound`` is the new bound."""

    kind: str
    cell: Cell | None
    parent: Cell | None
    g: float | None
    h: float | None
    supply: int | None


class Trace:
    """The events of a search, in order; in a notebook it plays with a slider.

    ``dropped`` counts events beyond the limit. ``path`` is ``None`` where there is none.
    """

    def __init__(self, native: _xun.Trace, map: Map, ends: tuple[Cell, Cell]) -> None:
        self._native = native
        self.map = map
        self.ends = ends
        self.kinds = tuple(native.KINDS)
        self.dropped = native.dropped
        try:
            self.path: Path | None = _path(native.answer, map)
        except (NoPath, Stopped):
            self.path = None

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self) -> Iterator[Event]:
        columns = {name: values.tolist() for name, values in self._native.columns().items()}
        kinds = self.kinds
        for kind, row, column, from_row, from_column, g, h, left in zip(*columns.values()):
            yield Event(
                kinds[kind],
                None if row < 0 else (row, column),
                None if from_row < 0 else (from_row, from_column),
                None if g != g else g,
                None if h != h else h,
                None if left < 0 else left,
            )

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The events as columns; -1 and NaN where an event has no such thing."""
        return self._native.columns()

    def to_frame(self) -> pandas.DataFrame:
        """The events as a data frame."""
        pandas = extra("pandas", "notebook")
        columns = self.arrays()
        kinds = pandas.Categorical.from_codes(columns.pop("kind"), list(self.kinds))
        return pandas.DataFrame({"kind": kinds, **columns})

    def to_posthoc(self, file: str | os.PathLike[str]) -> None:
        """Writes a trace that the Posthoc visualiser opens (``*.trace.json``), else JSON lines."""
        name = os.fspath(file)
        document = name.endswith((".trace.json", ".trace.yaml", ".trace.yml"))
        FilePath(name).write_bytes(self._native.write(document))

    def __repr__(self) -> str:
        return f"Trace({len(self)} events, {self.path!r})"

    def _repr_html_(self) -> str:
        return _player.trace_html(self)


def trace(
    map: Map | npt.ArrayLike,
    start: Cell | None = None,
    goal: Cell | None = None,
    algorithm: str = "astar",
    moves: Moves = 4,
    tank: int | None = None,
    stations: npt.ArrayLike | Sequence[Cell] | None = None,
    prices: int | Sequence[int] | None = None,
    *,
    heuristic: str | None = None,
    weight: float = 1.5,
    limit: Limit | None = None,
    most: int = 1_000_000,
) -> Trace:
    """The events of a search, at most ``most`` of them; arguments as :func:`find_path`.

    >>> import xun
    >>> events = xun.grid.trace(xun.grid.Map.parse("S.#\\n..G\\n"))
    >>> [event.cell for event in events if event.kind == "expand"][0]
    (0, 0)
    """
    map = _as_map(map)
    ends = _ends(map, start, goal)
    native = _xun.trace(
        map._grid,
        _Query(*ends, _supplies(map, tank, stations, prices)),
        _choice(algorithm, heuristic, moves, weight),
        checked(limit),
        whole(most, "most"),
    )
    return Trace(native, map, ends)

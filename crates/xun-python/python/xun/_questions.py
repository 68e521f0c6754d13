"""Questions about more than one path, paths at any angle, and plans on maps that change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from xun import _xun
from xun._errors import InputError, NoPath, Stopped
from xun._limit import Limit, checked
from xun._numbers import whole

if TYPE_CHECKING:
    from xun.grid import Cell, Map, Moves, Path

__all__ = [
    "AnglePath",
    "Discovery",
    "Field",
    "Nearest",
    "Replanner",
    "Tour",
    "all_goals",
    "any_angle_path",
    "discover",
    "distance_matrix",
    "field",
    "line_of_sight",
    "nearest_goal",
    "nearest_reachable",
    "smooth",
    "tour",
]

Cells = npt.ArrayLike | Sequence[tuple[int, int]]


def _places(cells: Cells, what: str) -> list[Cell]:
    from xun.grid import _cells

    given = np.asarray(cells)
    if given.ndim == 2 and given.shape[0] == 0:
        raise InputError(f"there is no {what}; give at least one")
    return [(int(row), int(column)) for row, column in _cells(given, f"the list of {what}s")]


def _found(told: tuple[Any, bool, Any]) -> tuple[Any, Any]:
    """What was found, with the statistics; else the exception that says why not."""
    from xun.grid import Statistics

    found, stopped, effort = told
    statistics = Statistics(*effort)
    if stopped:
        raise Stopped(f"a limit was reached after {statistics.expanded} expansions")
    if found is None:
        raise NoPath("there is no path", statistics)
    return found, statistics


def _path(raw: tuple[npt.NDArray[np.int32], float], map: Map, statistics: Any, by: str) -> Path:
    from xun.grid import Path, _PlainAnswer

    return Path(_PlainAnswer(*raw, by, None, "optimal", statistics, [], []), map)


@dataclass(frozen=True)
class Nearest:
    """The reachable ``cell`` nearest to a goal, its straight ``distance`` from it, and the path."""

    cell: Cell
    distance: float
    path: Path


def nearest_reachable(
    map: Map | npt.ArrayLike,
    start: Cell,
    goal: Cell,
    moves: Moves = 4,
    *,
    limit: Limit | None = None,
) -> Nearest:
    """The reachable cell nearest to the goal by a straight line; the goal may be a wall.

    >>> import xun
    >>> nearest = xun.grid.nearest_reachable([[1, 1, 0], [1, 0, 1]], (1, 0), (1, 2))
    >>> nearest.cell, round(nearest.distance, 3), nearest.path.steps
    ((0, 1), 1.414, 2)
    """
    from xun.grid import _as_map, _cell

    map = _as_map(map)
    ends = _cell(start, "start"), _cell(goal, "goal")
    told = _xun.nearest_reachable(map._grid, ends, str(moves), checked(limit))
    (cell, distance, raw), statistics = _found(told)
    return Nearest(cell, distance, _path(raw, map, statistics, "ucs"))


def nearest_goal(
    map: Map | npt.ArrayLike,
    starts: Cells,
    goals: Cells,
    moves: Moves = 4,
    *,
    limit: Limit | None = None,
) -> Path:
    """The cheapest of all paths from one of the starts to one of the goals.

    >>> import numpy as np, xun
    >>> road = np.zeros((1, 9), dtype=bool)
    >>> path = xun.grid.nearest_goal(road, [(0, 0), (0, 5)], [(0, 3), (0, 8)])
    >>> path.cells[0].tolist(), path.cells[-1].tolist()
    ([0, 5], [0, 3])
    """
    from xun.grid import _as_map

    map = _as_map(map)
    ends = _places(starts, "start"), _places(goals, "goal")
    raw, statistics = _found(_xun.nearest_goal(map._grid, ends, str(moves), checked(limit)))
    return _path(raw, map, statistics, "ucs")


def all_goals(
    map: Map | npt.ArrayLike,
    starts: Cells,
    goals: Cells,
    moves: Moves = 4,
    *,
    limit: Limit | None = None,
) -> list[Path | None]:
    """The cheapest path to each goal from its nearest start; ``None`` where there is no way.

    >>> import xun
    >>> paths = xun.grid.all_goals([[1, 1, 0, 1]], [(0, 0)], [(0, 1), (0, 3)])
    >>> [None if path is None else path.steps for path in paths]
    [1, None]
    """
    from xun.grid import _as_map

    map = _as_map(map)
    ends = _places(starts, "start"), _places(goals, "goal")
    found, statistics = _found(_xun.all_goals(map._grid, ends, str(moves), checked(limit)))
    return [None if raw is None else _path(raw, map, statistics, "ucs") for raw in found]


def distance_matrix(
    map: Map | npt.ArrayLike,
    starts: Cells,
    goals: Cells,
    moves: Moves = 4,
    *,
    limit: Limit | None = None,
) -> npt.NDArray[np.float64]:
    """The cost from each start (rows) to each goal (columns), infinite where there is no way.

    >>> import xun
    >>> xun.grid.distance_matrix([[1, 5, 1]], [(0, 0), (0, 2)], [(0, 1), (0, 2)]).tolist()
    [[5.0, 6.0], [5.0, 0.0]]
    """
    from xun.grid import _as_map

    map = _as_map(map)
    ends = _places(starts, "start"), _places(goals, "goal")
    costs: npt.NDArray[np.float64]
    costs, _ = _found(_xun.distance_matrix(map._grid, ends, str(moves), checked(limit)))
    return costs


@dataclass(frozen=True, eq=False)
class Field:
    """The way to the nearest source from every cell, for crowds that share their goals.

    ``costs`` has the cost of each cell, infinite where there is no way; ``steps`` the step to take
    there as rows down and columns to the right, zero at sources and where there is no way.
    """

    costs: npt.NDArray[np.float64]
    steps: npt.NDArray[np.int8]

    def path(self, start: Cell) -> npt.NDArray[np.int32]:
        """The cells from here to the nearest source; :class:`xun.NoPath` where there is none."""
        from xun.grid import _cell

        row, column = _cell(start, "start")
        if row >= self.costs.shape[0] or column >= self.costs.shape[1]:
            raise InputError(f"the start ({row}, {column}) is outside the field")
        if not np.isfinite(self.costs[row, column]):
            raise NoPath("there is no path")
        cells = [(row, column)]
        while self.steps[row, column].any():
            down, right = self.steps[row, column].tolist()
            row, column = row + down, column + right
            cells.append((row, column))
        return np.array(cells, dtype=np.int32)


def field(
    map: Map | npt.ArrayLike, sources: Cells, moves: Moves = 4, *, limit: Limit | None = None
) -> Field:
    """The cost and the first step from every cell to its nearest source.

    >>> import xun
    >>> field = xun.grid.field([[1, 1, 1], [1, 0, 1]], [(1, 2)])
    >>> field.costs.tolist()
    [[3.0, 2.0, 1.0], [4.0, inf, 0.0]]
    >>> field.steps[0, 0].tolist(), len(field.path((1, 0)))
    ([0, 1], 5)
    """
    from xun.grid import _as_map

    map = _as_map(map)
    told = _xun.field(map._grid, _places(sources, "source"), str(moves), checked(limit))
    (costs, steps), _ = _found(told)
    return Field(costs.reshape(map.shape), steps.reshape((*map.shape, 2)))


@dataclass(frozen=True)
class Tour:
    """A path through way-points: their ``order``, the cost of each of the ``legs``, the path."""

    order: list[int]
    legs: list[float]
    path: Path


def tour(
    map: Map | npt.ArrayLike,
    start: Cell,
    stops: Cells,
    goal: Cell | None = None,
    *,
    order: Literal["best", "given"] = "best",
    moves: Moves = 4,
    limit: Limit | None = None,
) -> Tour:
    """The cheapest path from start through all stops to the goal.

    It ends at the last stop if no goal is given; ``goal=start`` is a round trip. The best order is
    exact, for at most 15 stops; ``order="given"`` keeps theirs.

    >>> import numpy as np, xun
    >>> road = np.zeros((1, 10), dtype=bool)
    >>> tour = xun.grid.tour(road, (0, 4), [(0, 9), (0, 2), (0, 6)])
    >>> tour.order, tour.legs, tour.path.cost
    ([1, 2, 0], [2.0, 4.0, 3.0], 9.0)
    """
    from xun.grid import _as_map, _cell

    if order not in ("best", "given"):
        raise InputError(f"order is {order!r}; expected best or given")
    map = _as_map(map)
    ends = _cell(start, "start"), None if goal is None else _cell(goal, "goal")
    points = _places(stops, "stop")
    told = _xun.tour(map._grid, ends, points, order == "best", str(moves), checked(limit))
    (places, legs, raw), statistics = _found(told)
    return Tour(places, legs, _path(raw, map, statistics, "ucs"))


@dataclass(frozen=True, eq=False)
class AnglePath:
    """A path of straight lines: its ``length``, and ``points`` as rows and columns.

    The centre of a cell is the point (row, column); corners of cells are half a unit away.
    ``statistics`` tells the effort of the search, ``None`` where there was none.
    """

    length: float
    points: npt.NDArray[np.float64]
    statistics: Any = None


def any_angle_path(
    map: Map | npt.ArrayLike,
    start: Cell,
    goal: Cell,
    method: Literal["anya", "theta"] = "anya",
    *,
    limit: Limit | None = None,
) -> AnglePath:
    """The shortest line between the centres of two cells that crosses no wall.

    ``anya`` is exact; ``theta`` is Theta*, whose line may be longer. For ground of one cost.

    >>> import xun
    >>> path = xun.grid.any_angle_path([[1, 1, 1], [1, 0, 1]], (1, 0), (1, 2))
    >>> round(path.length, 3), path.points.tolist()
    (2.414, [[1.0, 0.0], [0.5, 0.5], [0.5, 1.5], [1.0, 2.0]])
    """
    from xun.grid import _as_map, _cell

    map = _as_map(map)
    ends = _cell(start, "start"), _cell(goal, "goal")
    told = _xun.any_angle(map._grid, ends, method, checked(limit))
    (length, points), statistics = _found(told)
    return AnglePath(length, points, statistics)


def smooth(path: Path) -> AnglePath:
    """A path along the grid, straightened: it keeps as few cells as lines of sight allow.

    The line touches no wall but where the path did. For ground of one cost and no supply.

    >>> import xun
    >>> path = xun.grid.find_path(xun.grid.Map.parse("S....\\n.....\\n....G\\n"), moves=8)
    >>> line = xun.grid.smooth(path)
    >>> round(line.length, 3), line.points.tolist()
    (4.472, [[0.0, 0.0], [2.0, 4.0]])
    """
    if path._supplies is not None:
        raise InputError("a path with a supply visits its stations; it cannot be straightened")
    return AnglePath(*_xun.smooth(path.map._grid, list(path)))


def line_of_sight(map: Map | npt.ArrayLike, start: Cell, goal: Cell) -> bool:
    """Whether the line between the centres of two cells passes through no wall.

    >>> import xun
    >>> xun.grid.line_of_sight([[1, 1, 0], [1, 1, 1]], (0, 1), (1, 2))
    True
    >>> xun.grid.line_of_sight([[1, 1, 0], [1, 1, 1]], (0, 0), (0, 2))
    False
    """
    from xun.grid import _as_map, _ends

    map = _as_map(map)
    first, last = _ends(map, start, goal)
    for cell, what in ((first, "start"), (last, "goal")):
        map._inside(cell, what)
    return _xun.line_of_sight(map._grid, first, last)


@dataclass(frozen=True)
class Discovery:
    """The way of a robot on a map that it did not know.

    ``reached`` is false where it learned that there is no way; ``replans`` counts new plans,
    ``changes`` the cells that were other than it had believed.
    """

    path: Path
    reached: bool
    replans: int
    changes: int


def discover(
    map: Map | npt.ArrayLike,
    start: Cell | None = None,
    goal: Cell | None = None,
    sight: int = 1,
    moves: Moves = 4,
    *,
    limit: Limit | None = None,
) -> Discovery:
    """Sends a robot over a map that it does not know (D* Lite).

    It believes unseen cells to be plain ground, sees ``sight`` rows and columns around it, and
    plans again when a cell is other than it believed.

    >>> import xun
    >>> found = xun.grid.discover([[1, 1, 1, 1], [1, 1, 0, 1], [1, 0, 0, 1]], (1, 0), (1, 3))
    >>> found.reached, found.replans > 0, found.path.cells[-1].tolist()
    (True, True, [1, 3])
    """
    from xun.grid import _as_map, _ends

    map = _as_map(map)
    ends = _ends(map, start, goal)
    told = _xun.discover(map._grid, ends, whole(sight, "sight"), str(moves), checked(limit))
    (raw, reached, replans, changes), statistics = _found(told)
    return Discovery(_path(raw, map, statistics, "d-star-lite"), reached, replans, changes)


class Replanner:
    """A plan to one goal while the map changes and the traveller moves (D* Lite).

    A change costs the work of the part of the plan that it concerns.

    >>> import numpy as np, xun
    >>> plan = xun.grid.Replanner(np.zeros((3, 5), dtype=bool), (1, 0), (1, 4))
    >>> plan.path().steps
    4
    >>> plan.move_to((1, 1))
    >>> plan.set((1, 2), 0), plan.path().steps
    (True, 5)
    """

    def __init__(
        self, map: Map | npt.ArrayLike, start: Cell, goal: Cell, moves: Moves = 4
    ) -> None:
        from xun.grid import _as_map, _cell

        self._map = _as_map(map)
        self._terrain = self._map.terrain
        ends = _cell(start, "start"), _cell(goal, "goal")
        self._native = _xun.NativeReplanner(self._map._grid, ends, str(moves))

    @property
    def position(self) -> Cell:
        """The cell of the traveller."""
        return self._native.position

    def move_to(self, cell: Cell) -> None:
        """The traveller is in this cell now."""
        from xun.grid import _cell

        self._native.move_to(_cell(cell, "cell"))

    def set(self, cell: Cell, cost: int) -> bool:
        """Changes the cost of entering a cell, 0 for a wall; answers whether it was another."""
        from xun.grid import _cell

        place = _cell(cell, "cell")
        changed = self._native.set(place, whole(cost, "cost", 255))
        self._terrain[place] = cost
        return changed

    def path(self, *, limit: Limit | None = None) -> Path:
        """The cheapest path from the traveller to the goal on the map as it is now."""
        from xun.grid import Map

        raw, statistics = _found(self._native.path(checked(limit)))
        return _path(raw, Map(self._terrain), statistics, "d-star-lite")

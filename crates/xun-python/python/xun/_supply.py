"""Paths with a limited supply: one unit a step, stations that refill the tank.

>>> import xun
>>> map = xun.grid.Map.parse("tank 3\\nS...*...G\\n")
>>> xun.grid.supply.smallest_tank(map)
4
>>> xun.grid.supply.explain(map).reason
'no station within reach'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xun import _xun
from xun._errors import InputError
from xun._limit import Limit, checked

if TYPE_CHECKING:
    import numpy.typing as npt

    from xun.grid import Map, Path

__all__ = ["Explanation", "explain", "smallest_tank", "solve"]

Cell = tuple[int, int]


@dataclass(frozen=True)
class Explanation:
    """Why there is no way and which tank would help, or the refills of the way.

    ``possible`` is ``None`` if a limit was reached first. ``longest_leg`` (from, to, steps) decides
    the smallest tank. ``larger_tanks`` lists tank and steps of each tank that shortens the way.
    Without a way, ``reason`` is ``walls``, ``no station within reach`` or ``chain breaks``;
    ``nearest`` is the reachable cell nearest to the goal, ``missing`` the steps from there.
    """

    possible: bool | None
    smallest_tank: int | None
    longest_leg: tuple[Cell, Cell, int] | None
    steps: int | None = None
    refills: list[tuple[int, Cell, int]] = field(default_factory=list)
    larger_tanks: list[tuple[int, int]] = field(default_factory=list)
    reason: str | None = None
    stations: list[Cell] = field(default_factory=list)
    cells: int | None = None
    nearest: Cell | None = None
    missing: int | None = None


def _query(
    map: Map,
    start: Cell | None,
    goal: Cell | None,
    tank: int | None,
    stations: npt.ArrayLike | Sequence[Cell] | None,
) -> object:
    from xun import grid

    supplies = grid._supplies(map, tank, stations, None)
    if supplies is None:
        raise InputError("no tank: the map has none and none was given")
    return grid._Query(*grid._ends(map, start, goal), supplies)


def solve(
    map: Map | npt.ArrayLike,
    start: Cell | None = None,
    goal: Cell | None = None,
    tank: int | None = None,
    stations: npt.ArrayLike | Sequence[Cell] | None = None,
    prices: int | Sequence[int] | None = None,
    *,
    algorithm: str = "auto",
    limit: Limit | None = None,
) -> Path:
    """The path with the fewest steps, or for the least money where stations sell.

    >>> import xun
    >>> path = xun.grid.supply.solve(xun.grid.Map.parse("tank 4\\nS...*...G\\n"))
    >>> path.steps, path.refills
    (8, [(4, (0, 4), 0)])
    """
    from xun import grid

    map = grid._as_map(map)
    _query(map, start, goal, tank, stations)
    return grid.find_path(
        map, start, goal, algorithm, 4, tank, stations, prices, limit=limit
    )


def explain(
    map: Map | npt.ArrayLike,
    start: Cell | None = None,
    goal: Cell | None = None,
    tank: int | None = None,
    stations: npt.ArrayLike | Sequence[Cell] | None = None,
    *,
    limit: Limit | None = None,
) -> Explanation:
    """Explains the answer: see :class:`Explanation`.

    >>> import xun
    >>> explanation = xun.grid.supply.explain(xun.grid.Map.parse("tank 3\\nS...*...G\\n"))
    >>> explanation.possible, explanation.smallest_tank, explanation.longest_leg
    (False, 4, ((0, 8), (0, 4), 4))
    """
    from xun.grid import _as_map

    map = _as_map(map)
    query = _query(map, start, goal, tank, stations)
    return Explanation(**_xun.explain(map._grid, query, checked(limit)))


def smallest_tank(
    map: Map | npt.ArrayLike,
    start: Cell | None = None,
    goal: Cell | None = None,
    stations: npt.ArrayLike | Sequence[Cell] | None = None,
) -> int | None:
    """The smallest tank with which there is a way; ``None`` if walls alone prevent it.

    >>> import xun
    >>> xun.grid.supply.smallest_tank([[1] * 9], (0, 0), (0, 8), stations=[(0, 3)])
    5
    """
    from xun.grid import _as_map

    map = _as_map(map)
    tank = None if map.tank is not None else 0
    return _xun.smallest_tank(map._grid, _query(map, start, goal, tank, stations))

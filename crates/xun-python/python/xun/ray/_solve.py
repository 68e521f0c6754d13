"""Path queries: a unit is a batch of them."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from xun._batches import Batches
from xun._limit import Limit
from xun.grid import Answers, Map, Moves, Searcher
from xun.ray._schedule import Progress, connect, run_units, shown

__all__ = ["solve"]

Ends = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]
Shared = tuple[Searcher, Limit | None]


def _same(shared: Shared) -> Shared:
    return shared


def _find(shared: Shared, unit: tuple[int, Ends]) -> tuple[Any, Any]:
    searcher, limit = shared
    return searcher._many(*unit[1], 1, limit)


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
    progress: Progress = None,
    address: str | None = None,
) -> Answers:
    """Answers queries on a Ray cluster; arguments, answers and files as :func:`xun.grid.solve`.

    The map goes to each node once; a worker makes its tables once. ``progress`` (of batches) and
    ``address`` as in :func:`match`.
    """
    searcher = Searcher(map, algorithm, moves, heuristic=heuristic, weight=weight)
    batches = Batches(searcher, starts, goals, limit, batch, out)
    connect(address)
    missing = list(batches.missing())
    done = len(batches) - len(missing)
    with shown(progress, len(batches), done, "batches") as report:

        def take(unit: tuple[int, Ends], answer: tuple[Any, Any]) -> None:
            nonlocal done
            batches.add(unit[0], *answer)
            done += 1
            report(done)

        units = ((number, batches.ends(number)) for number in missing)
        run_units(units, (searcher, limit), _same, _find, take)
    return batches.answers()

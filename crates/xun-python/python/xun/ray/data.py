"""Large sets of queries and positions in Ray Data: batches over a pool of actors, Parquet out.

>>> import ray, xun.ray                                                    # doctest: +SKIP
>>> queries = ray.data.read_parquet("queries/")                            # doctest: +SKIP
>>> xun.ray.data.paths(queries, map, "jps-table").write_parquet("answers") # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from xun._engine import Engine
from xun._errors import InputError
from xun._limit import Limit
from xun.grid import Map, Moves, Searcher
from xun.ray._schedule import connect

try:
    import ray
except ImportError:
    raise ModuleNotFoundError("xun.ray needs Ray: pip install 'xun[ray]'", name="ray") from None

__all__ = ["analyse", "paths"]

Batch = dict[str, npt.NDArray[Any]]
_ENDS = ("start_row", "start_column", "goal_row", "goal_column")


class _Paths:
    """An actor that answers batches of queries on one map."""

    def __init__(self, reference: list[Any], choice: dict[str, Any], limit: Limit | None) -> None:
        self._searcher = Searcher(Map(ray.get(reference[0])), **choice)
        self._limit = limit

    def __call__(self, batch: Batch) -> Batch:
        missing = [name for name in _ENDS if name not in batch]
        if missing:
            expected = ", ".join(_ENDS)
            raise InputError(f"the queries have no column {missing[0]}; expected {expected}")
        starts = np.stack([batch["start_row"], batch["start_column"]], axis=1)
        goals = np.stack([batch["goal_row"], batch["goal_column"]], axis=1)
        costs, steps = self._searcher._many(starts, goals, 1, self._limit)
        return {**batch, "cost": costs, "steps": steps}


def paths(
    queries: Any,
    map: Map | npt.ArrayLike,
    algorithm: str = "auto",
    moves: Moves | None = None,
    *,
    heuristic: str | None = None,
    weight: float = 1.5,
    limit: Limit | None = None,
    concurrency: int | tuple[int, int] = 1,
    batch_size: int = 4096,
) -> Any:
    """A Ray dataset of queries with the columns ``cost`` and ``steps`` added.

    ``queries`` is a dataset with the columns ``start_row``, ``start_column``, ``goal_row`` and
    ``goal_column``; further columns are kept. ``concurrency`` actors (or from, to) share the work;
    each makes the map's tables once, and the map goes to each node once.
    """
    searcher = Searcher(map, algorithm, moves, heuristic=heuristic, weight=weight)
    connect()
    choice = {"algorithm": algorithm, "moves": moves, "heuristic": heuristic, "weight": weight}
    return queries.map_batches(
        _Paths,
        fn_constructor_args=([ray.put(searcher.map.terrain)], choice, limit),
        concurrency=concurrency,
        batch_size=batch_size,
        batch_format="numpy",
    )


class _Analyse:
    """An actor that analyses batches of positions with one engine."""

    def __init__(self, game: str, limit: Limit, options: dict[str, Any]) -> None:
        self._game, self._limit = game, limit
        self._engine = Engine(game, **options)

    def __call__(self, batch: Batch) -> Batch:
        name = "fen" if self._game == "xiangqi" else "moves"
        if name not in batch:
            raise InputError(f"the positions have no column {name}")
        answers = [self._one(str(text)) for text in batch[name]]
        moves, scores, mates, depths = zip(*answers) if answers else ((), (), (), ())
        return {
            **batch,
            "best": np.array(moves, dtype=object),
            "score": np.array(scores, dtype=np.float64),
            "mate": np.array(mates, dtype=np.float64),
            "depth": np.array(depths, dtype=np.int64),
        }

    def _one(self, text: str) -> tuple[str, float, float, int]:
        from xun import gomoku, xiangqi

        board: Any = (
            xiangqi.Board(text) if self._game == "xiangqi" else gomoku.Board(moves=text)
        )
        # A position does not depend on the ones before it in the batch.
        self._engine.new_game()
        lines = self._engine.analyse(board, self._limit)
        line = lines[0] if isinstance(lines, list) else lines
        score, best = line["score"], line["pv"][0]
        cp = np.nan if score.cp is None else float(score.cp)
        mate = np.nan if score.mate is None else float(score.mate)
        return str(best), cp, mate, int(line["depth"])


def analyse(
    positions: Any,
    game: str = "xiangqi",
    limit: Limit | None = None,
    *,
    concurrency: int | tuple[int, int] = 1,
    batch_size: int = 64,
    **options: Any,
) -> Any:
    """A Ray dataset of positions with their analysis: ``best``, ``score``, ``mate``, ``depth``.

    ``positions`` has a column ``fen`` (Xiangqi) or ``moves`` (Gomoku, like ``h8i9``); ``options``
    are the engine's. The usual limit is 10,000 nodes a position.
    """
    connect()
    Engine(game, **options).close()
    return positions.map_batches(
        _Analyse,
        fn_constructor_args=(game, limit or Limit(nodes=10_000), options),
        concurrency=concurrency,
        batch_size=batch_size,
        batch_format="numpy",
    )

"""Large sets of queries and positions in Ray Data: batches over a pool of actors, Parquet out.

>>> import ray, xun.ray                                                    # doctest: +SKIP
>>> queries = ray.data.read_parquet("queries/")                            # doctest: +SKIP
>>> xun.ray.data.paths(queries, map, "jps-table").write_parquet("answers") # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from xun import gomoku, xiangqi
from xun._engine import Engine
from xun._errors import InputError
from xun._limit import Limit
from xun._numbers import whole
from xun.grid import Map, Moves, Searcher
from xun.ray._schedule import connect

try:
    import ray
except ImportError:
    raise ModuleNotFoundError("xun.ray needs Ray: pip install 'xun[ray]'", name="ray") from None

__all__ = ["analyse", "paths"]

Batch = dict[str, npt.NDArray[Any]]
_ENDS = ("start_row", "start_column", "goal_row", "goal_column")


def _pool(concurrency: int | tuple[int, int]) -> Any:
    """A pool of so many actors, or of a number within these bounds."""
    bounds = concurrency if isinstance(concurrency, tuple) else (concurrency, concurrency)
    if len(bounds) != 2:
        raise InputError(f"concurrency is {concurrency!r}; expected a number or (from, to)")
    least = whole(bounds[0], "concurrency", 1_000_000, 1)
    most = whole(bounds[1], "concurrency", 1_000_000, least)
    return ray.data.ActorPoolStrategy(min_size=least, max_size=most)


class _Paths:
    """An actor that answers batches of queries on one map."""

    def __init__(self, reference: list[Any], limit: Limit | None) -> None:
        self._searcher: Searcher = ray.get(reference[0])
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
    return queries.map_batches(
        _Paths,
        fn_constructor_args=([ray.put(searcher)], limit),
        compute=_pool(concurrency),
        batch_size=batch_size,
        batch_format="numpy",
    )


class _Analyse:
    """An actor that analyses batches of positions with one engine."""

    def __init__(
        self, game: str, limit: Limit, board: dict[str, Any], options: dict[str, Any]
    ) -> None:
        self._is_xiangqi = game == "xiangqi"
        self._limit, self._board = limit, board
        self._engine = Engine(game, **options)

    def __call__(self, batch: Batch) -> Batch:
        name = "fen" if self._is_xiangqi else "moves"
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

    def _one(self, text: str) -> tuple[str | None, float, float, int]:
        try:
            board: Any = (
                xiangqi.Board(text) if self._is_xiangqi else gomoku.Board(moves=text, **self._board)
            )
        except InputError as error:
            raise InputError(f"{text!r}: {error}", error.faults) from None
        # A position does not depend on the ones before it in the batch.
        self._engine.new_game()
        info = self._engine.analyse(board, self._limit)
        if not info.get("pv"):
            return None, np.nan, np.nan, 0
        score = info["score"]
        cp = np.nan if score.cp is None else float(score.cp)
        mate = np.nan if score.mate is None else float(score.mate)
        return str(info["pv"][0]), cp, mate, int(info["depth"])


def analyse(
    positions: Any,
    game: str = "xiangqi",
    limit: Limit | None = None,
    *,
    size: int | tuple[int, int] = 15,
    rule: gomoku.Rule = "freestyle",
    concurrency: int | tuple[int, int] = 1,
    batch_size: int = 64,
    **options: Any,
) -> Any:
    """A Ray dataset of positions with their analysis: ``best``, ``score``, ``mate``, ``depth``.

    ``positions`` has a column ``fen`` (Xiangqi) or ``moves`` (Gomoku, like ``h8i9``, on boards of
    ``size`` by ``rule``); further columns are kept. ``best`` is empty where the game is over. The
    usual limit is 10,000 nodes a position; ``options`` are the engine's.
    """
    limit = limit or Limit(nodes=10_000)
    board: dict[str, Any] = {"size": size, "rule": rule}
    # Wrong arguments are told here, not by an actor.
    Engine._needs_limit(limit)
    Engine(game, **options).close()
    gomoku.Board(**board)
    connect()
    return positions.map_batches(
        _Analyse,
        fn_constructor_args=(game, limit, board, options),
        compute=_pool(concurrency),
        batch_size=batch_size,
        batch_format="numpy",
    )

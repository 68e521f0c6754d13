"""Minimax and alpha-beta as textbooks teach them, each refinement a switch.

>>> import xun
>>> result = xun.textbook.alphabeta(xun.xiangqi.Board(), 3)
>>> result.move in xun.xiangqi.Board().legal_moves
True

A tree with numbers at its leaves can be searched too:

>>> tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
>>> xun.textbook.alphabeta(tree).value
3
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from xun import _draw, _xun
from xun._errors import InputError
from xun._limit import Limit, checked

__all__ = ["REFINEMENTS", "Result", "Tree", "alphabeta", "minimax"]

REFINEMENTS = (
    "captures", "killers", "history", "deepening", "table", "pvs", "aspiration",
    "quiescence", "null-move", "late-moves", "parallel-root", "parallel-table",
)  # fmt: skip
"""The refinements; the first seven change only the work, never the value."""


@dataclass(frozen=True)
class Tree:
    """The tree of a search: nodes (parents before children) and steps, as dictionaries.

    Values are those of the side that began. ``omitted`` counts nodes that were not kept.
    """

    depth: int
    nodes: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    omitted: int

    def __len__(self) -> int:
        return len(self.nodes)

    def cuts(self) -> list[dict[str, Any]]:
        """The nodes that were left early, with the reason in ``cut``."""
        return [node for node in self.nodes if node["cut"] is not None]

    def _repr_svg_(self) -> str:
        return _draw.tree(self)


@dataclass(frozen=True)
class Result:
    """The answer of a textbook search.

    ``value`` is for the side to move. ``moves`` lists every root move with its value and whether
    that is ``exact``, ``at least`` or ``at most``. ``plies_to_end`` is set if the game is decided.
    """

    move: Any
    value: int
    plies_to_end: int | None
    line: list[Any]
    moves: list[tuple[Any, int, str]]
    stopped: bool
    statistics: dict[str, Any]
    tree: Tree

    @property
    def nodes(self) -> int:
        """The number of positions visited."""
        return int(self.statistics["nodes"])

    def __repr__(self) -> str:
        return f"Result({self.move}, value {self.value}, {self.nodes} nodes)"

    def _repr_svg_(self) -> str:
        return self.tree._repr_svg_()


@dataclass(frozen=True)
class _Choice:
    algorithm: str
    depth: int
    refinements: str
    time: float | None
    nodes: int | None
    most: int
    every_move: bool
    threads: int


def _search(board: Any, evaluation: Any, choice: _Choice) -> Result:
    if isinstance(board, (str, list, tuple)):
        found = _xun.tree_search(board if isinstance(board, str) else _brackets(board), choice)
    else:
        if callable(evaluation):
            board = board.copy()
        found = _xun.textbook_search(board, evaluation, choice)
    tree = Tree(**json.loads(found.pop("tree")))
    return Result(**{**found, "statistics": json.loads(found.pop("statistics")), "tree": tree})


def _brackets(tree: Sequence[Any]) -> str:
    parts = [_brackets(one) if isinstance(one, (list, tuple)) else str(one) for one in tree]
    return "(" + " ".join(parts) + ")"


def _names(refinements: str | Iterable[str]) -> str:
    if isinstance(refinements, str):
        return refinements
    return ",".join(refinements)


def alphabeta(
    board: Any,
    depth: int = 3,
    refinements: str | Iterable[str] = (),
    evaluation: str | Callable[[Any], float] | None = None,
    *,
    limit: Limit | None = None,
    every_move: bool = False,
    most_nodes: int = 2000,
    threads: int = 1,
) -> Result:
    """Alpha-beta to a depth, with any of :data:`REFINEMENTS`.

    ``evaluation`` is a name (Xiangqi: ``material``, ``a``, ``b``, ``xun``; Gomoku: ``shapes``,
    ``none``) or a function of the board that returns points for the side to move. A function gets
    the same board object each time: copy it to keep it. ``most_nodes`` of the tree are kept.

    >>> import xun
    >>> values = {"R": 9, "C": 4.5, "N": 4, "B": 2, "A": 2, "P": 1, "K": 0}
    >>> def material(board):
    ...     pieces = board.piece_map().values()
    ...     red = sum(values[p.upper()] * (1 if p.isupper() else -1) for p in pieces)
    ...     return 10 * red * (1 if board.turn == "red" else -1)
    >>> board = xun.xiangqi.Board("3k5/9/9/9/4r4/9/4R4/9/9/4K4 w")
    >>> xun.textbook.alphabeta(board, 2, evaluation=material).move
    Move('e3e5')
    """
    return _run("alpha-beta", board, depth, refinements, evaluation, limit, every_move,
                most_nodes, threads)  # fmt: skip


def minimax(
    board: Any,
    depth: int = 3,
    evaluation: str | Callable[[Any], float] | None = None,
    *,
    limit: Limit | None = None,
    most_nodes: int = 2000,
) -> Result:
    """Minimax to a depth: every move of every position.

    >>> import xun
    >>> xun.textbook.minimax([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).nodes
    12
    """
    return _run("minimax", board, depth, (), evaluation, limit, False, most_nodes, 1)


def _run(
    algorithm: str,
    board: Any,
    depth: int,
    refinements: str | Iterable[str],
    evaluation: str | Callable[[Any], float] | None,
    limit: Limit | None,
    every_move: bool,
    most_nodes: int,
    threads: int,
) -> Result:
    if not isinstance(depth, int) or not 1 <= depth <= 64:
        raise InputError(f"depth is {depth!r}; expected a whole number from 1 to 64")
    if evaluation is None:
        evaluation = "a"
    limit = checked(limit)
    most = min(most_nodes, 1_000_000)
    choice = _Choice(algorithm, depth, _names(refinements), limit.time, limit.nodes, most,
                     every_move, threads)  # fmt: skip
    return _search(board, evaluation, choice)

"""Gomoku and Renju, with the same verbs as the Xiangqi board.

>>> import xun
>>> board = xun.gomoku.Board(15, "renju")
>>> board.push("h8")
Point('h8')
>>> board.turn, board.rule
('white', 'renju')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from xun import _draw, _xun
from xun._errors import InputError
from xun._gomoku_tree import GameTree, Remarks, TreeMove, read_tree
from xun._limit import Limit, checked
from xun._xun import Point
from xun.xiangqi import Outcome

__all__ = [
    "Board",
    "GameTree",
    "Outcome",
    "Point",
    "Proof",
    "Remarks",
    "TreeMove",
    "read",
    "read_tree",
    "solve",
]

Rule = Literal["freestyle", "standard", "renju", "caro", "caro-exact"]


def _size(size: int | tuple[int, int]) -> tuple[int, int]:
    width, height = size if isinstance(size, tuple) else (size, size)
    for side in (width, height):
        if not isinstance(side, int) or isinstance(side, bool) or not 5 <= side <= 22:
            raise InputError(f"a board of {width}×{height}: each side is 5 to 22")
    return width, height


class Board(_xun.GomokuBoard):
    """A board with its history. Moves are :class:`Point` or text like ``h8``.

    ``size`` is a number or ``(width, height)``; ``rule`` is freestyle, standard, renju, caro or
    caro-exact.

    >>> import xun
    >>> board = xun.gomoku.Board(15, moves="h8 h9 i8")
    >>> board.turn
    'white'
    >>> board.push("h8")
    Traceback (most recent call last):
    xun._errors.InputError: illegal move h8: the point is taken
    """

    def __new__(
        cls,
        size: int | tuple[int, int] = 15,
        rule: Rule = "freestyle",
        moves: str | Sequence[str | Point] = "",
    ) -> Board:
        try:
            text = moves if isinstance(moves, str) else "".join(str(move) for move in moves)
        except TypeError:
            raise InputError(f"moves are {moves!r}; expected a text or points") from None
        return super().__new__(cls, _size(size), rule, text.replace(" ", ""))

    push_uci = _xun.GomokuBoard.push
    push_text = _xun.GomokuBoard.push

    def outcome(self) -> Outcome | None:
        """The end of the game, or ``None``."""
        ended = self.ending()
        return None if ended is None else Outcome(*ended)

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.ending() is not None

    def result(self) -> str:
        """``1-0`` (Black won), ``0-1``, ``1/2-1/2`` or ``*``."""
        outcome = self.outcome()
        if outcome is None:
            return "*"
        return {"black": "1-0", "white": "0-1"}.get(outcome.winner or "", "1/2-1/2")

    def forbidden(self) -> dict[Point, str]:  # type: ignore[override]
        """The points forbidden to Black by the renju rule, with the reason.

        >>> import xun
        >>> board = xun.gomoku.Board(15, "renju", "h8a1i8a3g10c1g11e1")
        >>> board.forbidden()
        {Point('g8'): 'double three'}
        """
        return dict(super().forbidden())

    def peek(self) -> Point:
        """The last move."""
        moves = self.move_stack
        if not moves:
            raise IndexError("no move was played")
        return moves[-1]

    def array(self) -> npt.NDArray[np.int8]:
        """The stones as numbers, the top row first: 1 is Black, -1 is White."""
        width, height = self.size
        board = np.zeros((height, width), dtype=np.int8)
        stone = 1
        for point in self.move_stack:
            board[height - 1 - point.y, point.x] = stone
            stone = -stone
        return board

    def copy(self) -> Board:
        """A board of its own with the same history."""
        board = Board()
        board.assign(self)
        return board

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, (self.size, self.rule, self.moves_text())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return False
        same = self.size == other.size and self.rule == other.rule
        return same and self.key == other.key and self.turn == other.turn

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        width, height = self.size
        size = str(width) if width == height else f"({width}, {height})"
        return f"Board({size}, {self.rule!r}, {self.moves_text()!r})"

    def _repr_svg_(self) -> str:
        return _draw.gomoku(self)


def read(text: str) -> Board:
    """The board of a record: SGF, psq, or a line of points. Files are read by :func:`read_tree`.

    >>> import xun
    >>> xun.gomoku.read("h8h9i8").ply
    3
    """
    size, rule, moves = _xun.read_gomoku(text)
    return Board(size, rule or "freestyle", moves)


class Proof:
    """The result of :func:`solve`.

    ``verdict`` is ``win``, ``loss``, ``no forced win`` or ``unknown``. Of a win, ``move`` is the
    first move, ``line`` the longest defence, ``length`` its plies, ``size`` the moves of the winner
    in the whole proof, ``tree()`` the proof itself.
    """

    def __init__(self, native: _xun.GomokuSolution, board: Board) -> None:
        self._native = native
        self.board = board
        self.verdict = native.verdict
        self.kind = native.kind
        self.is_shortest = native.shortest
        self.nodes = native.nodes
        self.time = native.time
        self.line: list[Point] = native.line
        self.length = native.length
        self.size = native.size

    @property
    def is_win(self) -> bool:
        """Whether the side to move wins by force."""
        return self.verdict == "win"

    @property
    def move(self) -> Point | None:
        """The winning move."""
        return self.line[0] if self.line else None

    def tree(self) -> Any:
        """The proof: the move, ``five``, ``four`` or ``three``, and each answer with its proof."""
        return self._native.tree()

    def verify(self) -> bool:
        """Replays the proof against every answer by the rules alone, without search.

        Raises ``ValueError`` if there is no proof or it fails.
        """
        if not self.is_win:
            raise InputError(f"there is no proof: {self.verdict}")
        refutation = self._native.refutation()
        if refutation is not None:
            raise InputError(refutation)
        return True

    def __bool__(self) -> bool:
        return self.is_win

    def __repr__(self) -> str:
        found = f", {self.move} in {self.length} plies" if self.is_win else ""
        return f"Proof({self.verdict}{found}, {self.nodes} nodes)"

    def _repr_svg_(self) -> str:
        return _draw.gomoku(self.board, self.line)


def solve(
    board: Board,
    kind: Literal["vct", "vcf"] = "vct",
    limit: Limit | None = None,
    *,
    shortest: bool = False,
) -> Proof:
    """Looks for a forced win of the side to move by fours (``vcf``) or fours and threes (``vct``).

    >>> import xun
    >>> board = xun.gomoku.Board(moves="h8a1i8a3g10c1g11e1")
    >>> proof = xun.gomoku.solve(board)
    >>> proof.verdict, proof.verify()
    ('win', True)
    """
    if kind not in ("vct", "vcf"):
        raise InputError(f"{kind!r} is no kind of win; expected vct or vcf")
    limit = checked(limit)
    native = _xun.gomoku_solve(board, kind == "vcf", shortest, limit.time, limit.nodes)
    return Proof(native, board.copy())

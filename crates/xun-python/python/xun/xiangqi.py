"""Xiangqi (Chinese chess) with the verbs of python-chess.

>>> import xun
>>> board = xun.xiangqi.Board()
>>> board.push_text("炮二平五")
Move('h2e2')
>>> board.push_uci("h9g7")
Move('h9g7')
>>> board.turn, len(board.legal_moves)
('red', 35)
>>> board.pop()
Move('h9g7')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from xun import _draw, _xun
from xun import _pgn as pgn
from xun._errors import InputError
from xun._numbers import whole
from xun._xun import Move

__all__ = ["SQUARES", "START_FEN", "Board", "Move", "Outcome", "parse_square", "pgn", "square_name"]

Colour = Literal["red", "black"]
RuleSet = Literal["asian", "chinese", "simple"]
START_FEN: str = _xun.XiangqiBoard.START
SQUARES = range(90)
PIECES = "KABNRCPkabnrcp"


def square_name(square: int) -> str:
    """The name of a square.

    >>> import xun
    >>> xun.xiangqi.square_name(4), xun.xiangqi.parse_square("e0")
    ('e0', 4)
    """
    if not 0 <= square < 90:
        raise InputError(f"{square} is no square: expected 0 to 89")
    return "abcdefghi"[square % 9] + str(square // 9)


def parse_square(name: str) -> int:
    """The square of a name: files a to i, ranks 0 to 9.

    >>> import xun
    >>> xun.xiangqi.parse_square("i9")
    89
    """
    if len(name) != 2 or name[0] not in "abcdefghi" or name[1] not in "0123456789":
        raise InputError(f"{name!r} is no square: expected a0 to i9")
    return "abcdefghi".index(name[0]) + 9 * int(name[1])


@dataclass(frozen=True)
class Outcome:
    """The end of a game: ``termination`` says why; ``winner`` is ``None`` for a draw."""

    termination: str
    winner: str | None

    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``."""
        return {None: "1/2-1/2", "red": "1-0", "black": "0-1", "white": "0-1"}[self.winner]


class Board(_xun.XiangqiBoard):
    """A position with its history. Moves are :class:`Move` or text in any notation.

    Squares are numbers from 0 (a0, Red's left corner) to 89 (i9); moves are written ``h2e2``.
    A bad position or an illegal move raises ``ValueError`` with every fault in ``faults``.

    >>> import xun
    >>> board = xun.xiangqi.Board("3k5/9/9/9/9/9/9/9/4R4/4K4 w")
    >>> board.is_check()
    False
    >>> board.push("e0d0")
    Traceback (most recent call last):
    xun._errors.InputError: "e0d0" is not a legal move here
    """

    def outcome(
        self, rules: RuleSet = "asian", *, draw_plies: int | None = 120
    ) -> Outcome | None:
        """The end of the game by these rules, or ``None``.

        ``rules`` judge repetition; the game is drawn after ``draw_plies`` plies without a capture.

        >>> import xun
        >>> xun.xiangqi.Board("3k5/2P6/9/9/9/9/9/9/9/4K4 b").outcome()
        Outcome(termination='stalemate', winner='red')
        """
        if draw_plies is not None:
            draw_plies = whole(draw_plies, "draw_plies", 65535, 1)
        ended = self.ending(rules, draw_plies)
        return None if ended is None else Outcome(*ended)

    def is_game_over(self, rules: RuleSet = "asian") -> bool:
        """Whether the game has ended."""
        return self.outcome(rules) is not None

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
        return self.is_check() and not self.legal_moves

    def is_stalemate(self) -> bool:
        """Whether the side to move has no move and is not in check; it loses (困毙)."""
        return not self.is_check() and not self.legal_moves

    def result(self, rules: RuleSet = "asian") -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        outcome = self.outcome(rules)
        return "*" if outcome is None else outcome.result()

    def peek(self) -> Move:
        """The last move."""
        moves = self.move_stack
        if not moves:
            raise IndexError("no move was played")
        return moves[-1]

    def reset(self) -> None:
        """Goes back to the start position, without a history."""
        self.assign(Board())

    def perft(self, depth: int, threads: int = 1) -> int:
        """The number of leaf positions at a depth; on all cores with ``threads=0``.

        >>> import xun
        >>> xun.xiangqi.Board().perft(2)
        1920
        """
        return super().perft(whole(depth, "depth", 255), whole(threads, "threads", 1024))

    def piece_map(self) -> dict[int, str]:
        """The pieces by square, as letters of the FEN: ``K A B N R C P``, small for Black."""
        pieces = ((square, self.piece_at(square)) for square in SQUARES)
        return {square: piece for square, piece in pieces if piece is not None}

    def array(self) -> npt.NDArray[np.int8]:
        """The board as 10×9 numbers, rank 9 first: 1 to 7 for Red's K A B N R C P, else negative."""
        board = np.zeros((10, 9), dtype=np.int8)
        for square, piece in self.piece_map().items():
            number = PIECES.index(piece)
            board[9 - square // 9, square % 9] = number + 1 if number < 7 else 6 - number
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
        return _rebuild, (self.root_fen, [move.uci() for move in self.move_stack])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.fen() == other.fen()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"

    def _repr_svg_(self) -> str:
        return _draw.xiangqi(self)


def _rebuild(fen: str, moves: list[str]) -> Board:
    board = Board(fen)
    for move in moves:
        board.push_uci(move)
    return board

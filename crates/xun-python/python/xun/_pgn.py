"""Xiangqi game records as PGN.

>>> import io, xun
>>> game = xun.xiangqi.pgn.read_game(io.StringIO('[Red "A"]\\n\\n1. 炮二平五 马8进7 1-0\\n'))
>>> game.headers["Red"], game.result, [str(move) for move in game.moves]
('A', '1-0', ['h2e2', 'h9g7'])
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TextIO

from xun import _xun

if TYPE_CHECKING:
    from xun.xiangqi import Board, Move

__all__ = ["Game", "read_game", "read_games"]


@dataclass
class Game:
    """A game: headers, moves of the main line with their comments, and the result."""

    headers: dict[str, str]
    start_fen: str
    moves: list[Move]
    result: str = "*"
    comment: str = ""
    comments: list[str] = field(default_factory=list)

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """The game that led to a board."""
        return cls({}, board.root_fen, list(board.move_stack), board.result())

    def board(self) -> Board:
        """The first position."""
        from xun.xiangqi import Board

        return Board(self.start_fen)

    def mainline_moves(self) -> list[Move]:
        """The moves of the main line."""
        return list(self.moves)

    def end(self) -> Board:
        """The last position, with the history."""
        board = self.board()
        for move in self.moves:
            board.push(move)
        return board

    def text(self, notation: Literal["iccs", "wxf", "chinese"] = "iccs") -> str:
        """The game as PGN."""
        tags = list(self.headers.items())
        return _xun.write_pgn(tags, self.start_fen, self.moves, self.result, notation)

    def __str__(self) -> str:
        return self.text()


def read_games(file: TextIO | str | os.PathLike[str]) -> Iterator[Game]:
    """All games of a text file, one after the other; ``file`` is open, or a path.

    >>> import io, xun
    >>> text = io.StringIO("[Red \\"A\\"]\\n\\n1. h2e2 *\\n\\n[Red \\"B\\"]\\n\\n1. b2e2 h9g7 *\\n")
    >>> [(game.headers["Red"], len(game.moves)) for game in xun.xiangqi.pgn.read_games(text)]
    [('A', 1), ('B', 2)]
    """
    if isinstance(file, (str, os.PathLike)):
        with open(file, encoding="utf-8") as opened:
            yield from read_games(opened)
        return
    while (game := read_game(file)) is not None:
        yield game


def read_game(file: TextIO | str | os.PathLike[str]) -> Game | None:
    """The next game of a text file; ``None`` at its end. A bad record raises ``ValueError``.

    ``file`` is open for reading, as in python-chess; of a path the first game is read.

    >>> import io, xun
    >>> game = xun.xiangqi.pgn.read_game(io.StringIO("1. C2=5 h8+7 1-0"))
    >>> game.result, game.end().ply
    ('1-0', 2)
    """
    if isinstance(file, (str, os.PathLike)):
        with open(file, encoding="utf-8") as opened:
            return read_game(opened)
    lines: list[str] = []
    in_moves, depth = False, 0
    while True:
        place = file.tell()
        line = file.readline()
        if not line:
            break
        if depth == 0 and in_moves and line.lstrip().startswith("["):
            file.seek(place)
            break
        lines.append(line)
        if not in_moves and line.strip() and not line.lstrip().startswith("["):
            in_moves = True
        if in_moves:
            for brace in re.findall(r"[{}]", line):
                depth = 1 if brace == "{" else 0
    if not any(line.strip() for line in lines):
        return None
    return _game("".join(lines))


def _game(text: str) -> Game:
    tags, start, comment, moves, result = _xun.read_pgn(text)
    notes = [note for _, note in moves]
    return Game(dict(tags), start, [move for move, _ in moves], result, comment, notes)

"""Gomoku games with variations: RenLib and SGF files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from xun import _xun
from xun._errors import InputError
from xun._numbers import whole
from xun._xun import Point

if TYPE_CHECKING:
    from xun.gomoku import Board

__all__ = ["GameTree", "Remarks", "TreeMove", "read_tree"]


@dataclass(frozen=True)
class Remarks:
    """The comment of a position and its drawings.

    ``mark`` is good, very good, bad, very bad, interesting or doubtful; a marked move of a RenLib
    file has a circle.
    """

    comment: str = ""
    mark: str | None = None
    circles: list[Point] | None = None
    arrows: list[tuple[Point, Point]] | None = None


@dataclass(frozen=True)
class TreeMove:
    """A move of a tree. ``number`` counts from 1; ``parent`` is the move before it, 0 for none.

    ``value`` is the value that the file gives it in hundredths, ``seconds_left`` the time.
    """

    number: int
    point: Point
    colour: str
    parent: int
    remarks: Remarks
    value: int | None = None
    seconds_left: int | None = None


class GameTree(Sequence[TreeMove]):
    """A game with its variations, as a sequence of moves: parents before children.

    The first child of a move continues its line. ``faults`` names what was left out of a damaged
    file.

    >>> import xun
    >>> tree = xun.gomoku.read_tree(b"(;GM[4]SZ[15];B[hh]C[centre](;W[ii])(;W[hg];B[gf]))")
    >>> len(tree), tree[0].point, tree[0].remarks.comment
    (4, Point('h8'), 'centre')
    >>> [move.point for move in tree.children(tree[0])]
    [Point('i7'), Point('h9')]
    >>> [len(line) for line in tree.lines()]
    [2, 3]
    >>> tree.board()
    Board(15, 'freestyle', 'h8i7')
    """

    def __init__(self, native: _xun.GomokuTree) -> None:
        self._native = native
        self._below: dict[int, list[int]] | None = None
        self.size: tuple[int, int] = native.size
        self.rule: str | None = native.rule
        self.players: tuple[str, str] = native.players
        self.setup: list[tuple[Point, str]] = native.setup
        self.info: Mapping[str, str] = dict(native.info)
        self.faults: list[str] = native.faults
        self.remarks = Remarks(*native.remarks)

    def __len__(self) -> int:
        return len(self._native)

    @overload
    def __getitem__(self, index: int) -> TreeMove: ...

    @overload
    def __getitem__(self, index: slice) -> list[TreeMove]: ...

    def __getitem__(self, index: int | slice) -> TreeMove | list[TreeMove]:
        if isinstance(index, slice):
            return [self._move(at + 1) for at in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"the tree has {len(self)} moves")
        return self._move(at + 1)

    def _move(self, number: int) -> TreeMove:
        made = self._native.at(number)
        if made is None:
            raise IndexError(f"the tree has {len(self)} moves")
        point, colour, parent, remarks, value, seconds = made
        return TreeMove(number, point, colour, parent, Remarks(*remarks), value, seconds)

    def children(self, move: TreeMove | int = 0) -> list[TreeMove]:
        """The moves after a move, given with its number; after the first position for 0."""
        if self._below is None:
            below: dict[int, list[int]] = {}
            for number, parent in enumerate(self._native.parents(), start=1):
                below.setdefault(parent, []).append(number)
            self._below = below
        number = move.number if isinstance(move, TreeMove) else whole(move, "the number of a move")
        return [self._move(child) for child in self._below.get(number, [])]

    def line(self, move: TreeMove | int) -> list[TreeMove]:
        """The moves from the first position to a move, which is the last of them."""
        number = move.number if isinstance(move, TreeMove) else whole(move, "the number of a move")
        if number > len(self):
            raise InputError(f"move {number}: the tree has {len(self)}")
        back: list[TreeMove] = []
        while number > 0:
            back.append(self._move(number))
            number = back[-1].parent
        return back[::-1]

    def lines(self) -> Iterator[list[TreeMove]]:
        """Every line from the first position to its end, the main line first."""
        parents = set(self._native.parents())
        for number in range(1, len(self) + 1):
            if number not in parents:
                yield self.line(number)

    def board(self, move: TreeMove | int | None = None) -> Board:
        """The board after a move; at the end of the main line for ``None``.

        Games whose first stones were not played as moves raise ``ValueError``.
        """
        from xun.gomoku import Board

        if self.setup:
            raise InputError("the record has stones that were not played as moves")
        if move is None:
            moves = self._native.main_line()
        else:
            moves = "".join(str(one.point) for one in self.line(move))
        return Board(self.size, self.rule or "freestyle", moves)  # type: ignore[arg-type]

    def sgf(self) -> str:
        """The whole tree as SGF."""
        return self._native.sgf()

    def __repr__(self) -> str:
        width, height = self.size
        return f"GameTree({width}×{height}, {len(self)} moves)"

    def __reduce__(self) -> tuple[Any, ...]:
        return read_tree, (self.sgf().encode(),)


def read_tree(
    source: str | bytes | os.PathLike[str], encoding: str | None = None
) -> GameTree:
    """The game of a file (a path) or of its bytes: RenLib (``.lib``), SGF, psq or a line of points.

    The ``encoding`` of its texts is found by looking if none is given. A damaged RenLib file is
    read as far as it is sound, see ``faults``.

    >>> import xun
    >>> header = b"\\xffRenLib\\xff\\x03\\x04" + b"\\xff" * 10
    >>> tree = xun.gomoku.read_tree(header + bytes([0x00, 0x00, 0x78, 0x00, 0x69, 0x40]))
    >>> tree.board().moves_text(), tree.faults
    ('h8i9', [])
    """
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    return GameTree(_xun.GomokuTree.read(data, encoding))

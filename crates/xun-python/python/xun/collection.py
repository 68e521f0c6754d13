"""Collections of Xiangqi games in one file: filters, an opening explorer, opening books.

>>> import xun
>>> collection = xun.collection.Collection()
>>> collection.add('[Red "A"]\\n[Date "1981.01.10"]\\n1. 炮二平五 马8进7 2. 马二进三 1-0')
1
>>> [(game.red, game.result, game.opening) for game in collection.games(player="A")]
[('A', '1-0', 'Central Cannon vs Left Horse')]
>>> explored = collection.explore(xun.xiangqi.Board())
>>> [(str(found.move), found.games, found.red) for found in explored.moves]
[('h2e2', 1, 1)]
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from xun import _xun
from xun._errors import InputError
from xun.xiangqi import Board, Move, pgn

__all__ = [
    "BookMove",
    "Collection",
    "ExploredMove",
    "Exploration",
    "GameSummary",
    "ImportReport",
    "book_moves",
]

Path = str | os.PathLike[str]


@dataclass(frozen=True)
class GameSummary:
    """A game in a list. ``opening`` is its English name, ``opening_zh`` its Chinese one."""

    id: int
    title: str
    red: str
    black: str
    event: str
    date: str
    result: str
    opening: str
    opening_zh: str
    plies: int
    source: str


@dataclass(frozen=True)
class ExploredMove:
    """A move that was played from a position, with the results of its games.

    ``value`` is an engine's score in centipawns for the side that moves, and its depth, if known.
    """

    move: Move
    games: int
    red: int
    draws: int
    black: int
    average_year: int | None
    latest_year: int | None
    value: tuple[int, int] | None


@dataclass(frozen=True)
class Exploration:
    """The moves from a position, most played first, and the opening's name if it has one."""

    moves: list[ExploredMove]
    opening: str | None
    opening_zh: str | None


@dataclass(frozen=True)
class ImportReport:
    """What an import found: new games, duplicates, damaged games (taken as far as sound), files
    that were read before, and files that could not be read."""

    games: int
    duplicates: int
    damaged: int
    known_files: int
    unreadable: list[str]


@dataclass(frozen=True)
class BookMove:
    """A move of an opening book. ``games`` is 0 where the book does not say."""

    move: Move
    weight: int
    games: int


_FILTER = (
    "player",
    "red",
    "black",
    "event",
    "since",
    "until",
    "result",
    "opening",
    "position",
    "material",
    "tag",
    "limit",
)


def _wanted(given: dict[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(given) - set(_FILTER))
    if unknown:
        raise InputError(f"no filter is named {unknown[0]!r}; expected one of {', '.join(_FILTER)}")
    return {name: given.get(name) for name in _FILTER}


class Collection:
    """A library of games in one SQLite file, as ``xun collection`` uses it.

    Without a path the collection is in memory and gone with the object.

    >>> import xun
    >>> collection = xun.collection.Collection()
    >>> len(collection)
    0
    """

    def __init__(self, path: Path | None = None) -> None:
        self._native = _xun.GameCollection(None if path is None else os.fspath(path))

    def __len__(self) -> int:
        return self._native.count()

    def import_files(self, *paths: Path) -> ImportReport:
        """Adds the games of files and folders. Files that were read before are skipped, so an
        import that was interrupted goes on where it was."""
        return ImportReport(*self._native.import_files([os.fspath(path) for path in paths]))

    def add(self, game: pgn.Game | str) -> int | None:
        """Adds a game, also as PGN text; its number, or ``None`` if it is there already."""
        return self._native.add(str(game))

    def game(self, id: int) -> pgn.Game:
        """A game by its number."""
        read = pgn.read_game(io.StringIO(self._native.game(id)))
        assert read is not None
        return read

    def text(self, id: int) -> str:
        """A game as PGN with every variation and comment."""
        return self._native.game(id)

    def games(self, **wanted: Any) -> list[GameSummary]:
        """The games that a filter wants, in the order of their numbers.

        ``player``, ``red``, ``black``, ``event`` and ``opening`` are parts of the field;
        ``since`` and ``until`` are years; ``result`` is ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``;
        ``position`` is a board; ``material`` is a text such as ``RNC v RNN``; ``tag`` is a tag
        of the collection; ``limit`` is the most games.
        """
        found = []
        for row in self._native.games(_wanted(wanted)):
            id, title, red, black, event, date, result, (english, chinese), plies, source = row
            found.append(
                GameSummary(
                    id, title, red, black, event, date, result, english, chinese, plies, source
                )
            )
        return found

    def explore(self, board: Board) -> Exploration:
        """Every move that was played from a position. Mirror images count together, and so do
        other orders of the moves."""
        names, moves = self._native.explore(board)
        english, chinese = (None, None) if names is None else names
        return Exploration([ExploredMove(*move) for move in moves], english, chinese)

    def note_value(self, board: Board, score: int, depth: int) -> None:
        """Notes an engine's score of a position in centipawns for the side to move. The explorer
        shows it with the moves that lead there; a deeper one that is known stays."""
        self._native.note_value(board, score, depth)

    def edit(self, id: int, *, result: str | None = None, **tags: str) -> None:
        """Changes tags of a game (``Red="…"``; an empty text removes one) and its result."""
        self._native.edit(id, list(tags.items()), result)

    def remove(self, games: Iterable[int]) -> int:
        """Removes games; the number of them."""
        return self._native.remove(list(games))

    def tag(self, games: Iterable[int], tag: str) -> int:
        """Gives games a tag; how many did not have it."""
        return self._native.tag(list(games), tag)

    def untag(self, games: Iterable[int], tag: str) -> int:
        """Takes a tag from games; how many had it."""
        return self._native.untag(list(games), tag)

    def tags(self, id: int) -> list[str]:
        """The tags of a game."""
        return self._native.tags(id)

    def write_book(
        self,
        path: Path,
        *,
        plies: int = 40,
        min_games: int = 3,
        min_score: float = 0.3,
        moves: int | None = None,
        weight: Literal["results", "games"] = "results",
        **wanted: Any,
    ) -> tuple[int, int]:
        """Writes an opening book of the games that a filter wants (see :meth:`games`); the numbers
        of its positions and moves. Engines play it: ``Engine(options={"Book File": path})``."""
        if weight not in ("results", "games"):
            raise InputError(f"weight is 'results' or 'games', not {weight!r}")
        return self._native.write_book(
            os.fspath(path), _wanted(wanted), plies, min_games, min_score, moves, weight == "games"
        )


def book_moves(path: Path, board: Board) -> list[BookMove]:
    """The moves that an opening book has for a position, greatest weight first. ``path`` is a book
    of :meth:`Collection.write_book` or ``xun collection book``, or a ``BOOK.DAT``."""
    return [BookMove(*move) for move in _xun.book_moves(os.fspath(path), board)]

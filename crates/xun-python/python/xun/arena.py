"""Matches between players, with journal, Elo and SPRT.

A player is a text: ``xun``, ``xun; level=beginner``, ``textbook; depth=3``, ``random``,
``uci COMMAND; Hash=16``, ``ucci COMMAND`` or ``gomocup COMMAND``.

>>> import xun
>>> result = xun.arena.match("xun", "random", game="gomoku", games=2, time="nodes=200")
>>> len(result.games), result.score
(2, 1.0)
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from xun import _xun
from xun._errors import InputError
from xun._extras import extra
from xun._numbers import real, whole

if TYPE_CHECKING:
    import pandas

__all__ = ["Elo", "Game", "Result", "Sprt", "match"]


@dataclass(frozen=True)
class Elo:
    """A difference in Elo with its 95 % interval."""

    value: float
    low: float
    high: float

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"{self.value:+.0f} [{self.low:+.0f}, {self.high:+.0f}]"


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test; ``decision`` is accepted, rejected or undecided."""

    elo0: float
    elo1: float
    ratio: float
    lower: float
    upper: float
    decision: str


@dataclass(frozen=True)
class Game:
    """A finished game; ``winner`` is the name of a player, ``None`` in a draw."""

    index: int
    players: tuple[str, str]
    opening: list[str]
    start: str | None
    moves: list[str]
    scores: list[int | None]
    winner: str | None
    ending: str
    note: str
    record: str

    @property
    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``, the first player's side first."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner == self.players[0] else "0-1"


@dataclass(frozen=True)
class Description:
    """The arguments of a match, as the native module reads them."""

    players: list[str]
    game: str
    rules: str | None
    size: str
    games: int
    time: str
    openings: str | None
    random_plies: int
    balance: int
    seed: int
    gauntlet: bool
    win_score: int | None
    draw_score: int | None
    longest: int
    grace: float
    sprt: tuple[float, float, float] | None


class Result:
    """The result of a match: ``games``, ``elo`` of the first player against the second, table.

    ``finish`` is complete, decided (by the sequential test) or stopped.
    """

    def __init__(self, native: _xun.NativeMatch, records: Sequence[str], finish: str) -> None:
        self._native = native
        self.names: list[str] = native.names
        self.finish = finish
        self.games: list[Game] = [self._game(text) for text in records]
        table = json.loads(native.standings(list(records)))
        self.elo = Elo(*(float(number) for number in table["elo"]))
        self.superiority: float = table["superiority"]
        self.sprt = None if table["sprt"] is None else Sprt(**table["sprt"])
        self._rows: list[dict[str, Any]] = table["rows"]
        first = table["first"]
        self.wins, self.draws, self.losses = first["wins"], first["draws"], first["losses"]

    def _game(self, text: str) -> Game:
        record = json.loads(text)
        first, second = (self.names[number] for number in record["players"])
        winner = {None: None, "first": first, "second": second}[record["winner"]]
        return Game(
            record["index"],
            (first, second),
            record["opening"]["moves"],
            record["opening"].get("start"),
            [move["m"] for move in record["moves"]],
            [move.get("s") for move in record["moves"]],
            winner,
            record["ending"],
            record["note"],
            text,
        )

    @property
    def score(self) -> float:
        """Share of the points that the first player took from the second; 0.5 without games."""
        games = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / games if games else 0.5

    def to_frame(self) -> pandas.DataFrame:
        """The games as a data frame."""
        pandas = extra("pandas", "notebook")
        columns = ["index", "first", "second", "result", "winner", "ending", "plies", "note"]
        rows = [
            [game.index, *game.players, game.result, game.winner, game.ending, len(game.moves),
             game.note]
            for game in self.games
        ]  # fmt: skip
        return pandas.DataFrame(rows, columns=columns).set_index("index")

    def standings(self) -> pandas.DataFrame:
        """The table: points, time and depth of each player."""
        pandas = extra("pandas", "notebook")
        rows = []
        for row in self._rows:
            total = row["total"]
            moves = max(row["moves"], 1)
            depths, counted = row["depths"]
            rows.append(
                {
                    "player": row["name"],
                    "wins": total["wins"],
                    "draws": total["draws"],
                    "losses": total["losses"],
                    "milliseconds": row["milliseconds"] / moves,
                    "depth": depths / counted if counted else None,
                    "faults": sum(row["faults"].values()),
                }
            )
        return pandas.DataFrame(rows).set_index("player")

    def write(self, file: str | os.PathLike[str]) -> None:
        """Writes the games as PGN (Xiangqi) or SGF (Gomoku)."""
        texts = [self._native.write_game(game.record) for game in self.games]
        Path(file).write_text("\n".join(texts), encoding="utf-8")

    def __repr__(self) -> str:
        return (
            f"Result({' – '.join(self.names)}: +{self.wins} ={self.draws} -{self.losses}, "
            f"Elo {self.elo})"
        )

    def _repr_html_(self) -> str:
        from html import escape

        cells = "".join(
            f"<tr><td>{escape(row['name'])}</td><td>{row['total']['wins']}</td>"
            f"<td>{row['total']['draws']}</td><td>{row['total']['losses']}</td></tr>"
            for row in self._rows
        )
        heading = "<tr><th></th><th>+</th><th>=</th><th>−</th></tr>"
        return f"<table>{heading}{cells}</table><p>Elo {escape(str(self.elo))}</p>"


def describe(
    *players: str,
    game: str = "xiangqi",
    games: int = 100,
    time: str | float = "100ms",
    rules: str | None = None,
    size: int | str = 15,
    seed: int = 1,
    openings: str | os.PathLike[str] | None = None,
    random_plies: int = 4,
    balance: int = 150,
    format: Literal["round-robin", "gauntlet"] = "round-robin",
    sprt: tuple[float, float] | None = None,
    risk: float = 0.05,
    grace: float = 0.1,
    win_score: int | None = None,
    draw_score: int | None = None,
    longest: int = 600,
) -> Description:
    """The description of a match; arguments as :func:`match`."""
    if format not in ("round-robin", "gauntlet"):
        raise InputError(f"format is {format!r}; expected round-robin or gauntlet")
    small = 2**31 - 1
    if win_score is not None:
        win_score = whole(win_score, "win_score", small)
    if draw_score is not None:
        draw_score = whole(draw_score, "draw_score", small)
    for player in players:
        if not isinstance(player, str):
            raise InputError(f"the player {player!r} is no text; expected one like 'xun'")
    if not 0 < real(risk, "risk") < 0.5:
        raise InputError(f"risk is {risk}; expected more than 0 and less than 0.5")
    test = None if sprt is None else (*_hypotheses(sprt), float(risk))
    if not isinstance(time, str):
        time = f"{max(1, round(time * 1000))}ms" if time == time and 0 < time < 1e9 else str(time)
    return Description(
        players=list(players),
        game=game,
        rules=rules,
        size=str(size),
        games=whole(games, "games", 2**53),
        time=time,
        openings=None if openings is None else os.fspath(openings),
        random_plies=whole(random_plies, "random_plies", 1000),
        balance=whole(balance, "balance", small),
        seed=whole(seed, "seed", 2**64 - 1),
        gauntlet=format == "gauntlet",
        win_score=win_score,
        draw_score=draw_score,
        longest=whole(longest, "longest", 2**32 - 1, 1),
        grace=real(grace, "grace", 0.0, 86_400.0),
        sprt=test,
    )


def _hypotheses(sprt: tuple[float, float]) -> tuple[float, float]:
    try:
        elo0, elo1 = sprt
    except (TypeError, ValueError):
        raise InputError(f"sprt is {sprt!r}; expected (elo0, elo1)") from None
    low, high = real(elo0, "elo0", -10_000, 10_000), real(elo1, "elo1", -10_000, 10_000)
    if low >= high:
        raise InputError(f"sprt is {sprt}; expected (elo0, elo1), the smaller first")
    return low, high


def match(
    *players: str,
    game: str = "xiangqi",
    games: int = 100,
    time: str | float = "100ms",
    journal: str | os.PathLike[str] | None = None,
    concurrency: int = 1,
    progress: Callable[[int], object] | None = None,
    **terms: Any,
) -> Result:
    """Plays a match on this machine.

    ``time`` is seconds a move, or a text like ``100ms``, ``60s+0.5s``, ``depth=6``, ``nodes=5000``.
    With a ``journal`` an interrupted match goes on where it was; ``xun match --journal`` reads the
    same file. ``sprt=(elo0, elo1)`` ends the match when the sequential test decides. Further terms:
    ``rules``, ``size``, ``seed``, ``openings``, ``random_plies``, ``balance``, ``format``, ``risk``,
    ``grace``, ``win_score``, ``draw_score``, ``longest``.

    >>> import xun
    >>> result = xun.arena.match("random", "random", game="gomoku", games=2, seed=7)
    >>> result.finish, [game.index for game in result.games], result.names
    ('complete', [0, 1], ['random', 'random #2'])
    """
    description = describe(*players, game=game, games=games, time=time, **terms)
    native = _xun.NativeMatch(description, None)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "match.jsonl") if journal is None else os.fspath(journal)
        finish = native.run(path, whole(concurrency, "concurrency", 256, 1), progress)
        written = native.journal(path)
        records = written.records()
        written.close()
    return Result(native, records, finish)

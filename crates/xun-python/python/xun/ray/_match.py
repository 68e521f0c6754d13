"""Matches: a unit is a pair of games from one opening."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from xun import _xun
from xun.arena import Description, Result, describe
from xun.ray._files import place, read_file
from xun.ray._schedule import Progress, connect, run_units, shown

__all__ = ["match"]

# The option of a player that names a network; the file goes to every node.
_NETWORK = re.compile(r"(;\s*EvalFile\s*=\s*)([^;]*?)(\s*(?:;|$))", re.IGNORECASE)


def _networks(players: list[str]) -> dict[str, bytes]:
    names = {found.group(2) for text in players for found in _NETWORK.finditer(text)}
    return {name: read_file(name) for name in names if name not in ("", "hand")}


def _make(shared: tuple[Description, str, dict[str, bytes]]) -> _xun.NativeMatch:
    description, openings, networks = shared
    places = {name: place(content) for name, content in networks.items()}

    def here(found: re.Match[str]) -> str:
        before, name, after = found.groups()
        return before + places.get(name, name) + after

    players = [_NETWORK.sub(here, text) for text in description.players]
    return _xun.NativeMatch(replace(description, players=players), openings)


def _play(native: _xun.NativeMatch, games: list[int]) -> list[str]:
    return native.play(games)


def _pairs(count: int, known: set[int]) -> Iterator[list[int]]:
    """The games that are not known, those of one opening together."""
    for first in range(0, count, 2):
        pair = [game for game in (first, first + 1) if game < count and game not in known]
        if pair:
            yield pair


def match(
    *players: str,
    game: str = "xiangqi",
    games: int = 100,
    time: str | float = "100ms",
    journal: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    address: str | None = None,
    **terms: Any,
) -> Result:
    """Plays a match on a Ray cluster; arguments and result as :func:`xun.arena.match`.

    The games, their order in the journal and the decision of the sequential test are those of one
    machine with ``concurrency=1``. Programs of external players must be on every node; networks
    (``xun; EvalFile=…``) and openings are sent along. ``progress`` is a function of the number of
    games played, or ``True`` for a bar. ``address`` is the cluster's, if not connected yet.
    """
    description = describe(*players, game=game, games=games, time=time, **terms)
    native = _xun.NativeMatch(description, None)
    shared = (description, native.openings(), _networks(description.players))
    connect(address)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "match.jsonl") if journal is None else os.fspath(journal)
        written = native.journal(path)
        try:
            known = set(written.numbers())
            with shown(progress, len(native), len(known), "games") as report:
                done = len(known)

                def take(_: list[int], records: list[str]) -> bool:
                    nonlocal done
                    for record in records:
                        done += written.add(record)
                        if written.decision() is not None:
                            break
                    report(done)
                    return written.decision() is not None

                decided = written.decision() is not None
                if not decided:
                    pairs = _pairs(len(native), known)
                    decided = not run_units(pairs, shared, _make, _play, take)
            records = written.records()
        finally:
            written.close()
    return Result(native, records, "decided" if decided else "complete")

"""Self-play games: a unit is a block of game numbers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from xun import _xun
from xun._numbers import whole
from xun.ray._files import place, read_file
from xun.ray._schedule import Progress, connect, run_units, shown
from xun.selfplay import Description, describe

__all__ = ["datagen"]


def _make(shared: tuple[Description, bytes | None]) -> _xun.NativeSelfPlay:
    description, network = shared
    if network is not None:
        description = replace(description, eval_file=place(network))
    return _xun.NativeSelfPlay(description)


def _play(native: _xun.NativeSelfPlay, numbers: list[int]) -> list[bytes]:
    return native.play(numbers)


def _blocks(games: int, known: set[int], block: int) -> Iterator[list[int]]:
    for first in range(0, games, block):
        last = min(first + block, games)
        numbers = [number for number in range(first, last) if number not in known]
        if numbers:
            yield numbers


def datagen(
    file: str | os.PathLike[str],
    game: str = "xiangqi",
    games: int = 1000,
    nodes: int | None = None,
    seed: int = 1,
    rule: str = "freestyle",
    size: int = 15,
    even: int = 220,
    eval_file: str | os.PathLike[str] = "",
    *,
    block: int = 8,
    progress: Progress = None,
    address: str | None = None,
) -> int:
    """Plays games on a Ray cluster; arguments and file as :func:`xun.selfplay.datagen`.

    ``block`` games are a unit. The network is sent to each node once. ``progress`` and ``address``
    as in :func:`match`.
    """
    block, games = whole(block, "block", 100_000, 1), whole(games, "games")
    description = describe(game, nodes, seed, rule, size, even, eval_file)
    native = _xun.NativeSelfPlay(description)
    named = description.eval_file not in ("", "hand")
    shared = (description, read_file(description.eval_file) if named else None)
    connect(address)
    out = native.file(os.fspath(file))
    try:
        known = set(out.numbers())
        done = len(known)
        with shown(progress, games, done, "games") as report:

            def take(numbers: list[int], played: list[bytes]) -> None:
                nonlocal done
                for number, bytes in zip(numbers, played):
                    done += out.add(number, bytes)
                report(done)

            run_units(_blocks(games, known, block), shared, _make, _play, take)
    finally:
        out.close()
    return done

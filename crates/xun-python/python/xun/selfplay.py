"""Games of the engines against themselves, to train networks with.

The files are those of ``xun-tune … datagen``; ``training/`` reads the records.

>>> import os, tempfile, xun
>>> file = os.path.join(tempfile.mkdtemp(), "games")
>>> xun.selfplay.datagen(file, game="gomoku", games=2, nodes=100)
2
>>> xun.selfplay.unpack([file], file + ".records") > 10
True
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xun import _xun
from xun._numbers import whole

__all__ = ["datagen", "unpack"]


@dataclass(frozen=True)
class Description:
    """The arguments of a run, as the native module reads them."""

    game: str
    nodes: int
    seed: int
    rule: str
    size: int
    even: int
    eval_file: str


def describe(
    game: str = "xiangqi",
    nodes: int | None = None,
    seed: int = 1,
    rule: str = "freestyle",
    size: int = 15,
    even: int = 220,
    eval_file: str | os.PathLike[str] = "",
) -> Description:
    """The description of a run; arguments as :func:`datagen`."""
    if nodes is None:
        nodes = 3000 if game == "gomoku" else 5000
    return Description(
        game=game,
        nodes=whole(nodes, "nodes", 2**48, 100 if game == "gomoku" else 1),
        seed=whole(seed, "seed", 2**64 - 1),
        rule=rule,
        size=whole(size, "size", 22, 5),
        even=whole(even, "even", 20_000, 1),
        eval_file=os.fspath(eval_file),
    )


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
    threads: int = 0,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Plays what the file does not have of the first ``games`` games; answers how many it has.

    ``nodes`` are searched a move (5000 in Xiangqi, 3000 in Gomoku). Game *n* of a seed is the same
    game everywhere, and games are written in the order of their numbers, so that the file does not
    depend on ``threads``. ``rule``, ``size`` and ``even`` are Gomoku's; ``eval_file`` names a
    network, or ``hand`` for the hand-written evaluation. An interrupted run goes on where it was.

    >>> import os, tempfile, xun
    >>> file = os.path.join(tempfile.mkdtemp(), "games.xun")
    >>> xun.selfplay.datagen(file, game="gomoku", games=2, nodes=100)
    2
    """
    description = describe(game, nodes, seed, rule, size, even, eval_file)
    native = _xun.NativeSelfPlay(description)
    count, workers = whole(games, "games"), whole(threads, "threads", 1024)
    return native.run(os.fspath(file), count, workers, progress)


def unpack(files: Sequence[str | os.PathLike[str]], out: str | os.PathLike[str]) -> int:
    """Writes the quiet positions of files of games as training records; answers how many.

    All games must be of one game, rule and size.

    >>> import os, tempfile, xun
    >>> file = os.path.join(tempfile.mkdtemp(), "games.xun")
    >>> _ = xun.selfplay.datagen(file, game="gomoku", games=2, nodes=100)
    >>> xun.selfplay.unpack([file], file + ".records") > 0
    True
    """
    if isinstance(files, (str, os.PathLike)):
        files = [files]
    return _xun.selfplay_unpack([os.fspath(file) for file in files], os.fspath(out))

"""Engines: ours, and other programs by UCI and UCCI, with the verbs of python-chess."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, TypedDict

from xun import _xun
from xun._errors import EngineError, InputError
from xun._limit import Limit, checked
from xun._numbers import whole

__all__ = ["Analysis", "Engine", "Info", "PlayResult", "Score"]


@dataclass(frozen=True)
class Score:
    """A score for the side to move: ``cp`` points, or ``mate`` moves to the end (negative: loses)."""

    cp: int | None = None
    mate: int | None = None

    @property
    def value(self) -> int:
        """One number for comparing: a win is beyond 30000."""
        if self.mate is None:
            return self.cp or 0
        return 31000 - self.mate if self.mate > 0 else -31000 - self.mate

    def __str__(self) -> str:
        return f"#{self.mate:+d}" if self.mate is not None else f"{self.cp or 0:+d}"


class Info(TypedDict, total=False):
    """One report of a search, with the keys of python-chess."""

    depth: int
    seldepth: int
    multipv: int
    score: Score
    bound: str | None
    nodes: int
    time: float
    nps: int
    hashfull: int
    pv: list[Any]


@dataclass(frozen=True)
class PlayResult:
    """The move to play, the expected answer, and the last report."""

    move: Any
    ponder: Any
    info: Info


class _Search(Protocol):
    def next(self) -> tuple[Any, Any]: ...

    def stop(self) -> None: ...


class _Program(Protocol):
    game: str

    def search(self, board: Any, limit: Limit, lines: int, only: list[Any]) -> _Search: ...

    def set(self, name: str, value: str) -> str: ...

    def new_game(self) -> None: ...

    def options(self) -> list[dict[str, Any]]: ...

    def close(self) -> None: ...


def _info(raw: dict[str, Any]) -> Info:
    value = raw.get("score")
    if isinstance(value, tuple):
        points, plies = value
        if plies is None:
            raw["score"] = Score(cp=points)
        else:
            raw["score"] = Score(mate=(plies + 1) // 2 if points > 0 else -((plies + 1) // 2))
    return raw  # type: ignore[return-value]


class Analysis:
    """A running analysis: iterate over its reports, stop it at any time.

    >>> import xun
    >>> with xun.Engine("gomoku") as engine:
    ...     board = xun.gomoku.Board(moves="h8")
    ...     with engine.analysis(board, xun.Limit(depth=4)) as analysis:
    ...         depths = [info["depth"] for info in analysis]
    >>> max(depths)
    4
    """

    def __init__(self, search: _Search) -> None:
        self._search = search
        self._best: list[Any] | None = None
        self.lines: list[Info] = []
        self.info: Info = {}

    def __iter__(self) -> Iterator[Info]:
        while self._best is None:
            report, done = self._search.next()
            if done is not None:
                self._best, lines = done
                self.lines = [_info(line) for line in lines]
                return
            self.info = _info(report)
            yield self.info

    def wait(self) -> PlayResult:
        """Waits for the end of the search; its best move."""
        for _ in self:
            pass
        best = self._best or []
        last = self.lines[0] if self.lines else self.info
        move, ponder, *_ = [*best, None, None]
        return PlayResult(move, ponder, last)

    def stop(self) -> None:
        """Ends the search; what it has reported stays."""
        self._search.stop()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


class Engine:
    """An engine for ``"xiangqi"`` or ``"gomoku"``, or another program by its protocol.

    Options are given by name: ``Engine("xiangqi", level="club", threads=2, hash=64)``. Threads may
    share an engine; it answers one question at a time. Use it in ``with``, or close it.

    >>> import xun
    >>> with xun.Engine("xiangqi") as engine:
    ...     result = engine.play(xun.xiangqi.Board(), xun.Limit(nodes=1000))
    >>> result.move in xun.xiangqi.Board().legal_moves
    True
    """

    def __init__(
        self, game: str = "xiangqi", options: Mapping[str, object] | None = None, **named: object
    ) -> None:
        self._closed = False
        self._program: _Program = _xun.NativeEngine(game)
        self.configure({**(options or {}), **named})

    @classmethod
    def popen_uci(cls, command: str | Sequence[str], *, timeout: float = 30.0) -> Engine:
        """Starts a UCI engine that plays Xiangqi, like Pikafish or Fairy-Stockfish."""
        return cls._external(command, "uci", timeout)

    @classmethod
    def popen_ucci(cls, command: str | Sequence[str], *, timeout: float = 30.0) -> Engine:
        """Starts a UCCI engine, like ElephantEye."""
        return cls._external(command, "ucci", timeout)

    @classmethod
    def _external(cls, command: str | Sequence[str], protocol: str, timeout: float) -> Engine:
        from xun._external import ExternalEngine

        engine = cls.__new__(cls)
        engine._closed = False
        engine._program = ExternalEngine(command, protocol, timeout)
        return engine

    @property
    def game(self) -> str:
        """The game that it plays."""
        return self._program.game

    @property
    def options(self) -> dict[str, dict[str, Any]]:
        """The options by name: type, default, range and help."""
        return {option["name"]: option for option in self._program.options()}

    def configure(self, options: Mapping[str, object]) -> None:
        """Sets options; names do not distinguish case."""
        for name, value in options.items():
            text = str(value).lower() if isinstance(value, bool) else os.fspath(str(value))
            self._program.set(name.replace("_", " "), text)

    def new_game(self) -> None:
        """Forgets what was learnt from the last game."""
        self._program.new_game()

    def play(
        self, board: Any, limit: Limit, *, root_moves: Sequence[Any] | None = None
    ) -> PlayResult:
        """The best move within a limit."""
        self._needs_limit(limit)
        return self.analysis(board, limit, root_moves=root_moves).wait()

    def analyse(
        self,
        board: Any,
        limit: Limit,
        multipv: int | None = None,
        *,
        root_moves: Sequence[Any] | None = None,
    ) -> Any:
        """The last report within a limit; with ``multipv`` a list, the best line first.

        >>> import xun
        >>> with xun.Engine("xiangqi") as engine:
        ...     lines = engine.analyse(xun.xiangqi.Board(), xun.Limit(nodes=2000), multipv=3)
        >>> len(lines), len({str(line["pv"][0]) for line in lines})
        (3, 3)
        """
        self._needs_limit(limit)
        analysis = self.analysis(board, limit, multipv, root_moves=root_moves)
        analysis.wait()
        lines = analysis.lines
        if multipv is not None:
            return lines
        return lines[0] if lines else analysis.info

    def analysis(
        self,
        board: Any,
        limit: Limit | None = None,
        multipv: int | None = None,
        *,
        root_moves: Sequence[Any] | None = None,
    ) -> Analysis:
        """Starts an analysis and reports as it goes; without a limit until it is stopped."""
        lines = 1 if multipv is None else multipv
        lines = whole(lines, "multipv", 500, 1)
        if self._closed:
            raise closed()
        only = list(root_moves or [])
        return Analysis(self._program.search(board, checked(limit), lines, only))

    @staticmethod
    def _needs_limit(limit: Limit) -> None:
        if checked(limit) == Limit():
            raise InputError("a limit is needed: time, depth or nodes")

    def close(self) -> None:
        """Ends the engine; later calls raise :class:`xun.EngineError`."""
        self._closed = True
        self._program.close()

    quit = close

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Engine({self.game!r})"


def closed() -> EngineError:
    """The error of a closed engine."""
    return EngineError("the engine is closed")

"""Other engines by their protocol: UCI and UCCI."""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from typing import Any

from xun._engine import Score
from xun._errors import EngineError, InputError
from xun._limit import Limit
from xun.xiangqi import Board, Move

__all__ = ["ExternalEngine"]

_CLOSED = "the engine is closed"
_LONGEST_LINE = 1 << 16


class ExternalEngine:
    """A program that speaks UCI or UCCI on its standard input and output."""

    game = "xiangqi"

    def __init__(self, command: str | Sequence[str], protocol: str, timeout: float) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            raise InputError("the command of the engine is empty")
        self.protocol = protocol
        self.timeout = timeout
        self._lock = threading.Lock()
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._options: list[dict[str, Any]] = []
        self._multipv = 1
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except OSError as error:
            raise EngineError(f"{words[0]} cannot be started: {error}") from error
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._send(protocol)
            while True:
                line = self._receive(timeout)
                if line.startswith("option "):
                    self._options.append(_option(line))
                if line.strip() == f"{protocol}ok":
                    break
            self._ready()
        except BaseException:
            self.close()
            raise

    def _read(self) -> None:
        output = self._process.stdout
        assert output is not None
        while line := output.readline(_LONGEST_LINE):
            self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def _send(self, line: str) -> None:
        entry = self._process.stdin
        if entry is None or entry.closed:
            raise EngineError(_CLOSED)
        if "\n" in line or "\r" in line:
            raise InputError("an option or position has a line break")
        try:
            entry.write(line + "\n")
            entry.flush()
        except (OSError, ValueError) as error:
            raise EngineError(f"the engine does not read any more: {error}") from error

    def _receive(self, timeout: float | None) -> str:
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            raise EngineError(f"the engine is silent for {timeout} s") from None
        if line is None:
            self._lines.put(None)
            raise EngineError("the engine has ended")
        return line

    def _ready(self) -> None:
        if self.protocol == "uci":
            self._send("isready")
            while self._receive(self.timeout).strip() != "readyok":
                pass

    def options(self) -> list[dict[str, Any]]:
        return list(self._options)

    def set(self, name: str, value: str) -> str:
        with self._lock:
            known = {option["name"].lower(): option["name"] for option in self._options}
            if name.lower() not in known:
                raise InputError(f"no option is named {name!r}")
            proper: str = known[name.lower()]
            if self.protocol == "uci":
                self._send(f"setoption name {proper} value {value}")
            else:
                self._send(f"setoption {proper} {value}")
            self._ready()
            return proper

    def new_game(self) -> None:
        with self._lock:
            if self.protocol == "uci":
                self._send("ucinewgame")
                self._ready()

    def search(self, board: Any, limit: Limit, lines: int, only: list[Any]) -> ExternalSearch:
        if not isinstance(board, Board):
            raise InputError(f"a Xiangqi engine takes no {type(board).__name__}")
        self._lock.acquire()
        try:
            return ExternalSearch(self, board, limit, lines, only)
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        entry = self._process.stdin
        if entry is not None and not entry.closed:
            try:
                entry.write("quit\n")
                entry.flush()
                entry.close()
            except (OSError, ValueError):
                pass
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class ExternalSearch:
    """One search of an external engine."""

    def __init__(
        self, engine: ExternalEngine, board: Board, limit: Limit, lines: int, only: list[Any]
    ) -> None:
        self._engine = engine
        self._board = board.copy()
        self._latest: dict[int, dict[str, Any]] = {}
        self._over = True
        self._limit = limit
        if engine.protocol == "uci" and lines != engine._multipv:
            engine._send(f"setoption name MultiPV value {lines}")
            engine._multipv = lines
        moves = " ".join(move.uci() for move in board.move_stack)
        engine._send(f"position fen {board.root_fen}" + (f" moves {moves}" if moves else ""))
        engine._send(self._go(limit, only))
        self._over = False

    def _go(self, limit: Limit, only: list[Any]) -> str:
        words = ["go"]
        uci = self._engine.protocol == "uci"
        if limit.time is not None:
            milliseconds = str(max(1, round(limit.time * 1000)))
            words += ["movetime", milliseconds] if uci else ["time", milliseconds, "movestogo", "1"]
        if limit.depth is not None:
            words += ["depth", str(limit.depth)]
        if limit.nodes is not None:
            words += ["nodes", str(limit.nodes)]
        if len(words) == 1:
            words += ["infinite"]
        if only and uci:
            legal = [self._board.parse_text(str(move)).uci() for move in only]
            words += ["searchmoves", *legal]
        return " ".join(words)

    def next(self) -> tuple[Any, Any]:
        if self._over:
            raise EngineError("the search has ended")
        while True:
            try:
                line = self._engine._receive(self._patience())
            except BaseException:
                self._abandon()
                raise
            words = line.split()
            if not words:
                continue
            if words[0] == "info":
                info = self._info(words[1:])
                if info is not None:
                    return info, None
            if words[0] in ("bestmove", "nobestmove"):
                self._finish()
                return None, self._answer(words)

    def _patience(self) -> float | None:
        """Seconds to wait for a line; none where only depth or nodes end the search."""
        if self._limit.time is None:
            return None
        return self._limit.time + self._engine.timeout

    def _finish(self) -> None:
        if not self._over:
            self._over = True
            self._engine._lock.release()

    def _abandon(self) -> None:
        """Stops the search and drops its answer, so that the next one reads its own."""
        try:
            self.stop()
            while not self._engine._receive(self._engine.timeout).startswith("bestmove"):
                pass
        except EngineError:
            pass
        self._finish()

    def _answer(self, words: list[str]) -> tuple[list[Move], list[dict[str, Any]]]:
        best = []
        if words[0] == "bestmove" and len(words) > 1 and words[1] not in ("(none)", "0000", "null"):
            text = [words[1]]
            if len(words) > 3 and words[2] == "ponder":
                text.append(words[3])
            best = self._moves(text)
            if not best:
                raise EngineError(f"the engine answered {words[1]!r}, which is not legal")
        return best, [self._latest[number] for number in sorted(self._latest)]

    def _moves(self, words: Sequence[str]) -> list[Move]:
        """The legal moves that a line begins with."""
        board, moves = self._board.copy(), []
        for word in words:
            try:
                moves.append(board.push_uci(word))
            except ValueError:
                break
        return moves

    def _info(self, words: list[str]) -> dict[str, Any] | None:
        info: dict[str, Any] = {"multipv": 1}
        index = 0
        while index < len(words):
            word, rest = words[index], words[index + 1 :]
            index += 1
            if word == "string":
                break
            if word == "pv":
                info["pv"] = self._moves(rest)
                break
            if word == "score" and rest:
                if rest[0] in ("cp", "mate") and len(rest) > 1 and _is_number(rest[1]):
                    info["score"] = Score(**{rest[0]: int(rest[1])})
                    index += 2
                elif _is_number(rest[0]):
                    info["score"] = Score(cp=int(rest[0]))
                    index += 1
            elif word in ("lowerbound", "upperbound"):
                info["bound"] = word.removesuffix("bound")
            elif word in ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"):
                if rest and _is_number(rest[0]):
                    number = int(rest[0])
                    info[word] = number / 1000 if word == "time" else number
                    index += 1
        if "pv" not in info or not info["pv"]:
            return None
        self._latest[info["multipv"]] = info
        return info

    def stop(self) -> None:
        if not self._over:
            try:
                self._engine._send("stop")
            except EngineError:
                return

    def __del__(self) -> None:
        if not getattr(self, "_over", True):
            self._abandon()


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()


def _option(line: str) -> dict[str, Any]:
    """An option line of either protocol."""
    words = line.split()[1:]
    if words and words[0] == "name":
        words = words[1:]
    name = " ".join(words[: words.index("type")]) if "type" in words else " ".join(words)
    option: dict[str, Any] = {"name": name, "help": ""}
    rest = words[words.index("type") :] if "type" in words else []
    for key, value in zip(rest, rest[1:]):
        if key in ("type", "default", "min", "max"):
            option[key] = value
    return option

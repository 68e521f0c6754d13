"""A journal of units for work whose own files have none: one line of JSON a unit."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from xun._errors import InputError

__all__ = ["UnitJournal"]


class UnitJournal:
    """Results by unit, in a file that is appended to; without a path they are only remembered.

    The first line has the terms; a file of other terms is refused. A last line that was cut short
    is dropped.
    """

    def __init__(self, path: str | os.PathLike[str] | None, terms: dict[str, Any]) -> None:
        self.results: dict[int, Any] = {}
        self._file = None
        if path is None:
            return
        name = Path(path)
        head = json.dumps({"terms": terms}, sort_keys=True)
        self._file = open(name, "a+b")
        try:
            _lock(self._file, name)
            self._read(name, head)
        except BaseException:
            self._file.close()
            raise

    def _read(self, name: Path, head: str) -> None:
        assert self._file is not None
        self._file.seek(0)
        whole = 0
        for number, line in enumerate(self._file):
            if not line.endswith(b"\n"):
                break
            try:
                entry = json.loads(line)
                if number == 0:
                    if json.dumps(entry, sort_keys=True) != head:
                        raise InputError(f"{name}: the journal of other work")
                else:
                    self.results[entry["unit"]] = entry["result"]
            except (ValueError, KeyError, TypeError) as error:
                if isinstance(error, InputError):
                    raise
                raise InputError(f"{name}: line {number + 1} is not of a journal") from None
            whole += len(line)
        self._file.truncate(whole)
        if whole == 0:
            self._write(head)

    def _write(self, line: str) -> None:
        if self._file is not None:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def add(self, unit: int, result: Any) -> None:
        """Writes a result, unless it is there."""
        if unit not in self.results:
            self._write(json.dumps({"unit": unit, "result": result}))
            self.results[unit] = result

    def __enter__(self) -> UnitJournal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()


def _lock(file: Any, name: Path) -> None:
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(f"{name}: another process is writing to it") from None

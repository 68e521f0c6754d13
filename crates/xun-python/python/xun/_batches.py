"""Batches of path queries, and the folder of Parquet files that keeps their answers."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from xun._errors import InputError, XunError
from xun._limit import Limit, checked
from xun._numbers import whole

if TYPE_CHECKING:
    from xun.grid import Answers, Searcher

__all__ = ["Batches"]


class Batches:
    """The queries of one call in batches; each batch is answered and written once."""

    def __init__(
        self,
        searcher: Searcher,
        starts: npt.ArrayLike,
        goals: npt.ArrayLike,
        limit: Limit | None,
        batch: int,
        out: str | os.PathLike[str] | None,
    ) -> None:
        from xun.grid import _cells

        self.starts, self.goals = _cells(starts, "starts"), _cells(goals, "goals")
        if len(self.starts) != len(self.goals):
            raise InputError(f"{len(self.starts)} starts for {len(self.goals)} goals")
        self.batch = whole(batch, "batch", 2**40, 1)
        self.costs = np.full(len(self.starts), np.nan)
        self.steps = np.full(len(self.starts), -2, dtype=np.int64)
        self._done: set[int] = set()
        self._folder = None if out is None else Path(out)
        if self._folder is not None:
            self._open(self._folder, searcher, limit)

    def __len__(self) -> int:
        """Number of batches."""
        return -(-len(self.starts) // self.batch)

    def ends(self, number: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        """Starts and goals of a batch."""
        rows = self._rows(number)
        return self.starts[rows], self.goals[rows]

    def missing(self) -> Iterator[int]:
        """The batches that have no answers yet."""
        return (number for number in range(len(self)) if number not in self._done)

    def add(
        self, number: int, costs: npt.NDArray[np.float64], steps: npt.NDArray[np.int64]
    ) -> None:
        """Keeps the answers of a batch, and writes them if there is a folder."""
        rows = self._rows(number)
        self.costs[rows], self.steps[rows] = costs, steps
        self._done.add(number)
        if self._folder is not None:
            self._write(self._file(self._folder, number), rows)

    def answers(self) -> Answers:
        """The answers of all batches."""
        from xun.grid import Answers

        return Answers(self.costs, self.steps)

    def _rows(self, number: int) -> slice:
        return slice(number * self.batch, min((number + 1) * self.batch, len(self.starts)))

    @staticmethod
    def _file(folder: Path, number: int) -> Path:
        return folder / f"part-{number:06}.parquet"

    def _open(self, folder: Path, searcher: Searcher, limit: Limit | None) -> None:
        """Reads what an earlier call has written; files of other queries are refused."""
        parquet = _parquet()
        digest = hashlib.sha256()
        for array in (searcher.map.terrain, self.starts, self.goals):
            digest.update(repr(array.shape).encode())
            digest.update(np.ascontiguousarray(array).tobytes())
        terms = {
            "choice": searcher._choice._asdict(),
            "limit": vars(checked(limit)),
            "batch": self.batch,
            "queries": len(self.starts),
            "digest": digest.hexdigest(),
        }
        folder.mkdir(parents=True, exist_ok=True)
        name = folder / "queries.json"
        if name.exists():
            if json.loads(name.read_text(encoding="utf-8")) != terms:
                raise InputError(f"{folder}: holds the answers of other queries")
        else:
            _replace(name, lambda path: path.write_text(json.dumps(terms), encoding="utf-8"))
        for number in range(len(self)):
            file = self._file(folder, number)
            if file.exists():
                table = parquet.read_table(file)
                rows = self._rows(number)
                self.costs[rows] = table["cost"].to_numpy()
                self.steps[rows] = table["steps"].to_numpy()
                self._done.add(number)

    def _write(self, file: Path, rows: slice) -> None:
        import pyarrow

        starts, goals = self.starts[rows], self.goals[rows]
        columns = {
            "query": np.arange(rows.start, rows.stop, dtype=np.int64),
            "start_row": starts[:, 0],
            "start_column": starts[:, 1],
            "goal_row": goals[:, 0],
            "goal_column": goals[:, 1],
            "cost": self.costs[rows],
            "steps": self.steps[rows],
        }
        table = pyarrow.table({name: np.ascontiguousarray(one) for name, one in columns.items()})
        _replace(file, lambda path: _parquet().write_table(table, path))


def _parquet() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise XunError("Parquet files need pyarrow: pip install pyarrow") from None
    return pyarrow.parquet


def _replace(path: Path, write: Any) -> None:
    """Writes a file under another name first, so that it is there as a whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    write(beside)
    os.replace(beside, path)

"""Tables of a map that does not change, from which every shortest path is read without a search."""

from __future__ import annotations

import os
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from xun import _xun
from xun._errors import Stopped
from xun._limit import Limit, checked
from xun._numbers import whole

if TYPE_CHECKING:
    from xun.grid import Cell, Map, Path

__all__ = ["Oracle"]


class Oracle:
    """Shortest paths by eight moves on plain ground that does not change.

    The tables are made once, in seconds to minutes; then a path takes about a microsecond.
    ``bytes_per_cell`` bounds their memory: with less than all labels need, answers stay exact, but
    some queries search. Threads may share an oracle.

    >>> import os, tempfile, xun
    >>> map = xun.grid.Map.generate("rooms", 40, 60, seed=3)
    >>> oracle = xun.grid.Oracle(map)
    >>> oracle.distance(map.start, map.goal) == xun.grid.find_path(map, moves=8).cost
    True
    >>> file = os.path.join(tempfile.mkdtemp(), "rooms.oracle")
    >>> oracle.save(file)
    >>> xun.grid.Oracle.load(file, map).find(map.start, map.goal).guarantee
    'optimal'
    """

    def __init__(
        self,
        map: Map | npt.ArrayLike,
        *,
        bytes_per_cell: int = 64,
        limit: Limit | None = None,
    ) -> None:
        from xun.grid import _as_map

        known = _as_map(map)
        most = whole(bytes_per_cell, "bytes_per_cell")
        native = _xun.NativeOracle.build(known._grid, most, checked(limit))
        if native is None:
            raise Stopped("a limit was reached before the oracle was made")
        self._open(native, known)

    def _open(self, native: _xun.NativeOracle, map: Map) -> None:
        from xun.grid import Searcher

        self._native = native
        self._searcher = Searcher._with(map, native)

    @classmethod
    def load(cls, file: str | os.PathLike[str], map: Map | npt.ArrayLike) -> Oracle:
        """Reads the file of an oracle; a damaged one, or another map's, raises ``ValueError``."""
        return cls._from_bytes(FilePath(file).read_bytes(), map)

    @classmethod
    def _from_bytes(cls, data: bytes, map: Map | npt.ArrayLike) -> Oracle:
        from xun.grid import _as_map

        known = _as_map(map)
        oracle = cls.__new__(cls)
        oracle._open(_xun.NativeOracle.load(data, known._grid), known)
        return oracle

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes a file that :meth:`load` and ``xun path solve --oracle`` read."""
        from xun._batches import _replace

        data = self._native.to_bytes()
        _replace(FilePath(file), lambda path: path.write_bytes(data))

    @property
    def map(self) -> Map:
        """The map that it was made for."""
        return self._searcher.map

    @property
    def points(self) -> int:
        """Number of jump points."""
        return self._native.size[0]

    @property
    def entries(self) -> int:
        """Number of all entries in the labels of the jump points."""
        return self._native.size[1]

    @property
    def nbytes(self) -> int:
        """Memory of the tables in bytes."""
        return self._native.bytes

    @property
    def is_complete(self) -> bool:
        """Whether every query is answered from the tables, without a search."""
        return self._native.complete

    def distance(self, start: Cell, goal: Cell) -> float:
        """The cost of a cheapest path, infinite where there is none."""
        from xun.grid import _cell

        return self._searcher._native.distance(_cell(start, "start"), _cell(goal, "goal"))

    def find(self, start: Cell, goal: Cell, limit: Limit | None = None) -> Path:
        """A cheapest path."""
        return self._searcher.find(start, goal, limit)

    def find_many(
        self,
        starts: npt.ArrayLike,
        goals: npt.ArrayLike,
        threads: int = 0,
        limit: Limit | None = None,
    ) -> npt.NDArray[np.float64]:
        """The costs of many queries, as :meth:`Searcher.find_many`."""
        return self._searcher.find_many(starts, goals, threads, limit)

    def __reduce__(self) -> tuple[Any, ...]:
        return Oracle._from_bytes, (self._native.to_bytes(), self.map)

    def __repr__(self) -> str:
        labels = "all labels" if self.is_complete else "some labels"
        return f"Oracle({self.map!r}, {self.points} jump points, {labels})"

"""Reads the flat training records that `xun xiangqi datagen unpack` writes (docs/datagen.md)."""

from pathlib import Path

import numpy as np

XIANGQI = np.dtype([("squares", "u1", 32), ("score", "<i2"), ("result", "u1"), ("side", "u1")])
assert XIANGQI.itemsize == 36


def read_xiangqi(paths: list[Path], limit: int | None = None) -> np.ndarray:
    """All records of these files as one array; a file that is no whole number of records is an error."""
    parts = []
    for path in paths:
        size = path.stat().st_size
        if size % XIANGQI.itemsize:
            raise SystemExit(f"{path}: {size} bytes is no multiple of {XIANGQI.itemsize}: truncated, or not a records file")
        parts.append(np.fromfile(path, dtype=XIANGQI))
    records = np.concatenate(parts)
    if not len(records):
        raise SystemExit("no records: nothing to train on")
    return records[:limit] if limit else records

"""Reads the flat training records that `xun … datagen unpack` writes (docs/datagen.md)."""

from pathlib import Path

import numpy as np

# 32 squares (255 where captured), score and result (0 lost, 1 drawn, 2 won) from the side to move, side to move.
XIANGQI = np.dtype([("squares", "u1", 32), ("score", "<i2"), ("result", "u1"), ("side", "u1")])
assert XIANGQI.itemsize == 36

# A field of 20 x 20 cells, four to a byte, lowest bits first: 0 empty, 1 the side to move's, 2 the other's,
# 3 outside the board; the move played (y * 20 + x); score and result from the side to move; stones on the board, an
# even number where Black is to move.
GOMOKU = np.dtype([("cells", "u1", 100), ("move", "<i2"), ("score", "<i2"), ("result", "u1"), ("stones", "u1")])
assert GOMOKU.itemsize == 106


def read(paths: list[Path], kind: np.dtype) -> np.ndarray:
    """All records of these files as one array; a file that is no whole number of records is an error."""
    parts = []
    for path in paths:
        size = path.stat().st_size
        if size % kind.itemsize:
            raise SystemExit(f"{path}: {size} bytes is no multiple of {kind.itemsize}: truncated, or not a records file")
        parts.append(np.fromfile(path, dtype=kind))
    table = np.concatenate(parts)
    if len(table) < 100:
        raise SystemExit(f"{len(table)} records are too few to train on")
    return table


def gomoku_board(cells: np.ndarray) -> tuple[int, int]:
    """Height and width of the board in the field's corner, the same in all records."""
    outside = cells[:, :] & (cells >> 1) & 0x55
    first = outside[0]
    if (outside != first).any():
        raise SystemExit("the records are of boards of several sizes: train on one at a time")
    field = (np.repeat(first, 4).reshape(-1, 4) >> np.array([0, 2, 4, 6]) & 1).reshape(20, 20)
    return int((field[:, 0] == 0).sum()), int((field[0] == 0).sum())

"""Reads the flat training records that `xun-tune … datagen unpack` writes (docs/datagen.md)."""

from pathlib import Path

import numpy as np

# 32 squares (255 where captured), score and result (0 lost, 1 drawn, 2 won, 3 no game) from the side to move, side to move.
XIANGQI = np.dtype([("squares", "u1", 32), ("score", "<i2"), ("result", "u1"), ("side", "u1")])
assert XIANGQI.itemsize == 36
NO_RESULT = 3
NO_SCORE = -32768

# Records with patterns: a field of 20 x 20 cells, four to a byte, lowest bits first (0 empty, 1 the side to move's, 2 the
# other's, 3 outside the board); the move played (y * 20 + x); score and result from the side to move; stones on the board,
# an even number where Black is to move; the threats on the board; what the pattern evaluation says; the last two moves, -1 where there was none; the
# chance that the rest of the game gives it, of 32767; and for each point of the
# board the codes of the side to move and of the other.
GOMOKU = [("cells", "u1", 100), ("move", "<i2"), ("score", "<i2"), ("result", "u1"), ("stones", "u1"), ("threats", "<i2"), ("pattern", "<i2"), ("recent", "<i2", 2), ("future", "<i2")]


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


def read_scored(paths: list[Path]) -> np.ndarray:
    """All Xiangqi records of these files, each of which must have a score."""
    table = read(paths, XIANGQI)
    unknown = int((table["score"] == NO_SCORE).sum())
    if unknown:
        raise SystemExit(f"{unknown:,} of {len(table):,} records have no score: let a teacher label them first (xun_training.xiangqi_teacher)")
    return table


def read_gomoku(paths: list[Path]) -> tuple[np.ndarray, int, int]:
    """All records with patterns of these files, which must be of one board, and its height and width."""
    with paths[0].open("rb") as file:
        height, width = gomoku_board(np.frombuffer(file.read(100), dtype="u1"))
    return read(paths, np.dtype([*GOMOKU, ("codes", "<i2", (height * width, 2))])), height, width


def gomoku_board(cells: np.ndarray) -> tuple[int, int]:
    """Height and width of the board in the field's corner."""
    field = (cells[:, None] >> np.array([0, 2, 4, 6]) & 3 == 3).reshape(20, 20)
    return int((~field[:, 0]).sum()), int((~field[0]).sum())

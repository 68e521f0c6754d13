"""The Gomoku network's inputs: the line of nine points through each point, in four directions.

Cells are 0 empty, 1 own, 2 the other's, 3 outside the board. Each side of the centre has four cells, nearest
first; beyond the edge everything is outside, so a side has 121 forms (81 + 27 + 9 + 3 + 1), and a line, read
from either end alike, 3 * 121 * 122 / 2 = 22143. `crates/xun-gomoku/src/network/lines.rs` counts them in the same order.
"""

import numpy as np

REACH = 4
SIDE_FORMS = 121
FORMS = 3 * SIDE_FORMS * (SIDE_FORMS + 1) // 2
SIDE = 20  # of the field in a record; smaller boards leave the rest outside
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]  # (dx, dy)


def side_forms() -> tuple[np.ndarray, np.ndarray]:
    """number[a + 4b + 16c + 64d] of the four cells outwards (or -1), and the cells of each number."""
    number = np.full(256, -1, dtype=np.int64)
    cells = []
    for code in range(256):
        side = [code >> 2 * place & 3 for place in range(REACH)]
        outside = [place for place, cell in enumerate(side) if cell == 3]
        if outside and any(cell != 3 for cell in side[outside[0]:]):
            continue
        number[code] = len(cells)
        cells.append(side)
    assert len(cells) == SIDE_FORMS
    return number, np.array(cells)


SIDE_NUMBER, SIDE_CELLS = side_forms()


def form(centre, one, other):
    """The line's number from its centre and the numbers of its sides (arrays or integers)."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    return centre * (SIDE_FORMS * (SIDE_FORMS + 1) // 2) + high * (high + 1) // 2 + low


def all_lines() -> np.ndarray:
    """Every form's nine cells, centre in the middle."""
    lines = np.zeros((FORMS, 9), dtype=np.int64)
    for centre in range(3):
        for high in range(SIDE_FORMS):
            for low in range(high + 1):
                cells = list(SIDE_CELLS[low][::-1]) + [centre] + list(SIDE_CELLS[high])
                lines[form(centre, low, high)] = cells
    return lines

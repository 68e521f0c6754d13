"""The Gomoku network's inputs: what a stone of either colour would make at each empty point.

The engine classifies each of the four lines through a point into fifteen classes (`crates/xun-gomoku/src/rules/line.rs`); a
code is a multiset of four classes, numbered as in `shape.rs`: 3060 of them. Records with patterns carry the codes.
"""

import numpy as np

CLASSES = 15
CODES = 3060
TAKEN = CODES  # in a record, at a taken point
THREATS = 2048  # combinations of threats that both sides may have, see `threat_index` in weights.rs
SIDE = 20  # of the field in a record; smaller boards leave the rest outside

REGIONS = 9
# Regions of the same kind are worth the same: corners, edges, the centre.
REGION_KINDS = [[0, 2, 6, 8], [1, 3, 5, 7], [4]]


def region_of(height: int, width: int) -> np.ndarray:
    """The region of each point of the board, row by row: a third of its height and a third of its width."""
    y, x = np.divmod(np.arange(height * width), width)
    return y * 3 // height * 3 + x * 3 // width


NEAR = 30  # how a point lies to a recent move: up to six lines away 28 ways, farther, or no such move


def near(recent: np.ndarray, height: int, width: int) -> np.ndarray:
    """The way each point of the board lies to moves (y * 20 + x, or -1), (moves, points)."""
    y, x = np.divmod(np.arange(height * width), width)
    far = np.stack([np.abs(recent[:, None] // SIDE - y), np.abs(recent[:, None] % SIDE - x)])
    most, least = far.max(0), far.min(0)
    ways = np.where(most > 6, NEAR - 2, most * (most + 1) // 2 + least)
    return np.where(recent[:, None] < 0, NEAR - 1, ways)


def class_counts() -> np.ndarray:
    """How many lines of each class a code has, (CODES, CLASSES)."""
    counts = np.zeros((CODES, CLASSES), dtype=np.float32)
    code = 0
    for last in range(CLASSES):
        for third in range(last + 1):
            for second in range(third + 1):
                for first in range(second + 1):
                    for kind in (first, second, third, last):
                        counts[code, kind] += 1
                    code += 1
    assert code == CODES
    return counts

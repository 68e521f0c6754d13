"""The Xiangqi network's inputs: (own king's place, piece, square), seen from one side.

A record holds 32 bytes, one a piece of the starting set, each the piece's square (rank * 9 + file, rank 0 is
Red's home) or 255 where it has been captured. The order of the slots is the file format's, in docs/datagen.md.

Seen from a side, the board is turned so that this side sits at the bottom, and mirrored so that its king
stands on files d or e. The king's place gives one of six buckets; each piece on a square it can ever stand on
gives one of 692 inputs within the bucket. `crates/xun-xiangqi/src/network/features.rs` counts them in the same
order, and a test compares both.
"""

import numpy as np

SQUARES = 90
ABSENT = 255
KINDS = ["king", "advisor", "elephant", "knight", "rook", "cannon", "pawn"]
# Slots of a record: per side king, 2 advisors, 2 elephants, 2 knights, 2 rooks, 2 cannons, 5 pawns.
SLOTS = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6]
SLOT_KIND = np.array(SLOTS + SLOTS)
SLOT_BLACK = np.array([0] * 16 + [1] * 16)


def can_stand(kind: int, square: int) -> bool:
    """Whether a piece of the side that sits at the bottom can ever stand there."""
    rank, file = divmod(square, 9)
    if kind == 0:
        return rank <= 2 and 3 <= file <= 5
    if kind == 1:
        return (rank, file) in {(0, 3), (0, 5), (1, 4), (2, 3), (2, 5)}
    if kind == 2:
        return (rank, file) in {(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)}
    if kind == 6:
        return rank >= 5 or (rank >= 3 and file % 2 == 0)
    return True


def turned(square: int) -> int:
    """The square as the other side sees it: ranks turned round."""
    return (9 - square // 9) * 9 + square % 9


def mirrored(square: int) -> int:
    """The square with left and right exchanged."""
    return square // 9 * 9 + 8 - square % 9


def input_table() -> tuple[np.ndarray, int]:
    """table[other][kind][square] -> input within a bucket, or -1; and how many inputs there are."""
    table = np.full((2, 7, SQUARES), -1, dtype=np.int64)
    count = 0
    for other in range(2):
        for kind in range(7):
            for square in range(SQUARES):
                if can_stand(kind, turned(square) if other else square):
                    table[other, kind, square] = count
                    count += 1
    return table, count


TABLE, INPUTS = input_table()
BUCKETS = 6
HEADS = 8


def king_tables() -> tuple[np.ndarray, np.ndarray]:
    """For each square of the own king (turned to the bottom): its bucket, and whether to mirror."""
    bucket = np.zeros(SQUARES, dtype=np.int64)
    mirror = np.zeros(SQUARES, dtype=bool)
    for square in range(SQUARES):
        rank, file = divmod(square, 9)
        if rank <= 2 and 3 <= file <= 5:
            mirror[square] = file == 5
            bucket[square] = rank * 2 + (1 if file == 4 else 0)
    return bucket, mirror


KING_BUCKET, KING_MIRROR = king_tables()


def head(pieces: int) -> int:
    """Which output head judges a position with this many pieces on the board, kings included."""
    return min((pieces - 1) // 4, HEADS - 1)

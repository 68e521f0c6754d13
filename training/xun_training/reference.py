"""The integer network in plain numpy: what every kernel of the engine must equal, bit for bit."""

import struct
from pathlib import Path

import numpy as np

from . import export
from . import xiangqi_features as features

# Units of the first and the second layer.
FIRST = 16
SECOND = 32


class Reference:
    def __init__(self, path: Path):
        data = path.read_bytes()
        assert data[:8] == export.MAGIC
        version, width, rows, heads, self.scale, digest = struct.unpack_from("<5IQ", data, 8)
        body = data[36:]
        assert version == export.VERSION and digest == export.fingerprint(body)
        at = 0
        def take(kind, *shape):
            nonlocal at
            count = int(np.prod(shape))
            part = np.frombuffer(body, dtype=kind, count=count, offset=at).reshape(shape)
            at += part.nbytes
            return part.astype(np.int64)
        self.weights = take("<i2", rows, width)
        self.bias = take("<i2", width)
        self.output = take("<i2", heads, 2 * width)
        self.output_bias = take("<i4", heads)
        self.first = take("<i2", heads, FIRST, 2 * width)
        self.first_bias = take("<i4", heads, FIRST)
        self.second = take("<i2", heads, SECOND, 2 * FIRST)
        self.second_bias = take("<i4", heads, SECOND)
        self.third = take("<i2", heads, SECOND)
        assert at == len(body)

    def floats(self) -> dict[str, np.ndarray]:
        """The numbers that the integers stand for."""
        return {part: getattr(self, part) / one for part, one in export.ONES.items()}

    def accumulator(self, squares: np.ndarray, black: bool) -> np.ndarray:
        """One side's accumulator for a record's 32 squares."""
        see = [features.turned(int(s)) if black and s != features.ABSENT else int(s) for s in squares]
        king = see[16 if black else 0]
        total = self.bias.copy()
        for slot, square in enumerate(see):
            if square == features.ABSENT:
                continue
            if features.KING_MIRROR[king]:
                square = features.mirrored(square)
            other = features.SLOT_BLACK[slot] ^ int(black)
            row = features.TABLE[other, features.SLOT_KIND[slot], square] + features.KING_BUCKET[king] * features.INPUTS
            total += self.weights[row]
        return total

    def score(self, squares: np.ndarray, side: int) -> int:
        """The score from the side to move, truncated towards zero as the engine's division does."""
        own = np.clip(self.accumulator(squares, side == 1), 0, 255)
        other = np.clip(self.accumulator(squares, side == 0), 0, 255)
        head = features.head(int((squares != features.ABSENT).sum()))
        squares_of = np.concatenate([own, other]) ** 2
        total = truncate(int((squares_of * self.output[head]).sum()), 255) + int(self.output_bias[head])
        total += self.deep(squares_of, head)
        return truncate(total * self.scale, 255 * 64)

    def deep(self, squared: np.ndarray, head: int) -> int:
        """What the layers of units add to the sum."""
        inputs = (squared + 256) >> 9
        units = np.clip((self.first[head] @ inputs + self.first_bias[head] + 32) >> 6, 0, 127)
        units = np.concatenate([units, (units * units + 64) >> 7])
        units = np.clip((self.second[head] @ units + self.second_bias[head] + 256) >> 9, 0, 127)
        return truncate(int((units * self.third[head]).sum()) * 255, 127 * 16)


def truncate(value: int, by: int) -> int:
    """Integer division towards zero, as Rust's."""
    return abs(value) // by * (1 if value >= 0 else -1)

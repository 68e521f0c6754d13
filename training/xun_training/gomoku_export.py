"""Writes a trained Gomoku network as the integers that the engine loads.

The file (little endian; `crates/xun-gomoku/src/network/file.rs` reads it):

    8 bytes   "XUNGMNET"
    u32       version, 1
    u32       rule: 0 freestyle, 1 standard, 2 renju, 3 caro
    u32       channels
    u32       hidden
    u32       table rows: 22143, or twice that where each colour has a table and heads of its own, Black's first
    u32       scale: score = out / 131072 * scale
    u64       FNV-1a hash of all that follows
    i16       table, row by row                      (times 255)
    i16       hidden weights, head by head, unit by unit: own, other (times 512)
    i32       hidden biases                          (times 2048 * 512)
    i16       value weights                          (times 1024)
    i32       value bias                             (times 131072)
    i16       policy weights                         (times 256)
    i32       policy bias                            (times 256 * 255)
"""

import struct
from pathlib import Path

import numpy as np

from . import gomoku_features as features
from .export import fit, fnv1a

MAGIC = b"XUNGMNET"
VERSION = 1
RULES = ["freestyle", "standard", "renju", "caro"]


def quantise(arrays: dict[str, np.ndarray]) -> list[np.ndarray]:
    return [
        fit("table", arrays["table"], 255, "<i2", 8000),
        fit("hidden", arrays["hidden"], 512, "<i2", 1000),
        fit("hidden_bias", arrays["hidden_bias"], 2048 * 512, "<i4", 2**30),
        fit("value", arrays["value"], 1024, "<i2", 8000),
        fit("value_bias", arrays["value_bias"], 131072, "<i4", 2**30),
        fit("policy", arrays["policy"], 256, "<i2", 16000),
        fit("policy_bias", arrays["policy_bias"], 256 * 255, "<i4", 2**30),
    ]


def write(arrays: dict[str, np.ndarray], rule: str, scale: int, folder: Path) -> Path:
    """Writes gomoku-RULE-HASH.nnue into the folder."""
    rows, channels = arrays["table"].shape
    heads, hidden = arrays["value"].shape
    assert rows == heads * features.FORMS and arrays["hidden"].shape == (heads * hidden, 2 * channels)
    body = b"".join(part.tobytes() for part in quantise(arrays))
    digest = fnv1a(body)
    path = folder / f"gomoku-{rule}-{digest >> 32:08x}.nnue"
    header = struct.pack("<6IQ", VERSION, RULES.index(rule), channels, hidden, rows, scale, digest)
    path.write_bytes(MAGIC + header + body)
    return path


class Reference:
    """The integer network in plain numpy: what the engine must equal, bit for bit."""

    def __init__(self, path: Path):
        data = path.read_bytes()
        assert data[:8] == MAGIC
        version, self.rule, channels, hidden, rows, self.scale, digest = struct.unpack_from("<6IQ", data, 8)
        body = data[40:]
        assert version == VERSION and digest == fnv1a(body)
        at = 0

        def take(kind, *shape):
            nonlocal at
            part = np.frombuffer(body, dtype=kind, count=int(np.prod(shape)), offset=at).reshape(shape)
            at += part.nbytes
            return part.astype(np.int64)

        self.heads = heads = rows // features.FORMS
        self.table = take("<i2", heads, features.FORMS, channels)
        self.hidden, self.hidden_bias = take("<i2", heads, hidden, 2 * channels), take("<i4", heads, hidden)
        self.value, self.value_bias = take("<i2", heads, hidden), take("<i4", heads)
        self.policy, self.policy_bias = take("<i2", heads, channels), take("<i4", heads)
        assert at == len(body)

    def vectors(self, cells: np.ndarray, colour: int) -> np.ndarray:
        """Clamped vectors (height, width, channels) of a board of cells 0 empty, 1 own, 2 other, as this colour sees it."""
        height, width = cells.shape
        table = self.table[colour % self.heads]
        padded = np.full((height + 8, width + 8), 3, dtype=np.int64)
        padded[4:-4, 4:-4] = cells
        total = np.zeros((height, width, table.shape[1]), dtype=np.int64)
        for dx, dy in features.DIRECTIONS:
            sides = []
            for sign in (1, -1):
                code = np.zeros((height, width), dtype=np.int64)
                for step in range(1, 5):
                    y, x = 4 + sign * dy * step, 4 + sign * dx * step
                    code += padded[y : y + height, x : x + width] << 2 * (step - 1)
                sides.append(features.SIDE_NUMBER[code])
            total += table[features.form(cells, *sides)]
        return total.clip(0, 255)

    def evaluate(self, cells: np.ndarray, colour: int) -> tuple[int, np.ndarray]:
        """Score, and policy of every point, for the side to move (0 Black, 1 White), whose stones are 1."""
        own = self.vectors(cells, colour)
        other = self.vectors(np.array([0, 2, 1])[cells], 1 - colour)
        head = colour % self.heads
        pools = np.concatenate([own.sum((0, 1)), other.sum((0, 1))]) >> 3
        hidden = ((self.hidden[head] @ pools + self.hidden_bias[head]) >> 13).clip(0, 16 * 128)
        out = int(self.value[head] @ hidden) + int(self.value_bias[head])
        score = abs(out * self.scale) // 131072 * (1 if out >= 0 else -1)
        return score, own @ self.policy[head] + int(self.policy_bias[head])

"""Turns a trained network into integers and writes the file that the engine loads.

The file (all little endian; `crates/xun-xiangqi/src/network/file.rs` reads it):

    8 bytes   "XUNXQNET"
    u32       version, 2
    u32       width of an accumulator
    u32       input rows, 6 * 692
    u32       heads, 8
    u32       scale: score = sum / (255 * 64) * scale
    u64       FNV-1a hash of all that follows
    i16       input weights, row by row          (times 255)
    i16       accumulator biases                 (times 255)
    i16       output weights, head by head       (times 64)
    i32       output biases                      (times 255 * 64)
    i16       first weights, head by head, unit by unit  (times 64)
    i32       first biases                       (times 127 * 64)
    i16       second weights, head by head, unit by unit (times 512)
    i32       second biases                      (times 127 * 512)
    i16       third weights, head by head        (times 1024)

The arithmetic, with 127 standing for one in the layers of units: an accumulator's value clamped to 0..255 gives
(value^2 + 256) >> 9; a first unit is clamp((sum + 32) >> 6, 0, 127), its square (unit^2 + 64) >> 7; a second unit is
clamp((sum + 256) >> 9, 0, 127); and the third sum times 255 / (127 * 16), towards zero, is added to the straight one.
"""

import argparse
import struct
from pathlib import Path

import numpy as np

from . import xiangqi_features as features

MAGIC = b"XUNXQNET"
VERSION = 2
INPUT_ONE = 255
OUTPUT_ONE = 64
UNIT_ONE = 127
SECOND_ONE = 512
THIRD_ONE = 1024
# The parts of a file in their order, and what stands for 1.0 in each.
ONES = {
    "weights": INPUT_ONE,
    "bias": INPUT_ONE,
    "output": OUTPUT_ONE,
    "output_bias": INPUT_ONE * OUTPUT_ONE,
    "first": OUTPUT_ONE,
    "first_bias": UNIT_ONE * OUTPUT_ONE,
    "second": SECOND_ONE,
    "second_bias": UNIT_ONE * SECOND_ONE,
    "third": THIRD_ONE,
}
# The type of each, and the largest value that is allowed.
KINDS = {
    "weights": ("<i2", 32767 // 33),
    "bias": ("<i2", 32767 // 33),
    "output": ("<i2", 127),
    "output_bias": ("<i4", 2**30),
    "first": ("<i2", 127),
    "first_bias": ("<i4", 2**24),
    "second": ("<i2", 32767),
    "second_bias": ("<i4", 2**24),
    "third": ("<i2", 32767),
}


def fingerprint(data: bytes) -> int:
    """The 64-bit FNV-1a hash, eight bytes at a time (the data is a whole number of words, padded with zeros)."""
    words = np.frombuffer(data + bytes(-len(data) % 8), dtype="<u8")
    value = 0xCBF29CE484222325
    for word in words.tolist():
        value = ((value ^ word) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def fit(name: str, values: np.ndarray, scale: int, kind: str, limit: int) -> np.ndarray:
    """Rounds to integers; a weight that does not fit is an error, not a silent wrap."""
    rounded = np.round(values.astype(np.float64) * scale)
    if np.abs(rounded).max(initial=0) > limit:
        raise SystemExit(f"{name}: {np.abs(rounded).max():.0f} exceeds {limit}")
    return rounded.astype(kind)


def quantise(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {part: fit(part, arrays[part], one, *KINDS[part]) for part, one in ONES.items()}


def write(arrays: dict[str, np.ndarray], scale: int, folder: Path, name: str) -> Path:
    """Writes NAME-HASH.nnue into the folder."""
    integers = quantise(arrays)
    rows, width = integers["weights"].shape
    assert rows == features.BUCKETS * features.INPUTS and integers["output"].shape == (features.HEADS, 2 * width)
    body = b"".join(integers[part].tobytes() for part in ONES)
    digest = fingerprint(body)
    path = folder / f"{name}-{digest >> 32:08x}.nnue"
    path.write_bytes(MAGIC + struct.pack("<5IQ", VERSION, width, rows, features.HEADS, scale, digest) + body)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description="network.npz -> NAME-HASH.nnue")
    parser.add_argument("network", type=Path)
    parser.add_argument("--scale", type=int, default=400)
    parser.add_argument("--name", default="xiangqi")
    parser.add_argument("--out", type=Path, default=Path("."))
    arguments = parser.parse_args()
    print(write(dict(np.load(arguments.network)), arguments.scale, arguments.out, arguments.name))


if __name__ == "__main__":
    main()

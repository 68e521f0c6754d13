"""Turns a trained network into integers and writes the file that the engine loads.

The file (all little endian; `crates/xun-xiangqi/src/network/file.rs` reads it):

    8 bytes   "XUNXQNET"
    u32       version, 1
    u32       width of an accumulator
    u32       input rows, 6 * 692
    u32       heads, 8
    u32       scale: score = sum / (255 * 64) * scale
    u64       FNV-1a hash of all that follows
    i16       input weights, row by row          (times 255)
    i16       accumulator biases                 (times 255)
    i16       output weights, head by head       (times 64)
    i32       output biases                      (times 255 * 64)
"""

import argparse
import struct
from pathlib import Path

import numpy as np

from . import xiangqi_features as features

MAGIC = b"XUNXQNET"
VERSION = 1
INPUT_ONE = 255
OUTPUT_ONE = 64


def fnv1a(data: bytes) -> int:
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
    return {
        "weights": fit("weights", arrays["weights"], INPUT_ONE, "<i2", 32767 // 33),
        "bias": fit("bias", arrays["bias"], INPUT_ONE, "<i2", 32767 // 33),
        "output": fit("output", arrays["output"], OUTPUT_ONE, "<i2", 127),
        "output_bias": fit("output_bias", arrays["output_bias"], INPUT_ONE * OUTPUT_ONE, "<i4", 2**30),
    }


def write(arrays: dict[str, np.ndarray], scale: int, folder: Path, name: str) -> Path:
    """Writes NAME-HASH.nnue into the folder."""
    integers = quantise(arrays)
    rows, width = integers["weights"].shape
    assert rows == features.BUCKETS * features.INPUTS and integers["output"].shape == (features.HEADS, 2 * width)
    body = b"".join(integers[part].tobytes() for part in ("weights", "bias", "output", "output_bias"))
    digest = fnv1a(body)
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

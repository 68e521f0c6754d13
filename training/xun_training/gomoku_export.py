"""Writes a trained Gomoku network as the integers that the engine loads.

The file (little endian; `crates/xun-gomoku/src/network/file.rs` reads it):

    8 bytes   "XUNGMNET"
    u32       version, 3
    u32       rule: 0 freestyle, 1 standard, 2 renju, 3 caro, 4 caro-exact
    u32       channels
    u32       hidden
    u32       second
    u32       heads: 2 where each colour has tables and heads of its own, Black's first
    u32       regions: units for each region, 0 or 16
    u32       scale: score = out / 131072 * scale
    u64       FNV-1a hash of all that follows
    i16       tables: by colour and its code, what it adds in its own view, then in the other's (times 255)
    then for each head:
    i16       regions' weights, by kind (corners, edges, the centre), unit by unit: own, other (times 512)
    i32       regions' biases                        (times 4096 * 512)
    i16       hidden weights, unit by unit: own, other (times 512), regions by kind (times 1024)
    i32       hidden biases                          (times 2048 * 512)
    i16       threats: by their combination, for each hidden unit (times 1024)
    i16       second layer's weights, unit by unit   (times 512)
    i32       second layer's biases                  (times 128 * 512)
    i16       value weights                          (times 1024)
    i32       value bias                             (times 131072)
    i16       policy weights                         (times 256)
    i32       policy bias                            (times 256 * 255)
    i16       policy by how a point lies to the last move, then to the one before (times 256)
"""

import struct
from pathlib import Path

import numpy as np

from . import gomoku_features as features
from .export import fit, fingerprint

MAGIC = b"XUNGMNET"
VERSION = 3
RULES = ["freestyle", "standard", "renju", "caro", "caro-exact"]


def by_colour(tables: np.ndarray) -> np.ndarray:
    """From (heads, 2 roles, codes, channels) to rows by colour: a colour's code in the view of the other's head is the other's."""
    heads = len(tables)
    return np.stack([np.concatenate([tables[colour, 0], tables[(colour + 1) % heads, 1]], 1) for colour in range(heads)])


# Each head's arrays in the file's order: how many times, as what, and the largest number.
HEAD = [
    ("region", 512, "<i2", 1000),
    ("region_bias", 4096 * 512, "<i4", 2**30),
    ("hidden", 512, "<i2", 2000),
    ("hidden_bias", 2048 * 512, "<i4", 2**30),
    ("threats", 1024, "<i2", 20000),
    ("second", 512, "<i2", 4000),
    ("second_bias", 128 * 512, "<i4", 2**30),
    ("value", 1024, "<i2", 8000),
    ("value_bias", 131072, "<i4", 2**30),
    ("policy", 256, "<i2", 16000),
    ("policy_bias", 256 * 255, "<i4", 2**27),
    ("near", 256, "<i2", 16000),
]


def quantise(arrays: dict[str, np.ndarray]) -> list[np.ndarray]:
    """The arrays as integers, in the file's order. A network may have no regions."""
    parts = [fit("tables", by_colour(arrays["tables"]), 255, "<i2", 8000)]
    heads, _, _, channels = arrays["tables"].shape
    arrays = {"region": np.zeros((heads, 0)), "region_bias": np.zeros((heads, 0)), **arrays}
    # Regions come with half the precision of the whole board's sums.
    arrays["hidden"] = arrays["hidden"] * np.where(np.arange(arrays["hidden"].shape[2]) < 2 * channels, 1, 2)
    for head in range(len(arrays["tables"])):
        parts += [fit(name, arrays[name][head], times, kind, most) for name, times, kind, most in HEAD]
    return parts


def write(arrays: dict[str, np.ndarray], rule: str, scale: int, folder: Path) -> Path:
    """Writes gomoku-RULE-HASH.nnue into the folder. Every array is by head first."""
    heads, _, codes, channels = arrays["tables"].shape
    _, second, hidden = arrays["second"].shape
    regions = arrays["region"].shape[2] if "region" in arrays else 0
    assert codes == features.CODES and arrays["hidden"].shape == (heads, hidden, 2 * channels + len(features.REGION_KINDS) * regions)
    assert arrays["threats"].shape == (heads, features.THREATS, hidden)
    body = b"".join(part.tobytes() for part in quantise(arrays))
    digest = fingerprint(body)
    path = folder / f"gomoku-{rule}-{digest >> 32:08x}.nnue"
    header = struct.pack("<8IQ", VERSION, RULES.index(rule), channels, hidden, second, heads, regions, scale, digest)
    path.write_bytes(MAGIC + header + body)
    return path


class Reference:
    """The integer network in plain numpy: what the engine must equal, bit for bit."""

    def __init__(self, path: Path):
        data = path.read_bytes()
        assert data[:8] == MAGIC
        version, self.rule, channels, hidden, second, heads, regions, self.scale, digest = struct.unpack_from("<8IQ", data, 8)
        body = data[48:]
        assert version == VERSION and digest == fingerprint(body)
        at = 0

        def take(kind, *shape):
            nonlocal at
            part = np.frombuffer(body, dtype=kind, count=int(np.prod(shape)), offset=at).reshape(shape)
            at += part.nbytes
            return part.astype(np.int64)

        self.heads, self.regions = heads, regions
        self.tables = take("<i2", heads, features.CODES, 2, channels)
        kinds = len(features.REGION_KINDS)
        shapes = {
            "region": (kinds, regions, 2 * channels),
            "region_bias": (kinds, regions),
            "hidden": (hidden, 2 * channels + kinds * regions),
            "hidden_bias": (hidden,),
            "threats": (features.THREATS, hidden),
            "second": (second, hidden),
            "second_bias": (second,),
            "value": (second,),
            "value_bias": (),
            "policy": (channels,),
            "policy_bias": (),
            "near": (2, features.NEAR),
        }
        self.layers = [{name: take(kind, *shapes[name]) for name, _, kind, _ in HEAD} for _ in range(heads)]
        assert at == len(body)

    def vectors(self, codes: np.ndarray, colour: int) -> np.ndarray:
        """Clamped vectors of points with codes (points, 2), this colour's first, in its view."""
        own = self.tables[colour % self.heads][codes[:, 0], 0]
        other = self.tables[(1 - colour) % self.heads][codes[:, 1], 1]
        return (own + other).clip(0, 255)

    def evaluate(
        self, codes: np.ndarray, threats: int, near: np.ndarray, regions: np.ndarray, colour: int
    ) -> tuple[int, np.ndarray]:
        """Score, and policy of every empty point, for the side to move (0 Black, 1 White), from all empty points' codes,
        how they lie to the last two moves (2, points), and the regions they lie in."""
        own, other = self.vectors(codes, colour), self.vectors(codes[:, ::-1], 1 - colour)
        head = self.layers[colour % self.heads]
        sums = np.stack([np.concatenate([own[regions == region].sum(0), other[regions == region].sum(0)]) for region in range(features.REGIONS)])
        inputs = [sums.sum(0) >> 3]
        for weights, bias, kind in zip(head["region"], head["region_bias"], features.REGION_KINDS):
            inputs.append((sums[kind] @ weights.T + bias >> 11).clip(0, 4095).sum(0))
        hidden = head["hidden"] @ np.concatenate(inputs) + head["hidden_bias"] + (head["threats"][threats] << 10)
        second = head["second"] @ (hidden >> 13).clip(0, 16 * 128) + head["second_bias"]
        out = int(head["value"] @ (second >> 9).clip(0, 16 * 128) + head["value_bias"])
        score = abs(out * self.scale) // 131072 * (1 if out >= 0 else -1)
        nearness = head["near"][0][near[0]] + head["near"][1][near[1]]
        return score, own @ head["policy"] + int(head["policy_bias"]) + nearness * 255

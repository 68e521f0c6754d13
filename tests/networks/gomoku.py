"""The engine's integer Gomoku network against the exporter's numbers in plain numpy, bit for bit: values and policies.

A random network is exported on the spot; positions come from games that the engine plays now. No GPU, no PyTorch.
Usage: gomoku.py XUN [POSITIONS]
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "training"))
from xun_training import gomoku_export, gomoku_features as features, records


def random_network(rule: str, channels: int, regions: int, folder: Path, generator: np.random.Generator) -> Path:
    heads, hidden, second = (2 if rule == "renju" else 1), 48, 16
    kinds = len(features.REGION_KINDS)
    arrays = {
        "tables": generator.normal(0.05, 0.5, (heads, 2, features.CODES, channels)),
        "hidden": np.clip(generator.normal(0, 0.6, (heads, hidden, 2 * channels + kinds * regions)), -1.9, 1.9),
        "hidden_bias": generator.normal(0, 0.5, (heads, hidden)),
        "threats": generator.normal(0, 1, (heads, features.THREATS, hidden)),
        "second": generator.normal(0, 0.3, (heads, second, hidden)),
        "second_bias": generator.normal(0, 0.5, (heads, second)),
        "value": generator.normal(0, 0.6, (heads, 1, second)),
        "value_bias": generator.normal(0, 0.3, (heads, 1)),
        "policy": generator.normal(0, 2, (heads, channels)),
        "policy_bias": generator.normal(0, 1, heads),
        "near": generator.normal(0, 1, (heads, 2 * features.NEAR)),
    }
    if regions:
        arrays["region"] = np.clip(generator.normal(0, 0.6, (heads, kinds, regions, 2 * channels)), -1.9, 1.9)
        arrays["region_bias"] = generator.normal(0, 0.5, (heads, kinds, regions))
    return gomoku_export.write(arrays, rule, 200, folder)


def name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


def read_games(path: Path) -> list[list[tuple[int, int]]]:
    """The moves of every game in a file of datagen (docs/datagen.md)."""
    data, at, games = path.read_bytes(), 0, []
    while at < len(data):
        plies = int.from_bytes(data[at + 8 : at + 10], "little")
        # A heading of 11 bytes with a checksum of 2, the moves, a checksum of 4.
        body = data[at + 13 : at + 13 + 4 * plies]
        games.append([(body[4 * ply], body[4 * ply + 1]) for ply in range(plies)])
        at += 13 + 4 * plies + 4
    return games


def key(own: list[int], other: list[int], recent: list[int]) -> tuple:
    return tuple(sorted(own)), tuple(sorted(other)), tuple(recent)


def moves_by_position(path: Path) -> dict[tuple, str]:
    """The moves that led to each position of the games, by its stones and last two moves."""
    found = {}
    for game in read_games(path):
        places = [y * features.SIDE + x for x, y in game]
        for ply in range(2, len(game)):
            own, other = places[ply % 2 : ply : 2], places[1 - ply % 2 : ply : 2]
            found[key(own, other, places[ply - 1 : ply - 3 : -1] if ply > 2 else places[1::-1])] = "".join(name(x, y) for x, y in game[:ply])
    return found


def key_of(record: np.ndarray) -> tuple:
    cells = (record["cells"][:, None] >> np.array([0, 2, 4, 6]) & 3).ravel()
    return key(np.flatnonzero(cells == 1).tolist(), np.flatnonzero(cells == 2).tolist(), record["recent"].tolist())


def compare(xun: str, rule: str, channels: int, regions: int, count: int, folder: Path, generator: np.random.Generator) -> None:
    games, unpacked = folder / f"{rule}.games", folder / f"{rule}.records"
    tune = f"{xun}-tune"
    make = [tune, "gomoku", "datagen", "--out", games, "--rule", rule, "--games", "60", "--nodes", "100", "--threads", "2"]
    subprocess.run(make, check=True, capture_output=True)
    subprocess.run([tune, "gomoku", "datagen", "unpack", games, "--out", unpacked], check=True, capture_output=True)
    table, height, width = records.read_gomoku([unpacked])
    chosen = table[generator.permutation(len(table))[:count]]
    network = random_network(rule, channels, regions, folder, generator)
    moves = moves_by_position(games)
    text = "\n".join(moves[key_of(record)] for record in chosen)
    ask = [xun, "gomoku", "eval", "--lines", "--rule", rule, "--eval-file", network, "--json"]
    said = subprocess.run(ask, input=text, check=True, capture_output=True, text=True).stdout.splitlines()
    reference = gomoku_export.Reference(network)
    region_of = features.region_of(height, width)
    scores = []
    for record, line in zip(chosen, said, strict=True):
        answer = json.loads(line)
        empty = np.flatnonzero(record["codes"][:, 0] != features.TAKEN)
        near = features.near(record["recent"].astype(int), height, width)[:, empty]
        colour = int(record["stones"]) & 1
        score, policy = reference.evaluate(record["codes"][empty], int(record["threats"]), near, region_of[empty], colour)
        expected = {name(point % width, point // width): int(liking) for point, liking in zip(empty, policy)}
        if (answer["score"], answer["policy"]) != (score, expected):
            sys.exit(f"{rule} {moves[key_of(record)]}: the engine says {answer['score']}, the exporter {score}, or their policies differ")
        scores.append(score)
    spread = max(scores) - min(scores)
    print(f"{rule}, {channels} channels, {regions} units a region: {len(chosen)} positions with all their policies, scores spread over {spread}: all equal")
    if spread < 100:
        sys.exit("the scores hardly differ from each other: this would prove nothing")


def main() -> None:
    xun, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    generator = np.random.default_rng(20)
    with tempfile.TemporaryDirectory() as folder:
        for rule, channels, regions in (("freestyle", 64, 16), ("standard", 32, 0), ("renju", 32, 16)):
            compare(xun, rule, channels, regions, max(1, count // 3), Path(folder), generator)


if __name__ == "__main__":
    main()

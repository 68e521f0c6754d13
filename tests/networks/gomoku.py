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
from xun_training import gomoku_export, gomoku_features as features

SIZE = 15


def random_network(rule: str, channels: int, folder: Path, generator: np.random.Generator) -> Path:
    heads, hidden = (2 if rule == "renju" else 1), 16
    arrays = {
        "table": generator.normal(0.03, 0.25, (heads * features.FORMS, channels)),
        "hidden": np.clip(generator.normal(0, 0.6, (heads * hidden, 2 * channels)), -1.9, 1.9),
        "hidden_bias": generator.normal(0, 0.5, heads * hidden),
        "value": generator.normal(0, 0.6, (heads, hidden)),
        "value_bias": generator.normal(0, 0.3, heads),
        "policy": generator.normal(0, 2, (heads, channels)),
        "policy_bias": generator.normal(0, 1, heads),
    }
    return gomoku_export.write(arrays, rule, 200, folder)


def read_games(path: Path) -> list[list[tuple[int, int]]]:
    """The moves of every game in a file of datagen (docs/datagen.md)."""
    data, at, games = path.read_bytes(), 0, []
    while at < len(data):
        plies = int.from_bytes(data[at + 8 : at + 10], "little")
        body = data[at + 11 : at + 11 + 4 * plies]
        games.append([(body[4 * ply], body[4 * ply + 1]) for ply in range(plies)])
        at += 11 + 4 * plies
    return games


def name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


def compare(xun: str, rule: str, channels: int, count: int, folder: Path, generator: np.random.Generator) -> None:
    games = folder / f"{rule}.games"
    make = [xun, "gomoku", "datagen", "--out", games, "--rule", rule, "--games", "40", "--nodes", "100", "--threads", "2"]
    subprocess.run(make, check=True, capture_output=True)
    positions = [game[:ply] for game in read_games(games) for ply in range(1, len(game))]
    chosen = [positions[index] for index in generator.permutation(len(positions))[:count]]
    network = random_network(rule, channels, folder, generator)
    text = "\n".join("".join(name(x, y) for x, y in moves) for moves in chosen)
    ask = [xun, "gomoku", "eval", "--lines", "--rule", rule, "--eval-file", network, "--json"]
    said = subprocess.run(ask, input=text, check=True, capture_output=True, text=True).stdout.splitlines()
    reference = gomoku_export.Reference(network)
    scores = []
    for moves, line in zip(chosen, said, strict=True):
        answer = json.loads(line)
        colour = len(moves) % 2
        cells = np.zeros((SIZE, SIZE), dtype=np.int64)
        for ply, (x, y) in enumerate(moves):
            cells[y, x] = 1 if ply % 2 == colour else 2
        score, policy = reference.evaluate(cells, colour)
        expected = {name(x, y): int(policy[y, x]) for y, x in np.argwhere(cells == 0)}
        if (answer["score"], answer["policy"]) != (score, expected):
            where = "".join(name(x, y) for x, y in moves)
            sys.exit(f"{rule} {where}: the engine says {answer['score']}, the exporter {score}, or their policies differ")
        scores.append(score)
    spread = max(scores) - min(scores)
    print(f"{rule}, {channels} channels: {len(chosen)} positions with all their policies, scores spread over {spread}: all equal")
    if spread < 100:
        sys.exit("the scores hardly differ from each other: this would prove nothing")


def main() -> None:
    xun, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    generator = np.random.default_rng(20)
    with tempfile.TemporaryDirectory() as folder:
        for rule, channels in (("freestyle", 64), ("standard", 32), ("renju", 64)):
            compare(xun, rule, channels, max(1, count // 3), Path(folder), generator)


if __name__ == "__main__":
    main()

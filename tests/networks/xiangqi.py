"""The engine's integer network against the exporter's numbers in plain numpy, bit for bit.

A tiny random network is exported on the spot; positions come from games that the engine plays now. No GPU, no PyTorch.
Usage: xiangqi.py XUN [POSITIONS]
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "training"))
from xun_training import export, records, xiangqi_features as features
from xun_training.reference import FIRST, SECOND, Reference

LETTERS = "kabnrcp"


def fen(squares: np.ndarray, side: int) -> str:
    board = [["1"] * 9 for _ in range(10)]
    for slot, square in enumerate(squares):
        if square != features.ABSENT:
            letter = LETTERS[features.SLOT_KIND[slot]]
            board[9 - square // 9][square % 9] = letter if features.SLOT_BLACK[slot] else letter.upper()
    return "/".join("".join(row) for row in board) + (" b" if side else " w")


def random_network(width: int, folder: Path, generator: np.random.Generator) -> Path:
    rows = features.BUCKETS * features.INPUTS
    arrays = {
        "weights": generator.normal(0, 0.15, (rows, width)),
        "bias": generator.normal(0, 0.2, width),
        "output": np.clip(generator.normal(0, 0.4, (features.HEADS, 2 * width)), -1.9, 1.9),
        "output_bias": generator.normal(0, 0.3, features.HEADS),
        "first": np.clip(generator.normal(0, 0.4, (features.HEADS, FIRST, 2 * width)), -1.9, 1.9),
        "first_bias": generator.normal(0, 0.3, (features.HEADS, FIRST)),
        "second": generator.normal(0, 0.4, (features.HEADS, SECOND, 2 * FIRST)),
        "second_bias": generator.normal(0, 0.3, (features.HEADS, SECOND)),
        "third": generator.normal(0, 1, (features.HEADS, SECOND)),
    }
    return export.write(arrays, 400, folder, "tiny")


def main() -> None:
    xun, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    generator = np.random.default_rng(20)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games, flat = folder / "games.xun", folder / "flat.records"
        tune = f"{xun}-tune"
        subprocess.run([tune, "xiangqi", "datagen", games, "--games", "60", "--nodes", "60", "--seed", "5"], check=True, capture_output=True)
        subprocess.run([tune, "xiangqi", "datagen", "unpack", games, "--out", flat], check=True, capture_output=True)
        table = records.read([flat], records.XIANGQI)
        table = table[generator.permutation(len(table))[:count]]
        text = "\n".join(fen(row["squares"], row["side"]) for row in table)
        for width in (32, 96, 288):
            network = random_network(width, folder, generator)
            ours = subprocess.run(
                [xun, "xiangqi", "eval", "--eval-file", network, "-"], input=text, check=True, capture_output=True, text=True
            )
            said = [int(line) for line in ours.stdout.split()]
            reference = Reference(network)
            expected = [reference.score(row["squares"], int(row["side"])) for row in table]
            differ = [index for index, (a, b) in enumerate(zip(said, expected, strict=True)) if a != b]
            spread = max(expected) - min(expected)
            print(f"width {width}: {len(table)} positions, scores spread over {spread}, {len(differ)} differ")
            if differ:
                first = differ[0]
                sys.exit(f"{text.splitlines()[first]}: the engine says {said[first]}, the exporter {expected[first]}")
            if spread < 100:
                sys.exit("the scores hardly differ from each other: this would prove nothing")


if __name__ == "__main__":
    main()

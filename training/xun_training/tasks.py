"""What differs between the games: which records, which network, which loss, which file."""

from pathlib import Path

import numpy as np
import torch
from torch import nn

from . import export, gomoku_export, gomoku_features, records, xiangqi_features
from .gomoku_model import GomokuNetwork
from .xiangqi_model import XiangqiNetwork


def value_loss(guess: torch.Tensor, score: torch.Tensor, result: torch.Tensor, config: dict) -> torch.Tensor:
    """Distance of the guessed winning chance to a mixture of the search's score and the game's result."""
    mix = config["score_share"]
    target = mix * torch.sigmoid(score.float() / config["scale"]) + (1 - mix) * result.float() / 2
    return (torch.sigmoid(guess) - target).abs().pow(config["power"]).mean()


class Xiangqi:
    def __init__(self, config: dict):
        self.config = config

    def network(self) -> nn.Module:
        return XiangqiNetwork(self.config["width"])

    def load(self, paths: list[Path]) -> np.ndarray:
        return records.read(paths, records.XIANGQI)

    def loss(self, network, data: dict[str, torch.Tensor], rows: torch.Tensor) -> torch.Tensor:
        guess = network(mirrored_by_chance(data["squares"][rows]), data["side"][rows])
        return value_loss(guess, data["score"][rows], data["result"][rows], self.config)

    def save(self, network, out: Path) -> Path:
        parts = {"weights": network.weights(), "bias": network.bias, "output": network.output, "output_bias": network.output_bias}
        arrays = to_numpy(parts)
        np.savez(out / "network.npz", **arrays)
        return export.write(arrays, self.config["scale"], out, self.config["name"])


def mirrored_by_chance(squares: torch.Tensor) -> torch.Tensor:
    """Half of the positions with left and right exchanged: they are worth the same, and there are twice as many."""
    square = squares.int()
    mirror = torch.randint(0, 2, (len(squares), 1), device=squares.device, dtype=torch.bool)
    return torch.where(mirror & (square != xiangqi_features.ABSENT), square // 9 * 9 + 8 - square % 9, square)


class Gomoku:
    def __init__(self, config: dict):
        self.config = config

    def network(self) -> nn.Module:
        return GomokuNetwork(self.config["channels"], self.config["hidden"])

    def load(self, paths: list[Path]) -> np.ndarray:
        return records.read(paths, records.GOMOKU)

    def loss(self, network, data: dict[str, torch.Tensor], rows: torch.Tensor) -> torch.Tensor:
        packed = data["cells"][rows].long()
        shifts = torch.tensor([0, 2, 4, 6], device=packed.device)
        cells = (packed.unsqueeze(2) >> shifts & 3).flatten(1).view(-1, gomoku_features.SIDE, gomoku_features.SIDE)
        target = data["move"][rows].long()
        cells, target = turned(cells, target)
        value, policy = network(cells)
        policy = policy.masked_fill(cells.flatten(1) != 0, -1e4)
        chosen = nn.functional.cross_entropy(policy, target)
        return value_loss(value, data["score"][rows], data["result"][rows], self.config) + self.config["policy_share"] * chosen

    def save(self, network, out: Path) -> Path:
        parts = {
            "table": network.table(),
            "hidden": network.hidden.weight,
            "hidden_bias": network.hidden.bias,
            "value": network.value.weight[0],
            "value_bias": network.value.bias,
            "policy": network.policy.weight[0],
            "policy_bias": network.policy.bias,
        }
        arrays = to_numpy(parts)
        np.savez(out / "network.npz", **arrays)
        return gomoku_export.write(arrays, self.config["rule"], self.config["scale"], out)


def turned(cells: torch.Tensor, target: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The whole batch by one of the eight symmetries, chosen at random: a position is worth the same in all of them.

    The field of a record is square and the board lies in its corner; after turning it lies in another corner,
    which changes nothing, since all around it is outside.
    """
    turns, flip = int(torch.randint(0, 4, ())), bool(torch.randint(0, 2, ()))
    side = gomoku_features.SIDE
    place = torch.arange(side * side, device=cells.device).view(side, side)
    for _ in range(turns):
        cells, place = cells.rot90(1, (1, 2)), place.rot90(1, (0, 1))
    if flip:
        cells, place = cells.flip(2), place.flip(1)
    new_index = torch.empty(side * side, dtype=torch.long, device=cells.device)
    new_index[place.flatten()] = torch.arange(side * side, device=cells.device)
    return cells.contiguous(), new_index[target]


def to_numpy(parts: dict[str, torch.Tensor]) -> dict[str, np.ndarray]:
    return {name: tensor.detach().float().cpu().numpy() for name, tensor in parts.items()}


TASKS = {"xiangqi": Xiangqi, "gomoku": Gomoku}

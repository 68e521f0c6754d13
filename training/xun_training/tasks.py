"""What differs between the games: which records, which network, which loss, which file."""

from pathlib import Path

import numpy as np
import torch
from torch import nn

from . import export, gomoku_export, gomoku_features, records, xiangqi_features
from .gomoku_model import GomokuNetwork
from .reference import Reference
from .xiangqi_model import XiangqiNetwork


def target_chance(score: torch.Tensor, result: torch.Tensor, config: dict) -> torch.Tensor:
    """A mixture of the search's score and the game's result; the score alone where no game was played."""
    searched = torch.sigmoid(score.float() / config["scale"])
    known = result != records.NO_RESULT
    return torch.where(known, mixed(searched, result.float() / 2, config), searched)


def mixed(searched: torch.Tensor, chance: torch.Tensor, config: dict) -> torch.Tensor:
    share = config["score_share"]
    return share * searched + (1 - share) * chance


def chance_loss(guess: torch.Tensor, target: torch.Tensor, config: dict) -> torch.Tensor:
    """Distance of the guessed winning chance."""
    return (torch.sigmoid(guess) - target).abs().pow(config["power"]).mean()


class Xiangqi:
    def __init__(self, config: dict):
        self.config = config

    def network(self) -> nn.Module:
        return XiangqiNetwork(self.config["width"], self.config.get("by_king", True))

    def start(self, network, path: Path) -> None:
        """Goes on from a finished network: what its games taught is kept where those games are no longer at hand."""
        known = Reference(path)
        if known.scale != self.config["scale"] or known.weights.shape[1] != self.config["width"]:
            raise SystemExit(f"{path}: its width or scale is not the config's")
        network.start_from(known.floats())

    def load(self, paths: list[Path]) -> np.ndarray:
        return records.read_scored(paths)

    def loss(self, network, data: dict[str, torch.Tensor], rows: torch.Tensor) -> torch.Tensor:
        guess = network(mirrored_by_chance(data["squares"][rows]), data["side"][rows])
        return chance_loss(guess, target_chance(data["score"][rows], data["result"][rows], self.config), self.config)

    def save(self, network, out: Path) -> Path:
        parts = {"weights": network.weights(), **{part: getattr(network, part) for part in export.ONES if part != "weights"}}
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
        self.heads = 2 if config["rule"] == "renju" else 1
        self.height = self.width = gomoku_features.SIDE
        self.ways: torch.Tensor | None = None

    def start(self, network, path: Path) -> None:
        raise SystemExit("--start: a Gomoku network's file keeps only the finished table; go on from its checkpoint instead")

    def network(self) -> nn.Module:
        config = self.config
        sizes = config["channels"], config["hidden"], config["second"], self.heads, config["table_width"], config["regions"]
        return GomokuNetwork(*sizes, (self.height, self.width))

    def load(self, paths: list[Path]) -> np.ndarray:
        table, self.height, self.width = records.read_gomoku(paths)
        return table

    def loss(self, network, data: dict[str, torch.Tensor], rows: torch.Tensor) -> torch.Tensor:
        side = gomoku_features.SIDE
        codes = data["codes"][rows]
        move = data["move"][rows].long()
        target = move // side * self.width + move % side
        if self.ways is None:
            # The relation of all points to a move at each place of the field, and to none (the last
            # row, which -1 finds too).
            places = np.append(np.arange(side * side), -1)
            ways = gomoku_features.near(places, self.height, self.width).astype(np.int32)
            self.ways = torch.from_numpy(ways).to(codes.device)
        near = self.ways[data["recent"][rows].long()].transpose(1, 2)
        value, policy = network(codes, data["threats"][rows], near, data["stones"][rows] & 1)
        policy = policy.masked_fill(codes[:, :, 0] == gomoku_features.TAKEN, -1e4)
        chosen = nn.functional.cross_entropy(policy, target)
        future = data["future"][rows].float() / 32767
        searched = torch.sigmoid(data["score"][rows].float() / self.config["scale"])
        return chance_loss(value, mixed(searched, future, self.config), self.config) + self.config["policy_share"] * chosen

    def save(self, network, out: Path) -> Path:
        parts = {
            "tables": network.tables(),
            "threats": network.threats,
            "policy": network.policy,
            "policy_bias": network.policy_bias,
            "near": network.near,
        }
        for name in ("hidden", "second", "value"):
            layers = getattr(network, name)
            parts[name] = torch.stack([layer.weight for layer in layers])
            parts[f"{name}_bias"] = torch.stack([layer.bias for layer in layers])
        if network.regions:
            parts["region"] = torch.stack([torch.stack([layer.weight for layer in kinds]) for kinds in network.region])
            parts["region_bias"] = torch.stack([torch.stack([layer.bias for layer in kinds]) for kinds in network.region])
        arrays = to_numpy(parts)
        np.savez(out / "network.npz", **arrays)
        return gomoku_export.write(arrays, self.config["rule"], self.config["scale"], out)


def to_numpy(parts: dict[str, torch.Tensor]) -> dict[str, np.ndarray]:
    return {name: tensor.detach().float().cpu().numpy() for name, tensor in parts.items()}


TASKS = {"xiangqi": Xiangqi, "gomoku": Gomoku}

"""`python -m xun_training.xiangqi_teacher train|label`: a slow, wise network that tells the fast one what positions are worth.

A convolutional network over the board learns from far fewer positions than sparse inputs do, but is a thousand times too slow to play.
`train` makes one from records of games; `label` writes records again with its scores, games' or not: of positions there are as many as
one likes (`xun-tune xiangqi datagen vary`), of searched ones there are not.
"""

import argparse
import math
import time
import tomllib
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from . import records, xiangqi_features
from .reference import Reference
from .tasks import mirrored_by_chance, target_chance
from .xiangqi_model import XiangqiNetwork

RANKS, FILES = 10, 9
PLANES = 14
# Labels beyond this say no more than that it is decided, as in records of games.
DECIDED = 2999


class Block(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.one = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.one_norm = nn.BatchNorm2d(channels)
        self.two = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.two_norm = nn.BatchNorm2d(channels)
        # Squeeze and excitation: the whole board decides which channels count.
        self.squeeze = nn.Linear(channels, channels // 4)
        self.excite = nn.Linear(channels // 4, channels)
        nn.init.zeros_(self.two_norm.weight)

    def forward(self, board: torch.Tensor) -> torch.Tensor:
        change = self.two_norm(self.two(torch.relu(self.one_norm(self.one(board)))))
        gate = torch.sigmoid(self.excite(torch.relu(self.squeeze(change.mean((2, 3))))))
        return torch.relu(board + change * gate[:, :, None, None])


class Teacher(nn.Module):
    def __init__(self, channels: int, blocks: int):
        super().__init__()
        self.channels = channels
        self.first = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.last = nn.Conv2d(channels, 16, 1)
        self.hidden = nn.Linear(16 * RANKS * FILES, 256)
        self.value = nn.Linear(256, 1)

    def fold(self) -> None:
        """Merges what only training needs apart, for speed."""
        self.first, self.first_norm = fuse_conv_bn_eval(self.first, self.first_norm), nn.Identity()
        for block in self.blocks:
            block.one, block.one_norm = fuse_conv_bn_eval(block.one, block.one_norm), nn.Identity()
            block.two, block.two_norm = fuse_conv_bn_eval(block.two, block.two_norm), nn.Identity()

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Scores in units of the sigmoid, from the side to move."""
        board = self.blocks(torch.relu(self.first_norm(self.first(planes))))
        seen = torch.relu(self.last(board)).flatten(1)
        return self.value(torch.relu(self.hidden(seen))).squeeze(1)


def planes(squares: torch.Tensor, side: torch.Tensor) -> torch.Tensor:
    """A board for each kind of piece, own ones first, the side to move at the bottom: (batch, 14, 10, 9)."""
    square = squares.long()
    absent = square == xiangqi_features.ABSENT
    black = side.long().unsqueeze(1)
    turned = torch.where(black == 1, (RANKS - 1 - square // FILES) * FILES + square % FILES, square)
    kind = torch.as_tensor(xiangqi_features.SLOT_KIND, device=squares.device).unsqueeze(0)
    other = torch.as_tensor(xiangqi_features.SLOT_BLACK, device=squares.device).unsqueeze(0) ^ black
    cells = RANKS * FILES
    # Absent pieces go to a place behind the last board, which is cut off again.
    place = torch.where(absent, PLANES * cells, (other * 7 + kind) * cells + turned)
    board = torch.zeros(len(squares), PLANES * cells + 1, device=squares.device, dtype=torch.bfloat16)
    board.scatter_(1, place, 1.0)
    return board[:, :-1].view(-1, PLANES, RANKS, FILES).contiguous(memory_format=torch.channels_last)


def on_device(table: np.ndarray, device: str) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(np.ascontiguousarray(table[name])).to(device) for name in table.dtype.names}


class Lesson:
    """Positions with what is known of them, to which more may be added while the training runs."""

    def __init__(self, paths: list[Path], device: str):
        self.device = device
        table = records.read_scored(paths)
        # Neighbouring records come from one game: the test set is the end of the data, not a random pick.
        held_out = max(1, min(len(table) // 50, 100_000))
        self.test = on_device(table[-held_out:], device)
        self.data = on_device(table[:-held_out], device)

    def add(self, path: Path) -> None:
        more = on_device(records.read_scored([path]), self.device)
        self.data = {name: torch.cat([known, more[name]]) for name, known in self.data.items()}

    def __len__(self) -> int:
        return len(self.data["score"])

    def batch(self, size: int, config: dict) -> tuple[torch.Tensor, torch.Tensor]:
        rows = torch.randint(0, len(self), (size,), device=self.device)
        part = {name: column[rows] for name, column in self.data.items()}
        return planes(mirrored_by_chance(part["squares"]), part["side"]), target_chance(part["score"], part["result"], config)


def autocast(device: str):
    return torch.autocast(device, torch.bfloat16)


def train(arguments, config: dict) -> None:
    torch.manual_seed(config["seed"])
    device = arguments.device
    torch.backends.cudnn.benchmark = True
    lesson = Lesson(arguments.data, device)
    later = list(arguments.later or [])
    network = Teacher(config["channels"], config["blocks"]).to(device, memory_format=torch.channels_last)
    if arguments.start:
        network.load_state_dict(torch.load(arguments.start, weights_only=True, map_location=device)["network"])
    quick = torch.compile(network) if arguments.compile else network
    optimiser = torch.optim.AdamW(network.parameters(), lr=config["rate"], weight_decay=config["decay"])
    print(f"{len(lesson):,} positions on {device}, {sum(part.numel() for part in network.parameters()):,} numbers", flush=True)
    began = reported = time.time()
    step, running, since = 0, 0.0, 0
    while True:
        done = (time.time() - began) / arguments.seconds
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = config["rate"] * min(1.0, (step + 1) / 300) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
        board, target = lesson.batch(config["batch"], config)
        with autocast(device):
            guess = quick(board).float()
        loss = nn.functional.binary_cross_entropy_with_logits(guess, target)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
        running, since = running + loss.detach(), since + 1
        if time.time() - reported > config["report_seconds"]:
            speed = step * config["batch"] / (time.time() - began)
            tested = test_loss(network, lesson, config)
            print(f"step {step}  train {float(running) / since:.6f}  test {tested:.6f}  {speed / 1e6:.3f} M positions/s", flush=True)
            running, since, reported = 0.0, 0, time.time()
            for path in [path for path in later if path.exists()]:
                later.remove(path)
                lesson.add(path)
                print(f"{len(lesson):,} positions now", flush=True)
    print(f"step {step}  test {test_loss(network, lesson, config):.6f}")
    torch.save({"network": network.state_dict(), "config": config}, arguments.out)


@torch.no_grad()
def judge(network: nn.Module, squares: torch.Tensor, side: torch.Tensor, device: str) -> torch.Tensor:
    with autocast(device):
        return network(planes(squares, side)).float()


def test_loss(network: nn.Module, lesson: Lesson, config: dict) -> float:
    """As the fast network's is counted, on positions of games that were not learned from."""
    network.eval()
    total = 0.0
    for rows in torch.arange(len(lesson.test["score"]), device=lesson.device).split(8192):
        part = {name: column[rows] for name, column in lesson.test.items()}
        guess = torch.sigmoid(judge(network, part["squares"], part["side"], lesson.device))
        target = target_chance(part["score"], part["result"], config)
        total += float((guess - target).abs().pow(2.5).sum())
    network.train()
    return total / len(lesson.test["score"])


def label(arguments) -> None:
    device = arguments.device
    saved = torch.load(arguments.teacher, weights_only=True, map_location=device)
    config = saved["config"]
    network = Teacher(config["channels"], config["blocks"]).to(device, memory_format=torch.channels_last)
    network.load_state_dict(saved["network"])
    network.eval()
    network.fold()
    judges = [lambda squares, side: judge(network, squares, side, device)]
    judges += [finished(path, config["scale"]).to(device) for path in arguments.beside]
    table = records.read(arguments.data, records.XIANGQI)
    data = on_device(table, device)
    began = time.time()
    with torch.no_grad():
        for rows in torch.arange(len(table), device=device).split(arguments.batch):
            squares, side = data["squares"][rows], data["side"][rows]
            chance = sum(torch.sigmoid(judge_of(squares, side)) for judge_of in judges) / len(judges)
            if arguments.keep:
                known = torch.sigmoid(data["score"][rows].float() / config["scale"])
                chance = (1 - arguments.keep) * chance + arguments.keep * known
            score = torch.logit(chance, eps=1e-5) * config["scale"]
            data["score"][rows] = score.round().clamp(-DECIDED, DECIDED).short()
    table["score"] = data["score"].cpu().numpy()
    table.tofile(arguments.out)
    print(f"{len(table):,} records, {len(table) / (time.time() - began) / 1e6:.2f} M a second")


def finished(path: Path, scale: float) -> nn.Module:
    """A network that plays already, as one more judge."""
    known = Reference(path)
    if known.scale != scale:
        raise SystemExit(f"{path}: its scale is {known.scale}, the teacher's {scale}")
    network = XiangqiNetwork(known.weights.shape[1])
    network.start_from(known.floats())
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    actions = parser.add_subparsers(required=True)
    training = actions.add_parser("train")
    training.add_argument("config", type=Path)
    training.add_argument("--data", type=Path, nargs="+", required=True, help="record files; the end of the last is the test set")
    training.add_argument("--later", type=Path, nargs="*", help="record files that are taken in once they are there")
    training.add_argument("--start", type=Path, help="go on from this teacher")
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--seconds", type=float, required=True)
    training.add_argument("--compile", action="store_true", help="let torch compile the network first: a minute, then faster")
    training.set_defaults(run=lambda given: train(given, tomllib.loads(given.config.read_text())))
    labelling = actions.add_parser("label")
    labelling.add_argument("teacher", type=Path)
    labelling.add_argument("--data", type=Path, nargs="+", required=True)
    labelling.add_argument("--out", type=Path, required=True)
    labelling.add_argument("--keep", type=float, default=0.0, help="share of the score that the records have already")
    labelling.add_argument("--beside", type=Path, nargs="*", default=[], help="finished networks (.nnue): the mean of all is taken")
    labelling.add_argument("--batch", type=int, default=32768)
    labelling.set_defaults(run=label)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()

"""`python -m xun_training.train CONFIG`: trains a network as the config file says, exports it, draws its losses.

Everything a run made lies in its output folder: checkpoint.pt (resumes by itself), losses.csv, losses.png,
network.npz (floating point) and NAME-HASH.nnue (integers, what the engine loads).
"""

import argparse
import csv
import math
import time
import tomllib
from pathlib import Path

import numpy as np
import torch

from .tasks import TASKS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("config", type=Path)
    parser.add_argument("--data", type=Path, nargs="+", help="record files (default: the config's)")
    parser.add_argument("--out", type=Path, help="output folder (default: the config's)")
    parser.add_argument("--start", type=Path, help="begin with this network's weights (a NAME-HASH.nnue) instead of random ones")
    parser.add_argument("--seconds", type=float, help="end the schedule within this time, whatever the config's length")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    arguments = parser.parse_args()
    config = tomllib.loads(arguments.config.read_text())
    out = arguments.out or Path(config["out"])
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(config["seed"])
    task = TASKS[config["game"]](config)
    table = task.load(arguments.data or [Path(path) for path in config["data"]])
    print(f"{len(table):,} positions on {arguments.device}")
    data = {name: torch.from_numpy(np.ascontiguousarray(table[name])).to(arguments.device) for name in table.dtype.names}
    network = task.network().to(arguments.device)
    if arguments.start:
        task.start(network, arguments.start)
    train(task, network, data, config, out, arguments.seconds)
    print("wrote", task.save(network, out))


def train(task, network, data, config, out: Path, seconds: float | None) -> None:
    # Neighbouring records come from one game: the test set is the end of the data, not a random pick.
    count = len(data["score"])
    held_out = max(1, min(count // 50, 200_000))
    usable = count - held_out
    batch = min(config["batch"], usable)
    steps = max(1, math.ceil(config["passes"] * usable / batch))
    optimiser = torch.optim.AdamW(network.parameters(), lr=config["rate"], weight_decay=config["decay"], betas=(0.9, 0.999))
    first, losses = resume(network, optimiser, out)
    began = time.time()
    running, since = 0.0, 0
    step = first
    while step < steps:
        done = step / steps
        if seconds:
            done = max(done, (time.time() - began) / seconds)
            if done >= 1:
                break
        rate = config["rate"] * min(1.0, (step + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        rows = torch.randint(0, usable, (batch,), device=data["score"].device)
        loss = task.loss(network, data, rows)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        network.clip()
        step += 1
        running, since = running + loss.detach(), since + 1
        if step % config["report"] == 0 or step == steps:
            losses.append((step, float(running) / since, test_loss(task, network, data, usable), rate))
            running, since = 0.0, 0
            speed = (step - first) * batch / (time.time() - began)
            print(f"step {step}/{steps}  train {losses[-1][1]:.6f}  test {losses[-1][2]:.6f}  {speed / 1e6:.2f} M positions/s", flush=True)
            checkpoint(network, optimiser, step, losses, out)
    write_losses(losses, out)


@torch.no_grad()
def test_loss(task, network, data, usable) -> float:
    rows = torch.arange(usable, len(data["score"]), device=data["score"].device)
    parts = rows.split(4096)
    return float(sum(task.loss(network, data, part) * len(part) for part in parts)) / len(rows)


def checkpoint(network, optimiser, step, losses, out: Path) -> None:
    """Written beside and renamed, so that a kill leaves the last good one."""
    beside = out / "checkpoint.tmp"
    torch.save({"network": network.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "losses": losses}, beside)
    beside.replace(out / "checkpoint.pt")


def resume(network, optimiser, out: Path) -> tuple[int, list]:
    path = out / "checkpoint.pt"
    if not path.exists():
        return 0, []
    saved = torch.load(path, weights_only=True)
    network.load_state_dict(saved["network"])
    optimiser.load_state_dict(saved["optimiser"])
    print(f"going on from step {saved['step']} in {path}")
    return saved["step"], [tuple(row) for row in saved["losses"]]


def write_losses(losses, out: Path) -> None:
    with (out / "losses.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["step", "train", "test", "rate"])
        writer.writerows(losses)
    try:
        import matplotlib
    except ImportError:
        print("matplotlib is not installed: losses.csv is written, losses.png is not")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.plot([row[0] for row in losses], [row[1] for row in losses], label="train")
    axes.plot([row[0] for row in losses], [row[2] for row in losses], label="test")
    axes.set_xlabel("step")
    axes.set_ylabel("loss")
    axes.legend()
    figure.tight_layout()
    figure.savefig(out / "losses.png", dpi=120)


if __name__ == "__main__":
    main()

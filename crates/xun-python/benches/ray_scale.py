"""Memory of the driver over many tasks, and scaling from one worker to two.

    python benches/ray_scale.py memory [--tasks 10000]
    python benches/ray_scale.py scaling [--seconds 20] [--rounds 3] [--wait]

``memory`` answers one path query a task and prints the driver's resident memory as it goes; it ends
with 1 if that grew by more than a tenth after the first fifth. ``scaling`` does units of 100 ms of
one core's work with one worker and with two, each pinned to a core of its own, in turns, and prints
the share of twice the speed of one. It needs two cores of its own: where other work runs, give it
real-time priority, which Ray's processes inherit (``chrt -r 10 python …``, as root; both cores then
belong to it, so keep it short). With ``--wait`` a unit waits for 100 ms instead.
"""

import argparse
import functools
import os
import statistics
import sys
import tempfile
import time

import numpy as np
import ray

import xun
import xun.ray
from xun.ray._schedule import run_units


def resident():
    """Resident memory of this process in MiB (Linux)."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def start(cores):
    ray.init(
        num_cpus=cores,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=100 << 20,
    )


def memory(tasks):
    start(2)
    map = xun.grid.Map.generate("caves", 64, 64, seed=1)
    cells = np.argwhere(~map.walls)
    chosen = np.random.default_rng(1).integers(len(cells), size=(2, tasks))
    starts, goals = cells[chosen[0]], cells[chosen[1]]
    seen = []

    def progress(done):
        if done and done % (tasks // 10) == 0:
            seen.append((done, resident()))
            print(f"{done} tasks: {seen[-1][1]:.1f} MiB", flush=True)

    answers = xun.ray.solve(map, starts, goals, batch=1, progress=progress)
    expected = xun.grid.solve(map, starts, goals)
    assert np.array_equal(answers.costs, expected.costs)
    early, late = seen[1][1], seen[-1][1]
    print(f"growth after the first fifth: {late - early:+.1f} MiB ({late / early - 1:+.1%})")
    return 0 if late < early * 1.1 else 1


def _pin(shared):
    """Pins a worker to a core that no other worker of this run has, unless it is pinned."""
    folder, cores = shared
    if len(os.sched_getaffinity(0)) == 1:
        return _tables()
    for core in cores:
        try:
            os.mkdir(os.path.join(folder, str(core)))
        except FileExistsError:
            continue
        os.sched_setaffinity(0, {core})
        return _tables()
    raise RuntimeError("there are more workers than cores")


def _tables():
    map = xun.grid.Map.generate("rooms", 300, 300, seed=4)
    return xun.grid.Searcher(map, "ucs", moves=8), np.argwhere(~map.walls)


def _unit(made, unit):
    """A fixed amount of work, about 100 ms on one idle core. Answers the cores of its worker."""
    searcher, cells = made
    seed, count = unit
    if count == 0:
        time.sleep(0.1)
    else:
        chosen = np.random.default_rng(seed).integers(len(cells), size=(2, count))
        searcher.find_many(cells[chosen[0]], cells[chosen[1]], threads=1)
    return tuple(os.sched_getaffinity(0))


def rate(workers, count, seconds):
    """Units a second with so many workers."""
    start(workers)
    cores = sorted(os.sched_getaffinity(0))[:2]
    places = set()
    with tempfile.TemporaryDirectory() as folder:
        run = functools.partial(run_units, shared=(folder, cores), make=_pin, do=_unit)
        # Workers start and make their tables.
        run([(n, 1) for n in range(4 * workers)], take=lambda unit, result: None)
        began, done = time.perf_counter(), 0

        def take(unit, place):
            nonlocal done
            places.add(place)
            done += 1
            return time.perf_counter() - began > seconds

        run(((n, count) for n in range(10**9)), take=take)
        speed = done / (time.perf_counter() - began)
        ray.shutdown()
    assert len(places) == workers and all(len(place) == 1 for place in places), places
    return speed


def scaling(seconds, rounds, wait):
    made = _tables()
    began = time.perf_counter()
    _unit(made, (1, 20))
    count = 0 if wait else max(1, round(20 * 0.1 / (time.perf_counter() - began)))
    shares = []
    for _ in range(rounds):
        one, two = rate(1, count, seconds), rate(2, count, seconds)
        shares.append(two / one / 2)
        print(f"one worker {one:.2f}/s, two {two:.2f}/s: {shares[-1]:.3f} of linear", flush=True)
    print(f"median {statistics.median(shares):.3f} of linear, {count} queries a unit")
    return 0 if statistics.median(shares) >= 0.9 else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("memory").add_argument("--tasks", type=int, default=10_000)
    scale = commands.add_parser("scaling")
    scale.add_argument("--seconds", type=float, default=20)
    scale.add_argument("--rounds", type=int, default=3)
    scale.add_argument("--wait", action="store_true")
    arguments = parser.parse_args()
    if arguments.command == "memory":
        return memory(arguments.tasks)
    return scaling(arguments.seconds, arguments.rounds, arguments.wait)


if __name__ == "__main__":
    sys.exit(main())

"""Experiments: a unit is one measurement."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Any

from xun import _xun
from xun._numbers import whole
from xun.lab import Results
from xun.ray._files import Contents, read_folder, unpack_folder
from xun.ray._journal import UnitJournal
from xun.ray._schedule import Progress, connect, run_units, shown

__all__ = ["lab"]


def _make(shared: tuple[str, int, bool, Contents | None]) -> _xun.NativeExperiment:
    experiment, seed, quick, course = shared
    if course is None:
        return _xun.NativeExperiment(experiment, seed, quick, None)
    with tempfile.TemporaryDirectory() as folder:
        place = unpack_folder(course, Path(folder) / "course")
        return _xun.NativeExperiment(experiment, seed, quick, str(place))


def _measure(native: _xun.NativeExperiment, number: int) -> str:
    return native.measure(number)


def lab(
    experiment: str,
    *,
    seed: int = 1,
    quick: bool = False,
    course: str | os.PathLike[str] | None = None,
    journal: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    address: str | None = None,
) -> Results:
    """Runs an experiment on a Ray cluster; arguments and results as :func:`xun.lab.run`.

    Counts are those of one machine; times are of the nodes that measured. Experiments about threads
    and time are measured one by one. With a ``journal`` an interrupted call goes on where it was.
    """
    folder = None if course is None else os.fspath(course)
    seed = whole(seed, "seed", 2**64 - 1)
    native = _xun.NativeExperiment(experiment, seed, quick, folder)
    shared = (experiment, seed, quick, None if folder is None else read_folder(folder))
    connect(address)
    terms = {"experiment": experiment, "seed": seed, "quick": quick, "course": folder}
    began, clock = int(time.time()), time.monotonic()
    total = len(native)
    with UnitJournal(journal, terms) as units:
        missing = [number for number in range(total) if number not in units.results]
        with shown(progress, total, len(units.results), "measurements") as report:

            def take(number: int, rows: Any) -> None:
                units.add(number, rows)
                report(len(units.results))

            at_once = 1 if native.alone else None
            run_units(missing, shared, _make, _measure, take, at_once=at_once)
        rows = [units.results.get(number) for number in range(total)]
    threads = 1 if native.alone else max(1, min(total, _cores()))
    return Results(native.results(rows, threads, began, time.monotonic() - clock))


def _cores() -> int:
    import ray

    return int(ray.cluster_resources().get("CPU", 1))

"""Runs units of work on a Ray cluster and hands over their results in the order of the units.

Units are tasks that Ray does again when the worker or node is lost. At most a few for each core are
under way or waiting to be handed over, whatever their number, so that neither the driver nor the
object store grows with it.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from xun._errors import XunError

try:
    import ray
except ImportError:
    raise ModuleNotFoundError("xun.ray needs Ray: pip install 'xun[ray]'", name="ray") from None

__all__ = ["Progress", "UnitError", "connect", "run_units", "shown"]

Progress = Callable[[int], object] | bool | None

# Units for each core that are under way, so that no core waits for the driver.
_UNDER_WAY = 3
# Units for each core that are under way or finished out of order.
_AHEAD = 64
# A lost node costs one attempt; a unit that ends its worker each time must not go on forever.
_ATTEMPTS = 8
# Seconds between two looks at the size of the cluster.
_LOOK = 2.0


class UnitError(XunError):
    """A unit of work failed on its worker; ``__cause__`` has the reason."""


def connect(address: str | None = None) -> None:
    """Connects to the cluster: the one of this process, of ``address``, of ``RAY_ADDRESS``, or a
    new one on this machine."""
    if ray.is_initialized():
        return
    address = address or os.environ.get("RAY_ADDRESS")
    if address:
        ray.init(address=address, log_to_driver=False)
    else:
        ray.init(include_dashboard=False, log_to_driver=False)


_cache: dict[bytes, Any] = {}


def _shared(make: Callable[[Any], Any], reference: list[Any]) -> Any:
    """What ``make`` makes of a shared object, once for each worker process.

    The object itself is fetched once for each node, by its object store.
    """
    key = reference[0].binary()
    if key not in _cache:
        made = make(ray.get(reference[0]))
        while len(_cache) >= 2:
            _cache.pop(next(iter(_cache)))
        _cache[key] = made
    return _cache[key]


def _work(
    make: Callable[[Any], Any], do: Callable[[Any, Any], Any], reference: list[Any], unit: Any
) -> Any:
    return do(_shared(make, reference), unit)


class _Cores:
    """The number of cores of the cluster, looked at now and then: nodes come and go."""

    def __init__(self) -> None:
        self._looked = -_LOOK
        self._count = 1

    def count(self) -> int:
        now = time.monotonic()
        if now - self._looked >= _LOOK:
            self._looked = now
            self._count = max(1, int(ray.cluster_resources().get("CPU", 1)))
        return self._count


def run_units(
    units: Iterable[Any],
    shared: Any,
    make: Callable[[Any], Any],
    do: Callable[[Any, Any], Any],
    take: Callable[[Any, Any], bool | None],
    *,
    at_once: int | None = None,
    options: dict[str, Any] | None = None,
) -> bool:
    """Does ``do(make(shared), unit)`` for each unit somewhere and gives ``take(unit, result)`` the
    results in the order of the units. A ``take`` that answers ``True`` ends the run: no more units
    begin. Answers whether all units were done.

    The few that are under way at the end are left to finish and their results are dropped. They are
    not cancelled: ``ray.cancel`` of a task that is just completing can abort the driver (Ray 2.60:
    "Tried to complete task that was not pending").
    """
    reference = [ray.put(shared)]
    remote: Any = ray.remote(_work)
    task = remote.options(**{"num_cpus": 1, "max_retries": _ATTEMPTS, **(options or {})})
    waiting = iter(units)
    cores = _Cores()
    # In the order of the units; a reference is dropped as soon as its result is here.
    line: deque[list[Any]] = deque()
    under_way: dict[Any, list[Any]] = {}
    more = True
    while True:
        most = at_once or _UNDER_WAY * cores.count()
        while more and len(under_way) < most and len(line) < max(_AHEAD * cores.count(), most):
            unit = next(waiting, _END)
            if unit is _END:
                more = False
                break
            entry = [unit, _END]
            under_way[task.remote(make, do, reference, unit)] = entry
            line.append(entry)
        if not line:
            return True
        ready, _ = ray.wait(list(under_way), num_returns=1, timeout=1.0)
        for one in ready:
            under_way.pop(one)[1] = _result(one)
        del ready
        while line and line[0][1] is not _END:
            unit, result = line.popleft()
            if take(unit, result):
                return False


_END = object()


def _result(reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        if isinstance(cause, (XunError, ValueError, OSError)):
            raise cause from None
        raise UnitError(f"a unit of work failed: {cause!r}") from error
    except ray.exceptions.RayError as error:
        raise UnitError(f"a unit of work was lost {_ATTEMPTS} times: {error}") from error


@contextlib.contextmanager
def shown(
    progress: Progress, total: int, done: int, what: str
) -> Iterator[Callable[[int], object]]:
    """A function that reports how many are done: the caller's own, or one with a bar (``True``)."""
    if progress is None or progress is False:
        yield lambda done: None
    elif progress is True:
        from tqdm.auto import tqdm

        with tqdm(total=total, initial=done, unit=f" {what}") as bar:
            yield lambda done: bar.update(done - bar.n)
    else:
        progress(done)
        yield progress

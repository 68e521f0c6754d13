"""Limits of searches."""

from __future__ import annotations

from dataclasses import dataclass

from xun._errors import InputError
from xun._numbers import real, whole

__all__ = ["Limit", "checked"]


@dataclass(frozen=True)
class Limit:
    """Limits of one search; it ends at the first that is reached.

    ``time`` is in seconds, ``depth`` in plies, ``nodes`` counts positions (cells on maps). On maps
    ``depth`` is not used.

    >>> import xun
    >>> xun.Limit(time=0.1)
    Limit(time=0.1, depth=None, nodes=None)
    >>> xun.Limit(time=float("nan"))
    Traceback (most recent call last):
    xun._errors.InputError: time is nan; expected a number from 0
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None:
            object.__setattr__(self, "time", real(self.time, "time"))
        for name, most in (("depth", 2**31 - 1), ("nodes", 2**63 - 1)):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, whole(value, name, most))


def checked(limit: Limit | None) -> Limit:
    """The limit of an argument; ``None`` is no limit."""
    if limit is None:
        return Limit()
    if not isinstance(limit, Limit):
        raise InputError(f"{limit!r} is no limit; expected xun.Limit(time=, depth=, nodes=)")
    return limit

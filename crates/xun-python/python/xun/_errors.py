"""The exceptions of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["EngineError", "InputError", "NoPath", "Stopped", "XunError"]


class XunError(Exception):
    """Base of all exceptions of this package."""


class InputError(XunError, ValueError):
    """Something given is wrong: a map, a cell, a position, a move, an option.

    ``faults`` lists every fault that the library found, each with its place.

    >>> import xun
    >>> try:
    ...     xun.grid.Map.parse("S.?\\n.!G\\n")
    ... except ValueError as error:
    ...     print(len(error.faults))
    2
    """

    def __init__(self, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.faults: list[str] = list(faults) or [message]

    def __reduce__(self) -> tuple[type[InputError], tuple[str, list[str]]]:
        return type(self), (str(self), self.faults)


class NoPath(XunError):
    """There is no path. ``statistics`` tells the effort that showed it."""

    def __init__(self, message: str = "there is no path", statistics: Any = None) -> None:
        super().__init__(message)
        self.statistics = statistics

    def __reduce__(self) -> tuple[type[NoPath], tuple[str, Any]]:
        return type(self), (str(self), self.statistics)


class Stopped(XunError):
    """A limit was reached before there was an answer."""


class EngineError(XunError):
    """An engine is closed, or failed as a program."""

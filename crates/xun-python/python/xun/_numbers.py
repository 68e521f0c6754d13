"""Numbers as arguments: Python's and numpy's are taken, anything else is an `InputError`."""

from __future__ import annotations

import math
import operator
from typing import Any

from xun._errors import InputError

__all__ = ["real", "whole"]


def whole(value: Any, what: str, most: int = 2**32 - 1, least: int = 0) -> int:
    """The number, which must lie from ``least`` to ``most``."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise InputError(f"{what} is {value!r}; expected a whole number")
    if not least <= number <= most:
        raise InputError(f"{what} is {number}; expected {least} to {most}")
    return number


def real(value: Any, what: str, least: float = 0.0, most: float = math.inf) -> float:
    """The finite number, which must lie from ``least`` to ``most``."""
    try:
        number = math.nan if isinstance(value, (str, bytes)) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not (math.isfinite(number) and least <= number <= most):
        bounds = f"from {least:g}" if most == math.inf else f"from {least:g} to {most:g}"
        raise InputError(f"{what} is {value!r}; expected a number {bounds}")
    return number

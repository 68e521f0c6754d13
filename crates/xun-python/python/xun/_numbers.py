"""Whole numbers as arguments: Python's and numpy's are taken, anything else is an `InputError`."""

from __future__ import annotations

import operator
from typing import Any

from xun._errors import InputError

__all__ = ["whole"]


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

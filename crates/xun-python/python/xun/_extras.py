"""Packages that only a part of the functions needs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["extra"]


def extra(package: str, name: str) -> Any:
    """The package; if it is missing, the exception says which extra of ``xun`` brings it.

    >>> extra("json", "notebook").dumps([1])
    '[1]'
    >>> extra("no_such_package", "notebook")
    Traceback (most recent call last):
    ModuleNotFoundError: this needs no_such_package: pip install 'xun[notebook]'
    """
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        text = f"this needs {package}: pip install 'xun[{name}]'"
        raise ModuleNotFoundError(text, name=package) from None

"""Every example in a docstring runs and gives what it says."""

import doctest
import importlib
import os
import pkgutil
import re
from pathlib import Path

import pytest

import xun

NATIVE = {"xun._xun"}
EXTRAS = {"gymnasium", "networkx", "pandas", "pettingzoo", "ray"}
MODULES = [name for _, name, _ in pkgutil.walk_packages(xun.__path__, "xun.") if name not in NATIVE]


@pytest.mark.parametrize("name", ["xun", *MODULES])
def test_examples(name):
    if name.endswith("__main__"):
        pytest.skip("a command")
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        pytest.skip(f"needs {error.name}")
    flags = doctest.ELLIPSIS
    failed, _ = doctest.testmod(module, optionflags=flags)
    assert failed == 0


def test_public_modules_have_examples():
    for name in ("grid", "xiangqi", "gomoku", "textbook"):
        tests = doctest.DocTestFinder().find(importlib.import_module(f"xun.{name}"))
        assert sum(len(test.examples) for test in tests) >= 5, name


def blocks_of(page):
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


PAGES = sorted(Path(os.environ.get("XUN_DOCS", "/no/docs")).glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_the_guide(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = blocks_of(page)
    assert blocks
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks:
        exec(compile(block, str(page), "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_both_languages_show_the_same_code(page):
    other = page.with_suffix(".zh.md")
    if not other.exists():
        pytest.skip("one language")

    def code(path):
        return [re.sub(r" *#.*", "", block) for block in blocks_of(path)]

    assert code(page) == code(other)

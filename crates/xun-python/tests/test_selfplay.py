"""Self-play games: the same file however it is made, and training records of it."""

import pytest

import xun
from xun import selfplay

TERMS = {"game": "gomoku", "games": 6, "nodes": 150, "seed": 2, "size": 11, "eval_file": "hand"}


@pytest.mark.parametrize("game,nodes", [("gomoku", 150), ("xiangqi", 60)])
def test_the_file_does_not_depend_on_threads_or_interruptions(game, nodes, tmp_path):
    terms = {"game": game, "games": 4, "nodes": nodes, "seed": 2, "eval_file": "hand"}
    one, many = tmp_path / "one", tmp_path / "many"
    assert selfplay.datagen(one, threads=1, **terms) == 4
    assert selfplay.datagen(many, **{**terms, "games": 2}) == 2
    with many.open("r+b") as file:
        file.truncate(many.stat().st_size - 5)
    seen = []
    assert selfplay.datagen(many, threads=3, progress=seen.append, **terms) == 4
    assert many.read_bytes() == one.read_bytes()
    assert selfplay.unpack([one], tmp_path / "records") > 0
    size = {"gomoku": 1016, "xiangqi": 36}[game]
    assert (tmp_path / "records").stat().st_size % size == 0


def test_bad_input(tmp_path):
    for wrong in ({"game": "chess"}, {"games": -1}, {"nodes": 3}, {"rule": "chess"}, {"size": 99},
                  {"eval_file": "/no/such/network"}, {"threads": -1}, {"seed": 1.5}):  # fmt: skip
        with pytest.raises(ValueError):
            selfplay.datagen(tmp_path / "games", **{**TERMS, **wrong})
    other = tmp_path / "other"
    other.write_text("something else")
    with pytest.raises(ValueError):
        selfplay.datagen(other, **TERMS)
    assert other.read_text() == "something else"
    with pytest.raises((ValueError, OSError)):
        selfplay.unpack([other], tmp_path / "records")
    with pytest.raises(OSError):
        selfplay.unpack([tmp_path / "nothing"], tmp_path / "records")
    selfplay.datagen(tmp_path / "small", **{**TERMS, "games": 1})
    selfplay.datagen(tmp_path / "large", **{**TERMS, "games": 1, "size": 15})
    with pytest.raises(ValueError, match="after games of"):
        selfplay.unpack([tmp_path / "small", tmp_path / "large"], tmp_path / "records")
    assert issubclass(xun.InputError, ValueError)

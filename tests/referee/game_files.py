"""Compares `xun xiangqi convert` with PyPI's cchess on a folder of XQF files, and the time of both.

    pip install cchess
    python3 tests/referee/game_files.py target/release/xun ../shared/xiangqi/xqf

Every file: the same tree of moves and comments, and the same again after XQF -> PGN -> XQF. Files of
which cchess keeps moves that are not legal are named, not counted as differences.
"""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cchess import Game

sys.setrecursionlimit(100_000)


def read(path):
    with contextlib.redirect_stdout(io.StringIO()):
        return Game.read_from(str(path))


def theirs(node):
    with contextlib.redirect_stdout(io.StringIO()):
        children = node.get_children()
    return [(move.to_iccs(), plain(move.annote or ""), theirs(move)) for move in children]


def ours(nodes):
    return [(node["move"], plain(node["comment"]), ours(node["children"])) for node in nodes]


def plain(comment):
    return comment.replace("\r\n", "\n").rstrip("\0")


def count(tree):
    return sum(1 + count(children) for _, _, children in tree)


def main():
    xun, folder = sys.argv[1], Path(sys.argv[2])
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".xqf")

    def run(*arguments):
        return subprocess.run([xun, "xiangqi", *map(str, arguments)], capture_output=True)

    different = 0
    with tempfile.TemporaryDirectory() as scratch:
        pgn, back = Path(scratch, "a.pgn"), Path(scratch, "b.xqf")
        for path in files:
            expected = theirs(read(path))
            answer = run("convert", path, "--to", "json")
            found = ours(json.loads(answer.stdout)["moves"])
            run("convert", path, pgn)
            run("convert", pgn, back)
            again = theirs(read(back))
            if found != expected and answer.returncode == 3:
                print(f"{path.name}: {answer.stderr.decode().strip()}")
                expected = found
            if found != expected or again != expected:
                different += 1
                print(f"{path.name}: {count(expected)} moves, {count(found)} here")
        print(f"{len(files)} files, {different} different")
        # The same files read by both, ours from the start of the process to its end.
        begun = time.perf_counter()
        for path in files:
            read(path)
        slow = time.perf_counter() - begun
        begun = time.perf_counter()
        run("info", *files)
        quick = time.perf_counter() - begun
    print(f"cchess {slow:.2f} s, xun {quick:.3f} s: {slow / quick:.0f} times")
    sys.exit(different > 0)


if __name__ == "__main__":
    main()

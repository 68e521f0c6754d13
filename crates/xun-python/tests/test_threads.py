"""Many threads call the whole package at once, also with one shared object, under faulthandler."""

import subprocess
import sys

PROGRAM = """
import threading, numpy as np, xun

map = xun.grid.Map.generate("rooms", 60, 60, seed=2)
cells = np.argwhere(~map.walls)
searcher = xun.grid.Searcher(map, "jps-table")
shared = xun.xiangqi.Board()
points = xun.gomoku.Board(9)
batch = xun.envs.Boards("gomoku", 8, size=7)
engine = xun.Engine("gomoku", hash=8)
expected = xun.grid.find_path(map).cost
allowed = (ValueError, IndexError, RuntimeError, xun.XunError)
failures = []

def work(seed):
    generator = np.random.default_rng(seed)
    jobs = [
        lambda: xun.grid.find_path(map).cost == expected or failures.append("cost"),
        lambda: searcher.find_many(cells[:50], cells[50:100], threads=2),
        lambda: shared.push(shared.legal_moves[int(generator.integers(5))]),
        lambda: shared.pop(),
        lambda: shared.fen(),
        lambda: points.push(points.legal_moves[int(generator.integers(20))]),
        lambda: points.pop(),
        lambda: batch.step(batch.sample()),
        lambda: engine.play(points.copy(), xun.Limit(nodes=50)),
        lambda: xun.textbook.alphabeta(xun.xiangqi.Board(), 1, evaluation=lambda board: board.ply),
        lambda: xun.gomoku.solve(points.copy(), limit=xun.Limit(nodes=200)),
        lambda: xun.grid.Map(np.full((3, 3), np.nan)),
        lambda: list(xun.grid.trace(map, most=100)),
    ]
    for _ in range(60):
        try:
            jobs[int(generator.integers(len(jobs)))]()
        except allowed:
            pass
        except BaseException as error:
            failures.append(repr(error))

threads = [threading.Thread(target=work, args=(seed,)) for seed in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
engine.close()
assert not failures, failures[:5]
assert xun.xiangqi.Board(shared.fen()).fen() == shared.fen()
print("alive")
"""


def test_many_threads_never_kill_the_interpreter():
    words = [sys.executable, "-X", "faulthandler", "-c", PROGRAM]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0 and ran.stdout.strip() == "alive", ran.stderr[-3000:]

"""Engines: answers, limits, streams, closing, Ctrl-C, threads; other programs by UCI and UCCI."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import xun


@pytest.mark.parametrize(
    "game,position",
    [("xiangqi", xun.xiangqi.Board()), ("gomoku", xun.gomoku.Board(moves="h8"))],
)
def test_play_and_analyse(game, position):
    with xun.Engine(game, hash=16) as engine:
        result = engine.play(position, xun.Limit(nodes=2000))
        assert result.move in position.legal_moves
        assert result.info["depth"] >= 1 and result.info["pv"][0] == result.move
        lines = engine.analyse(position, xun.Limit(depth=4), multipv=3)
        assert [line["multipv"] for line in lines] == [1, 2, 3]
        assert len({str(line["pv"][0]) for line in lines}) == 3
        one = engine.analyse(position, xun.Limit(depth=3))
        assert one["depth"] == 3 and isinstance(one["score"], xun.Score)
        only = position.legal_moves[:2]
        assert engine.play(position, xun.Limit(nodes=500), root_moves=only).move in only


def test_the_same_nodes_give_the_same_answer():
    def ask():
        with xun.Engine("xiangqi", hash=16) as engine:
            result = engine.play(xun.xiangqi.Board(), xun.Limit(nodes=3000))
            return str(result.move), result.info["score"]

    assert ask() == ask()


def test_mate_is_told():
    with xun.Engine("xiangqi", hash=16) as engine:
        board = xun.xiangqi.Board("3k5/9/9/9/9/9/9/4R4/9/R3K4 w")
        info = engine.analyse(board, xun.Limit(depth=6))
        assert info["score"].mate is not None and info["score"].mate > 0
        assert info["score"].value > 30000


def test_stream_stops():
    with xun.Engine("gomoku", hash=16) as engine:
        with engine.analysis(xun.gomoku.Board(moves="h8")) as analysis:
            for info in analysis:
                if info["depth"] >= 3:
                    break
            analysis.stop()
            result = analysis.wait()
        assert result.move in xun.gomoku.Board().legal_moves
        # The engine is free again.
        assert engine.play(xun.gomoku.Board(), xun.Limit(nodes=100)).move


def test_no_moves_no_answer():
    mated = xun.xiangqi.Board("3k5/4R4/9/9/9/9/9/9/9/3RK4 b")
    with xun.Engine("xiangqi", hash=16) as engine:
        assert engine.play(mated, xun.Limit(nodes=100)).move is None


def test_options():
    with xun.Engine("xiangqi") as engine:
        assert engine.options["Hash"]["type"] == "spin"
        engine.configure({"Hash": 8, "threads": 1, "Move Overhead": 10})
        for bad in ({"Hash": 0}, {"Hash": "many"}, {"Colour": 1}, {"EvalFile": "/no/such/file"}):
            with pytest.raises(ValueError):
                engine.configure(bad)
    with pytest.raises(ValueError):
        xun.Engine("chess")
    with pytest.raises(ValueError):
        xun.Engine("gomoku", level="godlike")


def test_closed_engines_raise():
    engine = xun.Engine("gomoku", hash=16)
    engine.close()
    engine.close()
    for call in (
        lambda: engine.play(xun.gomoku.Board(), xun.Limit(nodes=10)),
        lambda: engine.configure({"Hash": 16}),
        engine.new_game,
        lambda: engine.options,
    ):
        with pytest.raises(xun.EngineError, match="closed"):
            call()


def test_closing_stops_a_running_search():
    engine = xun.Engine("xiangqi", hash=16)
    analysis = engine.analysis(xun.xiangqi.Board())
    next(iter(analysis))
    engine.close()
    assert analysis.wait().move is not None


def test_wrong_boards_and_limits():
    with xun.Engine("xiangqi", hash=16) as engine:
        for board in (xun.gomoku.Board(), "start", None, 5):
            with pytest.raises(ValueError):
                engine.play(board, xun.Limit(nodes=10))
        for limit in (xun.Limit(), None, 5, 0.1):
            with pytest.raises(ValueError):
                engine.play(xun.xiangqi.Board(), limit)
        with pytest.raises(ValueError):
            engine.analyse(xun.xiangqi.Board(), xun.Limit(nodes=10), multipv=0)
    for wrong in ({"time": -1}, {"time": float("inf")}, {"nodes": -5}, {"depth": 1.5}):
        with pytest.raises(ValueError):
            xun.Limit(**wrong)


def test_threads_share_one_engine():
    engine = xun.Engine("gomoku", hash=16)
    moves, errors = [], []

    def work():
        try:
            moves.append(engine.play(xun.gomoku.Board(moves="h8"), xun.Limit(nodes=300)).move)
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(12)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    engine.close()
    assert not errors and len(moves) == 12


def run_and_interrupt(body):
    """Runs a program, sends Ctrl-C once it says that it searches, and returns its output."""
    # Python ignores Ctrl-C where its parent does, as a shell does for a job in the background.
    program = "import os, signal, sys, tempfile, time, xun, numpy as np\n"
    program += "LARGE = np.zeros((400, 400), bool)\n"
    program += "signal.signal(signal.SIGINT, signal.default_int_handler)\n" + textwrap.dedent(body)
    with subprocess.Popen(
        [sys.executable, "-u", "-X", "faulthandler", "-c", program],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as process:  # fmt: skip
        try:
            first = process.stdout.readline()
            assert first.strip() == "searching", first + process.stdout.read()
            time.sleep(0.3)
            os.kill(process.pid, signal.SIGINT)
            rest, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    return rest, process.returncode


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    "search",
    [
        "xun.Engine('xiangqi').play(xun.xiangqi.Board(), xun.Limit(time=600))",
        "xun.grid.find_path(np.zeros((400, 400), bool), (0, 0), (399, 399), 'ida', moves=8,"
        " heuristic='zero')",
        "xun.textbook.minimax(xun.xiangqi.Board(), 9)",
        "xun.xiangqi.Board().perft(9)",
        "xun.textbook.alphabeta(xun.xiangqi.Board(), 9, evaluation=lambda board: 0)",
        "xun.Engine('gomoku').analyse(xun.gomoku.Board(), xun.Limit(time=600), multipv=3)",
        "[0 for info in xun.Engine('xiangqi').analysis(xun.xiangqi.Board())]",
        # Quiet openings that the search for threes must try out for minutes.
        "xun.gomoku.solve(xun.gomoku.Board(moves='h8i9g9i7j8g7f8i10g10h11'), limit="
        "xun.Limit(time=600, nodes=10**12)); time.sleep(600)",
        "xun.grid.Searcher(LARGE, 'ida', moves=8, heuristic='zero').find((0, 0), (399, 399))",
        "xun.grid.Searcher(LARGE, 'ucs').find_many(*[np.zeros((10**6, 2), int) + end"
        " for end in (0, 399)])",
        "xun.grid.solve(LARGE, *[np.zeros((10**6, 2), int) + end for end in (0, 399)])",
        "xun.grid.Oracle(xun.grid.Map.generate('random', 500, 500, density=0.25),"
        " bytes_per_cell=4000)",
        "xun.grid.trip.plan(LARGE, (0, 0), (399, 399), 90_000, supply=80_000, minimise='time')"
        " and [xun.grid.trip.plan(LARGE, (0, 0), (399, 399), 90_000) for _ in range(10**6)]",
        "[xun.grid.trip.explain(LARGE, (0, 0), (399, 399), 5000) for _ in range(10**6)]",
        "[xun.grid.discover(LARGE, (0, 0), (399, 399), sight=3) for _ in range(10**6)]",
        "xun.envs.State(xun.xiangqi.Board()).roll_out(10**12)",
        "[xun.grid.all_distances(np.zeros((3000, 3000), bool), (0, 0), 8) for _ in range(900)]",
        "xun.grid.trace(LARGE, (0, 0), (399, 399), 'ida', 8, heuristic='zero')",
        "xun.arena.match('xun', 'xun', time='10s', games=100)",
        # The openings are judged before the first game.
        "xun.arena.match('xun', 'random', games=20000, time='nodes=1')",
        "xun.selfplay.datagen(os.path.join(tempfile.mkdtemp(), 'games'), nodes=10**7)",
        "xun.lab.run('ordering')",
        "xun.lab.grade([sys.executable, '-c', 'import time; time.sleep(99)'], 'path', time=99.0)",
    ],
)
def test_ctrl_c_stops_a_search(search):
    rest, code = run_and_interrupt(
        f"""
        try:
            print("searching")
            {search}
        except KeyboardInterrupt:
            print("stopped")
        """
    )
    assert rest.strip() == "stopped" and code == 0, rest


def test_a_search_releases_the_interpreter():
    """Another Python thread counts on while a search runs."""
    counts, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counts[0] += 1

    thread = threading.Thread(target=count)
    with xun.Engine("xiangqi", hash=16) as engine:
        thread.start()
        before = counts[0]
        engine.play(xun.xiangqi.Board(), xun.Limit(nodes=100_000))
        after = counts[0]
    done.set()
    thread.join()
    assert after > before


FAKE = """
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word in ("uci", "ucci"):
        print("option name Hash type spin default 16 min 1 max 64" if word == "uci"
              else "option hashsize type spin default 16", flush=True)
        print(word + "ok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("info string thinking", flush=True)
        print("info depth 3 multipv 1 score cp 25 nodes 90 time 12 pv h2e2 h9g7", flush=True)
        print("bestmove h2e2 ponder h9g7", flush=True)
    elif word == "quit":
        break
"""


@pytest.mark.parametrize("open_engine", ["popen_uci", "popen_ucci"])
def test_other_engines_have_the_same_methods(open_engine):
    with getattr(xun.Engine, open_engine)([sys.executable, "-c", FAKE]) as engine:
        board = xun.xiangqi.Board()
        result = engine.play(board, xun.Limit(time=0.1))
        assert str(result.move) == "h2e2" and str(result.ponder) == "h9g7"
        info = engine.analyse(board, xun.Limit(depth=3))
        assert info["score"] == xun.Score(cp=25) and info["time"] == 0.012
        assert [line["depth"] for line in engine.analysis(board, xun.Limit(depth=3))] == [3]
        engine.configure({"Hash" if open_engine == "popen_uci" else "hashsize": 32})
        with pytest.raises(ValueError):
            engine.configure({"Colour": 1})
    with pytest.raises(xun.EngineError):
        engine.play(board, xun.Limit(time=0.1))


def test_programs_that_are_no_engines():
    with pytest.raises(xun.EngineError):
        xun.Engine.popen_uci("/no/such/engine")
    with pytest.raises(xun.EngineError):
        xun.Engine.popen_uci([sys.executable, "-c", "pass"])
    with pytest.raises(xun.EngineError, match="silent"):
        xun.Engine.popen_uci([sys.executable, "-c", "import time; time.sleep(60)"], timeout=0.5)
    with pytest.raises(ValueError):
        xun.Engine.popen_uci("")


def test_limits_are_checked_when_they_are_made():
    import numpy

    assert xun.Limit(time=numpy.float32(0.5), nodes=numpy.int64(5)) == xun.Limit(0.5, nodes=5)
    for wrong in ({"time": "a"}, {"time": [1]}, {"nodes": 1.5}, {"nodes": True}, {"depth": -1}):
        with pytest.raises(ValueError):
            xun.Limit(**wrong)


def test_a_closed_engine_starts_no_analysis():
    engine = xun.Engine("gomoku", hash=1)
    for limit in (5, {"nodes": 3}):
        with pytest.raises(ValueError):
            engine.analysis(xun.gomoku.Board(), limit)
    engine.close()
    with pytest.raises(xun.EngineError):
        engine.analysis(xun.gomoku.Board(), xun.Limit(nodes=10))

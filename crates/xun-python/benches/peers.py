"""Speed beside the packages people use, in one run.

    python benches/peers.py [--maps FOLDER] [--queries N] [--seconds S]

Every row is a ratio of the same work done by both in this run; what is not installed is left out.
Paths: ``--maps`` names a folder of Moving AI maps; without it maps are generated.
"""

import argparse
import importlib
import random
import time
from pathlib import Path

import numpy as np

import xun


def package(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def rate(work, seconds):
    """Units a second of a function that returns how many units it did."""
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        done += work()
    return done / (time.perf_counter() - began)


def show(rows):
    print("| work | peer | theirs a second | ours a second | times |")
    print("|---|---|---:|---:|---:|")
    for work, peer, theirs, ours in rows:
        times = ours / theirs
        shown = f"{times:,.0f}" if times >= 10 else f"{times:.1f}"
        print(f"| {work} | {peer} | {theirs:,.1f} | {ours:,.0f} | {shown} |")


def maps(folder):
    if folder is None:
        for kind, seed in (("rooms", 1), ("caves", 2), ("random", 3)):
            yield f"{kind} 256×256", xun.grid.Map.generate(kind, 256, 256, seed)
        return
    for path in sorted(Path(folder).rglob("*.map")):
        map = xun.grid.Map.read(path)
        if map.terrain.size <= 600_000:
            yield path.stem, map


def queries(map, count):
    """Pairs of cells with a path between them."""
    generator = np.random.default_rng(1)
    cells = [(int(row), int(column)) for row, column in np.argwhere(~map.walls)]
    pairs = []
    while len(pairs) < count:
        start, goal = (cells[number] for number in generator.integers(len(cells), size=2))
        if xun.grid.has_path(map, start, goal):
            pairs.append((start, goal))
    return pairs


def one_pass(function, pairs):
    began = time.perf_counter()
    for start, goal in pairs:
        function(start, goal)
    return len(pairs) / (time.perf_counter() - began)


def path_rows(folder, count):
    networkx, pathfinding = package("networkx"), package("pathfinding")
    for name, map in maps(folder):
        pairs = queries(map, count)
        ours = one_pass(lambda a, b: xun.grid.find_path(map, a, b).cells, pairs * 20)
        if networkx is not None:
            graph = map.to_networkx()

            def distance(a, b):
                return abs(a[0] - b[0]) + abs(a[1] - b[1])

            def theirs(a, b):
                length = len(networkx.astar_path(graph, a, b, distance)) - 1
                assert length == xun.grid.find_path(map, a, b).steps

            yield f"find_path, {name}", "networkx astar_path", one_pass(theirs, pairs), ours
        if pathfinding is not None:
            from pathfinding.core.grid import Grid
            from pathfinding.finder.a_star import AStarFinder

            grid = Grid(matrix=(~map.walls).astype(int).tolist())

            def other(a, b):
                grid.cleanup()
                found, _ = AStarFinder().find_path(grid.node(a[1], a[0]), grid.node(b[1], b[0]), grid)
                assert len(found) - 1 == xun.grid.find_path(map, a, b).steps

            yield f"find_path, {name}", "python-pathfinding A*", one_pass(other, pairs), ours
        searcher = xun.grid.Searcher(map, "jps-table")
        starts, goals = (np.array([pair[end] for pair in pairs] * (20_000 // count)) for end in (0, 1))
        began = time.perf_counter()
        searcher.find_many(starts, goals)
        many = len(starts) / (time.perf_counter() - began)
        loop = one_pass(searcher.find, pairs * (20_000 // count))
        yield f"find_many, {name}", "a Python loop over find", loop, many


def perft(board, depth):
    if depth == 0:
        return 1
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


def xiangqi_rows(seconds):
    ours = rate(lambda: perft(xun.xiangqi.Board(), 2), seconds)
    native = rate(lambda: xun.xiangqi.Board().perft(3), seconds)
    if pyffish := package("pyffish"):
        fen = pyffish.start_fen("xiangqi")

        def theirs(moves, depth):
            if depth == 0:
                return 1
            legal = pyffish.legal_moves("xiangqi", fen, moves)
            return sum(theirs([*moves, move], depth - 1) for move in legal)

        assert theirs([], 2) == 1920
        speed = rate(lambda: theirs([], 2), seconds)
        yield "Xiangqi perft 2, moves by Python", "pyffish", speed, ours
        yield "Xiangqi perft, `Board.perft`", "pyffish", speed, native
    if cchess := package("cchess"):
        board = cchess.ChessBoard(cchess.FULL_INIT_BOARD)
        assert len(list(board.create_moves())) == 44
        yield (
            "Xiangqi legal moves of the start",
            "cchess",
            rate(lambda: len(list(board.create_moves())), seconds),
            rate(lambda: len(xun.xiangqi.Board().legal_moves), seconds),
        )


def step_rows(seconds):
    spiel = package("pyspiel")
    generator = random.Random(1)

    def batch_rate(boards):
        def step():
            boards.step(boards.sample())
            return len(boards)

        return rate(step, seconds)

    def single_rate(make):
        def play():
            state, steps = xun.envs.State(make()), 0
            while not state.is_terminal() and steps < 300:
                state.apply_action(generator.choice(state.legal_actions()))
                steps += 1
            return steps

        return rate(play, seconds)

    for game, make, arguments in (
        ("gomoku", lambda: xun.gomoku.Board(15), {}),
        ("xiangqi", xun.xiangqi.Board, {}),
    ):
        batch = batch_rate(xun.envs.Boards(game, 256, **arguments))
        single = single_rate(make)
        if spiel is not None:
            try:
                theirs = spiel.load_game(game)
            except spiel.SpielError:
                continue

            def play(theirs=theirs):
                state, steps = theirs.new_initial_state(), 0
                while not state.is_terminal() and steps < 300:
                    state.apply_action(generator.choice(state.legal_actions()))
                    steps += 1
                return steps

            speed = rate(play, seconds)
            yield f"{game}: random steps, 256 boards at once", "OpenSpiel", speed, batch
            yield f"{game}: random steps, one `State`", "OpenSpiel", speed, single
            rolled = rate(lambda: xun.envs.State(make()).roll_out(100, seed=1).steps, seconds)
            yield f"{game}: random steps, `State.roll_out`", "OpenSpiel", speed, rolled
        if game == "xiangqi" and (pyffish := package("pyffish")):
            fen = pyffish.start_fen("xiangqi")

            def play_pyffish():
                now, steps = fen, 0
                while steps < 300:
                    legal = pyffish.legal_moves("xiangqi", now, [])
                    if not legal:
                        break
                    now = pyffish.get_fen("xiangqi", now, [generator.choice(legal)])
                    steps += 1
                return steps

            speed = rate(play_pyffish, seconds)
            yield f"{game}: random steps, 256 boards at once", "pyffish", speed, batch


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--maps")
    parser.add_argument("--queries", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=2.0)
    arguments = parser.parse_args()
    rows = [*path_rows(arguments.maps, arguments.queries)]
    rows += [*xiangqi_rows(arguments.seconds), *step_rows(arguments.seconds)]
    show(rows)


if __name__ == "__main__":
    main()

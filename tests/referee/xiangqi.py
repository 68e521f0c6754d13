#!/usr/bin/env python3
"""Compares our Xiangqi rules with an independent referee, pyffish (Fairy-Stockfish), on random positions.

    python3 tests/referee/xiangqi.py target/release/xun [positions]

Legal moves, check, mate and WXF notation must agree everywhere. Verdicts on random repetitions are counted: the two
programs are known to differ where a protection is lost behind the attacker (docs/repetition.md).
"""
import json
import random
import subprocess
import sys

import pyffish

VARIANT = "xiangqi"
WXF = pyffish.NOTATION_XIANGQI_WXF
STARTS = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
    "3k5/9/2P6/2P1P4/4P4/2p1p4/2p1p4/2p6/9/4K4 b - - 0 1",
    "2bak4/9/4ba3/2P1P4/2P1P4/2R1c4/1r2p1n2/2N1p4/3C5/2BAKAB2 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
]
VALUES = {"win": 1, "loss": -1, "draw": 0}


def from_fairy(text):
    """`a10a9` (ranks 1 to 10) becomes `a9a8`."""
    points, at = [], 0
    while at < len(text):
        end = at + (3 if text[at + 1 : at + 3] == "10" else 2)
        points.append(text[at] + str(int(text[at + 1 : end]) - 1))
        at = end
    return "".join(points)


def occupied_points(fen):
    """The points that hold a piece, in ranks 1 to 10."""
    points = set()
    for rank, row in zip(range(10, 0, -1), fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                points.add("abcdefghi"[file] + str(rank))
                file += 1
    return points


def random_positions(count, rng):
    """FENs from random games, some of which like to capture, with the referee's legal moves. Each call of the referee
    takes it over a millisecond, so there are as few as can be."""
    found = {}
    while len(found) < count:
        fen = rng.choice(STARTS)
        greed = rng.random() * 0.5
        for _ in range(rng.randrange(20, 160)):
            moves = pyffish.legal_moves(VARIANT, fen, [])
            if rng.random() < 0.6:
                found[fen] = moves
            if not moves:
                found[fen] = moves
                break
            if rng.random() < greed:
                occupied = occupied_points(fen)
                moves = [move for move in moves if target(move) in occupied] or moves
            fen = pyffish.get_fen(VARIANT, fen, [rng.choice(moves)])
    return dict(list(found.items())[:count])


def target(move):
    """The point a move ends on, in ranks 1 to 10."""
    return move[3 if move[1:3] == "10" else 2 :]


def reverse(move):
    """The move back, in ranks 1 to 10."""
    split = 3 if move[1:3] == "10" else 2
    return move[split:] + move[:split]


def random_repetitions(positions, count, rng):
    """Games in which both sides go there and back until a position stands for the third time."""
    games = []
    while len(games) < count:
        fen = rng.choice(list(positions))
        cycle = []
        for _ in range(2):
            moves = pyffish.legal_moves(VARIANT, fen, cycle)
            occupied = occupied_points(fen)
            moves = [move for move in moves if target(move) not in occupied]
            rng.shuffle(moves)
            if not moves:
                break
            # Checks are what the rules are about, so of a few moves one that gives check is preferred.
            checks = (move for move in moves[:5] if pyffish.gives_check(VARIANT, fen, cycle + [move]))
            cycle.append(next(checks, moves[0]))
        if len(cycle) < 2:
            continue
        whole = (cycle + [reverse(cycle[0]), reverse(cycle[1])]) * 2
        whole += cycle[: rng.randrange(0, 2)]
        if all(whole[at] in pyffish.legal_moves(VARIANT, fen, whole[:at]) for at in (2, 3)):
            games.append((fen, whole))
    return games


def ask(program, lines):
    """Our answers, one for each line."""
    command = [program, "xiangqi", "moves", "-", "--json", "--quiet-limit", "0"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare_positions(program, positions):
    faults, rewritten = [], []
    moves_compared = 0
    for number, (fen, ours) in enumerate(zip(positions, ask(program, list(positions)), strict=True)):
        mine = {move["fairy"]: move for move in ours["moves"]}
        theirs = set(positions[fen])
        moves_compared += len(mine)
        if mine.keys() != theirs:
            faults.append(f"{fen}\n  legal moves: only ours {mine.keys() - theirs}, "
                          f"only theirs {theirs - mine.keys()}")
            continue
        for move in sorted(theirs)[:: 1 if number % 20 == 0 else 11]:
            wxf = pyffish.get_san(VARIANT, fen, move, False, WXF)
            if from_fairy(move) != mine[move]["iccs"]:
                faults.append(f"{fen}\n  {move} is {mine[move]['iccs']} for us")
            # Of two pieces on a file we always write + or -, pyffish only where the file would not do.
            if mine[move]["wxf"] != wxf:
                rewritten.append((fen, mine[move]["iccs"], wxf, mine[move]["wxf"]))
        if ours["in_check"] != pyffish.gives_check(VARIANT, fen, []):
            faults.append(f"{fen}\n  check: ours {ours['in_check']}")
        if not theirs and ours["verdict"] != "loss":
            faults.append(f"{fen}\n  no legal move, but ours says {ours['verdict']}")
    as_text = ask(program, [f"{fen} {wxf}" for fen, _, wxf, _ in rewritten])
    as_move = ask(program, [f"{fen} {move}" for fen, move, _, _ in rewritten])
    for case, one, other in zip(rewritten, as_text, as_move, strict=True):
        if one["fen"] != other["fen"] or case[3][1] not in "+-":
            faults.append(f"{case[0]}\n  {case[1]} is {case[3]} for us, {case[2]} for them")
    print(f"{len(positions)} positions, {moves_compared} moves ({len(rewritten)} written differently but read alike): "
          f"legal moves, check, mate, WXF notation: {len(faults)} differ")
    return faults


def compare_repetitions(program, games):
    lines = [f"{fen} {' '.join(from_fairy(move) for move in moves)}" for fen, moves in games]
    differing = []
    decided = 0
    for (fen, moves), ours, line in zip(games, ask(program, lines), lines, strict=True):
        ended, value = pyffish.is_optional_game_end(VARIANT, fen, moves)
        theirs = "undecided" if not ended else "draw" if value == 0 else "win" if value > 0 else "loss"
        decided += theirs in ("win", "loss")
        if ours["verdict"] != theirs:
            differing.append(f"{line}\n  ours: {ours['verdict']} ({ours['reason']}), theirs: {theirs}")
    print(f"{len(games)} repetitions, {decided} of them won or lost: {len(differing)} differ")
    return differing


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    rng = random.Random(20)
    positions = random_positions(count, rng)
    faults = compare_positions(program, positions)
    print("\n".join(faults[:20]), flush=True)
    games = random_repetitions(positions, count // 5, rng)
    differing = compare_repetitions(program, games)
    print("\n".join(differing[: 200 if "--show" in sys.argv else 5]))
    if faults or len(differing) * 50 > len(games):
        sys.exit(1)


main()

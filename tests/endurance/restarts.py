#!/usr/bin/env python3
"""Kills a match by -9 again and again: every game is in the journal once, as if never interrupted.

    tests/endurance/restarts.py target/release/xun --restarts 1000

After a random time each run of the match is killed, sometimes in the middle of a line (half a line is
added), and started again with the same journal; runs without a new game are not counted. The lines that were there stay as they were. A match
that is over is compared with the same match without interruption, and the next one begins.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LAST_LINE = b'{"index":7,"players":[0,1],"opening":{"moves":["h8"'


def command(program, journal, seed, games):
    """A match of quick games with an engine in it."""
    players = ["-p", "random", "-p", "xun; level=beginner; Hash=1"]
    return [program, "match", "--game", "gomoku", *players, "-n", str(games), "-t", "nodes=20",
            "--random-plies", "0", "-c", "2", "--seed", str(seed), "--journal", str(journal)]


def whole_lines(journal):
    """The lines that have an end."""
    data = journal.read_bytes() if journal.exists() else b""
    return data[: data.rfind(b"\n") + 1].splitlines()


def games_of(lines):
    """The games by number, without the times of their moves; a number twice is a fault."""
    games = {}
    for line in lines[1:]:
        game = json.loads(line)
        if game["index"] in games:
            raise SystemExit(f"game {game['index']} is there twice")
        for move in game["moves"]:
            move.pop("t", None)
        games[game["index"]] = game
    return games


def run_until_killed(order, delay):
    """Runs a match; true if it came to its end before the kill."""
    match = subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        match.wait(delay)
    except subprocess.TimeoutExpired:
        match.kill()
        match.wait()
        return False
    if match.returncode != 0:
        raise SystemExit(f"exit code {match.returncode}: {match.stderr.read()}")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the program xun")
    parser.add_argument("--restarts", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=60, help="ends earlier after this time")
    parser.add_argument("--games", type=int, default=2000, help="games of a match")
    options = parser.parse_args()
    luck, end = random.Random(1), time.monotonic() + 60 * options.minutes
    restarts = torn = finished = kept = 0
    # The time in which a run gets to its first new games; longer on a busy machine.
    usual = 0.5
    with tempfile.TemporaryDirectory(prefix="xun-restarts-") as folder:
        journal = Path(folder) / "match.jsonl"
        while restarts < options.restarts and time.monotonic() < end:
            before = whole_lines(journal)
            order = command(options.program, journal, finished + 1, options.games)
            over = run_until_killed(order, luck.uniform(0.2, 2) * usual)
            after = whole_lines(journal)
            if after[: len(before)] != before:
                raise SystemExit(f"after {restarts} restarts: lines of the journal have changed")
            if not over and len(after) == len(before):
                # It was killed before its first game: not counted.
                usual = min(20, usual * 1.2)
                continue
            if not over:
                restarts, usual = restarts + 1, usual / 1.05
                if luck.random() < 0.3 and after:
                    torn += 1
                    with open(journal, "ab") as file:
                        file.write(LAST_LINE[: luck.randint(1, len(LAST_LINE))])
                continue
            games = games_of(after)
            if sorted(games) != list(range(options.games)):
                raise SystemExit(f"{len(games)} games of {options.games}")
            whole = Path(folder) / "whole.jsonl"
            subprocess.run(command(options.program, whole, finished + 1, options.games), check=True,
                           stdout=subprocess.DEVNULL)
            if games_of(whole_lines(whole)) != games:
                raise SystemExit("the interrupted match is another one")
            finished, kept = finished + 1, kept + len(games)
            journal.unlink()
            whole.unlink()
        kept += len(games_of(whole_lines(journal)))
    print(f"{restarts} restarts after -9, {torn} with half a line added: {kept} games, each once, "
          f"none lost or changed; {finished} matches of {options.games} games equal to "
          "uninterrupted ones")
    return 0 if restarts >= options.restarts else 2


if __name__ == "__main__":
    sys.exit(main())

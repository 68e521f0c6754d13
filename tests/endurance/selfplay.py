#!/usr/bin/env python3
"""Self-play at 10 ms a move for every game and rule: nothing illegal, late, lost or growing.

    tests/endurance/selfplay.py target/release/xun --minutes 60 --games 10000 --folder runs/
    tests/endurance/selfplay.py target/release/xun --minutes 5 --rules renju,asian --folder runs/

The rules take turns; each has journals in the folder, and a later run goes on with them. A move must be
answered within 10 ms and the grace (100 ms, as in tournaments); games at a time should be fewer than
idle cores. Other programs that run at real-time priority on the same core, or a core shared with many,
make games late; the column "waited" shows the time that the threads of the match waited for a core, for
each second that they computed. Ends with 1 if a game was lost by a fault, a line is not a sound game, or the memory of a
long run grows.
"""

import argparse
import collections
import json
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

RULES = {
    "asian": "xiangqi",
    "chinese": "xiangqi",
    "simple": "xiangqi",
    "freestyle": "gomoku",
    "standard": "gomoku",
    "renju": "gomoku",
    "caro": "gomoku",
    "caro-exact": "gomoku",
}
FAULTS = {"illegal_move", "nonsense", "late", "silent", "crash", "flood"}
# Games of one match; their openings are chosen before the first game.
CHUNK = 500
# Tables of 2 MiB are full after a few games; what comes later is growth.
WARM_UP, GROWTH = 30, 24


def command(options, rules, journal, seed):
    """A match of one rule."""
    players = ["-p", "xun; Hash=2; name=a", "-p", "xun; Hash=2; name=b"]
    return [options.program, "match", "--game", RULES[rules], "--rules", rules, *players,
            "-t", "10ms", "-n", str(min(CHUNK, options.games)), "-c", str(options.concurrency),
            "--longest", "300", "--random-plies", "4", "--seed", str(seed), "--journal", str(journal)]


def resident(process):
    """Memory that the process holds, in MiB; 0 if it is over."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) / 1024


def computing_and_waiting(process):
    """Nanoseconds that each thread has computed, and has waited for a core."""
    threads = {}
    for file in Path(f"/proc/{process.pid}/task").glob("*/schedstat"):
        try:
            threads[file.parent.name] = [int(word) for word in file.read_text().split()[:2]]
        except OSError:
            continue  # The thread has ended.
    return threads


def run_match(order, end):
    """Runs one match until its end or that of the time; memory after the warm-up and at the end, and
    seconds that its threads waited for each that they computed."""
    start, first, last, threads = time.monotonic(), 0, 0, {}
    match = subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while match.poll() is None and time.monotonic() < end:
        time.sleep(0.5)
        last = resident(match) or last
        threads |= computing_and_waiting(match)
        if time.monotonic() - start < WARM_UP:
            first = max(first, last)
    if match.poll() is None:
        match.send_signal(signal.SIGINT)
    try:
        told = match.communicate(timeout=60)[1]
    except subprocess.TimeoutExpired:
        match.kill()
        raise SystemExit("the match did not end within a minute of Ctrl-C") from None
    if match.returncode not in (0, 1, 130):
        raise SystemExit(f"exit code {match.returncode}: {told}")
    computed, waited = (sum(times[field] for times in threads.values()) for field in (0, 1))
    return first, last, waited / max(1, computed)


def play(options, rules, end):
    """Plays matches until the end; the most memory after a warm-up and at an end, in MiB, and the most
    waiting."""
    most = (0, 0, 0)
    for seed in range(1, 1 + -(-options.games // CHUNK)):
        journal = options.folder / f"{rules}-{seed:03}.jsonl"
        is_whole = journal.exists() and journal.read_bytes().count(b"\n") > min(CHUNK, options.games)
        if is_whole or time.monotonic() >= end:
            continue
        seen = run_match(command(options, rules, journal, seed), end)
        most = tuple(map(max, most, seen))
    return most


def check(rules, journal):
    """Reads a journal; the endings, the times of the moves, and the faults in words."""
    endings, times, faults, seen = collections.Counter(), [], [], set()
    for line in journal.read_text().splitlines()[1:]:
        game = json.loads(line)
        endings[game["ending"]] += 1
        times += [move["t"] for move in game["moves"]]
        if game["index"] in seen:
            faults.append(f"game {game['index']} twice")
        seen.add(game["index"])
        if game["ending"] in FAULTS:
            faults.append(f"game {game['index']}: {game['ending']}: {game['note']}")
        if game["ending"] == "forbidden_move" and not game["note"].endswith("as is every empty point"):
            faults.append(f"game {game['index']}: {game['note']}, and another point was open")
        points = game["opening"]["moves"] + [move["m"] for move in game["moves"]]
        if RULES[rules] == "gomoku" and len(set(points)) < len(points):
            faults.append(f"game {game['index']}: a point was taken twice")
    if seen and max(seen) - len(seen) > 64:
        faults.append(f"{max(seen) + 1 - len(seen)} games are missing")
    return endings, times, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the program xun")
    parser.add_argument("--minutes", type=float, default=60, help="of all rules together")
    parser.add_argument("--games", type=int, default=10_000, help="of each rule")
    parser.add_argument("--rules", default=",".join(RULES))
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time")
    parser.add_argument("--folder", type=Path, required=True, help="for the journals")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rules = options.rules.split(",")
    if unknown := set(rules) - RULES.keys():
        raise SystemExit(f"no such rules: {', '.join(sorted(unknown))}; there are {', '.join(RULES)}")
    ok = True
    print("| rules | games | moves | ms a move: median, 99.9 %, worst | waited | memory MiB | endings "
          "| faults |")
    print("|---|---:|---:|---:|---:|---:|---|---|")
    for name in rules:
        first, last, waited = play(options, name, time.monotonic() + 60 * options.minutes / len(rules))
        endings, times, faults = collections.Counter(), [], []
        for journal in sorted(options.folder.glob(f"{name}-[0-9]*.jsonl")):
            more = check(name, journal)
            endings, times, faults = endings + more[0], times + more[1], faults + more[2]
        if first and last > first + GROWTH:
            faults.append(f"memory grew from {first:.0f} to {last:.0f} MiB")
        times.sort()
        late = times[min(len(times) - 1, len(times) * 999 // 1000)] if times else 0
        middle = statistics.median(times) if times else 0
        common = ", ".join(f"{ending} {count}" for ending, count in endings.most_common(4))
        print(f"| {name} | {sum(endings.values())} | {len(times)} | {middle:.0f}, {late}, "
              f"{times[-1] if times else 0} | {waited:.2f} | {first:.0f} → {last:.0f} | {common} | {len(faults)} |",
              flush=True)
        for fault in faults[:10]:
            print(f"{name}: {fault}", file=sys.stderr)
        ok = ok and not faults and bool(times)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())

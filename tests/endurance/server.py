#!/usr/bin/env python3
"""Mixed load on `xun serve`, which is killed by -9 again and again: nothing acknowledged is lost.

    tests/endurance/server.py target/release/xun --minutes 60 --every 60

Players, analyses, path searches, a match and rough clients (half requests, garbage, sockets closed in
the middle) use one server. After each kill it is started again on the same data: every acknowledged
game, move, deletion and game of the match must be there. Ends with 1 at the first loss, illegal
answer or silence, else with 0 and the figures.
"""

import argparse
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from ledger import Ledger
from page_client import Client, Closed

RULES = [
    ("xiangqi", "asian", 15),
    ("gomoku", "freestyle", 15),
    ("gomoku", "standard", 15),
    ("gomoku", "renju", 15),
    ("gomoku", "caro", 20),
]


def setup(game, rules, size, players=({"type": "human"}, {"type": "human"})):
    """The set-up of a game."""
    return {
        "game": game,
        "name": "endurance",
        "rules": rules,
        "size": size,
        "opening": "free",
        "position": None,
        "players": list(players),
        "clock": None,
    }


def board(what, **fields):
    """A question of the board room."""
    return {"type": "board", "what": what, **fields}


class Load:
    """The clients of one life of the server."""

    def __init__(self, url, ledger, seed):
        self.url, self.ledger, self.seed = url, ledger, seed
        self.killed = threading.Event()
        self.faults = []
        self.moves, self.delays = 0, []
        self.questions = 0
        work = [self.play, self.play, self.play, self.play, self.analyse, self.engine, self.path]
        work += [self.match, self.rough, self.health]
        self.threads = [
            threading.Thread(target=self.guarded, args=(task, number), daemon=True)
            for number, task in enumerate(work)
        ]
        for thread in self.threads:
            thread.start()

    def guarded(self, task, number):
        """Repeats a task until the kill; what it raises before that is a fault."""
        luck = random.Random(f"{self.seed}-{number}")
        while not self.killed.is_set():
            try:
                task(luck)
            except (Closed, ConnectionError) as error:
                # The kill comes a moment after the mark; an end before it is a fault.
                if not self.killed.wait(5):
                    self.faults.append(f"{task.__name__}: {error}")
                return
            except Exception:
                if not self.killed.is_set():
                    self.faults.append(f"{task.__name__}: {traceback.format_exc()}")
                return

    def expect(self, client, ask, kinds):
        """Asks; an answer of another kind is a fault."""
        answer = client.ask(ask)
        self.questions += 1
        if answer["type"] not in kinds:
            raise RuntimeError(f"{ask} -> {str(answer)[:500]}")
        return answer

    def new_game(self, client, *setting):
        """A game that the ledger knows."""
        state = self.expect(client, board("new", setup=setup(*setting)), ["boardState"])
        self.ledger.made(state["id"])
        return state

    def play_move(self, client, luck, state):
        """A random legal move, acknowledged."""
        text, start = luck.choice(state["view"]["legal"]), time.monotonic()
        ask = board("play", id=state["id"], at=state["current"], text=text, spent=None)
        state = self.expect(client, ask, ["boardState"])
        self.delays.append(time.monotonic() - start)
        self.ledger.played(state["id"], state["nodes"][-1]["text"])
        self.moves += 1
        return state

    def finish(self, client, luck, game):
        """Exports a game; most are deleted, so that the store does not grow without end."""
        self.expect(client, board("export", id=game, format=luck.choice(["json", "moves"])),
                    ["text", "refusal"])
        if luck.random() < 0.95:
            self.ledger.deleting(game)
            self.expect(client, board("delete", id=game), ["removed"])
            self.ledger.deleted(game)

    def play(self, luck):
        """Random games."""
        client = Client(self.url)
        for _ in range(5):
            state = self.new_game(client, *luck.choice(RULES))
            for _ in range(luck.randint(5, 60)):
                if self.killed.is_set() or not state["view"]["legal"] or state["over"]:
                    break
                state = self.play_move(client, luck, state)
                time.sleep(0.05)
            self.finish(client, luck, state["id"])
        client.close()

    def analyse(self, luck):
        """Analyses that are stopped, and one whose socket is closed."""
        client = Client(self.url)
        state = self.new_game(client, *luck.choice(RULES))
        for _ in range(4):
            state = self.play_move(client, luck, state)
            ask = board("analyse", id=state["id"], node=state["current"],
                        lines=luck.choice([1, 2, 5]), threat=False)
            number = client.send(ask)
            time.sleep(luck.uniform(0.1, 1.5))
            client.send({"type": "stop", "target": number})
            client.last_answer(number)
            self.questions += 2
        self.finish(client, luck, state["id"])
        state = self.new_game(client, *luck.choice(RULES))
        client.send(ask | {"id": state["id"], "node": 0})
        client.close()

    def engine(self, luck):
        """A game of the engine against itself at a low level, each move acknowledged."""
        client = Client(self.url)
        players = [{"type": "engine", "level": "beginner"}] * 2
        state = self.new_game(client, *luck.choice(RULES), players)
        for _ in range(12):
            if state["over"] or self.killed.is_set():
                break
            ask = board("think", id=state["id"], node=state["current"], play=True)
            state = self.expect(client, ask, ["boardState"])
            self.ledger.played(state["id"], state["nodes"][-1]["text"])
            self.moves += 1
            time.sleep(0.1)
        self.finish(client, luck, state["id"])
        client.close()

    def path(self, luck):
        """Path searches with their events."""
        client = Client(self.url)
        for _ in range(5):
            rows = luck.randint(5, 120)
            ask = {"type": "pathGenerate", "family": luck.choice(["maze", "random"]),
                   "rows": rows, "columns": rows, "seed": luck.randint(0, 1 << 30)}
            text = self.expect(client, ask, ["pathMap"])["text"]
            run = {"type": "pathRun", "map": {"text": text}, "heuristic": "manhattan",
                   "algorithm": luck.choice(["astar", "bfs"]), "moves": "4", "weight": None,
                   "trace": True}
            self.expect(client, run, ["pathResult"])
            time.sleep(0.2)
        client.close()

    def match(self, luck):
        """One match at a time: gone on with after a restart, deleted when it is over."""
        client = Client(self.url)
        rests = ("finished", "stopped", "failed")
        if self.ledger.match is None:
            fields = {"game": "gomoku", "name": "", "rules": "freestyle", "size": 15,
                      "players": [{"type": "random"}, {"type": "engine", "level": "beginner"}],
                      "gauntlet": False, "games": 400, "atOnce": 1, "randomPlies": 2,
                      "control": {"type": "nodes", "nodes": 20}, "openings": "",
                      "adjudicate": True, "sprt": None, "seed": luck.randint(0, 1 << 30)}
            begin = {"type": "match", "what": "begin", "setup": fields}
            self.ledger.match_played(self.expect(client, begin, ["matchState"]))
        game = self.ledger.match
        listed = self.expect(client, {"type": "match", "what": "list"}, ["matchList"])
        (now,) = [entry for entry in listed["matches"] if entry["id"] == game]
        if now["phase"] == "stopped":
            self.expect(client, {"type": "match", "what": "goOn", "id": game}, ["matchState"])
        number = client.send({"type": "match", "what": "watch", "id": game})
        while True:
            message = client.receive()
            if message["id"] == number and message["tell"]["type"] == "matchState":
                self.ledger.match_played(message["tell"])
            if message["id"] == number and message["last"]:
                break
        if message["tell"].get("phase") == "finished":
            self.ledger.match_over()
            delete = {"type": "match", "what": "delete", "id": game}
            self.expect(client, delete, ["done", "matchList"])
            self.killed.wait(5)
        elif message["tell"].get("phase") not in rests:
            raise RuntimeError(f"the match ended as {str(message)[:300]}")
        client.close()

    def rough(self, luck):
        """Half requests, garbage on a socket, and sockets that are dropped."""
        parts = urlsplit(self.url)
        address = (parts.hostname, parts.port)
        with socket.create_connection(address, 30) as half:
            half.sendall(b"GET / HTTP/1.1\r\nHost: l")
            client = Client(self.url)
            for _ in range(10):
                size = luck.choice([1, 100, 5000])
                client.send_text("".join(luck.choice('{}[]":,0v1idask寻') for _ in range(size)))
                self.expect(client, {"type": "hello"}, ["welcome"])
            client.send(board("list", game=None, words="x"))
            client.close()
            if self.killed.wait(1):
                return

    def health(self, luck):
        """The server answers a plain request within ten seconds."""
        parts = urlsplit(self.url)
        try:
            with urllib.request.urlopen(f"http://{parts.netloc}/api/v1/health", timeout=10) as told:
                if told.status != 200:
                    raise RuntimeError(f"health: {told.status}")
        except urllib.error.URLError as error:
            raise Closed(str(error)) from error
        self.killed.wait(luck.uniform(0.5, 1.5))


def start(program, data, log):
    """Starts the server; the process and the address that it prints."""
    command = [program, "serve", "--port", "0", "--no-open", "--memory", "256", "--data", data]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    url = server.stdout.readline().strip()
    if not url.startswith("http"):
        raise RuntimeError(f"the server did not start: {url!r}, {server.wait(60)}")
    return server, url


def resident(server):
    """Memory that the process holds, in MiB."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def run(options, data, log):
    """Lives of the server until the time is over; the exit code."""
    ledger = Ledger()
    end = time.monotonic() + 60 * options.minutes
    moves = questions = lives = checked = 0
    delays, peaks = [], []
    while time.monotonic() < end:
        lives += 1
        server, url = start(options.program, data, log)
        try:
            checked += ledger.check(Client(url), random.Random(lives))
            load = Load(url, ledger, f"{options.seed}-{lives}")
            until, peak = min(end, time.monotonic() + options.every), 0
            while time.monotonic() < until and not load.faults:
                peak = max(peak, resident(server))
                time.sleep(1)
            load.killed.set()
        finally:
            server.kill()
            server.wait()
        for thread in load.threads:
            thread.join(90)
            if thread.is_alive():
                load.faults.append("a client waits for an answer of a dead server")
        moves, questions = moves + load.moves, questions + load.questions
        delays, peaks = delays + load.delays, peaks + [peak]
        store = sum(file.stat().st_size for file in Path(data).rglob("*") if file.is_file())
        print(f"life {lives}: {load.moves} moves, {load.questions} questions, peak {peak:.0f} MiB, "
              f"store {store / 1e6:.1f} MB, {len(ledger.games)} games kept", flush=True)
        if load.faults:
            print("\n".join(load.faults))
            return 1
    server, url = start(options.program, data, log)
    checked += ledger.check(Client(url), random.Random(0))
    server.kill()
    server.wait()
    worst = max(delays, default=0)
    print(f"{lives} lives ended by -9: {moves} acknowledged moves, {questions} questions, "
          f"{checked} games compared, {ledger.match_games} games of matches; 0 lost")
    print(f"a move: median {1000 * statistics.median(delays):.1f} ms, worst {1000 * worst:.0f} ms; "
          f"peaks of memory: first third {max(peaks[:max(1, lives // 3)]):.0f} MiB, "
          f"last third {max(peaks[-max(1, lives // 3):]):.0f} MiB")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the program xun")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--every", type=float, default=60, help="seconds between two kills")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="xun-endurance-"))
    with open(folder / "log", "w+") as log:
        code = run(options, folder / "data", log)
        log.seek(0)
        told = log.read()
    if "panicked" in told:
        print(told)
        code = 1
    if code == 0:
        shutil.rmtree(folder)
    else:
        print(f"kept: {folder}")
    return code


if __name__ == "__main__":
    sys.exit(main())

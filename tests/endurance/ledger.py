"""What a server has acknowledged, and the comparison with what it has after a restart."""

import threading


class Ledger:
    """Acknowledged games, moves, deletions and games of a match."""

    def __init__(self):
        self.lock = threading.Lock()
        self.games = {}
        self.being_deleted = set()
        self.gone = set()
        self.touched = set()
        self.match = None
        self.match_seen = 0
        self.match_games = 0

    def made(self, game):
        with self.lock:
            self.games[game] = []
            self.touched.add(game)

    def played(self, game, text):
        with self.lock:
            self.games[game].append(text)
            self.touched.add(game)

    def deleting(self, game):
        with self.lock:
            self.being_deleted.add(game)

    def deleted(self, game):
        with self.lock:
            self.being_deleted.discard(game)
            del self.games[game]
            self.gone.add(game)

    def match_played(self, state):
        """Notes a state of the match; it never has fewer games than were told before."""
        with self.lock:
            if self.match == state["id"] and state["played"] < self.match_seen:
                raise RuntimeError(f"{self.match_seen} games of the match, now {state['played']}")
            before = self.match_seen if self.match == state["id"] else 0
            self.match_games += state["played"] - before
            self.match, self.match_seen = state["id"], state["played"]

    def match_over(self):
        with self.lock:
            self.match, self.match_seen = None, 0

    def check(self, client, luck):
        """Compares with a server that was started again; the number of games compared.

        All games must be in the file of all games. Those of the last life and a sample of the others are opened: their
        moves are the acknowledged ones, and at most one more, whose answer was under way.
        """
        listed = {entry["id"] for entry in client.get("/api/v1/games")["games"]}
        for game in self.being_deleted & self.games.keys():
            # The answer to the deletion was under way: both are right.
            if game not in listed:
                del self.games[game]
        self.being_deleted.clear()
        if lost := self.games.keys() - listed:
            raise RuntimeError(f"lost games: {sorted(lost)}")
        if back := self.gone & listed:
            raise RuntimeError(f"deleted games are back: {sorted(back)}")
        others = sorted(self.games.keys() - self.touched)
        chosen = (self.touched & self.games.keys()) | set(luck.sample(others, min(30, len(others))))
        for game in chosen:
            ask = {"type": "board", "what": "open", "id": game, "game": None}
            texts = [node["text"] for node in client.ask(ask)["nodes"]]
            told = self.games[game]
            if texts[: len(told)] != told or len(texts) > len(told) + 1:
                raise RuntimeError(f"game {game}: {told} acknowledged, {texts} found")
            self.games[game] = texts
        self.touched.clear()
        if self.match is not None:
            listed = client.ask({"type": "match", "what": "list"})["matches"]
            played = [entry["played"] for entry in listed if entry["id"] == self.match]
            if not played or played[0] < self.match_seen:
                raise RuntimeError(f"the match had {self.match_seen} games, now {played}")
        client.close()
        return len(chosen)

"""Matches: results, journals that the next call goes on with, the sequential test, bad input."""

import json

import pytest

import xun
from xun import arena

TERMS = {"game": "gomoku", "games": 6, "time": "nodes=150", "seed": 3, "random_plies": 2}


def moves(result):
    return [(game.index, game.opening, game.moves, game.result) for game in result.games]


def test_a_match_and_its_tables():
    result = arena.match("xun", "random", **TERMS)
    assert len(result.games) == 6 and result.finish == "complete"
    assert result.score == 1.0 and result.wins == 6 and float(result.elo) == float("inf")
    assert {game.players for game in result.games} == {("xun", "random"), ("random", "xun")}
    assert all(game.winner == "xun" for game in result.games)
    pytest.importorskip("pandas")
    assert len(result.to_frame()) == 6 and result.standings().loc["xun", "wins"] == 6


@pytest.mark.parametrize("game", ["xiangqi", "gomoku"])
@pytest.mark.parametrize("player", ["xun; level=beginner", "textbook; depth=3", "random"])
def test_the_players_of_the_guide_play_both_games(player, game):
    result = arena.match(player, "random", game=game, games=2, time="nodes=20", longest=6)
    assert [(len(played.moves), played.ending) for played in result.games] == [(6, "too_long")] * 2


def test_the_same_seed_gives_the_same_games_at_any_concurrency():
    one = arena.match("random", "random", **TERMS)
    many = arena.match("random", "random", concurrency=3, **TERMS)
    assert moves(one) == moves(many)
    other = arena.match("random", "random", **{**TERMS, "seed": 4})
    assert moves(one) != moves(other)


def test_a_journal_goes_on(tmp_path):
    journal = tmp_path / "match.jsonl"
    whole = arena.match("xun", "random", **TERMS)
    first = arena.match("xun", "random", journal=journal, **{**TERMS, "games": 2})
    assert len(first.games) == 2
    lines = journal.read_text().splitlines()
    both = arena.match("xun", "random", journal=journal, **TERMS)
    assert moves(both) == moves(whole)
    assert journal.read_text().splitlines()[: len(lines)] == lines
    header = json.loads(lines[0])
    assert header["terms"]["players"] == ["xun", "random"]
    with pytest.raises(ValueError, match="another match"):
        arena.match("xun", "random", journal=journal, **{**TERMS, "seed": 9})


def test_the_sequential_test_ends_a_match():
    terms = {**TERMS, "games": 400}
    result = arena.match("xun", "random", sprt=(0, 50), **terms)
    assert result.finish == "decided" and result.sprt.decision == "accepted"
    assert len(result.games) < 400


def test_games_are_written(tmp_path):
    result = arena.match("random", "random", game="xiangqi", games=2, time="nodes=1", longest=40)
    result.write(tmp_path / "games.pgn")
    with open(tmp_path / "games.pgn", encoding="utf-8") as file:
        games = list(xun.xiangqi.pgn.read_games(file))
    assert [len(game.moves) for game in games] == [
        len(game.opening) + len(game.moves) for game in result.games
    ]


@pytest.mark.parametrize(
    "players,terms",
    [
        (["xun"], {}),
        (["xun", "nobody"], {}),
        (["xun", "human"], {}),
        (["xun", "uci"], {}),
        (["xun", "xun; level=godlike"], {}),
        (["xun", "random"], {"game": "chess"}),
        (["xun", "random"], {"time": "soon"}),
        (["xun", "random"], {"time": float("nan")}),
        (["xun", "random"], {"games": -1}),
        (["xun", "random"], {"format": "swiss"}),
        (["xun", "random"], {"sprt": (5, 0)}),
        (["xun", "random"], {"rules": "fide"}),
        (["xun", "random"], {"grace": -1.0}),
    ],
)
def test_bad_terms(players, terms):
    with pytest.raises(ValueError):
        arena.match(*players, **terms)


def test_progress():
    seen = []
    arena.match("random", "random", progress=seen.append, **{**TERMS, "games": 200})
    assert seen == sorted(seen)

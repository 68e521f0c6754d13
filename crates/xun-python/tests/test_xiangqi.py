"""Xiangqi: rules against known counts, notations, records, pickling and bad input."""

import copy
import io
import pickle

import numpy as np
import pytest

import xun
from xun import xiangqi

MATED = "3k5/4R4/9/9/9/9/9/9/9/3RK4 b"


def python_perft(board, depth):
    if depth == 0:
        return 1
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += python_perft(board, depth - 1)
        board.pop()
    return leaves


def test_perft_counts():
    board = xiangqi.Board()
    fen = board.fen()
    assert [board.perft(depth) for depth in range(5)] == [1, 44, 1920, 79666, 3290240]
    assert python_perft(board, 2) == 1920
    assert board.fen() == fen == xiangqi.START_FEN


def test_notations_mean_the_same_move():
    board = xiangqi.Board()
    for text in ("h2e2", "C2=5", "炮二平五", "炮二平五"):
        assert board.parse_text(text) == xiangqi.Move("h2e2")
    move = xiangqi.Move.from_uci("h2e2")
    assert board.wxf(move) == "C2=5"
    assert board.chinese(move) == "炮二平五"
    assert board.chinese("b0c2", traditional=True) == "馬八進七"
    assert hash(move) == hash(xiangqi.Move("h2e2")) and str(move) == "h2e2"
    assert xiangqi.square_name(move.to_square) == "e2"


def test_the_verbs():
    board = xiangqi.Board()
    assert board.turn == "red" and board.fullmove_number == 1
    board.push_text("炮二平五")
    board.push_uci("h9g7")
    assert [str(move) for move in board.move_stack] == ["h2e2", "h9g7"]
    assert board.peek() == xiangqi.Move("h9g7") and board.ply == 2
    assert board.piece_at(xiangqi.parse_square("e2")) == "C"
    assert board.array()[7, 4] == 6 and board.array()[0, 4] == -1
    assert board.pop() == xiangqi.Move("h9g7")
    board.push_uci("h9g7")
    assert board.is_capture("e2e6") and not board.is_capture("e2d2")
    assert not board.gives_check("e2e6")
    with pytest.raises(IndexError):
        xiangqi.Board().pop()


def test_outcomes():
    board = xiangqi.Board(MATED)
    assert board.is_check() and board.is_checkmate() and not board.legal_moves
    assert board.outcome() == xiangqi.Outcome("checkmate", "red") and board.result() == "1-0"
    assert xiangqi.Board("3k5/2P6/9/9/9/9/9/9/9/4K4 b").is_stalemate()
    assert xiangqi.Board().outcome() is None and xiangqi.Board().result() == "*"
    # Perpetual check loses by the Asian rules, and is no draw by any.
    board = xiangqi.Board("5k3/9/9/9/9/9/9/9/4R4/3K5 w")
    for _ in range(2):
        for move in ("e1f1", "f9e9", "f1e1", "e9f9"):
            assert board.outcome() is None
            board.push(move)
    ended = board.outcome(rules="asian")
    assert ended is not None and ended.termination == "repetition" and ended.winner == "black"


def test_boards_pickle_with_their_history():
    board = xiangqi.Board()
    for move in ("h2e2", "h9g7", "h0g2"):
        board.push(move)
    for twin in (pickle.loads(pickle.dumps(board)), board.copy(), copy.deepcopy(board)):
        assert twin == board and twin.move_stack == board.move_stack
        twin.pop()
        assert twin != board
    assert pickle.loads(pickle.dumps(board.peek())) == board.peek()


@pytest.mark.parametrize(
    "fen",
    ["", "x", "9/9/9/9/9/9/9/9/9/9 w", "rnbakabnr w", xiangqi.START_FEN.replace("K", "P"),
     "\0" * 10, "9" * 100_000, "4k4/9/9/9/9/9/9/9/9/4K4 w", "漢字"],
)  # fmt: skip
def test_bad_positions(fen):
    with pytest.raises(ValueError) as caught:
        xiangqi.Board(fen)
    assert caught.value.faults


def test_every_fault_is_listed():
    with pytest.raises(ValueError) as caught:
        xiangqi.Board("P8/9/9/9/9/9/9/9/9/P8 w")
    assert len(caught.value.faults) >= 2


def test_illegal_moves():
    board = xiangqi.Board()
    for move in ("e0e5", "a0", "", "炮九平五", "zzzz", "h2e2h2e2", xiangqi.Move("e0e5")):
        with pytest.raises(ValueError):
            board.push(move)
    for wrong in (None, 5, 1.5, ["h2e2"]):
        with pytest.raises((ValueError, TypeError)):
            board.push(wrong)
    assert board.fen() == xiangqi.START_FEN
    with pytest.raises(ValueError):
        board.outcome(rules="fide")


PGN = """[Game "Chinese Chess"]
[Red "A"]
[Black "B"]
[Result "1-0"]

1. 炮二平五 {first [not a tag]} 马8进7
2. 马二进三 1-0

[Red "C"]

1. C2=5 h7+8 *
"""


def test_game_records():
    file = io.StringIO(PGN)
    game = xiangqi.pgn.read_game(file)
    assert game.headers["Red"] == "A" and game.result == "1-0"
    assert [str(move) for move in game.mainline_moves()] == ["h2e2", "h9g7", "h0g2"]
    assert game.comments[0].startswith("first")
    assert game.end().turn == "black"
    again = xiangqi.pgn.read_game(io.StringIO(game.text("chinese")))
    assert again.moves == game.moves and again.headers["Black"] == "B"
    with pytest.raises(ValueError):
        xiangqi.pgn.read_game(io.StringIO("1. h2e9 *"))
    assert len(list(xiangqi.pgn.read_games(io.StringIO(PGN.replace("C2=5 h7+8", "C2=5"))))) == 2
    assert xiangqi.pgn.read_game(io.StringIO("")) is None


def test_picture_has_all_pieces():
    svg = xiangqi.Board()._repr_svg_()
    assert svg.count("<circle") == 32 and "帅" in svg and "将" in svg
    assert np.count_nonzero(xiangqi.Board().array()) == 32


def test_records_are_read_by_path(tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text('[Red "A"]\n\n1. 炮二平五 马8进7 1-0\n\n[Red "B"]\n\n1. C2=5 *\n', encoding="utf-8")
    assert xiangqi.pgn.read_game(file).headers["Red"] == "A"
    assert [game.headers["Red"] for game in xiangqi.pgn.read_games(str(file))] == ["A", "B"]
    with pytest.raises(OSError):
        xiangqi.pgn.read_game(tmp_path / "nothing.pgn")


def test_perft_and_reset_take_whole_numbers():
    board = xiangqi.Board()
    board.push("h2e2")
    board.reset()
    assert board == xiangqi.Board() and not board.move_stack
    for depth in (-1, 1.5, 10**6, "2"):
        with pytest.raises(ValueError):
            board.perft(depth)

"""Gomoku: rules, forbidden points, proofs, pickling and bad input."""

import pickle

import pytest

import xun
from xun import gomoku

DOUBLE_THREE = "h8a1i8a3g10c1g11e1"


def test_five_wins_and_ends_the_game():
    board = gomoku.Board()
    for move in "h8 a1 h9 a2 h10 a3 h11 a4".split():
        assert board.outcome() is None
        board.push(move)
    board.push("h12")
    assert board.outcome().winner == "black" and board.result() == "1-0"
    assert board.legal_moves == []
    with pytest.raises(ValueError, match="over"):
        board.push("a5")
    assert board.pop() == gomoku.Point("h12") and board.outcome() is None


def test_six_wins_under_caro_and_not_where_five_must_be_exact():
    moves = "c4k11d4l11e4m11g4n10h4a1f4"
    assert gomoku.Board(15, "caro", moves).outcome() is not None
    assert gomoku.Board(15, "caro-exact", moves).outcome() is None


def test_renju_forbids():
    board = gomoku.Board(15, "renju", DOUBLE_THREE)
    assert board.forbidden() == {gomoku.Point("g8"): "double three"}
    with pytest.raises(ValueError, match="forbidden"):
        board.push("g8")
    assert gomoku.Point("g8") not in board.legal_moves
    free = gomoku.Board(15, "freestyle", DOUBLE_THREE)
    assert free.forbidden() == {}
    free.push("g8")


def test_proofs_verify():
    board = gomoku.Board(moves=DOUBLE_THREE)
    proof = gomoku.solve(board)
    assert proof and proof.verdict == "win" and proof.verify()
    assert proof.move in board.legal_moves and proof.length == len(proof.line) or proof.length
    move, kind, answers = proof.tree()
    assert move == str(proof.move) and kind in ("three", "four", "five")
    none = gomoku.solve(gomoku.Board(), limit=xun.Limit(nodes=2000))
    assert not none
    with pytest.raises(ValueError, match="no proof"):
        none.verify()
    fours = gomoku.solve(gomoku.Board(moves="h8a1h9a3h10c1"), "vcf")
    assert fours.is_win and fours.kind in ("vcf", "five") and fours.verify()
    with pytest.raises(ValueError):
        gomoku.solve(board, "vcx")


def test_solve_does_not_change_the_board():
    board = gomoku.Board(moves=DOUBLE_THREE)
    before = board.moves_text()
    gomoku.solve(board)
    assert board.moves_text() == before


def test_boards_pickle():
    board = gomoku.Board((20, 15), "standard", "h8h9")
    twin = pickle.loads(pickle.dumps(board))
    assert twin == board and twin.size == (20, 15) and twin.rule == "standard"
    twin.push("i8")
    assert twin != board and pickle.loads(pickle.dumps(gomoku.Point("h8"))).x == 7


def test_records():
    board = gomoku.read("h8h9i8")
    assert board.ply == 3
    again = gomoku.read(board.sgf())
    assert again.moves_text() == board.moves_text()
    assert board.array()[15 - 8, 7] == 1 and board.array()[15 - 9, 7] == -1
    assert board._repr_svg_().count("<circle") == 3


@pytest.mark.parametrize("size", [4, 23, 0, -1, 10**9, (15, 99), 15.0, "15", None])
def test_bad_sizes(size):
    with pytest.raises((ValueError, TypeError)):
        gomoku.Board(size)


def test_bad_input():
    with pytest.raises(ValueError):
        gomoku.Board(15, "go")
    board = gomoku.Board()
    for move in ("z99", "", "h", "h8h9", "漢"):
        with pytest.raises(ValueError):
            board.push(move)
    with pytest.raises((ValueError, TypeError)):
        board.push(5)
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(ValueError) as caught:
        gomoku.Board(15, "freestyle", "h8h8")
    assert caught.value.faults
    with pytest.raises(ValueError):
        gomoku.read("(;GM[4]SZ[15];B[zz])")

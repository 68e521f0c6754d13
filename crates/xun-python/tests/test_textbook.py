"""Textbook searches: values agree with each other and with Python's own minimax."""

import pytest

import xun
from xun import textbook

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def test_the_tree_of_the_textbooks():
    plain, cut = textbook.minimax(TREE), textbook.alphabeta(TREE)
    assert plain.value == cut.value == 3 and cut.nodes < plain.nodes == 12
    assert len(cut.tree.cuts()) >= 1 and cut.tree.cuts()[0]["cut"]["left_out"] == 2
    assert len(plain.tree) == 13 and not plain.tree.cuts()
    assert "✂" in cut._repr_svg_()


@pytest.mark.parametrize("seed", range(3))
def test_random_trees_agree_with_python(seed):
    import random

    generator = random.Random(seed)

    def make(depth):
        if depth == 0:
            return generator.randint(-50, 50)
        return [make(depth - 1) for _ in range(generator.randint(1, 4))]

    def value(tree, maximising):
        if isinstance(tree, int):
            return tree
        return (max if maximising else min)(value(one, not maximising) for one in tree)

    tree = make(5)
    assert textbook.alphabeta(tree).value == textbook.minimax(tree).value == value(tree, True)


def test_exact_refinements_change_only_the_work():
    board = xun.xiangqi.Board()
    board.push("h2e2")
    slow = textbook.minimax(board, 3)
    fast = textbook.alphabeta(board, 3, ["captures", "killers", "history", "table", "pvs"])
    assert (slow.value, slow.move) == (fast.value, fast.move) and fast.nodes < slow.nodes
    assert fast.move in board.legal_moves and fast.line[0] == fast.move


def test_python_evaluations():
    values = {"R": 90, "C": 45, "N": 40, "B": 20, "A": 20, "P": 10, "K": 0}

    def material(board):
        assert isinstance(board, xun.xiangqi.Board)
        total = sum(
            values[piece.upper()] * (1 if piece.isupper() else -1)
            for piece in board.piece_map().values()
        )
        return total if board.turn == "red" else -total

    board = xun.xiangqi.Board("3k5/9/9/9/4r4/9/4R4/9/9/4K4 w")
    before = board.fen()
    result = textbook.alphabeta(board, 2, evaluation=material)
    assert str(result.move) == "e3e5" and result.value == 90 and board.fen() == before
    stones = textbook.alphabeta(xun.gomoku.Board(moves="h8h9"), 2, evaluation=lambda board: board.ply)
    assert stones.value == 4


def test_an_exception_of_the_evaluation_comes_back():
    def broken(board):
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        textbook.alphabeta(xun.xiangqi.Board(), 3, evaluation=broken)
    with pytest.raises(ValueError, match="NaN"):
        textbook.alphabeta(xun.xiangqi.Board(), 2, evaluation=lambda board: float("nan"))
    with pytest.raises(TypeError):
        textbook.alphabeta(xun.xiangqi.Board(), 2, evaluation=lambda board: "good")


def test_bad_input():
    board = xun.xiangqi.Board()
    for wrong in (
        lambda: textbook.alphabeta(board, 0),
        lambda: textbook.alphabeta(board, 10**9),
        lambda: textbook.alphabeta(board, 2, ["magic"]),
        lambda: textbook.alphabeta(board, 2, evaluation="vibes"),
        lambda: textbook.alphabeta(5, 2),
        lambda: textbook.alphabeta([[3, "x"]]),
        lambda: textbook.alphabeta([]),
    ):
        with pytest.raises(ValueError):
            wrong()


def test_gomoku_and_limits():
    board = xun.gomoku.Board(moves="h8h9i8")
    result = textbook.alphabeta(board, 2, evaluation="shapes")
    assert result.move in board.legal_moves
    assert textbook.alphabeta(board, 6, "all", limit=xun.Limit(nodes=500)).stopped

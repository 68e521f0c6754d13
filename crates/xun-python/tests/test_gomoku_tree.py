"""Games with variations: RenLib and SGF files."""

import pickle

import pytest

import xun

HEADER = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
DOWN, RIGHT, COMMENT = 0x80, 0x40, 0x08


def place(text):
    """The byte of a point: columns from 1, rows from the top."""
    point = xun.gomoku.Point(text)
    return (14 - point.y) * 16 + point.x + 1


def node(text, flags=0, comment=b""):
    if comment:
        flags |= COMMENT
        comment += b"\0" * (2 - len(comment) % 2)
    return bytes([place(text), flags]) + comment


def library(*nodes):
    return HEADER + b"\0\0" + b"".join(nodes)


def test_a_library_has_its_variations(tmp_path):
    data = library(
        node("h8", comment="中心".encode("gb18030")),
        node("i9", DOWN),
        node("j10", RIGHT),
        node("h9"),
        node("g7", DOWN | RIGHT),
        node("f6", RIGHT),
    )
    file = tmp_path / "openings.lib"
    file.write_bytes(data)
    for tree in (xun.gomoku.read_tree(file), xun.gomoku.read_tree(data)):
        assert [str(move.point) for move in tree] == ["h8", "i9", "j10", "h9", "g7", "f6"]
        assert [move.parent for move in tree] == [0, 1, 2, 1, 4, 4]
        assert tree[0].remarks.comment == "中心" and tree.faults == []
        lines = [[str(move.point) for move in line] for line in tree.lines()]
        assert lines == [["h8", "i9", "j10"], ["h8", "h9", "g7"], ["h8", "h9", "f6"]]
        assert [str(move.point) for move in tree.children(1)] == ["i9", "h9"]
        assert tree.board().moves_text() == "h8i9j10" and tree.board(tree[-1]).ply == 3
        twin = pickle.loads(pickle.dumps(tree))
        assert list(twin) == list(tree)
        assert [move.number for move in tree[1:3]] == [2, 3]
        with pytest.raises(IndexError):
            tree[6]
        with pytest.raises(ValueError):
            tree.line(7)


def test_damage_is_named():
    whole = library(node("h8"), node("i9", RIGHT))
    assert xun.gomoku.read_tree(whole).faults == []
    cut = xun.gomoku.read_tree(library(node("h8"), node("i9", DOWN)))
    assert len(cut) == 2 and len(cut.faults) == 1
    taken = xun.gomoku.read_tree(library(node("h8"), node("h8", RIGHT)))
    assert len(taken) == 1 and "taken" in taken.faults[0]
    for wrong in (b"\xffRenLib\xff", b"(;GM[1])", b"(;B[hh"):
        with pytest.raises(ValueError):
            xun.gomoku.read_tree(wrong)
    with pytest.raises(ValueError, match="encoding"):
        xun.gomoku.read_tree(whole, "klingon")
    with pytest.raises(OSError):
        xun.gomoku.read_tree("/no/such/file.lib")


def test_sgf_with_everything():
    text = (
        "(;GM[4]SZ[15]RU[renju]PB[甲]PW[乙]EV[Cup]C[all];B[hh]TE[1]C[centre]V[0.35]"
        "(;W[ii]BM[2])(;W[hg]WL[59]CR[hh]AR[hh:hg]))"
    )
    tree = xun.gomoku.read_tree(text.encode())
    assert (tree.size, tree.rule, tree.players) == ((15, 15), "renju", ("甲", "乙"))
    assert tree.info == {"EV": "Cup"} and tree.remarks.comment == "all"
    first, bad, other = tree
    assert (first.remarks.mark, first.value, first.colour) == ("good", 35, "black")
    assert bad.remarks.mark == "very bad" and other.seconds_left == 59
    assert other.remarks.circles == [xun.gomoku.Point("h8")] and len(other.remarks.arrows) == 1
    assert list(xun.gomoku.read_tree(tree.sgf().encode())) == list(tree)
    placed = xun.gomoku.read_tree(b"(;GM[4]SZ[15]AB[hh];W[ii])")
    assert [str(point) for point, _ in placed.setup] == ["h8"]
    with pytest.raises(ValueError, match="not played"):
        placed.board()

"""Collections: import, filters, explorer, editing, opening books."""

import pytest

import xun
from xun import xiangqi
from xun.collection import Collection, book_moves

GAMES = [
    '[Red "胡荣华"]\n[Black "柳大华"]\n[Date "1981"]\n1. 炮二平五 马8进7 2. 马二进三 1-0',
    '[Red "柳大华"]\n[Black "吕钦"]\n[Date "1999"]\n1. 炮八平五 马2进3 2. 马八进七 1/2-1/2',
    '[Red "Smith"]\n[Black "Jones"]\n1. 相三进五 炮8平5 0-1',
]


@pytest.fixture
def collection():
    made = Collection()
    assert [made.add(game) for game in GAMES] == [1, 2, 3]
    return made


def test_filters(collection):
    def found(**wanted):
        return [game.id for game in collection.games(**wanted)]

    assert len(collection) == 3
    assert found() == [1, 2, 3]
    assert found(player="柳大华") == [1, 2]
    assert found(since=1990) == [2]
    assert found(result="0-1") == [3]
    assert found(opening="elephant") == [3]
    assert found(material="RRNNCCPPPPP v RRNNCCPPPPP") == [1, 2, 3]
    assert found(material="R v R") == []
    board = xiangqi.Board()
    board.push("b2e2")
    assert found(position=board) == [1, 2]
    assert found(limit=1) == [1]
    for bad in ({"result": "won"}, {"material": "R"}, {"colour": "red"}):
        with pytest.raises(xun.InputError):
            collection.games(**bad)


def test_explorer_joins_mirror_images(collection):
    explored = collection.explore(xiangqi.Board())
    first = explored.moves[0]
    assert (str(first.move), first.games) == ("h2e2", 2)
    assert (first.red, first.draws, first.black) == (1, 1, 0)
    assert (first.average_year, first.latest_year, first.value) == (1990, 1999, None)
    board = xiangqi.Board()
    board.push("h2e2")
    collection.note_value(board, -40, 9)
    assert collection.explore(xiangqi.Board()).moves[0].value == (40, 9)
    assert collection.explore(board).opening_zh == "中炮局"


def test_editing_and_tags(collection):
    collection.edit(3, Red="Miller", Round="2", result="1-0")
    game = collection.game(3)
    assert (game.headers["Red"], game.headers["Round"], game.result) == ("Miller", "2", "1-0")
    assert collection.games(player="Smith") == []
    assert collection.tag([1, 3], "study") == 2 and collection.untag([1], "study") == 1
    assert collection.tags(3) == ["study"]
    assert collection.remove([3]) == 1 and len(collection) == 2
    with pytest.raises(ValueError, match="no game 3"):
        collection.game(3)
    with pytest.raises(ValueError, match="FEN"):
        collection.edit(1, FEN="x")


def test_import_skips_files_that_were_read(tmp_path):
    (tmp_path / "games").mkdir()
    for number, game in enumerate(GAMES):
        (tmp_path / "games" / f"{number}.pgn").write_text(game, encoding="utf-8")
    (tmp_path / "games" / "bad.xqf").write_bytes(b"XQ\x12")
    collection = Collection(tmp_path / "c.sqlite")
    report = collection.import_files(tmp_path / "games")
    assert (report.games, report.known_files, len(report.unreadable)) == (3, 0, 1)
    report = Collection(tmp_path / "c.sqlite").import_files(tmp_path / "games")
    assert (report.games, report.known_files) == (0, 3)


def test_a_book_is_made_and_played(collection, tmp_path):
    book = tmp_path / "book.xbk"
    assert collection.write_book(book, min_games=2) == (2, 2)
    moves = book_moves(book, xiangqi.Board())
    assert [(str(one.move), one.weight, one.games) for one in moves] == [("h2e2", 3, 2)]
    with xun.Engine("xiangqi", options={"Book File": str(book)}) as engine:
        board = xiangqi.Board()
        assert str(engine.play(board, xun.Limit(nodes=10)).move) == "h2e2"
    (tmp_path / "bad.xbk").write_bytes(b"XUN-BOOK")
    with pytest.raises(ValueError, match="16 were expected"):
        book_moves(tmp_path / "bad.xbk", xiangqi.Board())

"""Pictures of boards and trees as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xun import gomoku as gomoku_module
    from xun import xiangqi as xiangqi_module
    from xun.textbook import Tree

_NAMES = dict(zip("KABNRCPkabnrcp", "帅仕相马车炮兵将士象马车炮卒"))
_RED, _BLACK, _WOOD, _LINE, _MARK = "#b3261e", "#1f1f1f", "#f3d9a4", "#6b4a1e", "#2f7d32"


def _document(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img"><title>{escape(title)}</title>'
        + "".join(parts)
        + "</svg>"
    )


def _text(x: float, y: float, text: str, size: float, fill: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="middle" '
        f'dominant-baseline="central" font-family="sans-serif">{escape(text)}</text>'
    )


def _path(parts: Sequence[str], width: float = 1.0) -> str:
    return f'<path d="{"".join(parts)}" fill="none" stroke="{_LINE}" stroke-width="{width:g}"/>'


_WIDEST, _HIGHEST = 720.0, 900.0


def fitted(svg: str) -> str:
    """A picture with a view box, made smaller if it is wider or higher than a notebook's cell."""
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    if size is None:
        return svg
    width, height = (float(number) for number in size.groups())
    factor = min(1.0, _WIDEST / width, _HIGHEST / height)
    fitting = f'width="{width * factor:.0f}" height="{height * factor:.0f}"'
    return svg[: size.start()] + fitting + svg[size.end() :]


def xiangqi(board: xiangqi_module.Board) -> str:
    """A Xiangqi board with its pieces; the last move is marked."""
    cell, margin = 40.0, 32.0

    def at(file: float, rank: float) -> tuple[float, float]:
        return margin + cell * file, margin + cell * (9 - rank)

    def line(a: tuple[float, float], b: tuple[float, float]) -> str:
        return f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}"

    width, height = 8 * cell + 2 * margin, 9 * cell + 2 * margin
    parts = [f'<rect width="{width:g}" height="{height:g}" rx="6" fill="{_WOOD}"/>']
    lines = [line(at(0, rank), at(8, rank)) for rank in range(10)]
    for file in range(9):
        if file in (0, 8):
            lines.append(line(at(file, 0), at(file, 9)))
        else:
            lines += [line(at(file, 0), at(file, 4)), line(at(file, 5), at(file, 9))]
    for low in (0, 7):
        lines += [line(at(3, low), at(5, low + 2)), line(at(3, low + 2), at(5, low))]
    parts.append(_path(lines))
    parts.append(_text(*at(2, 4.5), "楚 河", 20, _LINE))
    parts.append(_text(*at(6, 4.5), "汉 界", 20, _LINE))
    for file in range(9):
        parts.append(_text(at(file, 0)[0], height - 9, "abcdefghi"[file], 11, _LINE))
    for rank in range(10):
        parts.append(_text(9, at(0, rank)[1], str(rank), 11, _LINE))
    stack = board.move_stack
    if stack:
        for square in (stack[-1].from_square, stack[-1].to_square):
            x, y = at(square % 9, square // 9)
            parts.append(
                f'<rect x="{x - 19:g}" y="{y - 19:g}" width="38" height="38" rx="5" '
                f'fill="none" stroke="{_MARK}" stroke-width="3"/>'
            )
    for square, piece in board.piece_map().items():
        x, y = at(square % 9, square // 9)
        ink = _RED if piece.isupper() else _BLACK
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="#fff8e7" stroke="{ink}" stroke-width="2"/>'
        )
        parts.append(_text(x, y, _NAMES[piece], 20, ink))
    return _document(width, height, board.fen(), parts)


def gomoku(board: gomoku_module.Board, line: Sequence[Any] = ()) -> str:
    """A Gomoku board with numbered stones; ``line`` is drawn as small numbered rings."""
    columns, rows = board.size
    cell, margin = 30.0, 30.0

    def at(x: float, y: float) -> tuple[float, float]:
        return margin + cell * x, margin + cell * (rows - 1 - y)

    width, height = (columns - 1) * cell + 2 * margin, (rows - 1) * cell + 2 * margin
    parts = [f'<rect width="{width:g}" height="{height:g}" rx="6" fill="{_WOOD}"/>']
    lines = []
    for x in range(columns):
        (a, b), (c, d) = at(x, 0), at(x, rows - 1)
        lines.append(f"M{a:g} {b:g}L{c:g} {d:g}")
        parts.append(_text(a, height - 10, chr(ord("a") + x), 11, _LINE))
    for y in range(rows):
        (a, b), (c, d) = at(0, y), at(columns - 1, y)
        lines.append(f"M{a:g} {b:g}L{c:g} {d:g}")
        parts.append(_text(11, b, str(y + 1), 11, _LINE))
    parts.insert(1, _path(lines))
    colours = ["black", "white"]
    for number, point in enumerate(board.move_stack):
        centre = at(point.x, point.y)
        colour = colours[number % 2]
        parts.append(
            f'<circle cx="{centre[0]:g}" cy="{centre[1]:g}" r="13" fill="{colour}" stroke="black"/>'
            + _text(*centre, str(number + 1), 11, colours[1 - number % 2])
        )
    side = 0 if board.turn == "black" else 1
    for number, point in enumerate(line):
        centre = at(point.x, point.y)
        colour = colours[(side + number) % 2]
        parts.append(
            f'<circle cx="{centre[0]:g}" cy="{centre[1]:g}" r="12" fill="{colour}" '
            f'fill-opacity="0.55" stroke="{_MARK}" stroke-width="2"/>' + _text(*centre, str(number + 1), 11, colours[1 - (side + number) % 2])
        )
    return _document(width, height, repr(board), parts)


_MOST_DRAWN = 400


def tree(tree: Tree) -> str:
    """A search tree, the root at the top; cut-offs are marked on their node."""
    nodes = tree.nodes[:_MOST_DRAWN]
    children = [[child for child in node["children"] if child < len(nodes)] for node in nodes]
    places: list[tuple[float, float]] = [(0.0, 0.0)] * len(nodes)
    leaves = 0
    # Children come after their parents: from the last to the first, each has its children's places.
    order: list[int] = []
    stack = [0] if nodes else []
    while stack:
        index = stack.pop()
        order.append(index)
        stack.extend(reversed(children[index]))
    columns: dict[int, float] = {}
    for index in order:
        if not children[index]:
            columns[index] = float(leaves)
            leaves += 1
    for index in reversed(order):
        if children[index]:
            below = [columns[child] for child in children[index]]
            columns[index] = (below[0] + below[-1]) / 2
    for index in order:
        places[index] = (30 + 46 * columns[index], 26 + 70.0 * nodes[index]["ply"])
    depth = max((nodes[index]["ply"] for index in order), default=0)
    parts = []
    for index in order:
        for child in children[index]:
            (a, b), (c, d) = places[index], places[child]
            parts.append(f'<path d="M{a:g} {b:g}L{c:g} {d:g}" stroke="#888" fill="none"/>')
            move = str(nodes[child]["move"])
            parts.append(_text((a + c) / 2, (b + d) / 2, move, 10, "#555"))
    for index in order:
        node, (x, y) = nodes[index], places[index]
        value = node["value"]
        text = "" if value is None else str(value)
        fill = "#fff3cd" if node["cut"] is not None else "#e8f0fe"
        shape = (
            f'<rect x="{x - 19:g}" y="{y - 12:g}" width="38" height="24" rx="4" fill="{fill}" '
            'stroke="#555"/>'
            if node["maximising"]
            else f'<ellipse cx="{x:g}" cy="{y:g}" rx="20" ry="13" fill="{fill}" stroke="#555"/>'
        )
        parts.append(shape + _text(x, y, text, 11, "#111"))
        if node["cut"] is not None and node["cut"]["left_out"]:
            parts.append(_text(x, y + 20, f"✂ {node['cut']['left_out']}", 10, _RED))
    hidden = len(tree.nodes) - len(nodes) + tree.omitted
    width, height = max(120.0, 46.0 * leaves + 60), 70.0 * depth + 60
    title = f"search tree of depth {tree.depth}, {len(tree.nodes) + tree.omitted} nodes"
    if hidden:
        parts.append(_text(width / 2, height - 8, f"… {hidden} more nodes", 11, "#555"))
    return _document(width, height, title, parts)

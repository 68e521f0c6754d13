"""A trace that plays in a notebook cell: one HTML document in a frame, without a server."""

from __future__ import annotations

import base64
import json
from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from xun.grid import Trace

_MOST_EVENTS = 50_000
_PAGE = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;font:14px sans-serif}canvas{image-rendering:pixelated;max-width:100%;display:block}
.bar{display:flex;gap:8px;align-items:center;padding:6px 0}input{flex:1}button{min-width:34px}
</style><canvas id="map"></canvas><div class="bar">
<button id="first" aria-label="first">|◀</button><button id="back" aria-label="step back">◀</button>
<button id="play" aria-label="play">▶</button><button id="next" aria-label="step">▶|</button>
<input id="at" type="range" min="0" aria-label="event"><span id="text"></span></div><script>
const data = DATA;
const bytes = name => Uint8Array.from(atob(data[name]), c => c.charCodeAt(0));
const terrain = bytes("terrain"), kinds = bytes("kinds"), cells = new Int32Array(bytes("cells").buffer);
const [rows, columns] = data.shape, total = kinds.length;
const size = Math.max(1, Math.min(16, Math.floor(640 / Math.max(rows, columns))));
const canvas = document.getElementById("map"), pen = canvas.getContext("2d");
canvas.width = columns * size; canvas.height = rows * size;
const ink = ["#bcd7f5", "#5a9be0", "#f0a030", "#3f7fc4", null, "#7ac77a", "#d06060", "#2f9e44"];
const fill = (cell, colour) => { pen.fillStyle = colour;
  pen.fillRect((cell % columns) * size, Math.floor(cell / columns) * size, size, size); };
let shown = 0;
function ground() { for (let i = 0; i < terrain.length; i++)
  fill(i, terrain[i] === 0 ? "#333" : terrain[i] === 1 ? "#fff" : "#e9dcc3"); }
function ends() { if (data.ends[0] !== null) fill(data.ends[0], "#1a7f37");
  if (data.ends[1] !== null) fill(data.ends[1], "#c1121f"); }
function show(to) {
  if (to < shown) { ground(); shown = 0; }
  for (; shown < to; shown++) if (ink[kinds[shown]] && cells[shown] >= 0)
    fill(cells[shown], ink[kinds[shown]]);
  if (to === total) for (const cell of data.path) fill(cell, "#ffd43b");
  ends();
  document.getElementById("at").value = to;
  document.getElementById("text").textContent =
    to + " / " + total + (to ? " " + data.names[kinds[to - 1]] : "");
}
let timer = null;
const pause = () => { clearInterval(timer); timer = null;
  document.getElementById("play").textContent = "▶"; };
document.getElementById("at").max = total;
document.getElementById("at").oninput = e => { pause(); show(+e.target.value); };
document.getElementById("first").onclick = () => { pause(); show(0); };
document.getElementById("back").onclick = () => { pause(); show(Math.max(0, shown - 1)); };
document.getElementById("next").onclick = () => { pause(); show(Math.min(total, shown + 1)); };
document.getElementById("play").onclick = e => {
  if (timer) return pause();
  if (shown === total) show(0);
  const step = Math.max(1, Math.ceil(total / 600));
  e.target.textContent = "❚❚";
  timer = setInterval(() => { show(Math.min(total, shown + step));
    if (shown === total) pause(); }, 30);
};
ground(); show(total);
</script>"""


def _packed(values: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> str:
    return base64.b64encode(np.ascontiguousarray(values).tobytes()).decode()


def trace_html(trace: Trace) -> str:
    """The player of a trace; a long one shows its first events."""
    columns = {name: values[:_MOST_EVENTS] for name, values in trace.arrays().items()}
    rows, width = trace.map.shape
    cells = np.where(columns["row"] < 0, -1, columns["row"] * width + columns["column"])
    start, goal = trace.ends
    data = {
        "shape": [rows, width],
        "terrain": _packed(trace.map.terrain),
        "kinds": _packed(columns["kind"].astype(np.uint8)),
        "cells": _packed(cells.astype("<i4")),
        "names": list(trace.kinds),
        "path": [] if trace.path is None else [row * width + column for row, column in trace.path],
        "ends": [start[0] * width + start[1], goal[0] * width + goal[1]],
    }
    page = _PAGE.replace("DATA", json.dumps(data))
    size = max(1, min(16, 640 // max(rows, width)))
    height = min(rows * size, 900) + 60
    frame = (
        f'<iframe srcdoc="{escape(page)}" width="100%" height="{height}" '
        'sandbox="allow-scripts" style="border:0"></iframe>'
    )
    if len(trace) > _MOST_EVENTS:
        frame += f"<p>The first {_MOST_EVENTS} of {len(trace)} events.</p>"
    return frame

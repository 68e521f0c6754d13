"""Classical search: paths on grids, Xiangqi and Gomoku, matches and experiments.

>>> import numpy as np, xun
>>> xun.grid.find_path(np.zeros((5, 5), dtype=bool), (0, 0), (4, 4)).steps
8
"""

from xun import arena, collection, envs, gomoku, grid, lab, selfplay, textbook, xiangqi
from xun._engine import Analysis, Engine, Info, PlayResult, Score
from xun._errors import EngineError, InputError, NoPath, Stopped, XunError
from xun._limit import Limit
from xun._xun import __version__

__all__ = [
    "Analysis",
    "Engine",
    "EngineError",
    "Info",
    "InputError",
    "Limit",
    "NoPath",
    "PlayResult",
    "Score",
    "Stopped",
    "XunError",
    "__version__",
    "arena",
    "collection",
    "envs",
    "gomoku",
    "grid",
    "lab",
    "selfplay",
    "textbook",
    "xiangqi",
]

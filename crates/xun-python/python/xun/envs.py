"""Environments for learning.

- :func:`xiangqi`, :func:`gomoku`: PettingZoo environments (AEC) with action masks.
- :class:`Maze`, :class:`Supply`: Gymnasium environments; :class:`MazeVector` steps many in Rust.
- :class:`Boards`: many games at once, stepped in Rust.
- :class:`State`: a board with the verbs of OpenSpiel.

Actions of Xiangqi are ``origin * 90 + target``, of Gomoku ``row from the bottom * width + column``.
Needs ``pip install xun[envs]`` for the first two.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xun import _xun
from xun import gomoku as gomoku_module
from xun import xiangqi as xiangqi_module
from xun._errors import InputError
from xun._extras import extra
from xun._numbers import whole
from xun.grid import Map, find_path

__all__ = ["Boards", "Maze", "MazeVector", "RollOut", "State", "Supply", "SupplyVector", "gomoku", "xiangqi"]

AnyBoard = Any


class RollOut(NamedTuple):
    """Games played at random: the mean return of each player, the games and all their steps."""

    returns: list[float]
    games: int
    steps: int


class State(_xun.NativeState):
    """A board with the verbs of OpenSpiel's states. ``board`` is the board that it plays on.

    >>> import xun
    >>> state = xun.envs.State(xun.gomoku.Board(9))
    >>> state.apply_action(40)
    >>> state.current_player(), len(state.legal_actions())
    (1, 80)
    >>> state.action_to_string(41)
    'f5'
    """

    @property
    def _is_xiangqi(self) -> bool:
        return isinstance(self.board, xiangqi_module.Board)

    def num_players(self) -> int:
        """Two."""
        return 2

    def is_chance_node(self) -> bool:
        """Never: both games are without chance."""
        return False

    def undo_action(self, player: int | None = None, action: int | None = None) -> None:
        """Takes the last action back; player and action, if given, must be those."""
        if action is not None and self.history()[-1:] != [action]:
            raise InputError(f"action {action} was not the last one")
        move = self.board.pop()
        if player is not None and player != self.current_player():
            self.board.push(move)
            raise InputError(f"player {player} did not play the last action")

    def history(self) -> list[int]:
        """The actions so far."""
        if self._is_xiangqi:
            return [move.from_square * 90 + move.to_square for move in self.board.move_stack]
        return [point.y * self.board.size[0] + point.x for point in self.board.move_stack]

    def child(self, action: int) -> State:
        """The state after an action."""
        state = self.clone()
        state.apply_action(action)
        return state

    def action_to_string(self, *arguments: int) -> str:
        """The move of an action; a player may be given before it."""
        action = arguments[-1]
        if not 0 <= action < self.num_distinct_actions():
            raise InputError(f"action {action}: expected 0 to {self.num_distinct_actions() - 1}")
        if self._is_xiangqi:
            name = xiangqi_module.square_name
            return name(action // 90) + name(action % 90)
        width, _ = self.board.size
        return f"{chr(ord('a') + action % width)}{action // width + 1}"

    def string_to_action(self, *arguments: Any) -> int:
        """The action of a move; a player may be given before it."""
        text = arguments[-1]
        if self._is_xiangqi:
            move = self.board.parse_text(text)
            return int(move.from_square * 90 + move.to_square)
        point = gomoku_module.Point(text)
        return int(point.y * self.board.size[0] + point.x)

    def returns(self) -> list[float]:
        """1, 0 or -1 for each player."""
        outcome = self.board.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        first = outcome.winner == ("red" if self._is_xiangqi else "black")
        return [1.0, -1.0] if first else [-1.0, 1.0]

    rewards = returns

    def player_return(self, player: int) -> float:
        """The result of a player."""
        return self.returns()[player]

    def observation_string(self, player: int | None = None) -> str:
        """The board as text."""
        return str(self)

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """The board from the side to move: its own pieces positive."""
        return self.observation().astype(np.float32)

    def roll_out(self, count: int = 1, seed: int | None = None) -> RollOut:
        """Plays ``count`` games at random from here to their end, in Rust; the state stays.

        >>> import xun
        >>> state = xun.envs.State(xun.gomoku.Board(9))
        >>> result = state.roll_out(100, seed=1)
        >>> result.games, result.returns[0] == -result.returns[1], state.history()
        (100, True, [])
        """
        games = whole(count, "count", 2**53, 1)
        start = random.getrandbits(64) if seed is None else whole(seed, "seed", 2**64 - 1)
        value, steps = super().roll_out(games, start)
        return RollOut([value, -value], games, steps)

    def clone(self) -> State:
        """A state of its own."""
        return State(self.board.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (self.board,)

    def __str__(self) -> str:
        return str(self.board)


class Boards:
    """Many games at once, stepped in Rust; a finished game begins anew.

    >>> import xun
    >>> boards = xun.envs.Boards("gomoku", 64, size=9)
    >>> rewards, ended = boards.step(boards.sample())
    >>> rewards.shape, bool(ended.any())
    ((64,), False)
    """

    def __init__(
        self,
        game: str = "xiangqi",
        count: int = 64,
        *,
        size: int | tuple[int, int] = 15,
        rule: str = "freestyle",
        seed: int = 0,
    ) -> None:
        self.game = game
        self._rule = rule
        self._size = gomoku_module._size(size)
        number = whole(count, "count", 10_000_000)
        start = whole(seed, "seed", 2**64 - 1)
        self._native = _xun.GameBatch(game, number, self._size, rule, start)
        self.action_count = self._native.action_count

    def __len__(self) -> int:
        return len(self._native)

    def reset(self, seed: int | None = None) -> None:
        """All games begin anew."""
        self._native.reset(None if seed is None else whole(seed, "seed", 2**64 - 1))

    def legal_actions(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The legal actions of all games one after the other, and where each game's begin."""
        return self._native.legal_actions()

    def action_masks(self) -> npt.NDArray[np.int8]:
        """One row a game: 1 where the action is legal."""
        masks = np.zeros((len(self), self.action_count), dtype=np.int8)
        self._native.fill_masks(masks)
        return masks

    def observations(self) -> npt.NDArray[np.int8]:
        """One row a game: the board from the side to move."""
        return self._native.observations()

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action of each game, at random."""
        return self._native.sample()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Plays one action in each game: the mover's reward, and whether the game ended."""
        array = np.asarray(actions)
        if array.ndim != 1 or not np.issubdtype(array.dtype, np.integer):
            raise InputError(f"actions are {array.dtype} of shape {array.shape}; expected integers")
        return self._native.step(np.ascontiguousarray(array, dtype=np.int64))

    def board(self, number: int) -> AnyBoard:
        """A copy of one of the boards."""
        if self.game == "xiangqi":
            board: AnyBoard = xiangqi_module.Board()
        else:
            board = gomoku_module.Board(self._size, self._rule)  # type: ignore[arg-type]
        self._native.show(number, board)
        return board


def xiangqi(render_mode: str | None = None) -> Any:
    """Xiangqi for two agents, ``red`` and ``black``, as a PettingZoo environment (AEC)."""
    return _wrapped(xiangqi_module.Board, ["red", "black"], (10, 9), "xiangqi_v0", render_mode)


def gomoku(
    size: int | tuple[int, int] = 15, rule: str = "freestyle", render_mode: str | None = None
) -> Any:
    """Gomoku for two agents, ``black`` and ``white``, as a PettingZoo environment (AEC)."""
    width, height = gomoku_module._size(size)

    def make() -> gomoku_module.Board:
        return gomoku_module.Board((width, height), rule)  # type: ignore[arg-type]

    make()
    return _wrapped(make, ["black", "white"], (height, width), "gomoku_v0", render_mode)


def _wrapped(make: Any, agents: list[str], shape: tuple[int, int], name: str, mode: Any) -> Any:
    wrappers = extra("pettingzoo", "envs").utils.wrappers
    from xun._pettingzoo import BoardEnv

    env: Any = BoardEnv(make, agents, shape, name, mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def __getattr__(name: str) -> Any:
    if name in ("Maze", "MazeVector", "Supply", "SupplyVector"):
        extra("gymnasium", "envs")
        from xun import _gymnasium

        return getattr(_gymnasium, name)
    raise AttributeError(f"module 'xun.envs' has no attribute {name!r}")


def shortest_return(map: Map) -> float:
    """The largest return of a traveller on a map: minus the cost of its cheapest path."""
    return -find_path(map).cost

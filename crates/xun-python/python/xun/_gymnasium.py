"""Gymnasium environments on maps: one traveller, or many that are stepped in Rust."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from xun import _xun
from xun._errors import InputError
from xun._numbers import whole
from xun.grid import Map

__all__ = ["Maze", "MazeVector", "Supply", "SupplyVector"]

_NUMBERS = 30


def _observation_space() -> spaces.Box:
    return spaces.Box(0.0, 1.0, (_NUMBERS,), np.float32)


def _map(map: Map | None, kind: str, rows: int, columns: int, seed: int, needs_tank: bool) -> Map:
    if map is not None and not isinstance(map, Map):
        raise InputError(f"{type(map).__name__} is no map: expected a xun.grid.Map")
    chosen = Map.generate(kind, rows, columns, seed) if map is None else map
    if needs_tank and chosen.tank is None:
        raise InputError("the map has no tank: take a kind like comb, or a map with a supply")
    return chosen


class Maze(gymnasium.Env[npt.NDArray[np.float32], int]):  # type: ignore[misc]
    """A traveller on a map: 0 up, 1 down, 2 left, 3 right; each step costs what it enters.

    The observation has the own place, the goal, the supply, and the 5×5 cells around (0 wall, 0.5
    open, 0.75 station, 1 goal), all from 0 to 1. The best return is minus the cost of the cheapest
    path. With a tank the traveller starves when it is empty, which costs as much as the map has
    cells.

    >>> import xun
    >>> env = xun.envs.Maze(xun.grid.Map.parse("S.G\\n"))
    >>> observation, info = env.reset(seed=1)
    >>> [env.step(3)[1:3] for _ in range(2)]
    [(-1.0, False), (-1.0, True)]
    """

    metadata = {"render_modes": ["ansi", "svg"]}
    _kind, _needs_tank = "maze", False

    def __init__(
        self,
        map: Map | None = None,
        *,
        kind: str | None = None,
        rows: int = 15,
        columns: int = 15,
        seed: int = 1,
        longest: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.map = _map(map, kind or self._kind, rows, columns, seed, self._needs_tank)
        self.render_mode = render_mode
        most = 4 * self.map.shape[0] * self.map.shape[1] if longest is None else longest
        self._native = _xun.TravelBatch(self.map._grid, 1, whole(most, "longest"))
        self.observation_space = _observation_space()
        self.action_space = spaces.Discrete(4)
        self._way: list[tuple[int, int]] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        self._native.reset()
        self._way = list(self._native.cells)
        return self._native.observations()[0], {}

    def step(
        self, action: int
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        reward, end, cut = self._native.step(np.array([action], dtype=np.int64))
        self._way += self._native.cells
        observation = self._native.observations()[0]
        return observation, float(reward[0]), bool(end[0]), bool(cut[0]), {}

    def render(self) -> Any:
        if self.render_mode == "svg":
            return self.map._grid.svg([], None, repr(self.map))
        if self.render_mode == "ansi":
            rows = [list(line) for line in Map(self.map.terrain).text().splitlines()]
            row, column = self._way[-1]
            rows[row][column] = "@"
            return "\n".join("".join(line) for line in rows)
        return None


class Supply(Maze):
    """The same with a limited supply and stations that refill it.

    >>> import xun
    >>> env = xun.envs.Supply(xun.grid.Map.parse("tank 2\\nS.*.G\\n"))
    >>> observation, info = env.reset(seed=1)
    >>> sum(env.step(3)[1] for _ in range(4))
    -4.0
    """

    _kind, _needs_tank = "comb", True


class MazeVector(VectorEnv):  # type: ignore[misc]
    """Many travellers on one map, stepped in Rust; one that has ended begins anew at the next step.

    >>> import numpy as np, xun
    >>> envs = xun.envs.MazeVector(2, xun.grid.Map.parse("S.G\\n"))
    >>> observations, info = envs.reset(seed=1)
    >>> envs.step(np.array([3, 0]))[1].tolist()
    [-1.0, -1.0]
    """

    _kind, _needs_tank = "maze", False

    def __init__(
        self,
        num_envs: int,
        map: Map | None = None,
        *,
        kind: str | None = None,
        rows: int = 15,
        columns: int = 15,
        seed: int = 1,
        longest: int | None = None,
    ) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.render_mode = None
        self.map = _map(map, kind or self._kind, rows, columns, seed, self._needs_tank)
        most = 4 * self.map.shape[0] * self.map.shape[1] if longest is None else longest
        num_envs = whole(num_envs, "num_envs", 10_000_000, 1)
        self._native = _xun.TravelBatch(self.map._grid, num_envs, whole(most, "longest"))
        self.num_envs = num_envs
        self.single_observation_space = _observation_space()
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = spaces.Box(0.0, 1.0, (num_envs, _NUMBERS), np.float32)
        self.action_space = spaces.MultiDiscrete([4] * num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        self._native.reset()
        return self._native.observations(), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        npt.NDArray[np.float32],
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        rewards, ends, cuts = self._native.step(chosen)
        return self._native.observations(), rewards, ends, cuts, {}


class SupplyVector(MazeVector):
    """The same with a limited supply.

    >>> import numpy as np, xun
    >>> envs = xun.envs.SupplyVector(3, xun.grid.Map.parse("tank 2\\nS.*.G\\n"))
    >>> observations, info = envs.reset(seed=1)
    >>> envs.step(np.array([3, 3, 0]))[0].shape
    (3, 30)
    """

    _kind, _needs_tank = "comb", True

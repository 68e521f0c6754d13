"""The PettingZoo environment of both games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import AgentSelector

from xun.envs import State

__all__ = ["BoardEnv"]


class BoardEnv(AECEnv):  # type: ignore[misc]
    """Two agents on one board. Observations are the board from the agent's side, and the mask."""

    def __init__(
        self,
        make: Callable[[], Any],
        agents: list[str],
        shape: tuple[int, int],
        name: str,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "render_modes": ["ansi", "svg"],
            "name": name,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self._make = make
        self._shape = shape
        self.render_mode = render_mode
        self.possible_agents = list(agents)
        self.agents = list(agents)
        self.state_now = State(make())
        actions = self.state_now.num_distinct_actions()
        self._action_space = {agent: spaces.Discrete(actions) for agent in agents}
        board = spaces.Box(-7, 7, (*shape, 1), np.int8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self._observation_space = {
            agent: spaces.Dict({"observation": board, "action_mask": mask}) for agent in agents
        }

    def observation_space(self, agent: str) -> Any:
        return self._observation_space[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = list(self.possible_agents)
        self.state_now = State(self._make())
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._selector = AgentSelector(self.agents)
        self.agent_selection = self._selector.reset()

    def observe(self, agent: str) -> dict[str, Any]:
        tensor = self.state_now.observation_tensor().astype(np.int8)
        to_move = agent == self.agent_selection and not self.state_now.is_terminal()
        if (self.state_now.board.turn == self.possible_agents[0]) != (
            agent == self.possible_agents[0]
        ):
            tensor = -tensor
        size = self.state_now.num_distinct_actions()
        mask = self.state_now.legal_actions_mask() if to_move else np.zeros(size, dtype=np.int8)
        # The library numbers squares from the bottom; arrays begin at the top.
        board = np.flip(tensor.reshape(self._shape), axis=0)
        return {"observation": board[..., np.newaxis].copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.state_now.apply_action(int(action))
        if self.state_now.is_terminal():
            for name, reward in zip(self.possible_agents, self.state_now.returns()):
                self.rewards[name] = reward
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._selector.next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return str(self.state_now.board._repr_svg_())
        return str(self.state_now.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""

"""Games as Gymnasium environments: one agent learns, the others are played by a chosen player.

Importing this module registers the games of the library: `gymnasium.make("ludarium/Hex-v1")`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import games, load
from ._core import ENCODING_VERSION, Game, State
from .batches import Batch
from .matches import Agent, action_of, chooser
from .pettingzoo import seen, spaces_of

__all__ = ["GameEnv", "GameVectorEnv", "make_vec", "register_games"]


class GameEnv(gymnasium.Env[Any, Any]):
    """A game for one agent (from 0). The others are a player of ours by name, or a function from a state to a move, or a
    list with one for each other agent. An action that is not legal loses the game at once."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        game: str | os.PathLike[str] | Game,
        agent: int = 0,
        opponents: Agent | Sequence[Agent] = "random",
        seconds: float = 0.1,
        max_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = load(game)
        if not 0 <= agent < self.game.num_agents:
            raise ValueError(f"{self.game.name} has the agents 0 to {self.game.num_agents - 1}")
        self.agent = agent
        self.opponents = opponents
        self.seconds = seconds
        self.max_moves = max_moves
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces_of(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.game_state: State = self.game.start(int(self.np_random.integers(1 << 62)))
        others = [i for i in range(self.game.num_agents) if i != self.agent]
        given = self.opponents
        each = [given] * len(others) if isinstance(given, str) or callable(given) else list(given)
        if len(each) != len(others):
            raise ValueError(f"{len(others)} opponents are wanted, not {len(each)}")
        seeds = self.np_random.integers(1 << 62, size=len(others))
        self._others: dict[int, Any] = {
            other: None if player == "random" else chooser(self.game, player, self.seconds, int(s))
            for other, player, s in zip(others, each, seeds)
        }
        self._go_on()
        return seen(self.game_state, self.agent), {}

    def _answer(self, agent: int) -> int:
        """The action that another agent chooses."""
        legal = self.game_state.legal_actions(agent)
        player = self._others[agent]
        if player is None:
            return legal[int(self.np_random.integers(len(legal)))]
        action = action_of(self.game_state, agent, player(self.game_state))
        return legal[0] if action is None else action

    def _go_on(self) -> None:
        """Lets the others play until the agent decides."""
        state = self.game_state
        while not self._ended():
            deciding = state.agents
            if self.agent in deciding:
                return
            state.play_action([self._answer(other) for other in deciding])

    def _ended(self) -> bool:
        state = self.game_state
        too_long = self.max_moves is not None and state.plies >= self.max_moves
        return state.is_over or too_long or state.stopped is not None or state.num_legal_moves == 0

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        state = self.game_state
        if self._ended():
            return seen(state, self.agent), 0.0, state.is_over, not state.is_over, {}
        if int(action) not in state.legal_actions(self.agent):
            return seen(state, self.agent), -1.0, True, False, {"illegal": True}
        deciding = state.agents
        state.play_action([int(action) if other == self.agent else self._answer(other) for other in deciding])
        self._go_on()
        over = state.is_over
        reward = float(state.returns()[self.agent]) if over else 0.0
        return seen(state, self.agent), reward, over, self._ended() and not over, {}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return self.game_state.svg() if self.render_mode == "svg" else str(self.game_state)


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games at once for one agent, on all cores; the others play at random. Games begin anew in the step that ends
    them. What a step gives is copied from the batch."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, game: str | os.PathLike[str] | Game, num_envs: int = 1, agent: int = 0, max_moves: int | None = None
    ) -> None:
        self.game = load(game)
        if self.game.is_simultaneous:
            raise ValueError("where all move at once use gymnasium.vector.SyncVectorEnv over GameEnv")
        if not 0 <= agent < self.game.num_agents:
            raise ValueError(f"{self.game.name} has the agents 0 to {self.game.num_agents - 1}")
        self.num_envs = num_envs
        self.agent = agent
        self.single_observation_space, self.single_action_space = spaces_of(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = Batch(self.game, num_envs, 0, max_moves)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self.batch.reset(int(self.np_random.integers(1 << 62)))
        self._go_on()
        return self._seen(), {}

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.batch.observations.copy(), "action_mask": self.batch.masks.astype(np.int8)}

    def _go_on(self) -> tuple[Any, Any, Any]:
        """Lets the others play until the agent decides in every game; what came of it for the agent."""
        reward = np.zeros(self.num_envs)
        over, broken = np.zeros(self.num_envs, bool), np.zeros(self.num_envs, bool)
        while (waiting := self.batch.agents != self.agent).any():
            actions = np.where(waiting, self.batch.sample(), -1)
            _, rewards, terminated, truncated = self.batch.step(actions)
            reward += rewards[:, self.agent]
            over |= terminated
            broken |= truncated
        return reward, over, broken

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        _, rewards, terminated, truncated = self.batch.step(np.asarray(actions))
        reward, over, broken = rewards[:, self.agent].astype(float), terminated.copy(), truncated.copy()
        more, ended, stopped = self._go_on()
        return self._seen(), reward + more, over | ended, broken | stopped, {}


def make_vec(game: str | os.PathLike[str] | Game, num_envs: int, **settings: Any) -> GameVectorEnv:
    """Many games at once for one agent: see `GameVectorEnv`."""
    return GameVectorEnv(game, num_envs, **settings)


def register_games() -> list[str]:
    """Registers the library's games with Gymnasium; gives their names."""
    names = []
    for key, title in games():
        words = "".join(c if c.isalnum() or c == "-" else " " for c in title).split()
        name = f"ludarium/{'_'.join(words)}-v{ENCODING_VERSION}"
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point="ludarium.gymnasium:GameEnv", kwargs={"game": key})
        names.append(name)
    return names


register_games()

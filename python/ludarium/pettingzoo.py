"""Games as PettingZoo environments: `env` (agents in turn), `parallel_env` (all agents at once), `module`.

Agents are `player_0`, `player_1`, … An observation is a dictionary of `observation` and `action_mask`. An action that is
not legal ends the game: -1 for the agent that chose it, 0 for the others.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from . import load
from ._core import OBSERVATION_LIMIT, Game, State
from .matches import Agent, action_of, chooser

__all__ = ["TurnEnv", "AllAtOnceEnv", "env", "module", "parallel_env", "player", "raw_env", "spaces_of"]

WAIT = 0


def spaces_of(game: Game) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete]:
    """The spaces of observations and actions of a game."""
    size, actions = game.observation_size, game.num_actions
    return (
        gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(-OBSERVATION_LIMIT, OBSERVATION_LIMIT, (size,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }),
        gymnasium.spaces.Discrete(actions),
    )


def seen(state: State, agent: int) -> dict[str, Any]:
    """What an agent sees and may do."""
    mask = np.zeros(state.game.num_actions, np.int8)
    state.write_mask(agent, mask)
    return {"observation": state.observe(agent), "action_mask": mask}


def fresh_seed(seed: int | None) -> int:
    """The seed that was given, or one that nobody knows."""
    return int(np.random.default_rng().integers(1 << 62)) if seed is None else int(seed)


class _Table:
    """What both kinds of environment share: a game, its spaces, its state."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "name": "ludarium", "is_parallelizable": True}

    def _set_up(self, game: str | os.PathLike[str] | Game, render_mode: str | None, max_moves: int | None) -> None:
        self.game = load(game)
        self.metadata = {**type(self).metadata, "name": self.game.id}  # type: ignore[misc]
        self.possible_agents = [f"player_{i}" for i in range(self.game.num_agents)]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.max_moves = max_moves
        self._spaces = {agent: spaces_of(self.game) for agent in self.possible_agents}
        self.game_state: State = self.game.start(0)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._spaces[agent][1]

    def _stuck(self) -> bool:
        """Can nothing more be played although the game is not over?"""
        state = self.game_state
        too_long = self.max_moves is not None and state.plies >= self.max_moves
        return not state.is_over and (too_long or state.stopped is not None or state.num_legal_moves == 0)

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return self.game_state.svg() if self.render_mode == "svg" else str(self.game_state)

    def close(self) -> None:
        """Nothing is held open."""


class TurnEnv(_Table, AECEnv):  # type: ignore[misc]
    """A game in which the agent whose turn it is acts (PettingZoo's AEC)."""

    def __init__(
        self, game: str | os.PathLike[str] | Game, render_mode: str | None = None, max_moves: int | None = None
    ) -> None:
        AECEnv.__init__(self)
        self._set_up(game, render_mode, max_moves)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game_state = self.game.start(fresh_seed(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._chosen: list[int] = []
        self._skip_agent_selection = None
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        return seen(self.game_state, self.possible_agents.index(agent))

    def _go_on(self) -> None:
        """Looks who decides, and whether the game is over."""
        self._deciding = self.game_state.agents
        if self.game_state.is_over:
            self.rewards = dict(zip(self.possible_agents, map(float, self.game_state.returns())))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._stuck():
            self.truncations = dict.fromkeys(self.agents, True)
        agent = self._deciding[0] if self._deciding else 0
        self.agent_selection = self.possible_agents[agent]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        place = self.possible_agents.index(agent)
        if action is None or int(action) not in self.game_state.legal_actions(place):
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
            return
        self._chosen.append(int(action))
        if len(self._chosen) < len(self._deciding):
            # The others decide without knowing.
            self.agent_selection = self.possible_agents[self._deciding[len(self._chosen)]]
            return
        self.game_state.play_action(self._chosen)
        self._chosen = []
        self._go_on()
        self._accumulate_rewards()
        if self.terminations[agent] or self.truncations[agent]:
            self._deads_step_first()


class AllAtOnceEnv(_Table, ParallelEnv):  # type: ignore[misc]
    """A game in which every agent acts in every step (PettingZoo's parallel environments): those whose turn it is not may
    only wait (action 0).

    With `max_cycles` an episode is broken off after so many steps. With `repeat` a game that ends before is followed by
    another, as in PettingZoo's own `rps`: every episode then lasts exactly `max_cycles` steps.
    """

    def __init__(
        self,
        game: str | os.PathLike[str] | Game,
        render_mode: str | None = None,
        max_moves: int | None = None,
        max_cycles: int | None = None,
        repeat: bool = False,
    ) -> None:
        self._set_up(game, render_mode, max_moves)
        self.max_cycles = max_cycles
        self.repeat = repeat
        if repeat and max_cycles is None:
            raise ValueError("games that follow each other need max_cycles to come to an end")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self._random = np.random.default_rng(seed)
        self.game_state = self.game.start(fresh_seed(seed))
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, Any]:
        return {agent: seen(self.game_state, i) for i, agent in enumerate(self.possible_agents)}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        ended, stopped = self._play(actions, rewards)
        self.cycles += 1
        late = self.max_cycles is not None and self.cycles >= self.max_cycles
        if self.repeat and (ended or stopped) and not late:
            self.game_state = self.game.start(int(self._random.integers(1 << 62)))
            ended = stopped = False
        elif self.repeat and late:
            ended = False
        stopped = (stopped or late) and not ended
        observations = self._seen()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        terminations, truncations = dict.fromkeys(agents, ended), dict.fromkeys(agents, stopped)
        if ended or stopped:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _play(self, actions: dict[str, int], rewards: dict[str, float]) -> tuple[bool, bool]:
        """Plays what the agents chose; says whether the game ended, and whether it was broken off."""
        state = self.game_state
        chosen, wrong = [], False
        for agent in state.agents:
            name = self.possible_agents[agent]
            action = actions.get(name)
            if action is None or int(action) not in state.legal_actions(agent):
                rewards[name], wrong = -1.0, True
            else:
                chosen.append(int(action))
        if wrong:
            return True, False
        if chosen:
            state.play_action(chosen)
        if state.is_over:
            rewards.update(zip(self.possible_agents, map(float, state.returns())))
        return state.is_over, self._stuck()


def raw_env(game: str | os.PathLike[str] | Game, **settings: Any) -> TurnEnv:
    """A game in which the agent whose turn it is acts."""
    return TurnEnv(game, **settings)


env = raw_env


def parallel_env(game: str | os.PathLike[str] | Game, **settings: Any) -> AllAtOnceEnv:
    """A game in which every agent acts in every step."""
    return AllAtOnceEnv(game, **settings)


def player(table: TurnEnv | AllAtOnceEnv, name: Agent = "default", seconds: float = 1.0, seed: int = 1) -> Callable[[str], int]:
    """One of our players, or a function from a state to a move, as a policy: called with the name of an agent it gives that
    agent's action in the environment as it stands."""
    ask = chooser(table.game, name, seconds, seed)

    def policy(agent: str) -> int:
        place = table.possible_agents.index(agent)
        if place not in table.game_state.agents:
            return WAIT
        action = action_of(table.game_state, place, ask(table.game_state))
        return WAIT if action is None else action

    return policy


def module(game: str | os.PathLike[str] | Game) -> SimpleNamespace:
    """A game as PettingZoo's modules have them, for programs that take a module: `env(max_cycles=…)` and
    `parallel_env(max_cycles=…)` play games one after the other for so many cycles, in each of which every agent acts."""
    rules = load(game)

    def parallel(max_cycles: int = 500, **settings: Any) -> AllAtOnceEnv:
        return AllAtOnceEnv(rules, max_cycles=max_cycles, repeat=True, **settings)

    def turns(max_cycles: int = 500, **settings: Any) -> Any:
        return parallel_to_aec(parallel(max_cycles, **settings))

    return SimpleNamespace(env=turns, raw_env=turns, parallel_env=parallel)

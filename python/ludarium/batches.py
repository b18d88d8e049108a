"""Many games at once, for learning.

>>> import ludarium as lud
>>> env = lud.batch("breakthrough", n=8, seed=1)
>>> observations, masks = env.reset()
>>> observations, rewards, terminated, truncated = env.step(env.sample())
>>> rewards.shape
(8, 2)
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from . import _core

if TYPE_CHECKING:
    from ._core import Game


class Batch:
    """Many games of one kind, stepped at once on all cores.

    All arrays are made once and filled in place: what a step returns is overwritten by the next one; copy what must stay.
    Only what changed is written: do not write into them yourself.
    They are ordinary NumPy arrays, so that `torch.from_dlpack(env.observations)` shares their memory.

    A game that is over is followed by a new one in the same step: `rewards`, `terminated` and `truncated` speak of the
    game that ended, `observations` and `masks` of the one that began. An action that is not legal loses the game for the
    agent that chose it (a reward of -1) and breaks it off. The action -1 leaves a game as it is.

    Where all players move at once there is a row for each agent: observations are (n, agents, size), actions (n, agents).
    """

    def __init__(
        self, game: Game, n: int, seed: int = 0, max_moves: int | None = None, threads: int | None = None
    ) -> None:
        if n < 1:
            raise ValueError("a batch has at least one game")
        self.game = game
        self.n = n
        self.seed = seed
        self._core = _core.Batch(game, n, seed, max_moves, threads)
        rows = self._core.rows
        lead = (n,) if rows == 1 else (n, rows)
        agents = game.num_agents
        self.observations: NDArray[np.float32] = np.zeros((*lead, game.observation_size), np.float32)
        self.masks: NDArray[np.bool_] = np.zeros((*lead, game.num_actions), np.bool_)
        self.rewards: NDArray[np.float32] = np.zeros((n, agents), np.float32)
        self.terminated: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.truncated: NDArray[np.bool_] = np.zeros(n, np.bool_)
        #: The agent that decides in each game; where all move at once, the first of them.
        self.agents: NDArray[np.int32] = np.zeros(n, np.int32)
        self._actions: NDArray[np.int64] = np.zeros(lead, np.int64)
        self._views = (
            self.observations.reshape(-1), self.masks.view(np.uint8).reshape(-1), self.rewards.reshape(-1),
            self.terminated.view(np.uint8), self.truncated.view(np.uint8), self.agents,
        )
        #: How many actions of the last step were not legal.
        self.illegal = 0

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Begins all games anew; the same seed begins the same games."""
        if seed is not None:
            self.seed = seed
        self._core.reset(self.seed, self._views)
        return self.observations, self.masks

    def step(
        self, actions: NDArray[np.integer]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """Makes a move in every game: observations, rewards, terminated, truncated. The masks are in `masks`."""
        flat = np.ascontiguousarray(actions, np.int64).reshape(-1)
        self.illegal = self._core.step(flat, self._views)
        return self.observations, self.rewards, self.terminated, self.truncated

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every row, uniformly; the array is overwritten by the next call. The same seed draws
        the same actions."""
        self._core.sample(self._actions.reshape(-1))
        return self._actions

    def describe(self, game: int, action: int, agent: int = 0) -> str | None:
        """The name of the move that an action means in a game now; None where it is not legal."""
        return self._core.describe(game, agent, int(action))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<ludarium.Batch of {self.n} games of {self.game.name}>"


def batch(
    game: str | os.PathLike[str] | Game, n: int, seed: int = 0, max_moves: int | None = None, threads: int | None = None
) -> Batch:
    """Many games at once: see `Batch`. Call `reset` first. `threads` is all cores when left out."""
    from . import load

    return Batch(load(game), n, seed, max_moves, threads)

"""A baseline from scratch: REINFORCE learns Tic-Tac-Toe against a random player, with NumPy alone.

    python python/examples/reinforce.py

A softmax policy with one hidden layer, the result of a game as the return of all its moves, a running mean as the baseline.
Any game of the library goes in the same way: change its name.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.gymnasium import GameVectorEnv

Array = NDArray[np.float64]


class Policy:
    """One hidden layer, and a softmax over the legal actions."""

    def __init__(self, inputs: int, actions: int, hidden: int = 64, seed: int = 1) -> None:
        self.random = np.random.default_rng(seed)
        self.w1 = self.random.normal(0, 1 / np.sqrt(inputs), (inputs, hidden))
        self.w2 = np.zeros((hidden, actions))
        self.steps: list[Array] = [np.zeros_like(self.w1), np.zeros_like(self.w2)]

    def probabilities(self, seen: Array, mask: Array) -> tuple[Array, Array]:
        hidden = np.tanh(seen @ self.w1)
        logits = np.where(mask, hidden @ self.w2, -np.inf)
        weights = np.exp(logits - logits.max(1, keepdims=True))
        return weights / weights.sum(1, keepdims=True), hidden

    def choose(self, seen: Array, mask: Array, greedy: bool = False) -> NDArray[np.int64]:
        chance, _ = self.probabilities(seen, mask)
        if greedy:
            return chance.argmax(1)
        return (chance.cumsum(1) > self.random.random((len(chance), 1))).argmax(1)

    def learn(self, seen: Array, mask: Array, actions: NDArray[np.int64], advantage: Array, rate: float = 0.01) -> None:
        chance, hidden = self.probabilities(seen, mask)
        error = -chance
        error[np.arange(len(actions)), actions] += 1
        error *= advantage[:, None] / len(actions)
        gradients = [seen.T @ ((error @ self.w2.T) * (1 - hidden**2)), hidden.T @ error]
        # RMSProp: every weight has its own step.
        for weights, gradient, mean in zip((self.w1, self.w2), gradients, self.steps):
            mean *= 0.99
            mean += 0.01 * gradient**2
            weights += rate * gradient / (np.sqrt(mean) + 1e-6)


def train(game: str = "tic-tac-toe", games: int = 512, updates: int = 60, seed: int = 1) -> tuple[Policy, list[float]]:
    """Plays `games` games at once; learns from those that ended. Gives the mean results, update by update."""
    env = GameVectorEnv(game, games)
    policy = Policy(env.game.observation_size, env.game.num_actions, seed=seed)
    seen, _ = env.reset(seed=seed)
    running: list[list[tuple[Array, Array, int]]] = [[] for _ in range(games)]
    baseline, curve = 0.0, []
    for _ in range(updates):
        finished: list[tuple[Array, Array, int, float]] = []
        results: list[float] = []
        while len(results) < games:
            observation, mask = seen["observation"], seen["action_mask"] > 0
            actions = policy.choose(observation, mask)
            seen, rewards, over, broken, _ = env.step(actions)
            for i in range(games):
                running[i].append((observation[i], mask[i], int(actions[i])))
                if over[i] or broken[i]:
                    finished += [(*step, float(rewards[i])) for step in running[i]]
                    results.append(float(rewards[i]))
                    running[i] = []
        baseline = 0.8 * baseline + 0.2 * float(np.mean(results))
        observations, masks, chosen, returns = map(np.array, zip(*finished))
        policy.learn(observations, masks, chosen, returns - baseline)
        curve.append(float(np.mean(results)))
    return policy, curve


def evaluate(policy: Policy, game: str = "tic-tac-toe", games: int = 1000, seed: int = 99) -> float:
    """The mean result of the greedy policy against a random player."""
    env = GameVectorEnv(game, games)
    seen, _ = env.reset(seed=seed)
    result = np.full(games, np.nan)
    while np.isnan(result).any():
        actions = policy.choose(seen["observation"], seen["action_mask"] > 0, greedy=True)
        seen, rewards, over, broken, _ = env.step(actions)
        first = np.isnan(result) & (over | broken)
        result[first] = rewards[first]
    return float(result.mean())


if __name__ == "__main__":
    learnt, curve = train()
    print("mean result while learning:", " ".join(f"{x:+.2f}" for x in curve[::6]))
    print(f"greedy against a random player: {evaluate(learnt):+.3f}")

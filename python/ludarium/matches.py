"""Games between players: ours by name, and any Python function.

A player is the name of one of ours (`"uct@iterations=1000"`, `"level3"`), or a function that takes a state and gives a
move: its name, its place in `state.legal_moves()`, or None to give up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Union

import numpy as np

from . import _core

if TYPE_CHECKING:
    from ._core import Game, State

Agent = Union[str, Callable[["State"], Union[str, int, None]]]


@dataclass
class Played:
    """One game of a match."""

    seats: list[int]  #: which player (by place in the list) is which agent
    returns: list[float]  #: what each agent got, from -1 to 1
    moves: list[str]
    ended: str  #: `over`, `too long`, `stopped`, or `forfeit: why`
    seed: int


@dataclass
class Match:
    """All games of a match, and what they come to."""

    players: list[str]
    played: list[Played] = field(default_factory=list)

    def points(self) -> list[float]:
        """Each player's mean result, from 0 (all lost) to 1 (all won)."""
        total, count = [0.0] * len(self.players), [0] * len(self.players)
        for game in self.played:
            for agent, player in enumerate(game.seats):
                total[player] += (game.returns[agent] + 1) / 2
                count[player] += 1
        return [t / c if c else 0.5 for t, c in zip(total, count)]

    def results(self) -> list[tuple[int, int, float]]:
        """Each game as pairs (player, other, score of the first)."""
        out = []
        for game in self.played:
            for a in range(len(game.seats)):
                for b in range(a + 1, len(game.seats)):
                    gap = game.returns[a] - game.returns[b]
                    out.append((game.seats[a], game.seats[b], 0.5 + 0.5 * np.sign(gap)))
        return out

    def ratings(self) -> list[Rating]:
        return ratings(self.players, self.results())


def name_of(agent: Agent) -> str:
    """What a player is called in tables."""
    return agent if isinstance(agent, str) else str(getattr(agent, "__name__", type(agent).__name__))


def chooser(game: Game, agent: Agent, seconds: float, seed: int) -> Callable[[State], str | int | None]:
    """A player ready to be asked."""
    if not isinstance(agent, str):
        return agent
    return _core.Player(game, agent, seconds=seconds, seed=seed)


def play(
    game: Game, agents: Sequence[Agent], seed: int = 1, seconds: float = 1.0, max_moves: int = 2000
) -> tuple[list[float], list[str], str]:
    """One game: what each agent got, the moves, and how it ended. Where all move at once each player is asked for a move
    of the joint list, of which its own part is taken."""
    state = game.start(seed)
    players = [chooser(game, agent, seconds, seed * 31 + i) for i, agent in enumerate(agents)]
    moves: list[str] = []
    while not state.is_over:
        if state.stopped is not None or len(moves) >= max_moves:
            return [0.0] * len(agents), moves, "stopped" if state.stopped else "too long"
        deciding = state.agents
        if not deciding:
            return [0.0] * len(agents), moves, "stopped"
        offered = [state.actions(agent) for agent in deciding]
        chosen: list[int] = []
        for agent in deciding:
            answer = players[agent](state)
            action = action_of(state, agent, answer)
            if action is None:
                returns = [1.0 / max(1, len(agents) - 1)] * len(agents)
                returns[agent] = -1.0
                return returns, moves, f"forfeit: player {agent + 1} answered {answer!r}"
            chosen.append(action)
        state.play_action(chosen)
        moves.append("+".join(dict(before).get(action, "") for before, action in zip(offered, chosen)))
    return list(state.returns()), moves, "over"


def _index(state: State, names: list[str], answer: str | int | None) -> int | None:
    """The place of an answer in the list of legal moves."""
    if isinstance(answer, str):
        if answer in names:
            return names.index(answer)
        before = state.copy()
        try:
            before.play(answer)
        except _core.IllegalMove:
            return None
        return names.index(before.history()[-1])
    if answer is not None and 0 <= int(answer) < len(names):
        return int(answer)
    return None


def action_of(state: State, agent: int, answer: str | int | None) -> int | None:
    """The action that an agent's answer means: the name of a move or its place in the list; of a joint move the agent's own
    part is taken. None where it is not legal."""
    names = state.legal_moves()
    index = _index(state, names, answer)
    deciding = state.agents
    if index is None or agent not in deciding:
        return None
    own = state.actions(agent)
    sizes = [len(state.actions(other)) for other in deciding]
    after = math.prod(sizes[deciding.index(agent) + 1:])
    return own[index // after % len(own)][0]


def match(
    game: str | Game,
    players: Sequence[Agent],
    games: int = 10,
    seed: int = 1,
    seconds: float = 1.0,
    max_moves: int = 2000,
    progress: bool = False,
) -> Match:
    """Games between players who change seats in turn."""
    from . import load

    rules = load(game)
    if len(players) != rules.num_agents:
        raise ValueError(f"{rules.name} is for {rules.num_agents} players, not {len(players)}")
    out = Match([name_of(p) for p in players])
    counted: Iterable[int] = range(games)
    if progress:
        from tqdm.auto import tqdm

        counted = tqdm(counted, unit="game")
    for number in counted:
        n = len(players)
        seats = [(agent + number) % n for agent in range(n)]
        returns, moves, ended = play(rules, [players[p] for p in seats], seed + number, seconds, max_moves)
        out.played.append(Played(seats, returns, moves, ended, seed + number))
    return out


@dataclass(frozen=True)
class Rating:
    """A player's rating in Elo, the mean of all being 0, with its 95 % interval."""

    player: str
    elo: float
    low: float
    high: float
    games: int


def ratings(players: Sequence[str], results: Iterable[tuple[int, int, float]]) -> list[Rating]:
    """One Bradley-Terry fit over all results (player, other, score of the first from 0 to 1), best first.

    Every pair that met is given one drawn game, so that nobody is beyond measure. Intervals come from the curvature of the
    likelihood at its top.
    """
    n = len(players)
    wins, met = np.zeros((n, n)), np.zeros((n, n))
    for a, b, score in results:
        wins[a, b] += score
        wins[b, a] += 1 - score
        met[a, b] += 1
        met[b, a] += 1
    games = met.sum(1)
    prior = (met > 0).astype(float)
    wins, met = wins + prior / 2, met + prior
    scale = math.log(10) / 400
    theta = np.zeros(n)
    information = np.zeros((n, n))
    for _ in range(200):
        expected = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
        gradient = (wins - met * expected).sum(1)
        weight = met * expected * (1 - expected)
        information = np.diag(weight.sum(1)) - weight
        step = np.linalg.pinv(information) @ gradient
        theta += np.clip(step, -2, 2)
        theta -= theta.mean()
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    variance = np.diag(np.linalg.pinv(information)) if n else np.zeros(0)
    out = []
    for k, player in enumerate(players):
        half = 1.96 * math.sqrt(max(variance[k], 0.0)) / scale if games[k] else math.inf
        elo = float(theta[k] / scale)
        out.append(Rating(player, elo, elo - half, elo + half, int(games[k])))
    return sorted(out, key=lambda rating: -rating.elo)


@dataclass(frozen=True)
class Sprt:
    """A sequential test: is the first player at least `elo1` better than the second, rather than at most `elo0`?"""

    elo0: float = 0.0
    elo1: float = 50.0
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, scores: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio (normal approximation with the observed variance)."""
        n = len(scores)
        mean = sum(scores) / n if n else 0.5
        # (One drawn game is added to each side's account, so that the variance is never zero.)
        variance = (sum((s - mean) ** 2 for s in scores) + 0.25) / (n + 1)
        s0, s1 = (1 / (1 + 10 ** (-elo / 400)) for elo in (self.elo0, self.elo1))
        return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)

    def verdict(self, scores: Sequence[float]) -> str:
        """`accept`, `reject` or `open`."""
        ratio = self.ratio(scores)
        if len(scores) < 10:
            return "open"
        if ratio >= math.log((1 - self.beta) / self.alpha):
            return "accept"
        return "reject" if ratio <= math.log(self.beta / (1 - self.alpha)) else "open"

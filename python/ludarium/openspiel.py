"""Games as OpenSpiel games: importing this module registers `ludarium(game=…)`.

>>> import pyspiel, ludarium.openspiel  # doctest: +SKIP
>>> game = pyspiel.load_game("ludarium(game=hex)")  # doctest: +SKIP

Parameters: `game` (a name of the library or a file; characters that OpenSpiel's strings do not allow are written as in
addresses, `%2F` for a slash: `game_string` does it), `options` (several parted by `|`), `ruleset`, `max_moves` (longer games
are drawn; 0 for the rules' own limit).

Throws of dice with which turns begin are chance nodes with all their outcomes and exact probabilities. Where a game leaves
other things to chance (cards, throws in the middle of a move, a random set-up), there is a chance node before the first move
and after each decision, with `STREAMS` outcomes of equal probability: each is a stream of chance by which the move is then
made. Which streams these are is drawn anew for every initial state. Where all players move at once the nodes are
simultaneous.
"""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from . import load
from ._core import Game, State
from .matches import Agent, action_of, chooser

__all__ = ["GameBot", "LudariumGame", "LudariumState", "game_string"]

#: So many streams of chance are offered where outcomes cannot be listed.
STREAMS = 64

_PARAMETERS: dict[str, Any] = {"game": "tic-tac-toe", "options": "", "ruleset": "", "max_moves": 0, "seed": 1}


def _kind(game: Game | None) -> pyspiel.GameType:
    kind = pyspiel.GameType
    certain = game is None or game.chance == "none"
    info = kind.Information
    players = game.num_agents if game else 16
    return kind(
        short_name="ludarium",
        long_name=f"Ludarium: {game.name}" if game else "Ludarium",
        dynamics=kind.Dynamics.SIMULTANEOUS if game and game.is_simultaneous else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC if certain else kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=info.IMPERFECT_INFORMATION if game and game.has_hidden_information else info.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if game and players == 2 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players if game else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def game_string(game: str, options: str = "", ruleset: str = "", max_moves: int = 0) -> str:
    """The text by which `pyspiel.load_game` finds a game."""
    parts = [f"game={quote(game, safe='')}"]
    if options:
        parts.append(f"options={quote(options, safe='')}")
    if ruleset:
        parts.append(f"ruleset={quote(ruleset, safe='')}")
    if max_moves:
        parts.append(f"max_moves={max_moves}")
    return f"ludarium({','.join(parts)})"


class LudariumGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours for OpenSpiel."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        options = [option for option in unquote(given["options"]).split("|") if option]
        self.rules = load(unquote(given["game"]), options, unquote(given["ruleset"]) or None)
        self.max_moves = int(given["max_moves"]) or self.rules.move_limit
        self._seed = int(given["seed"])
        self.throws = self.rules.throws() if self.rules.chance == "dice" else []
        two = self.rules.num_agents == 2
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes={"none": 0, "dice": len(self.throws), "sampled": STREAMS}[self.rules.chance],
            num_players=self.rules.num_agents,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if two else None,
            max_game_length=max(1, self.max_moves),
        )
        super().__init__(_kind(self.rules), info, params or {})

    def new_initial_state(self) -> LudariumState:
        self._seed = self._seed * 6364136223846793005 + 1442695040888963407 & (1 << 62) - 1
        return LudariumState(self, self._seed)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        recall = iig_obs_type is not None and getattr(iig_obs_type, "perfect_recall", False)
        return Observer(self.rules, recall)


class _Names(dict[int, dict[int, str]]):
    """The names of legal actions by player, worked out once; copies begin without any."""

    def __deepcopy__(self, _memo: Any) -> _Names:
        return _Names()

    def __reduce__(self) -> tuple[type[_Names], tuple[()]]:
        return _Names, ()


class LudariumState(pyspiel.State):  # type: ignore[misc]
    """A state of a game of ours for OpenSpiel. Everything in it can be copied and pickled."""

    def __init__(self, game: LudariumGame, seed: int) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._most = game.max_moves
        self._seed = seed
        #: What was decided and waits for chance: a list of actions; empty before the first move of a game of chance.
        self._pending: list[int] | None = [] if game.rules.chance == "sampled" else None
        self._thrown = False
        self._made = 0
        self.inner: State = game.rules.start(seed)
        #: What each player has seen and done so far, where something is hidden.
        self._known = [""] * game.rules.num_agents
        self._names = _Names()
        self._note(None)

    def _note(self, actions: dict[int, int] | None) -> None:
        if not self._rules.has_hidden_information:
            return
        for agent in range(self._rules.num_agents):
            digest = hashlib.sha256(self._known[agent].encode())
            digest.update(self.inner.observe(agent).tobytes())
            digest.update(repr((actions or {}).get(agent)).encode())
            self._known[agent] = digest.hexdigest()[:32]

    def _is_chance(self) -> bool:
        if self._pending is not None:
            return True
        return self._rules.chance == "dice" and not self._thrown and self.inner.begins_with_throw

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self._is_chance():
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if self._rules.is_simultaneous else self.inner.agent

    def is_terminal(self) -> bool:
        state = self.inner
        return self._pending is None and (
            state.is_over or self._made >= self._most or state.stopped is not None or state.num_legal_moves == 0
        )

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.inner.legal_actions(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._pending is not None:
            return [(i, 1 / STREAMS) for i in range(STREAMS)]
        return [(i, throw[2]) for i, throw in enumerate(self.get_game().throws)]

    def _apply_action(self, action: int) -> None:
        self._names.clear()
        if self._pending is not None:
            self._draw(action)
        elif self._is_chance():
            self.inner.force_dice(self.get_game().throws[action][0])
            self._thrown = True
            self._note(None)
        else:
            self._decide([action])

    def _apply_actions(self, actions: list[int]) -> None:
        self._names.clear()
        self._decide([actions[agent] for agent in self.inner.agents])

    def _decide(self, actions: list[int]) -> None:
        if self._rules.chance == "sampled":
            self._pending = actions
        else:
            self._play(actions)

    def _draw(self, stream: int) -> None:
        """Chance takes one of its streams."""
        self._seed = (self._seed * STREAMS + stream + 1) * 2862933555777941757 + 3037000493 & (1 << 62) - 1
        pending, self._pending = self._pending, None
        if pending:
            self.inner.reseed(self._seed)
            self._play(pending)
        else:
            self.inner = self._rules.start(self._seed)
            self._note(None)

    def _play(self, actions: list[int]) -> None:
        done = dict(zip(self.inner.agents, actions))
        self._made += 1
        self.inner.play_action(actions)
        self._thrown = False
        self._note(done)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            throws = self.get_game().throws
            if self._pending is not None:
                return f"stream {action}"
            return f"throw {action}: " + " ".join(map(str, throws[action][1]))
        if player not in self._names:
            self._names[player] = dict(self.inner.actions(player))
        return self._names[player].get(action) or self._rules.action_name(action)

    def returns(self) -> list[float]:
        return [float(value) for value in self.inner.returns()]

    def __str__(self) -> str:
        waiting = "" if self._pending is None else f" chance after {self._pending}"
        return f"{self.inner}{' thrown' if self._thrown else ''}{waiting} after {self._made} moves"

    def known_to(self, player: int) -> str:
        """All that a player knows, as text: the course of the game, or what was seen of it."""
        if self._rules.has_hidden_information:
            return f"player {player} {self._known[player]}"
        return f"player {player} " + " ".join(str(action) for action in self.history())


class Observer:
    """What players see, for OpenSpiel."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor: Any = None if perfect_recall else np.zeros(game.observation_size, np.float32)
        self.dict: dict[str, Any] = {} if perfect_recall else {"observation": self.tensor}

    def set_from(self, state: LudariumState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.inner.observe(player)

    def string_from(self, state: LudariumState, player: int) -> str:
        if self.perfect_recall:
            return state.known_to(player)
        observation = state.inner.observe(player)
        kept = np.flatnonzero(observation)
        return " ".join(f"{k}:{observation[k]:g}" for k in kept)


class GameBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our players, or a function from a state to a move, as a bot of OpenSpiel."""

    def __init__(self, game: LudariumGame, player_id: int, player: Agent = "default", seconds: float = 1.0, seed: int = 1):
        super().__init__()
        self._player_id = player_id
        self._ask = chooser(game.rules, player, seconds, seed)

    def player_id(self) -> int:
        return self._player_id

    def restart_at(self, state: LudariumState) -> None:
        """Nothing is remembered between moves."""

    def step(self, state: LudariumState) -> int:
        action = action_of(state.inner, self._player_id, self._ask(state.inner))
        return int(pyspiel.INVALID_ACTION) if action is None else action


pyspiel.register_game(_kind(None), LudariumGame)

"""The compiled part of the package. Its names are used through `ludarium`."""

from collections.abc import Callable
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Batch", "ENCODING_VERSION", "Game", "GameError", "IllegalMove", "OBSERVATION_LIMIT", "Player", "State", "__version__",
    "concepts", "games", "playouts", "reconstruct", "verdict",
]

__version__: str
#: Actions and observations mean the same for all releases with the same number.
ENCODING_VERSION: int
#: No number in an observation is greater.
OBSERVATION_LIMIT: float

class GameError(ValueError):
    """A game that cannot be made; the text says where its description is wrong."""

class IllegalMove(ValueError):
    """A move or action that is not legal; the state is as it was."""

@final
class Game:
    """A game: rules that can be played. Cheap to share between threads; games pickle and compare."""

    @staticmethod
    def load(name: str, options: list[str] = ..., ruleset: str | None = None) -> Game:
        """A game of the library by any of its names, or a file."""
    @staticmethod
    def from_text(text: str, options: list[str] = ..., ruleset: str | None = None, source: str = ...) -> Game:
        """The game that a description describes."""
    @property
    def name(self) -> str:
        """As the description has it: `Hex`."""
    @property
    def id(self) -> str:
        """The name with the version of its encoding: `Hex-v1`."""
    @property
    def text(self) -> str:
        """The description."""
    @property
    def source(self) -> str:
        """The name or path it was loaded by."""
    @property
    def options(self) -> list[str]:
        """The options that were chosen."""
    @property
    def ruleset(self) -> str | None:
        """The ruleset that was chosen."""
    @property
    def available_options(self) -> list[tuple[str, list[str]]]:
        """What may be chosen: each heading with its items, for `options=["Heading/Item"]`."""
    @property
    def available_rulesets(self) -> list[str]:
        """The rulesets that the description names, for `ruleset=`."""
    @property
    def num_players(self) -> int:
        """How many players the rules speak of; 0 for a simulation."""
    @property
    def num_agents(self) -> int:
        """How many agents there are: as many as players, at least one."""
    @property
    def num_actions(self) -> int:
        """How many actions there are in all."""
    @property
    def action_layout(self) -> dict[str, tuple[int, int]]:
        """Where the parts of the action space begin and how large they are: wait, pass, swap, sites, pairs, named."""
    def action_name(self, action: int) -> str:
        """What an action means in every position."""
    @property
    def sites(self) -> list[str]:
        """The rows of an observation's table, and the sites of the actions."""
    @property
    def planes(self) -> list[str]:
        """The columns of an observation's table."""
    @property
    def globals(self) -> list[str]:
        """The numbers behind an observation's table."""
    @property
    def observation_size(self) -> int:
        """`len(sites) * len(planes) + len(globals)`."""
    @property
    def is_simultaneous(self) -> bool:
        """Do all players move at once?"""
    @property
    def has_hidden_information(self) -> bool:
        """Is something hidden from some player?"""
    @property
    def chance(self) -> str:
        """`none`, `dice` (throws begin turns and can be listed) or `sampled`."""
    def throws(self) -> list[tuple[list[tuple[int, int]], list[int], float]]:
        """All throws of the dice: faces as (site, index), values, probability."""
    @property
    def move_limit(self) -> int:
        """A game is drawn after so many moves."""
    def start(self, seed: int = 0) -> State:
        """The beginning of a game. The seed decides all chance in it."""
    def rules(self, format: str = "text", width: int = 80) -> str:
        """The rules in English: `text`, `markdown` or `html`."""
    def _repr_html_(self) -> str: ...

@final
class State:
    """A game in progress. States copy, pickle and compare; one that was pickled goes on exactly, and cannot be taken back
    before the moment at which it was."""

    @staticmethod
    def from_text(game: Game, text: str) -> State:
        """Goes on from what `to_text` wrote."""
    def to_text(self) -> str:
        """Everything that the future of the game depends on."""
    def copy(self) -> State:
        """A copy that goes its own way."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any, /) -> State: ...
    @property
    def game(self) -> Game: ...
    @property
    def seed(self) -> int: ...
    @property
    def mover(self) -> int:
        """The player whose turn it is, from 1."""
    @property
    def agent(self) -> int:
        """The agent that decides, from 0. Agents keep their number when players change seats."""
    @property
    def agents(self) -> list[int]:
        """The agents that decide now: one, or several where all move at once; none when it is over."""
    @property
    def plies(self) -> int:
        """How many moves were made."""
    @property
    def is_over(self) -> bool: ...
    @property
    def stopped(self) -> str | None:
        """The rule that did not come to an end, if there is one: nothing more can be played."""
    @property
    def scores(self) -> list[int]: ...
    def legal_moves(self) -> list[str]:
        """The names of the legal moves, all different."""
    @property
    def num_legal_moves(self) -> int: ...
    def play(self, m: str | int) -> None:
        """Plays a move by its name, or by its place in `legal_moves`. Raises `IllegalMove`."""
    def undo(self) -> bool:
        """Takes the last move back, chance included; False at the start."""
    def history(self) -> list[str]:
        """The names of the moves so far."""
    def outcome(self) -> dict[str, Any] | None:
        """How the game ended: `winner` (a player from 1, or None), `ranks`, `draw`; None while it goes on."""
    def returns(self) -> list[float]:
        """What each agent got, from -1 to 1; zeros while the game goes on."""
    def legal_actions(self, agent: int | None = None) -> list[int]:
        """The legal actions of an agent, in rising order; [0] (wait) for one who does not decide."""
    def actions(self, agent: int | None = None) -> list[tuple[int, str]]:
        """The legal actions of an agent with the names of their moves."""
    def play_action(self, action: int | list[int]) -> None:
        """Plays an action, or one for each agent that decides. Raises `IllegalMove`."""
    def write_mask(self, agent: int, out: NDArray[np.int8]) -> None:
        """Writes 1 where an action of an agent is legal, else 0."""
    def observe(self, agent: int | None = None) -> NDArray[np.float32]:
        """What an agent sees: the table of sites and planes, row by row, then the globals."""
    @property
    def begins_with_throw(self) -> bool:
        """Does this turn begin with a throw of dice?"""
    def force_dice(self, faces: list[tuple[int, int]]) -> None:
        """Prescribes what the dice of this turn show, as `Game.throws` lists them."""
    def reseed(self, seed: int) -> None:
        """Chance comes from this seed from now on; the legal moves stay what they are."""
    def playout(self, seed: int) -> tuple[int, list[float] | None]:
        """A random game from here: its length, and the ranks at its end."""
    def svg(self, viewer: int | None = None) -> str:
        """The picture of the position, as everybody sees it or as one player (from 1) does."""
    def _repr_svg_(self) -> str: ...
    def _repr_html_(self) -> str: ...

@final
class Player:
    """A computer player of one game, by name as on the command line: `random`, `uct@iterations=1000`, `ab@nodes=4000`,
    `level3`, `default`. It thinks for `seconds` where its name sets no budget; a budget in iterations or nodes makes it
    repeatable."""

    def __new__(cls, game: Game, name: str = "default", seconds: float = 1.0, threads: int = 1, seed: int = 1) -> Player: ...
    @property
    def name(self) -> str: ...
    def think(self, state: State) -> dict[str, Any] | None:
        """What it thinks: `index`, `move`, `value` (-1 to 1), `proven`, `iterations`, `candidates` (move, value, visits)."""
    def __call__(self, state: State) -> str | None:
        """The name of the move that it would make."""

@final
class Batch:
    """The compiled part of `ludarium.Batch`: arrays are flat here."""

    def __new__(
        cls, game: Game, n: int, seed: int = 0, max_moves: int | None = None, threads: int | None = None
    ) -> Batch: ...
    @property
    def rows(self) -> int: ...
    def reset(self, seed: int, arrays: tuple[NDArray[Any], ...]) -> None: ...
    def step(self, actions: NDArray[np.int64], arrays: tuple[NDArray[Any], ...]) -> int: ...
    def sample(self, out: NDArray[np.int64]) -> None: ...
    def describe(self, game: int, row: int, action: int) -> str | None: ...

def games() -> list[tuple[str, str]]:
    """The games of the library: the key by which each is loaded, and its title."""

def concepts(game: Game) -> dict[str, float]:
    """What a game is: a number for every concept that its description shows (1 for those that hold or do not)."""

def verdict(
    game: Game,
    games: int = 200,
    margin: float = 0.05,
    seed: int = 1,
    most: int | None = None,
    think: int = 4,
    progress: Callable[[int], Any] | None = None,
) -> dict[str, Any]:
    """Judges whether a game can be played: see `ludarium.verdict`."""

def playouts(game: Game, games: int, seed: int = 1, most: int | None = None) -> list[tuple[int, list[float]]]:
    """Random games: see `ludarium.playouts`."""

def reconstruct(
    text: str,
    results: int = 10,
    seed: int = 1,
    seconds: float = 60.0,
    progress: Callable[[float], Any] | None = None,
) -> list[dict[str, Any]]:
    """Whole games for a description with holes: see `ludarium.reconstruct`."""

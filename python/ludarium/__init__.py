"""Ludarium: more than a thousand games to play, study and learn.

>>> import ludarium as lud
>>> game = lud.load("hex", options=["Board Size/7x7"])
>>> state = game.start(seed=1)
>>> len(state.legal_moves())
49
>>> state.play("d4")
>>> state.mover
2

Batches for learning are made by `batch`; environments for PettingZoo, Gymnasium and OpenSpiel are in the modules of
these names; large jobs are in `ludarium.jobs`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ._core import (
    ENCODING_VERSION,
    OBSERVATION_LIMIT,
    Game,
    GameError,
    IllegalMove,
    Player,
    State,
    __version__,
    concepts,
    games,
)
from . import _core
from .batches import Batch, batch
from .matches import Match, Rating, Sprt, match, ratings

__all__ = [
    "ENCODING_VERSION", "OBSERVATION_LIMIT", "Batch", "Game", "GameError", "IllegalMove", "Match", "Player", "Rating",
    "Sprt", "State", "__version__", "batch", "concepts", "games", "load", "match", "playouts", "ratings", "reconstruct",
    "verdict",
]


def load(game: str | os.PathLike[str] | Game, options: Sequence[str] = (), ruleset: str | None = None) -> Game:
    """A game of the library by any of its names, a file, or a description in ludemes.

    `options` are written `"Heading/Item"`, as `Game.available_options` lists them. A name of an environment such as
    `"Hex-v1"` is good, too. What cannot be loaded raises `GameError` with the whole diagnosis.
    """
    if isinstance(game, Game):
        return game
    name = os.fspath(game)
    if name.lstrip().startswith(("(", "//")):
        return Game.from_text(name, list(options), ruleset)
    stem, separator, version = name.rpartition("-v")
    if separator and version == str(ENCODING_VERSION) and not os.path.exists(name):
        name = stem.replace("_", " ")
    return Game.load(name, list(options), ruleset)


def playouts(game: str | Game, games: int, seed: int = 1, most: int | None = None) -> list[tuple[int, list[float]]]:
    """Random games by the fast engine, one for each seed from `seed` on: the number of moves, and the players' ranks at
    the end (none where a game was broken off after `most` moves)."""
    return _core.playouts(load(game), games, seed, most)


def verdict(
    game: str | Game,
    games: int = 200,
    margin: float = 0.05,
    seed: int = 1,
    most: int | None = None,
    progress: bool = False,
    think: int = 4,
) -> dict[str, Any]:
    """Judges whether a game can be played, by playing it: a grade, and findings in sentences with figures.

    Random play ends before `games` games when the deciding figures are known within `margin`. Then somebody who thinks
    plays `think` games against random movers in every seat; puzzles are solved. The seed decides everything.
    """
    if not progress:
        return _core.verdict(load(game), games, margin, seed, most, think)
    from tqdm.auto import tqdm

    with tqdm(total=games, unit="game") as bar:
        def tell(played: int) -> None:
            bar.update(played - bar.n)

        found = _core.verdict(load(game), games, margin, seed, most, think, tell)
        bar.update(found["games"] - bar.n)
    return found


def reconstruct(
    text: str, results: int = 10, seed: int = 1, seconds: float = 60.0, progress: bool = False
) -> list[dict[str, Any]]:
    """Whole games that fit a description with holes (a text, or a file), best first: `text`, `score` and `donors` of each."""
    if os.path.isfile(text):
        with open(text, encoding="utf-8") as file:
            text = file.read()
    if not progress:
        return _core.reconstruct(text, results, seed, seconds)
    from tqdm.auto import tqdm

    with tqdm(total=round(seconds), unit="s") as bar:
        def tell(passed: float) -> None:
            bar.update(min(round(passed), bar.total) - bar.n)

        return _core.reconstruct(text, results, seed, seconds, tell)

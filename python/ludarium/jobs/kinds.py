"""The kinds of jobs: what their units are, what a unit does, and what its rows hold."""

from __future__ import annotations

import itertools
import json
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from .. import _core, load
from ..matches import Rating, Sprt, play, ratings
from .running import Rows, Unit, run

Games = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

#: Options of this heading are rulesets of their own.
VARIANT = "Variant"

_BASE = [("game", pa.string()), ("option", pa.string()), ("error", pa.string())]
SCHEMAS = {
    "playouts": pa.schema([*_BASE, ("seed", pa.int64()), ("moves", pa.int64()), ("winner", pa.int64()),
                           ("ranks", pa.list_(pa.float64()))]),
    "verdicts": pa.schema([*_BASE, ("name", pa.string()), ("grade", pa.string()), ("games", pa.int64()),
                           ("findings", pa.string())]),
    "concepts": pa.schema([*_BASE, ("concept", pa.string()), ("value", pa.float64())]),
    "match": pa.schema([*_BASE, ("seed", pa.int64()), ("first", pa.string()), ("second", pa.string()),
                        ("players", pa.list_(pa.string())), ("returns", pa.list_(pa.float64())),
                        ("moves", pa.list_(pa.string())), ("ended", pa.string())]),
    "reconstruct": pa.schema([*_BASE, ("seed", pa.int64()), ("rank", pa.int64()), ("score", pa.float64()),
                              ("text", pa.string()), ("donors", pa.list_(pa.string()))]),
    "selfplay": pa.schema([*_BASE, ("seed", pa.int64()), ("ply", pa.int64()), ("agent", pa.int64()),
                           ("action", pa.int64()), ("move", pa.string()), ("value", pa.float64()),
                           ("candidates", pa.list_(pa.string())), ("visits", pa.list_(pa.int64())),
                           ("result", pa.float64()), ("observation", pa.list_(pa.float32()))]),
}


def rulesets(games: Games) -> list[tuple[str, str]]:
    """Games and folders as pairs of a game and the option that chooses a ruleset of it, in the order of paths. A description
    that offers variants counts once for each of these."""
    given = [games] if isinstance(games, (str, os.PathLike)) else list(games)
    paths: list[str] = []
    for game in given:
        path = Path(game)
        paths += sorted(str(p) for p in path.rglob("*.lud")) if path.is_dir() else [os.fspath(game)]
    out: list[tuple[str, str]] = []
    for name in paths:
        try:
            options = dict(load(name).available_options)
        except (ValueError, OSError):
            options = {}  # (Its unit says what is wrong.)
        variants = options.get(VARIANT, [])
        out += [(name, f"{VARIANT}/{item}") for item in variants] or [(name, "")]
    return out


def _rules(unit: Unit) -> _core.Game:
    option = unit.settings.get("option", "")
    return load(unit.game, [option] if option else [])


def _base(unit: Unit) -> dict[str, Any]:
    return {"game": unit.game, "option": unit.settings.get("option", ""), "error": None}


def _chunks(total: int, size: int) -> list[tuple[int, int]]:
    return [(start, min(size, total - start)) for start in range(0, total, size)]


# ---- random games ----

def _playouts(unit: Unit) -> Rows:
    first, count, most = unit.settings["seed"], unit.settings["count"], unit.settings["most"]
    rows = []
    for i, (moves, ranks) in enumerate(_core.playouts(_rules(unit), count, first, most)):
        best = [player + 1 for player, rank in enumerate(ranks) if rank == 1.0]
        rows.append({**_base(unit), "seed": first + i, "moves": moves, "winner": best[0] if len(best) == 1 else None,
                     "ranks": ranks})
    return rows


def playouts(
    games: Games, out: str | os.PathLike[str], games_each: int = 100, seed: int = 1, most: int | None = None,
    chunk: int = 50, **how: Any,
) -> pa.Table:
    """Random games of every ruleset: a row for each, with its seed, length, winner and ranks."""
    units = [Unit("playouts", game, {"option": option, "seed": seed + start, "count": count, "most": most})
             for game, option in rulesets(games) for start, count in _chunks(games_each, chunk)]
    return run(units, _playouts, SCHEMAS["playouts"], out, **how)


# ---- verdicts and concepts ----

def _verdict(unit: Unit) -> Rows:
    s = unit.settings
    found = _core.verdict(_rules(unit), s["games"], s["margin"], s["seed"], s["most"])
    return [{**_base(unit), "name": found["game"], "grade": found["grade"], "games": found["games"],
             "findings": json.dumps(found["findings"])}]


def verdicts(
    games: Games, out: str | os.PathLike[str], games_each: int = 100, margin: float = 0.05, seed: int = 1,
    most: int | None = 2000, limit: int | None = None, **how: Any,
) -> pa.Table:
    """Whether each ruleset can be played: a row for each, with its grade and its findings (as JSON)."""
    settings = {"games": games_each, "margin": margin, "seed": seed, "most": most}
    units = [Unit("verdicts", game, {"option": option, **settings}) for game, option in rulesets(games)][:limit]
    return run(units, _verdict, SCHEMAS["verdicts"], out, **how)


def _concepts(unit: Unit) -> Rows:
    return [{**_base(unit), "concept": name, "value": value} for name, value in _core.concepts(_rules(unit)).items()]


def concepts(games: Games, out: str | os.PathLike[str], limit: int | None = None, **how: Any) -> pa.Table:
    """What each ruleset is: a row for each of its concepts."""
    units = [Unit("concepts", game, {"option": option}) for game, option in rulesets(games)][:limit]
    return run(units, _concepts, SCHEMAS["concepts"], out, **how)


# ---- matches ----

def _match(unit: Unit) -> Rows:
    s = unit.settings
    returns, moves, ended = play(_rules(unit), s["players"], s["seed"], s["seconds"], s["most"])
    return [{**_base(unit), "seed": s["seed"], "first": s["players"][0], "second": s["players"][-1],
             "players": list(s["players"]), "returns": returns, "moves": moves, "ended": ended}]


def _meetings(game: str, option: str, pair: tuple[str, str], numbers: range, seed: int, seconds: float, most: int) -> list[Unit]:
    """Games of two players who change seats; where a game has more seats they take turns in them."""
    seats = load(game, [option] if option else []).num_agents
    if seats < 2:
        raise ValueError(f"{game} is not played against anybody")
    return [Unit("match", game, {"option": option, "players": [pair[(seat + n) % 2] for seat in range(seats)],
                                 "seed": seed + n, "seconds": seconds, "most": most}) for n in numbers]


def scores(table: pa.Table, players: Sequence[str]) -> list[tuple[int, int, float]]:
    """The results of games as (player, other, score of the first)."""
    place = {player: i for i, player in enumerate(players)}
    out = []
    for row in table.to_pylist():
        if row["error"] or not row["returns"]:
            continue
        for a, b in itertools.combinations(range(len(row["players"])), 2):
            one, other = row["players"][a], row["players"][b]
            if one != other:
                gap = row["returns"][a] - row["returns"][b]
                out.append((place[one], place[other], 0.5 + 0.5 * (gap > 0) - 0.5 * (gap < 0)))
    return out


def match(
    games: Games, players: Sequence[str], out: str | os.PathLike[str], games_each: int = 10, seed: int = 1,
    seconds: float = 1.0, most: int = 1000, **how: Any,
) -> tuple[pa.Table, list[Rating]]:
    """A round robin over all games: everybody meets everybody `games_each` times in every game. One joint rating over all."""
    units: list[Unit] = []
    for game, option in rulesets(games):
        for k, pair in enumerate(itertools.combinations(players, 2)):
            first = seed + k * 1_000_003
            units += _meetings(game, option, pair, range(games_each), first, seconds, most)
    table = run(units, _match, SCHEMAS["match"], out, **how)
    return table, ratings(players, scores(table, players))


def swiss(
    games: Games, players: Sequence[str], out: str | os.PathLike[str], rounds: int | None = None, games_each: int = 2,
    seed: int = 1, seconds: float = 1.0, most: int = 1000, **how: Any,
) -> tuple[pa.Table, list[Rating]]:
    """A tournament in rounds: in each, players of like points who have met least play each other."""
    rounds = rounds or max(1, math.ceil(math.log2(max(2, len(players)))) + 1)
    shelf = rulesets(games)
    points = [0.0] * len(players)
    met: dict[tuple[int, int], int] = {}
    tables = []
    for number in range(rounds):
        units: list[Unit] = []
        for k, (a, b) in enumerate(_pairs(points, met)):
            met[a, b] = met.get((a, b), 0) + 1
            first = seed + (number * 997 + k) * 1_000_003
            for game, option in shelf:
                units += _meetings(game, option, (players[a], players[b]), range(games_each), first, seconds, most)
        table = run(units, _match, SCHEMAS["match"], out, **how)
        tables.append(table)
        for a, b, score in scores(table, players):
            points[a] += score
            points[b] += 1 - score
    whole = pa.concat_tables(tables)
    return whole, ratings(players, scores(whole, players))


def _pairs(points: Sequence[float], met: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Who meets whom: from the top down, each the next who was met least. The last of an odd number rests."""
    order = sorted(range(len(points)), key=lambda p: (-points[p], p))
    pairs = []
    while len(order) > 1:
        a = order.pop(0)
        b = min(order, key=lambda p: (met.get((min(a, p), max(a, p)), 0), order.index(p)))
        order.remove(b)
        pairs.append((min(a, b), max(a, b)))
    return pairs


def sprt(
    games: Games, players: tuple[str, str], out: str | os.PathLike[str], test: Sprt | None = None, most_games: int = 2000,
    batch: int = 20, seed: int = 1, seconds: float = 1.0, most: int = 1000, **how: Any,
) -> tuple[pa.Table, str]:
    """Plays two players against each other until a sequential test says whether the first is stronger: `accept`, `reject` or
    `open`. Games are counted in their order, so that the answer does not depend on who finished first."""
    test = test or Sprt()
    shelf = rulesets(games)
    tables: list[pa.Table] = []
    results: list[float] = []
    for start in range(0, most_games, batch):
        units: list[Unit] = []
        for number in range(start, min(start + batch, most_games)):
            game, option = shelf[number // 2 % len(shelf)]
            units += _meetings(game, option, players, range(number % 2, number % 2 + 1), seed + number, seconds, most)
        table = run(units, _match, SCHEMAS["match"], out, **how)
        tables.append(table)
        for a, _, score in scores(table, players):
            results.append(score if a == 0 else 1 - score)
            if (found := test.verdict(results)) != "open":
                return pa.concat_tables(tables), found
    return pa.concat_tables(tables), "open"


# ---- reconstruction ----

def _reconstruct(unit: Unit) -> Rows:
    s = unit.settings
    text = Path(unit.game).read_text(encoding="utf-8")
    found = _core.reconstruct(text, s["results"], s["seed"], s["seconds"])
    return [{**_base(unit), "seed": s["seed"], "rank": i + 1, "score": proposal["score"], "text": proposal["text"],
             "donors": proposal["donors"]} for i, proposal in enumerate(found)]


def reconstruct(
    games: Games, out: str | os.PathLike[str], results: int = 10, seeds: int = 1, seed: int = 1, seconds: float = 60.0,
    **how: Any,
) -> pa.Table:
    """Whole games for descriptions with holes: a row for each proposal. (The search ends by the clock where it does not find
    enough before, so that here a slower machine may find fewer.)"""
    units = [Unit("reconstruct", game, {"results": results, "seed": seed + k, "seconds": seconds})
             for game, _ in rulesets(games) for k in range(seeds)]
    return run(units, _reconstruct, SCHEMAS["reconstruct"], out, **how)


# ---- self-play ----

def _selfplay(unit: Unit) -> Rows:
    s = unit.settings
    rules = _rules(unit)
    state = rules.start(s["seed"])
    players = [_core.Player(rules, s["player"], seconds=s["seconds"], seed=s["seed"] * 31 + i)
               for i in range(rules.num_agents)]
    rows: Rows = []
    while not state.is_over and state.num_legal_moves and state.stopped is None and len(rows) < s["most"]:
        agent = state.agent
        thought = players[agent].think(state)
        if thought is None:
            break
        actions = {name: action for action, name in state.actions(agent)}
        move = thought["move"]
        rows.append({**_base(unit), "seed": s["seed"], "ply": state.plies, "agent": agent, "action": actions.get(move),
                     "move": move, "value": thought["value"], "candidates": [c[0] or "" for c in thought["candidates"]],
                     "visits": [c[2] for c in thought["candidates"]],
                     "observation": state.observe(agent).tolist() if s["observations"] else None})
        state.play(thought["index"])
    returns = state.returns()
    for row in rows:
        row["result"] = float(returns[row["agent"]])
    return rows


def selfplay(
    games: Games, out: str | os.PathLike[str], player: str = "uct@iterations=200", games_each: int = 10, seed: int = 1,
    seconds: float = 1.0, most: int = 1000, observations: bool = False, **how: Any,
) -> pa.Table:
    """Games of a player against itself: a row for each position, with the move, its action, the candidates with their
    visits, what the player believed, and what came of it."""
    units = [Unit("selfplay", game, {"option": option, "player": player, "seed": seed + k, "seconds": seconds, "most": most,
                                     "observations": observations})
             for game, option in rulesets(games) for k in range(games_each)]
    return run(units, _selfplay, SCHEMAS["selfplay"], out, **how)

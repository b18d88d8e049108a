"""Steps per second of processor time: our batches against OpenSpiel's stepping from Python (its states by hand, and its
`rl_environment`), and EnvPool where it has the game.

    python python/measure/rates.py [--seconds S] [--n N]

All play uniformly random legal actions with observations and masks, on one thread, in turn in one run; what is counted is
the processor time of this process, so that a busy machine matters little. Choosing the actions is counted for none of the two
batched ones, and for OpenSpiel it is a single call of NumPy's generator.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import ludarium as lud

#: Ours, options, OpenSpiel's, EnvPool's.
GAMES = [
    ("tic-tac-toe", [], "tic_tac_toe", "TicTacToe-v1"),
    ("connect-four", [], "connect_four", "ConnectFour-v1"),
    ("hex", [], "hex(board_size=11)", "Hex-v1"),
    ("reversi", [], "othello", "Othello-v1"),
    ("breakthrough", [], "breakthrough", None),
    ("chess", [], "chess", "Chess-v1"),
    ("english-draughts", [], "checkers", None),
    ("amazons", [], "amazons", None),
    ("kalah", [], "mancala", None),
    ("lines-of-action", [], "lines_of_action", None),
    ("backgammon", [], "backgammon", "Backgammon-v1"),
    ("go", ["Board Size/9x9"], "go(board_size=9)", "Go9x9-v1"),
]


def ours(game: lud.Game, n: int, seconds: float) -> float:
    env = lud.batch(game, n=n, seed=1, threads=1)
    env.reset()
    spent, steps = 0.0, 0
    while spent < seconds:
        actions = env.sample().copy()
        begun = time.process_time()
        env.step(actions)
        spent += time.process_time() - begun
        steps += n
    return steps / spent


def openspiel(name: str, seconds: float) -> float:
    import pyspiel

    game = pyspiel.load_game(name)
    random = np.random.default_rng(1)
    state, steps = game.new_initial_state(), 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        for _ in range(20):
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(outcomes[int(random.choice(len(outcomes), p=chances))])
                continue
            state.observation_tensor()
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            steps += 1
    return steps / (time.process_time() - begun)


def learning(name: str, seconds: float) -> float:
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(name)
    random = np.random.default_rng(1)
    step, steps = env.reset(), 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        for _ in range(20):
            if step.last():
                step = env.reset()
            player = step.observations["current_player"]
            legal = step.observations["legal_actions"][player]
            step = env.step([legal[int(random.random() * len(legal))]])
            steps += 1
    return steps / (time.process_time() - begun)


def pooled(name: str, n: int, seconds: float) -> float:
    import envpool

    env: Any = envpool.make(name, env_type="gymnasium", num_envs=n, num_threads=1)
    _, info = env.reset()
    random = np.random.default_rng(1)
    spent, steps = 0.0, 0
    while spent < seconds:
        mask = info["legal_action_mask"]
        actions = (random.random(mask.shape) * mask).argmax(1).astype(np.int32)
        begun = time.process_time()
        _, _, _, _, info = env.step(actions)
        spent += time.process_time() - begun
        steps += n
    return steps / spent


def tried(measure: Callable[[], float]) -> float | str:
    try:
        return measure()
    except Exception as why:
        return f"{type(why).__name__}: {why}"[:40]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--n", type=int, default=1024)
    args = parser.parse_args()
    print(f"steps per second of processor time, {args.n} games at once, {args.seconds} s each\n")
    print("| game | Ludarium batch | OpenSpiel states | ratio | OpenSpiel rl_environment | ratio | EnvPool | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    show = lambda x: f"{x:,.0f}" if isinstance(x, float) else (x or "")  # noqa: E731
    for name, options, spiel, pool in GAMES:
        game = lud.load(name, options)
        mine = ours(game, args.n, args.seconds)
        theirs = tried(lambda: openspiel(spiel, args.seconds))
        taught = tried(lambda: learning(spiel, args.seconds))
        other = tried(lambda: pooled(pool, args.n, args.seconds)) if pool else None
        ratio = lambda x: f"{mine / x:.1f}" if isinstance(x, float) else ""  # noqa: E731
        columns = [name, show(mine)]
        for rate in (theirs, taught, other):
            columns += [show(rate), ratio(rate)]
        print("| " + " | ".join(columns) + " |", flush=True)


if __name__ == "__main__":
    main()

"""The peers' own test suites on many games: PettingZoo's, Gymnasium's and OpenSpiel's.

    python python/measure/peers.py --out peers.tsv [--cycles N] [--part I/N] [GAME or FOLDER …]

Without games: the library. Each line of the table is a game, a test and `ok`, or why not. A broken-off run goes on where it was
stopped. A game that cannot be loaded is a line of its own.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import signal
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

warnings.simplefilter("ignore")

import pyspiel  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test  # noqa: E402

import ludarium as lud  # noqa: E402
import ludarium.gymnasium as single  # noqa: E402
import ludarium.openspiel as spiel  # noqa: E402
import ludarium.pettingzoo as zoo  # noqa: E402

TESTS = ["api_test", "parallel_api_test", "seed_test", "max_cycles_test", "check_env", "random_sim_test"]


def tests(source: str, game: lud.Game, cycles: int) -> Iterator[tuple[str, Callable[[], object]]]:
    yield "api_test", lambda: api_test(zoo.env(game), num_cycles=cycles)
    yield "parallel_api_test", lambda: parallel_api_test(zoo.parallel_env(game), num_cycles=cycles)
    yield "seed_test", lambda: seed_test(lambda: zoo.env(game), num_cycles=cycles)
    yield "max_cycles_test", lambda: max_cycles_test(zoo.module(game))
    yield "check_env", lambda: check_env(single.GameEnv(game, max_moves=500))

    def simulate() -> None:
        found = pyspiel.load_game(spiel.game_string(source, max_moves=cycles))
        pyspiel.random_sim_test(found, num_sims=1, serialize=True, verbose=False)

    yield "random_sim_test", simulate


def try_game(source: str, cycles: int, seconds: int) -> Iterator[tuple[str, str, float]]:
    def late(*_: object) -> None:
        raise TimeoutError(f"longer than {seconds} s")

    signal.signal(signal.SIGALRM, late)
    begun = time.process_time()
    try:
        game = lud.load(source)
    except (lud.GameError, OSError) as why:
        yield "load", str(why).splitlines()[0], 0.0
        return
    for name, test in tests(source, game, cycles):
        begun = time.process_time()
        signal.alarm(seconds)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                test()
            said = "ok"
        except Exception as why:  # noqa: BLE001
            said = " ".join(f"{type(why).__name__}: {why}".split())[:300]
        finally:
            signal.alarm(0)
        yield name, said, time.process_time() - begun


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--out", required=True)
    parser.add_argument("--cycles", type=int, default=60)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--seconds", type=int, default=120, help="a test that takes longer has failed")
    args = parser.parse_args()
    sources: list[str] = []
    for name in args.games or [key for key, _ in lud.games()]:
        sources += sorted(map(str, Path(name).rglob("*.lud"))) if os.path.isdir(name) else [name]
    part, parts = map(int, args.part.split("/"))
    done: set[str] = set()
    if os.path.exists(args.out):
        with open(args.out, encoding="utf-8") as file:
            done = {line.split("\t")[0] for line in file}
    with open(args.out, "a", encoding="utf-8") as table:
        for source in sources[part - 1::parts]:
            if source in done:
                continue
            lines = [f"{source}\t{name}\t{said}\t{spent:.2f}\n" for name, said, spent in try_game(source, args.cycles, args.seconds)]
            table.writelines(lines)
            table.flush()
    with open(args.out, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    green = Counter(row[1] for row in rows if row[2] == "ok")
    whole = Counter(row[0] for row in rows if row[2] == "ok")
    print({name: green[name] for name in TESTS}, sum(1 for n in whole.values() if n == len(TESTS)), "games are green in all")
    for row in rows:
        if row[2] != "ok" and row[1] != "load":
            print("\t".join(row[:3]))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The peers' own test suites on many games: PettingZoo's, Gymnasium's and OpenSpiel's.

    python python/measure/peers.py --out peers.tsv [--cycles N] [--part I/N] [GAME or FOLDER …]
    python python/measure/peers.py --summary peers.tsv …

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


def summary(tables: list[str]) -> str:
    """What came of it, as Markdown."""
    rows: dict[tuple[str, str], str] = {}
    for name in tables:
        with open(name, encoding="utf-8") as file:
            for line in file:
                source, test, said, _ = line.rstrip("\n").split("\t")
                rows[source, test] = said
    games = {source for source, test in rows if test != "load"}
    refused = {source: said for (source, test), said in rows.items() if test == "load"}
    out = ["| test | games that pass | games that do not |", "| --- | ---: | ---: |"]
    for test in TESTS:
        passed = sum(rows.get((game, test)) == "ok" for game in games)
        out.append(f"| `{test}` | {passed} | {len(games) - passed} |")
    whole = sum(all(rows.get((game, test)) == "ok" for test in TESTS) for game in games)
    out += [f"| all of them | {whole} | {len(games) - whole} |", ""]
    short = lambda source: source.rpartition("/lud/")[2]  # noqa: E731
    out += [f"- `{short(source)}`, `{test}`: {said}" for (source, test), said in sorted(rows.items()) if said != "ok" and test != "load"]
    reasons = Counter(refused.values())
    if refused:
        out += ["", f"{len(refused)} descriptions are no games that can be played, and were not tried:", ""]
    for reason, count in reasons.most_common():
        names = ", ".join(f"`{short(source)}`" for source, said in sorted(refused.items()) if said == reason)
        out.append(f"- {reason} ({count}): {names}")
    return "\n".join(out)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--out", default="peers.tsv")
    parser.add_argument("--cycles", type=int, default=60)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--seconds", type=int, default=120, help="a test that takes longer has failed")
    parser.add_argument("--summary", nargs="+", metavar="TABLE", help="only sum up tables that were made before")
    args = parser.parse_args()
    if args.summary:
        print(summary(args.summary))
        return 0
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
    print(summary([args.out]))
    return 0


if __name__ == "__main__":
    sys.exit(main())

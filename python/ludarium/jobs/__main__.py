"""Large jobs on the command line: `python -m ludarium.jobs verdicts --games DIR --out results/ --ray auto`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from ..matches import Rating, Sprt
from . import kinds


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ludarium.jobs", description=__doc__)
    commands = parser.add_subparsers(dest="job", required=True)

    def job(name: str, help_: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help_, description=help_)
        one.add_argument("--games", nargs="+", required=True, metavar="GAME", help="names, files or folders of games")
        one.add_argument("--out", required=True, help="folder of the Parquet data set; what is there is not done again")
        one.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster: auto, local, or an address")
        one.add_argument("--workers", type=int, help="processes on this machine; all cores when left out")
        one.add_argument("--seed", type=int, default=1)
        one.add_argument("--quiet", action="store_true", help="no progress")
        return one

    one = job("playouts", "random games of every ruleset")
    one.add_argument("--each", type=int, default=100, help="games of each ruleset")
    one.add_argument("--most", type=int, help="break games off after so many moves")
    one = job("verdicts", "whether rulesets can be played")
    one.add_argument("--each", type=int, default=100, help="at most so many games of each ruleset")
    one.add_argument("--margin", type=float, default=0.05)
    one.add_argument("--most", type=int, default=2000)
    one.add_argument("--limit", type=int, help="only the first so many rulesets")
    one = job("concepts", "what rulesets are")
    one.add_argument("--limit", type=int, help="only the first so many rulesets")
    one = job("match", "games between players, with one rating over all")
    one.add_argument("--players", nargs="+", required=True, metavar="PLAYER")
    one.add_argument("--each", type=int, default=10, help="games of each pair in each ruleset")
    one.add_argument("--seconds", type=float, default=1.0)
    one.add_argument("--most", type=int, default=1000)
    form = one.add_mutually_exclusive_group()
    form.add_argument("--swiss", type=int, metavar="ROUNDS", help="a Swiss tournament of so many rounds")
    form.add_argument("--sprt", metavar="ELO0,ELO1", help="a sequential test of the first player against the second")
    one = job("reconstruct", "whole games for descriptions with holes")
    one.add_argument("--results", type=int, default=10)
    one.add_argument("--seconds", type=float, default=60.0)
    one = job("selfplay", "games of a player against itself, position by position")
    one.add_argument("--player", default="uct@iterations=200")
    one.add_argument("--each", type=int, default=10)
    one.add_argument("--seconds", type=float, default=1.0)
    one.add_argument("--most", type=int, default=1000)
    one.add_argument("--observations", action="store_true", help="keep what the players saw")
    return parser


def _show(rated: Sequence[Rating]) -> None:
    for rating in rated:
        print(f"{rating.elo:+7.1f}  [{rating.low:+7.1f}, {rating.high:+7.1f}]  {rating.games:5d} games  {rating.player}")


def main(arguments: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(arguments)
    how: dict[str, Any] = {"ray": args.ray, "workers": args.workers, "progress": not args.quiet}
    games, out, seed = args.games, args.out, args.seed
    if args.job == "playouts":
        table = kinds.playouts(games, out, args.each, seed, args.most, **how)
    elif args.job == "verdicts":
        table = kinds.verdicts(games, out, args.each, args.margin, seed, args.most, args.limit, **how)
    elif args.job == "concepts":
        table = kinds.concepts(games, out, args.limit, **how)
    elif args.job == "reconstruct":
        table = kinds.reconstruct(games, out, args.results, 1, seed, args.seconds, **how)
    elif args.job == "selfplay":
        table = kinds.selfplay(games, out, args.player, args.each, seed, args.seconds, args.most, args.observations, **how)
    elif args.sprt:
        if len(args.players) != 2:
            sys.exit("a sequential test is between two players")
        low, high = map(float, args.sprt.split(","))
        pair = (args.players[0], args.players[1])
        table, verdict = kinds.sprt(games, pair, out, Sprt(low, high), seed=seed, seconds=args.seconds, most=args.most, **how)
        print(verdict)
    elif args.swiss:
        table, rated = kinds.swiss(games, args.players, out, args.swiss, args.each, seed, args.seconds, args.most, **how)
        _show(rated)
    else:
        table, rated = kinds.match(games, args.players, out, args.each, seed, args.seconds, args.most, **how)
        _show(rated)
    failed = sum(1 for why in table.column("error").to_pylist() if why)
    print(f"{out}: {table.num_rows} rows" + (f", {failed} with errors (column `error`)" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Random games per second beside another system's, as a table.

The other system's rates are a file of lines `path TAB name TAB playouts/s TAB moves/s TAB playouts`, in which a line
that could not be played says ERROR. This program plays the same files with `ludarium bench` and prints Markdown.

    tests/speed/beside.py RATES.tsv --ludarium target/release/ludarium --title "..." > docs/measurements/NAME.md
"""
import argparse
import json
import math
import subprocess
import sys


def rates(path):
    """The other system's name of each file's game, its playouts and moves per second. Default options only."""
    found = {}
    for line in open(path, encoding="utf-8"):
        parts = line.rstrip("\n").split("\t")
        if any(p.startswith("ERROR") for p in parts):
            continue
        if len(parts) != 5:
            print(f"not read: {line.rstrip()}", file=sys.stderr)
            continue
        found[parts[0]] = (parts[1], float(parts[2]), float(parts[3]))
    return found


def ours(program, path, seconds):
    command = [program, "bench", path, "--seconds", str(seconds), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    games = json.loads(done.stdout or "{}").get("games") or []
    return (games[0]["playouts_per_second"], games[0]["mean_plies"]) if games else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rates")
    parser.add_argument("--ludarium", default="target/release/ludarium")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--title", default="Random games beside another system")
    args = parser.parse_args()
    rows = []
    for path, (name, playouts, moves) in rates(args.rates).items():
        played = ours(args.ludarium, path, args.seconds)
        if played is None:
            print(f"not played: {path}", file=sys.stderr)
            continue
        rows.append((played[0] / playouts, name, played[0], playouts, played[1], moves / playouts))
    rows.sort()
    ratios = [r[0] for r in rows]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    below = ", ".join(f"below {n}: {sum(r < n for r in ratios)}" for n in (3, 5, 8, 10, 20))
    print(f"# {args.title}\n")
    print("Made by `tests/speed/beside.py`; each game's rates were measured in one run.\n")
    print(f"{len(rows)} games; geometric mean **{mean:.1f}**, median {ratios[len(ratios) // 2]:.1f}; {below}.\n")
    print("| ratio | game | playouts/s | the other's | plies | the other's |\n| ---: | --- | ---: | ---: | ---: | ---: |")
    for ratio, name, mine, theirs, plies, their_plies in rows:
        print(f"| {ratio:.1f} | {name} | {mine:,.0f} | {theirs:,.1f} | {plies:.1f} | {their_plies:.1f} |")


if __name__ == "__main__":
    main()

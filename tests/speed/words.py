#!/usr/bin/env python3
"""The same game in other words: random games per second of each game of the library beside those of the text of the same
name in a folder of descriptions, as a table. Pairs whose random games differ in length by more than a twentieth are told
apart: their rules differ.

    tests/speed/words.py CORPUS --ludarium target/release/ludarium > docs/measurements/same-words.md
"""
import argparse
import pathlib
import re
import statistics

from beside import ours as rate

GAME = re.compile(r'^\s*\(game\s+"([^"]+)"', re.MULTILINE)


def named(folder):
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*.lud")):
        if name := GAME.search(path.read_text(encoding="utf-8", errors="replace")):
            found.setdefault(name.group(1), path)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus")
    parser.add_argument("--library", default="games")
    parser.add_argument("--ludarium", default="target/release/ludarium")
    parser.add_argument("--seconds", type=float, default=0.4)
    args = parser.parse_args()
    corpus, library = named(args.corpus), named(args.library)
    same, other = [], []
    for name in sorted(library.keys() & corpus.keys()):
        # (Both are played twice, in turns, and the better rate counts, so that a short disturbance does not.)
        in_library, in_corpus = [], []
        for _ in range(2):
            in_library.append(rate(args.ludarium, str(library[name]), args.seconds))
            in_corpus.append(rate(args.ludarium, str(corpus[name]), args.seconds))
        if None in in_library or None in in_corpus:
            continue
        (rate_ours, plies_ours), (rate_theirs, plies_theirs) = max(in_library), max(in_corpus)
        alike = abs(plies_ours - plies_theirs) <= 0.05 * max(plies_ours, plies_theirs)
        row = (rate_ours / rate_theirs, name, rate_ours, rate_theirs, plies_ours, plies_theirs)
        (same if alike else other).append(row)
    ratios = [row[0] for row in same]
    print("# The same game in other words\n")
    print("Random games per second of the library's text over those of the corpus's text of the same name, and how long the games are.")
    print("Made by `tests/speed/words.py`.\n")
    print(
        f"{len(same)} pairs whose games are as long: median {statistics.median(ratios):.2f}; "
        f"below 0.6: {sum(r < 0.6 for r in ratios)}, below 0.95: {sum(r < 0.95 for r in ratios)}. "
        f"{len(other)} pairs are games of other rules (below).\n"
    )
    for rows in (same, other):
        print("| ratio | game | library | corpus | plies | plies |\n| ---: | --- | ---: | ---: | ---: | ---: |")
        for ratio, name, a, b, p, q in sorted(rows):
            print(f"| {ratio:.2f} | {name} | {a:,.0f} | {b:,.0f} | {p:.1f} | {q:.1f} |")
        print()


if __name__ == "__main__":
    main()

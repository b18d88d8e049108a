"""Everything asked at random places of random files of the corpus (or, without it, of the library): every question is
answered, quickly; what code actions and formatting make can be parsed, and is right where the text was right. FILES (4),
POSITIONS (25) and SEED choose; the time is printed, and a bound on it holds only where SLOWEST (ms) sets one."""

import os
import random
from collections import Counter

import pytest
from lsprotocol import types as lsp

from conftest import CORPUS, PROGRAM, ROOT
from editor import apply, position, uri_of
from wire import Wire

SEED = int(os.environ.get("SEED", "1"))
FILES = int(os.environ.get("FILES", "4"))
POSITIONS = int(os.environ.get("POSITIONS", "25"))
SLOWEST = float(os.environ.get("SLOWEST", "inf"))
# What a parser says about brackets and quotes; everything else is about meaning.
PARSED = {"E0101", "E0102", "E0103", "E0104", "E0105"}


def some() -> list:
    files = sorted(CORPUS.rglob("*.lud")) or sorted(ROOT.glob("games/*/game.lud"))
    return random.Random(SEED).sample(files, FILES)


def edits_of(edits) -> list:
    def place(at):
        return lsp.Position(at["line"], at["character"])

    return [lsp.TextEdit(lsp.Range(place(e["range"]["start"]), place(e["range"]["end"])), e["newText"]) for e in edits]


@pytest.fixture(scope="module")
def wire():
    wire = Wire(PROGRAM)
    yield wire
    assert wire.end() == 0


def problems(wire, uri, version, text) -> Counter:
    wire.write(uri, text, version)
    return Counter(d["code"] for d in wire.diagnostics(uri, version) if d["severity"] == 1)


@pytest.mark.parametrize("path", some(), ids=lambda path: path.stem)
def test_every_question_at_random_places(wire, path):
    text, rng = path.read_text(encoding="utf-8"), random.Random(f"{SEED} {path.stem}")
    uri, other = uri_of(path), uri_of(path.with_suffix(".changed.lud"))
    wire.open(uri, text)
    wire.open(other, "", 0)
    wire.diagnostics(uri, 1)
    before = problems(wire, other, 1, text)
    slowest, changed, worse, tried = {}, [], [], Counter()

    def ask(method, **params):
        found, took = wire.timed(f"textDocument/{method}", {"textDocument": {"uri": uri}, **params})
        slowest[method] = max(slowest.get(method, 0), 1000 * took)
        return found

    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
    for method in ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"):
        ask(method)
    ask("inlayHint", range=whole)
    changed.append(("formatting", ask("formatting", options={"tabSize": 4, "insertSpaces": True}) or []))
    for _ in range(POSITIONS):
        at = position(text, rng.randrange(len(text) + 1))
        here = {"line": at.line, "character": at.character}
        for method in ("hover", "completion", "definition", "documentHighlight", "prepareRename"):
            try:
                ask(method, position=here)
            except Exception as refused:
                assert method == "prepareRename", refused
        ask("references", position=here, context={"includeDeclaration": True})
        ask("selectionRange", positions=[here])
        for action in ask("codeAction", range={"start": here, "end": here}, context={"diagnostics": []}):
            if tried[action["title"]] < 3:
                tried[action["title"]] += 1
                changed.append((f"{action['title']} at {here}", action["edit"]["changes"][uri]))
    for version, (title, edits) in enumerate(changed, 2):
        after = problems(wire, other, version, apply(text, edits_of(edits)))
        more = after - before
        if PARSED & more.keys() or (not before and more):
            worse.append((title, dict(more)))
    order = sorted(slowest.items(), key=lambda item: -item[1])
    print(f"\n{path.stem} ({len(text) // 1000} kB): {len(changed)} changes; slowest " + ", ".join(f"{m} {t:.0f} ms" for m, t in order[:4]))
    wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    wire.notify("textDocument/didClose", {"textDocument": {"uri": other}})
    assert not worse, "\n".join(map(str, worse))
    assert order[0][1] < SLOWEST, order

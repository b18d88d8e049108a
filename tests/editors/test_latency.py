"""How long an editor waits for an answer, over the protocol, on the largest files of the corpus and of the library. Only
that all answers arrive is asserted; figures are printed (`tests/editors/run -s -k latency`)."""

import os
import random
import statistics
import time

import pytest

from lsprotocol import types as lsp

from conftest import CORPUS, PROGRAM, ROOT, corpus
from editor import position, uri_of
from wire import Wire

SEED = int(os.environ.get("SEED", "1"))
POSITIONS = int(os.environ.get("POSITIONS", "200"))
# Each question is asked so often and the shortest time counts: for machines that others use too.
TIMES = int(os.environ.get("TIMES", "1"))


def largest(which: str):
    if which == "library":
        return max((ROOT / "games").glob("*/game.lud"), key=lambda p: p.stat().st_size)
    if which == "definitions":
        return max((ROOT / "crates/library/defines").glob("*.ludef"), key=lambda p: p.stat().st_size)
    files = corpus()
    if which == "complete":
        files = [p for p in files if "reconstruction" not in p.parts]
    return max(files, key=lambda p: p.stat().st_size)


def figures(times: list[float]) -> str:
    times = sorted(1000 * t for t in times)
    p95 = times[min(len(times) - 1, int(0.95 * len(times)))]
    return f"median {statistics.median(times):.1f}, p95 {p95:.1f}, max {times[-1]:.1f} ms"


@pytest.fixture
def wire():
    wire = Wire(PROGRAM)
    yield wire
    assert wire.end() == 0


@pytest.mark.parametrize("which", ["all", "complete", "library", "definitions"])
def test_latency(wire, which):
    path = largest(which)
    data, uri = path.read_text(encoding="utf-8"), uri_of(path)
    begun = time.perf_counter()
    wire.open(uri, data)
    wire.diagnostics(uri, 1)
    first = time.perf_counter() - begun
    rng = random.Random(SEED)
    places = [position(data, rng.randrange(len(data) + 1)) for _ in range(POSITIONS)]
    base = path.relative_to(CORPUS if CORPUS in path.parents else ROOT)
    print(f"\n{base} ({len(data.encode()) // 1000} kB), {POSITIONS} places, seed {SEED}, each asked {TIMES} times")
    print(f"  diagnostics of the text just opened: {1000 * first:.0f} ms")
    for method in ("hover", "completion"):
        times, answered = [], 0
        for at in places:
            tries = [wire.timed(f"textDocument/{method}", about(uri, at)) for _ in range(TIMES)]
            found = tries[0][0]
            times.append(min(took for _, took in tries))
            answered += bool(found and (method == "hover" or found["items"]))
        print(f"  {method}: {figures(times)}; {answered} places had an answer; the first {1000 * times[0]:.1f} ms")
    # While typing every completion is about a new version of the text.
    times = []
    for i, at in enumerate(places[:50]):
        here = {"line": at.line, "character": at.character}
        document = {"uri": uri, "version": i + 2}
        change = {"range": {"start": here, "end": here}, "text": " ("}
        begun = time.perf_counter()
        wire.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        at = lsp.Position(at.line, at.character + 2)
        wire.ask("textDocument/completion", about(uri, at))
        times.append(time.perf_counter() - begun)
        wire.write(uri, data, i + 2)
    print(f"  completion right after a key: {figures(times)}")


def about(uri, at):
    return {"textDocument": {"uri": uri}, "position": {"line": at.line, "character": at.character}}

"""Questions that make no sense, and texts that are broken or very large: no crash, no silence."""

import asyncio
import concurrent.futures
import itertools
import random
import time

import pytest
from lsprotocol import types as lsp

from editor import GAME, position

NUMBERS = itertools.count(1)
BROKEN = ["", "(", ")" * 50, '"', '(game "x" (', "(define", "<a:b>", '(option "𝄞', "{#1 [", "\ufeff(game)", "\0\r\n\r(", "(" * 100_000]


def asked(text, at):
    """Everything about a place."""
    place = {"textDocument": {"uri": text.uri}, "position": {"line": at.line, "character": at.character}}
    here = {"start": place["position"], "end": place["position"]}
    yield "textDocument/hover", place
    yield "textDocument/completion", place
    yield "textDocument/definition", place
    yield "textDocument/references", {**place, "context": {"includeDeclaration": True}}
    yield "textDocument/documentHighlight", place
    yield "textDocument/selectionRange", {**place, "positions": [place["position"]]}
    yield "textDocument/codeAction", {**place, "range": here, "context": {"diagnostics": []}}


def about(text):
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
    for method in ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"):
        yield f"textDocument/{method}", {"textDocument": {"uri": text.uri}}
    yield "textDocument/inlayHint", {"textDocument": {"uri": text.uri}, "range": whole}
    yield "textDocument/formatting", {"textDocument": {"uri": text.uri}, "options": {"tabSize": 4, "insertSpaces": True}}


async def ask(client, method, params, seconds=20):
    """The plain answer to a plain question, sensible or not."""
    number = f"raw{next(NUMBERS)}"
    client.protocol._request_futures[number] = future = concurrent.futures.Future()
    client.protocol._send_data({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    return await asyncio.wait_for(asyncio.wrap_future(future), seconds)


def tell(client, method, params):
    client.protocol._send_data({"jsonrpc": "2.0", "method": method, "params": params})


@pytest.mark.parametrize("broken", BROKEN, ids=[repr(b[:12]) for b in BROKEN])
async def test_broken_texts(client, open_text, broken):
    text = open_text(broken)
    await text.diagnostics()
    for at in (lsp.Position(0, 0), lsp.Position(0, len(broken)), lsp.Position(7, 7)):
        for method, params in asked(text, at):
            await ask(client, method, params)
    for method, params in about(text):
        await ask(client, method, params)


async def test_texts_cut_off_anywhere(client, open_text):
    text, rng = open_text(), random.Random(3)
    for _ in range(60):
        cut = rng.randrange(len(GAME))
        text.write(GAME[:cut])
        for method, params in asked(text, position(text.text, cut)):
            await ask(client, method, params)
    await text.diagnostics()


async def test_questions_that_make_no_sense_are_refused_and_the_server_goes_on(client, open_text):
    text = open_text()
    here = {"textDocument": {"uri": text.uri}}
    senseless = [
        ("textDocument/hover", here),
        ("textDocument/hover", {**here, "position": {"line": -1, "character": "x"}}),
        ("textDocument/definition", {}),
        ("textDocument/definition", {"textDocument": 5}),
        ("textDocument/rename", {**here, "position": {"line": 0, "character": 0}}),
        ("textDocument/references", [1, 2]),
        ("textDocument/madeUp", here),
        ("workspace/executeCommand", {"command": "rm"}),
    ]
    for method, params in senseless:
        with pytest.raises(Exception):
            await ask(client, method, params)
    for method in ("textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "made/up"):
        tell(client, method, {"nothing": 1})
    far = {**here, "position": {"line": 4_000_000_000, "character": 4_000_000_000}}
    for method in ("hover", "completion", "definition"):
        await ask(client, f"textDocument/{method}", far)
    backwards = {"start": {"line": 9, "character": 3}, "end": {"line": 2, "character": 1}}
    for method in ("codeAction", "inlayHint"):
        await ask(client, f"textDocument/{method}", {**here, "range": backwards, "context": {"diagnostics": []}})
    assert "(result" in await text.hover("(result¦ Mover")


async def test_a_closed_text_is_forgotten(client, open_text):
    text = open_text(GAME.replace("Each", "Eac"))
    assert await text.diagnostics()
    text.close()
    text.version = None
    assert await text.diagnostics() == []
    assert not await text.hover("(result¦ Mover")
    # A change of a text that is not open is no text.
    text.version = 5
    text.replace(0, 0, "(game")
    assert not await text.hover("(result¦ Mover")
    await asyncio.sleep(0.3)
    assert not client.looked_at[text.uri][1]
    again = open_text()
    await again.is_right()
    assert "(result" in await again.hover("(result¦ Mover")


async def test_closing_while_the_server_looks_leaves_no_mistakes_behind(client, open_text):
    text = open_text(GAME.replace("Each", "Eac"))
    text.close()
    await asyncio.sleep(1)
    assert not client.looked_at[text.uri][1]


async def test_a_very_large_text(client, open_text):
    filling = '        (place "Stone1" {0..4})\n' * 20_000
    large = GAME.replace('(place "Stone1" 0)', "{\n" + filling + "}")
    begun = time.monotonic()
    text = open_text(large)
    for part in ("(move A¦dd", "(to (sites Em¦pty", '("R¦ow" 4)'):
        for method, params in asked(text, text.at(part)):
            await ask(client, method, params, 60)
    for method, params in about(text):
        await ask(client, method, params, 60)
    await text.diagnostics(60)
    print(f"a text of {len(large) // 1000} kB: everything asked in {time.monotonic() - begun:.1f} s")


async def test_a_game_that_never_ends_and_a_definition_without_bound(client, open_text):
    text = open_text(GAME.replace('("Row" 4)', "(is Line 9)").replace("(move Add (to (sites Empty)))", "(move Pass)"))
    await text.diagnostics()
    bomb = '(define "A" {#1 #1 #1 #1})' + "".join(
        f'(define "{chr(66 + i)}" {{("{chr(65 + i)}" #1) ("{chr(65 + i)}" #1) ("{chr(65 + i)}" #1)}})\n' for i in range(20)
    )
    other = open_text(bomb + GAME.replace("(sites {11..13})", '(sites ("U" 1))'), "bomb.lud")
    assert await other.diagnostics(60)
    for method, params in asked(other, other.at("(move A¦dd")):
        await ask(client, method, params)


async def test_what_is_taken_back_is_answered(client, open_text):
    text = open_text()
    place = {"textDocument": {"uri": text.uri}, "position": {"line": 13, "character": 30}}
    questions = []
    for _ in range(50):
        questions.append(asyncio.ensure_future(ask(client, "textDocument/completion", place)))
        await asyncio.sleep(0)
        tell(client, "$/cancelRequest", {"id": f"raw{next(NUMBERS) - 1}"})
    done = await asyncio.gather(*questions, return_exceptions=True)
    assert len(done) == 50
    assert "(result" in await text.hover("(result¦ Mover")

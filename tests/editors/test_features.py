"""One scenario at least for each thing that an editor can ask."""

import asyncio

import pytest
from lsprotocol import types as lsp

from conftest import ROOT
from editor import GAME, apply, offset, position, slice_of


async def test_offers_are_announced(client):
    offers = client.answer.capabilities
    for offer in (
        "hover_provider completion_provider definition_provider references_provider rename_provider "
        "document_symbol_provider folding_range_provider semantic_tokens_provider inlay_hint_provider "
        "code_action_provider document_formatting_provider code_lens_provider selection_range_provider "
        "document_highlight_provider"
    ).split():
        assert getattr(offers, offer), offer
    assert client.answer.server_info.name == "ludarium"


# Diagnostics.


async def test_diagnostics_while_typing_follow_edits_behind_characters_of_several_bytes(open_text):
    text = open_text()
    await text.is_right()
    # On the line of the title, after characters of two bytes, of two units, and of four.
    at = text.text.index(' Test"')
    text.replace(at, at, "𝄞é✓")
    await text.is_right()
    text.type("(players 2", "2")
    text.type("(to (sites Empt", "z")
    wrong = await text.diagnostics()
    assert any("Emptz" in d.message for d in wrong), wrong
    where = next(d.range for d in wrong if "Emptz" in d.message)
    assert slice_of(text.text, where) == "Emptzy"
    at = text.text.index("Emptzy")
    text.replace(at + 4, at + 5, "")
    at = text.text.index("(players 22")
    text.replace(at + 9, at + 10, "")
    await text.is_right()


async def test_the_server_has_the_same_text_after_many_edits(open_text):
    import random

    rng = random.Random(7)
    text, pieces = open_text(), ["é", "𝄞", "\n", "(", ")", '"', " x", "\r\n", "//", "{1..3}", ""]
    for _ in range(300):
        start = rng.randrange(len(text.text) + 1)
        end = min(len(text.text), start + rng.choice([0, 0, 1, 5]))
        # A line end of two characters is one place for the protocol.
        if "\r" in text.text[max(0, start - 1) : end + 1]:
            continue
        text.replace(start, end, rng.choice(pieces))
    fresh = open_text(text.text, "fresh.lud")
    assert await text.tokens() == await fresh.tokens()


async def test_a_mistake_inside_a_definition_of_another_file_is_told_with_both_places(client, open_text, write):
    library = write("mine.ludef", '(define "Trio" (is Lime 3))\n')
    client.text_document_did_save(lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(library)))
    text = open_text(GAME.replace('("Row" 4)', '("Trio")'))
    wrong = await text.diagnostics()
    told = next(d for d in wrong if "Lime" in d.message)
    assert slice_of(text.text, told.range) == '("Trio")'
    assert any(r.location.uri == library for r in told.related_information), told.related_information


async def test_saved_definitions_are_taken_up_by_texts_that_are_open(client, open_text, write):
    text = open_text(GAME.replace('("Row" 4)', '("Trio")'))
    assert any("Trio" in d.message for d in await text.diagnostics())
    library = write("mine.ludef", '(define "Trio" (is Line 3))\n')
    client.looked_at.clear()
    client.text_document_did_save(lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(library)))
    await text.is_right()


# Completion.

# Where the cursor is, what must be among the first, and among how many.
PLACES = [
    ("(move ¦)", "(move Add (to (sites Empty)))", ["Add", "Step", "Slide", "Hop", "Select"], 12),
    ("(to (sites ¦))", "(to (sites Empty))", ["Empty", "Occupied", "Board"], 12),
    ("(is ¦)", '("Row" 4)', ["Line", "Full", "In"], 12),
    ("(result ¦)", "(result Mover Win)", ["Mover", "Next", "P1"], 12),
    ("(result Mover ¦)", "(result Mover Win)", ["Win", "Draw", "Loss"], 5),
    ("(board (¦))", "(board (square 5))", ["square", "hex", "rectangle"], 10),
    ('(piece "Stone" ¦)', '(piece "Stone" Each)', ["Each", "P1", "P2"], 12),
    ('(place "¦" 0)', '(place "Stone1" 0)', ['"Stone1"', '"Stone2"'], 4),
    ('(place "Stone1" (sites "¦"))', '(place "Stone1" 0)', ['"Middle"'], 1),
    ('(if ("¦" 4) (result Mover Win))', '(if ("Row" 4) (result Mover Win))', ['"Row"'], 1),
    ("(if (¦) (result Mover Win))", '(if ("Row" 4) (result Mover Win))', ["is Line", '"Row"'], 10),
    ("(players 2) (¦)", "(players 2)", ["equipment"], 3),
    ("(rules (¦) (play", "(rules\n        (start (place \"Stone1\" 0))\n        (play", ["start"], 4),
    ("(move Add (to (sites Empty)) (then (¦)))", "(move Add (to (sites Empty)))", ["moveAgain"], 25),
    ("(move Step ¦)", "(move Add (to (sites Empty)))", ["Orthogonal", "Forward"], 12),
    ("(move Step (to if:(¦)))", "(move Add (to (sites Empty)))", ["is Empty"], 12),
]


@pytest.mark.parametrize("part, instead, wanted, among", PLACES, ids=[p[0] for p in PLACES])
async def test_completion_offers_what_fits_the_place(open_text, part, instead, wanted, among):
    assert instead in GAME
    text = open_text(GAME.replace(instead, part.replace("¦", "")))
    items = await text.complete_at(part)
    first = [item.label for item in sorted(items, key=lambda item: item.sort_text)][:among]
    missing = [w for w in wanted if not any(label == w or label.strip("()") == w for label in first)]
    assert not missing, f"{missing} not among {first}"


async def test_every_snippet_at_a_place_gives_a_text_whose_brackets_pair_up(open_text):
    import re

    text = open_text(GAME.replace('("Row" 4)', "()"))
    items = await text.complete_at("(if (¦) (result")
    snippets = [i for i in items if i.insert_text_format == lsp.InsertTextFormat.Snippet]
    assert len(snippets) > 20
    for item in snippets:
        new = item.text_edit.new_text
        plain = re.sub(r"\$\{(\d+):((?:[^}\\]|\\.)*)\}", r"\2", new).replace("\\}", "}")
        assert "$" not in plain, new
        assert plain.count("(") == plain.count(")") and plain.count("{") == plain.count("}"), new
        numbers = [int(n) for n in re.findall(r"\$\{(\d+):", new)]
        assert numbers == list(range(1, len(numbers) + 1)), f"places are filled from the left: {new}"


async def test_a_completion_leaves_a_right_text(open_text):
    text = open_text(GAME.replace("(sites Empty)", "(sit)"))
    items = await text.complete_at("(to (sit¦))")
    item = next(i for i in items if i.label == "sites Empty")
    assert item.documentation.value and item.detail
    text.write(apply(text.text, [item.text_edit]))
    assert text.text == GAME
    await text.is_right()


async def test_completion_while_the_text_is_half_written(open_text):
    text = open_text(GAME[: GAME.index("(sites Empty)")])
    items = await text.complete(position(text.text, len(text.text)))
    assert any(i.label.startswith("(sites") for i in items[:10]), [i.label for i in items[:10]]


# Hover.


async def test_hover_tells_meaning_example_and_english(open_text):
    text = open_text()
    await text.is_right()
    for _ in range(100):
        told = await text.hover("(result¦ Mover Win)")
        if "In this game" in told:
            break
        await asyncio.sleep(0.1)
    assert "(result" in told and "Example:" in told and "four stones in a row" in told.split("In this game")[1], told
    add = await text.hover("(move A¦dd")
    assert "empty" in add.split("In this game")[1].lower(), add
    assert "RoleType" in await text.hover("Each¦")
    assert "piece" in await text.hover('"St¦one1"')
    assert "Stones in a row." in await text.hover('("R¦ow" 4)')
    assert "(is Line 4)" in await text.hover('("R¦ow" 4)')
    assert "`4`" in await text.hover("#¦1")
    assert not await text.hover("// Sto¦nes")


# Places and names, in one text and across files.


async def places(client, text, part):
    params = lsp.DefinitionParams(text.id, text.at(part))
    found = await client.text_document_definition_async(params)
    return found if isinstance(found, list) or found is None else [found]


async def test_definition_and_highlights_in_the_text(client, open_text):
    text = open_text()
    (found,) = await places(client, text, '("R¦ow" 4)')
    assert slice_of(text.text, found.range) == "Row" and found.range.start.line == 1
    (found,) = await places(client, text, '"St¦one1"')
    assert found.range.start.line == 7
    marks = await client.text_document_document_highlight_async(
        lsp.DocumentHighlightParams(text.id, text.at('"St¦one1"'))
    )
    assert [slice_of(text.text, m.range) for m in marks] == ["Stone", "Stone"]
    assert await places(client, text, "(play¦ ers 2)".replace(" ", "", 1)) is None


async def test_definitions_of_the_library_are_opened_as_files(client, open_text):
    from pathlib import Path
    from urllib.parse import unquote, urlparse

    text = open_text(GAME.replace('(if ("Row" 4) (result Mover Win))', '("Line3Win")'))
    (found,) = await places(client, text, '("Line3¦Win")')
    path = Path(unquote(urlparse(found.uri).path))
    assert '(define "Line3Win"' in slice_of(path.read_text(), found.range) or path.is_file()
    with pytest.raises(Exception, match="not declared"):
        params = lsp.PrepareRenameParams(text.id, text.at('("Line3¦Win")'))
        await client.text_document_prepare_rename_async(params)


SHARED = '// Rows.\n(define "InRow" (is Line #1))\n(define "Two" (or ("InRow" 4) ("InRow" 5)))\n'


@pytest.fixture
async def three(client, open_text, write):
    """A file of definitions that is open, a game that is open, and one that lies in the folder."""
    library = write("library/mine.ludef", SHARED)
    user = GAME.replace('(define "Row" (is Line #1))\n', "").replace('("Row" 4)', '("InRow" 4)')
    write("other/closed.lud", user.replace("4", "3"))
    own = GAME.replace('"Row"', '"InRow"')
    write("other/own.lud", own)
    client.text_document_did_save(lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(library)))
    return open_text(SHARED, "library/mine.ludef"), open_text(user, "user.lud")


async def test_definition_references_and_rename_across_files(client, three):
    library, user = three
    (found,) = await places(client, user, '("InR¦ow" 4)')
    assert found.uri == library.uri and found.range.start.line == 1
    await user.is_right()

    context = lsp.ReferenceContext(include_declaration=True)
    params = lsp.ReferenceParams(context, user.id, user.at('("InR¦ow" 4)'))
    found = await client.text_document_references_async(params)
    files = sorted(r.uri.rsplit("/", 1)[1] for r in found)
    # What declares a name of its own does not speak of this one.
    assert files == ["closed.lud", "mine.ludef", "mine.ludef", "mine.ludef", "user.lud"], files

    params = lsp.RenameParams(library.id, library.at('"In¦Row"'), "Lined")
    changes = (await client.text_document_rename_async(params)).changes
    assert sorted(uri.rsplit("/", 1)[1] for uri in changes) == ["closed.lud", "mine.ludef", "user.lud"]
    renamed = apply(library.text, changes[library.uri])
    assert renamed.count('"Lined"') == 3 and "InRow" not in renamed
    assert '("Lined" 4)' in apply(user.text, changes[user.uri])


async def test_rename_of_a_piece_keeps_its_owners_and_names_are_checked(client, open_text):
    text = open_text()

    async def rename(part, new):
        return await client.text_document_rename_async(lsp.RenameParams(text.id, text.at(part), new))

    edits = (await rename('(piece "St¦one"', "Pebble")).changes[text.uri]
    renamed = apply(text.text, edits)
    assert '"Pebble1"' in renamed and "Stone\"" not in renamed
    text.write(renamed)
    await text.is_right()
    for bad in ['a"b', "", "Middle\n", "Pebble2"]:
        with pytest.raises(Exception):
            await rename('(piece "Peb¦ble"', bad)


# The shape of a text.


async def test_symbols_folds_and_selections(client, open_text):
    text = open_text()
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text.id))
    assert [s.name for s in symbols] == ["Row", "Ünder 𝄞 Test"]
    parts = {s.name: s for s in symbols[1].children}
    assert {"players", "equipment", "rules"} <= parts.keys()
    assert {"Stone", "Middle"} <= {s.name for s in parts["equipment"].children}
    for symbol in symbols:
        assert offset(text.text, symbol.selection_range.start) >= offset(text.text, symbol.range.start)
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(text.id))
    lines = {(f.start_line, f.end_line) for f in folds}
    assert (3, 14) in lines and (5, 8) in lines, lines
    params = lsp.SelectionRangeParams(text.id, [text.at("(sites Em¦pty)")])
    (selection,) = await client.text_document_selection_range_async(params)
    steps = []
    while selection:
        steps.append(slice_of(text.text, selection.range))
        selection = selection.parent
    assert steps[:4] == ["Empty", "(sites Empty)", "(to (sites Empty))", "(move Add (to (sites Empty)))"], steps
    assert steps[-1] == text.text


async def test_colours_tell_what_words_mean(client, open_text):
    text = open_text()
    legend = client.answer.capabilities.semantic_tokens_provider.legend.token_types
    coloured = {}
    for line, column, length, kind in await text.tokens():
        where = lsp.Range(lsp.Position(line, column), lsp.Position(line, column + length))
        coloured.setdefault(slice_of(text.text, where), legend[kind])
    expected = {
        "// Stones in a row.": "comment", "define": "function", '"Row"': "macro", "#1": "parameter",
        '"Ünder 𝄞 Test"': "string", "players": "function", "2": "number", '"Stone1"': "variable",
        "Empty": "enumMember", "Each": "enumMember",
    }  # fmt: skip
    assert {word: coloured.get(word) for word in expected} == expected


# Hints and lenses.


async def hints(client, text):
    whole = lsp.Range(lsp.Position(0, 0), position(text.text, len(text.text)))
    found = await client.text_document_inlay_hint_async(lsp.InlayHintParams(text.id, whole))
    return {(slice_of(text.text, lsp.Range(h.position, lsp.Position(h.position.line, 10**6)))[:6], h.label) for h in found}


async def test_hints_name_parameters_count_ranges_and_tell_random_play(client, open_text):
    text = open_text()
    await text.is_right()
    await asyncio.wait_for(client.refreshed.wait(), 30)
    found = await hints(client, text)
    labels = [label for _, label in found]
    assert any(label.strip() == "= 3" for label in labels), labels
    assert any(label.endswith(":") for label in labels), labels
    (played,) = [label for label in labels if "random play" in label]
    assert "moves" in played and "P1" in played and "games" in played


async def test_lenses_play_the_game_its_options_and_rulesets(client, open_text):
    game = (ROOT / "games/hex/game.lud").read_text()
    text = open_text(game)
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(text.id))
    told = [(lens.command.title, lens.command.command, list(lens.command.arguments)) for lens in lenses]
    assert ("Play this game", "ludarium.play", [text.uri, {}]) in told
    chosen = [more["option"] for title, _, (_, more) in told if title == "Play from here" and "option" in more]
    assert any(option.startswith("Board Size/") for option in chosen), told


# Changes.


async def titled(text, part, title):
    at = text.at(part)
    found = await text.actions(at)
    return next((a for a in found if a.title.startswith(title)), None) or pytest.fail(
        f"{title} is not among {[a.title for a in found]}"
    )


@pytest.mark.parametrize(
    "old, new, part, title, holds",
    [
        ("Each)", "Eac)", "Eac¦)", "write", "Each)"),
        ("(sites Empty)", "(sites Empty)", "(¦sites Empty)", "Extract", '(define "MySites"'),
        ('("Row" 4)', '("Row" 4)', '("R¦ow" 4)', "Inline", "(if (is Line 4)"),
        ("(square 5)", "(square 5)", "(square ¦5)", "Turn", "<Square:number>"),
    ],
)
async def test_changes_leave_a_right_text(open_text, old, new, part, title, holds):
    text = open_text(GAME.replace(old, new))
    action = await titled(text, part, title)
    text.write(text.after(action))
    assert holds in text.text
    await text.is_right()


async def test_only_the_changes_that_were_asked_for_and_one_preferred(open_text):
    text = open_text(GAME.replace("Each)", "Eac)"))
    await text.diagnostics()
    fixes = await text.actions(text.at("Eac¦)"), only=[lsp.CodeActionKind.QuickFix])
    assert fixes and all(a.kind == "quickfix" for a in fixes)
    assert sum(bool(a.is_preferred) for a in fixes) == 1
    others = await text.actions(text.at("Eac¦)"), only=[lsp.CodeActionKind.Refactor])
    assert others and all(a.kind.startswith("refactor") for a in others)


# Layout.


async def test_formatting_keeps_comments_and_is_done_once(client, open_text):
    text = open_text(GAME.replace("    (players 2)", "(players   2) // two\n"))
    params = lsp.DocumentFormattingParams(text.id, lsp.FormattingOptions(tab_size=4, insert_spaces=True))
    edits = await client.text_document_formatting_async(params)
    text.write(apply(text.text, edits))
    assert "    (players 2) // two\n" in text.text
    await text.is_right()
    assert not await client.text_document_formatting_async(params)

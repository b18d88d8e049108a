"""A small editor: texts with a mark for the cursor, positions in UTF-16 as the protocol counts them, edits applied."""

import asyncio
from pathlib import Path

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

GAME = """// Stones in a row.
(define "Row" (is Line #1))

(game "Ünder 𝄞 Test"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Stone" Each)
        (regions "Middle" (sites {11..13}))
    })
    (rules
        (start (place "Stone1" 0))
        (play (move Add (to (sites Empty))))
        (end (if ("Row" 4) (result Mover Win)))
    )
)
"""


def position(text: str, offset: int) -> lsp.Position:
    before = text[:offset]
    line = before.count("\n")
    column = before[before.rfind("\n") + 1 :]
    return lsp.Position(line, len(column.encode("utf-16-le")) // 2)


def offset(text: str, at: lsp.Position) -> int:
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: at.line])
    line = lines[at.line] if at.line < len(lines) else ""
    return start + len(line.encode("utf-16-le")[: at.character * 2].decode("utf-16-le", "ignore"))


def apply(text: str, edits) -> str:
    """The text after edits; they must not overlap."""
    spans = sorted((offset(text, e.range.start), offset(text, e.range.end), e.new_text) for e in edits)
    assert all(a[1] <= b[0] for a, b in zip(spans, spans[1:])), f"edits overlap: {spans}"
    for start, end, new in reversed(spans):
        text = text[:start] + new + text[end:]
    return text


def slice_of(text: str, where: lsp.Range) -> str:
    return text[offset(text, where.start) : offset(text, where.end)]


class Text:
    """A text that is open in the editor."""

    def __init__(self, client: LanguageClient, uri: str, text: str):
        self.client, self.uri, self.text, self.version = client, uri, text, 1
        client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "lud", self.version, text))
        )

    @property
    def id(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    def replace(self, start: int, end: int, new: str) -> None:
        """One edit, told to the server as a range."""
        where = lsp.Range(position(self.text, start), position(self.text, end))
        self.text = self.text[:start] + new + self.text[end:]
        self._changed(lsp.TextDocumentContentChangePartial(range=where, text=new))

    def write(self, text: str) -> None:
        """Another text, told whole."""
        self.text = text
        self._changed(lsp.TextDocumentContentChangeWholeDocument(text))

    def type(self, after: str, new: str) -> None:
        """Types character by character behind a part of the text."""
        at = self.text.index(after) + len(after)
        for i, character in enumerate(new):
            self.replace(at + i, at + i, character)

    def _changed(self, change) -> None:
        self.version += 1
        identifier = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, [change]))

    def close(self) -> None:
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(self.id))

    async def diagnostics(self, seconds: float = 20) -> list:
        """What is wrong with this very version."""

        async def looked_at():
            while self.client.looked_at.get(self.uri, (0, []))[0] != self.version:
                self.client.told.clear()
                await self.client.told.wait()

        await asyncio.wait_for(looked_at(), seconds)
        return list(self.client.looked_at[self.uri][1])

    async def is_right(self) -> None:
        wrong = await self.diagnostics()
        assert not wrong, f"{[d.message for d in wrong]}\n{self.text}"

    def at(self, part: str) -> lsp.Position:
        """The place of the mark `¦` in a part of the text."""
        before, after = part.split("¦")
        found = self.text.find(before + after)
        assert found >= 0, f"{part} is not in the text"
        return position(self.text, found + len(before))

    async def hover(self, part: str) -> str:
        found = await self.client.text_document_hover_async(lsp.HoverParams(self.id, self.at(part)))
        return found.contents.value if found else ""

    async def complete(self, at: lsp.Position) -> list[lsp.CompletionItem]:
        found = await self.client.text_document_completion_async(lsp.CompletionParams(self.id, at))
        return found.items

    async def complete_at(self, part: str) -> list[lsp.CompletionItem]:
        """What may be written at the mark, once the part stands in the text."""
        return await self.complete(self.at(part))

    async def actions(self, at: lsp.Position, end: lsp.Position | None = None, only=None) -> list[lsp.CodeAction]:
        here = lsp.Range(at, end or at)
        context = lsp.CodeActionContext(diagnostics=[], only=only)
        return await self.client.text_document_code_action_async(lsp.CodeActionParams(self.id, here, context)) or []

    def after(self, action: lsp.CodeAction) -> str:
        return apply(self.text, action.edit.changes[self.uri])

    async def tokens(self) -> list[tuple[int, int, int, int]]:
        """Line, column, length and kind of each coloured word."""
        found = await self.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(self.id))
        tokens, line, column = [], 0, 0
        for i in range(0, len(found.data), 5):
            down, right, length, kind, _ = found.data[i : i + 5]
            line, column = line + down, right if down else column + right
            tokens.append((line, column, length, kind))
        return tokens


def uri_of(path: Path) -> str:
    return path.resolve().as_uri()

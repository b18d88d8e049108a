import asyncio
import os
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features
from pygls.protocol import default_converter

from editor import GAME, Text, uri_of

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("LUDARIUM", str(ROOT / "target/quick/ludarium"))
CORPUS = ROOT.parent / "shared/reference/corpus/lud"


def make_client() -> LanguageClient:
    client = LanguageClient(converter_factory=default_converter)
    client.looked_at = {}  # the newest diagnostics of each text, with their version
    client.told = asyncio.Event()
    client.refreshed = asyncio.Event()

    def diagnostics(client: LanguageClient, params: lsp.PublishDiagnosticsParams):
        client.looked_at[params.uri] = (params.version, params.diagnostics)
        client.told.set()

    def refresh(client: LanguageClient, _params):
        client.refreshed.set()

    ours = {lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: diagnostics, lsp.WORKSPACE_INLAY_HINT_REFRESH: refresh}
    register_lsp_features(client, DEFAULT_CLIENT_FEATURES | ours)
    return client


def capabilities() -> lsp.ClientCapabilities:
    can = client_capabilities("visual-studio-code")
    can.workspace.inlay_hint = lsp.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    return can


CONFIG = ClientServerConfig(server_command=[PROGRAM, "lsp"], client_factory=make_client)


@pytest_lsp.fixture(config=CONFIG)
async def client(lsp_client: LanguageClient, tmp_path: Path):
    """A server for an empty folder."""
    folder = lsp.WorkspaceFolder(uri_of(tmp_path), "folder")
    params = lsp.InitializeParams(capabilities=capabilities(), workspace_folders=[folder], root_uri=folder.uri)
    lsp_client.answer = await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def open_text(client: LanguageClient, tmp_path: Path):
    """Opens texts by the names that their files would have."""

    def make(text: str = GAME, name: str = "mine.lud") -> Text:
        return Text(client, uri_of(tmp_path / name), text)

    return make


@pytest.fixture
def write(tmp_path: Path):
    """Writes files of the folder."""

    def make(name: str, text: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return uri_of(path)

    return make


def corpus() -> list[Path]:
    files = sorted(CORPUS.rglob("*.lud"))
    if not files:
        pytest.skip(f"no corpus at {CORPUS}")
    return files

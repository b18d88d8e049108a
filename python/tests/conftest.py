"""Where the tests find things."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "reference" / "corpus" / "lud"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The public game files, where they lie beside the checkout."""
    if not CORPUS.is_dir():
        pytest.skip("skipped: no corpus beside the checkout")
    return CORPUS

"""Everything that the documents show is run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

PYTHON = ROOT / "python"


def test_the_baseline_learns() -> None:
    sys.path.insert(0, str(PYTHON / "examples"))
    from reinforce import Policy, evaluate, train  # type: ignore[import-not-found]

    learnt, curve = train(games=256, updates=40)
    untaught = Policy(len(learnt.w1), len(learnt.w2[0]))
    assert curve[-1] > curve[0] + 0.3
    assert evaluate(learnt, games=400) > 0.85 > evaluate(untaught, games=400) + 0.1


def test_the_page_for_researchers() -> None:
    """Its Python blocks are one program."""
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) >= 5
    program = "\n".join(blocks)
    exec(compile(program, "docs/python.md", "exec"), {"__name__": "docs"})


def test_the_reference_is_that_of_the_stubs() -> None:
    made = subprocess.run([sys.executable, str(PYTHON / "measure" / "reference.py")], capture_output=True, text=True, check=True)
    kept = (ROOT / "docs" / "python-reference.md").read_text(encoding="utf-8")
    assert made.stdout == kept, "python python/measure/reference.py > docs/python-reference.md"


def test_the_notebook_runs(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat", reason="skipped: nbformat is not installed")
    client = pytest.importorskip("nbclient", reason="skipped: nbclient is not installed")
    pytest.importorskip("ipykernel", reason="skipped: ipykernel is not installed")
    notebook = nbformat.read(PYTHON / "examples" / "explore.ipynb", 4)
    client.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [o for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs if o.output_type != "stream"]
    assert any("image/svg+xml" in o.get("data", {}) for o in shown), "boards are shown"


def test_the_doctests_of_the_package() -> None:
    import doctest

    import ludarium
    import ludarium.batches

    for module in (ludarium, ludarium.batches):
        assert doctest.testmod(module).failed == 0


def test_the_types() -> None:
    pytest.importorskip("mypy", reason="skipped: mypy is not installed")
    checked = subprocess.run([sys.executable, "-m", "mypy.stubtest", "ludarium._core"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout[-3000:] + checked.stderr[-1000:]

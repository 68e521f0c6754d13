"""Every notebook runs from its first cell to its last, and both languages have the same code."""

import json
import os
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("XUN_NOTEBOOKS", Path(__file__).parent.parent / "notebooks"))
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def code(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.skipif(not NOTEBOOKS, reason="no notebooks beside the tests")
def test_both_languages_have_the_same_code():
    english = sorted(FOLDER.glob("*.en.ipynb"))
    assert len(english) == 5 and len(NOTEBOOKS) == 10
    for path in english:
        other = path.with_name(path.name.replace(".en.", ".zh."))
        assert code(path) == code(other)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output["output_type"] == "error"]
    drawn = [output for output in outputs if output["output_type"] == "execute_result"]
    kinds = {kind for output in drawn for kind in output["data"]}
    assert kinds & {"image/svg+xml", "text/html"}

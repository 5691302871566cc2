"""The notebook of the examples runs, shows a page, and finds the truth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(scope="module")
def cells() -> list[Any]:
    notebook = nbformat.read(EXAMPLES / "old_tool_against_new.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={
        "metadata": {"path": str(EXAMPLES)}}).execute()
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(cell: Any) -> dict[str, str]:
    return {kind: text for out in cell.outputs for kind, text in out.get("data", {}).items()}


def test_the_fit_is_shown_as_a_page(cells: list[Any]) -> None:
    shown = outputs(next(cell for cell in cells if cell.source.endswith("\nfit")))
    assert shown["text/html"].startswith("<iframe sandbox=")
    assert "Items" in shown["text/html"], "the whole page, as a notebook gets it by default"
    assert shown["text/plain"] == "<concord.Fit of DataFrame: 9000 labels of 300 items in 3 studies>"


def test_progress_goes_away(cells: list[Any]) -> None:
    fit = next(cell for cell in cells if cell.source.endswith("\nfit"))
    bars = [out for out in fit.outputs if out.output_type == "display_data"]
    assert all(out.data["text/html"] == "" for out in bars)
    assert not any(out.output_type == "stream" for cell in cells for out in cell.outputs), "no warnings, no text"


def test_it_says_what_is_true(cells: list[Any]) -> None:
    closer = next(cell for cell in cells if "cor_item" in cell.source)
    assert float(outputs(closer)["text/plain"]) > 0.99

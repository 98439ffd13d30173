"""The notebooks of the docs run through, and hold what they answer."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from executing import FOLDER, NAMES, execute, make_sample

import assay
from assay.types import Paper
from assay.workspace import Workspace
from forking import Forking


@pytest.fixture(scope="session")
def two_models(once: Callable[..., Path], sample: Path) -> Path:
    return once("two-models", lambda folder: make_sample(shutil.copytree(sample, folder)))


def answers(notebook: nbformat.NotebookNode) -> list[list[str]]:
    """Return of each code cell the kinds of its answers; numbers and names of runs may differ."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [[",".join(sorted(one.get("data", {}))) or one["text"] for one in cell.outputs] for cell in cells]


@pytest.mark.docs
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_through_and_holds_its_answers(
    name: str, two_models: Path, forking: Forking, tmp_path: Path
) -> None:
    stored = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbformat.validate(stored)
    executed = execute(name, two_models, tmp_path, kernel=forking.module)
    assert answers(executed) == answers(stored)
    assert sum(map(len, answers(stored))) >= 5
    assert [cell.execution_count for cell in stored.cells if cell.cell_type == "code"] == [
        *range(1, len(answers(stored)) + 1)
    ]


def test_stored_answers_name_no_place_of_a_machine() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*NAMES}
    for name in NAMES:
        text = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
        assert not re.search(r"/(tmp|home|root|work|dev)/|site-packages|Traceback", text), name


def test_a_library_on_a_server_opens_by_its_address(url: str) -> None:
    with Workspace.open(url) as made:
        made.library.papers.add([(Paper("bees", "How bees choose a nest", year=2019), ())])
    with assay.open(url) as library:
        assert library.papers(year=2019)["title"].tolist() == ["How bees choose a nest"]
        library.grade("nests of bees", "bees", 2, assessor="ada")
    with assay.open(url) as again:
        assert again.qrels()["grade"].tolist() == [2]

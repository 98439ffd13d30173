"""Python that lies beside the papers, in the current folder, is never executed by a command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hostile_folder import TITLE, environment, executed, fill
from small_models import small_model

SCRIPT = Path(sys.executable).parent / "assay"
RECIPE = """
name = "cropping"
base = "{base}"
device = "cpu"
max_length = 32
[[stages]]
batch_size = 4
gradient_accumulation_steps = 1
max_steps = 2
[[stages.objectives]]
kind = "cropping"
path = "papers.tsv"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return fill(tmp_path / "downloads")


def run(program: list[str], folder: Path, *words: str) -> dict[str, Any]:
    """One command with the hostile folder as the current one, as a shell starts it."""
    command = [*program, "--library", str(folder.parent / "library"), *words, "--json"]
    home = {"ASSAY_MODELS": str(folder.parent / "models")}
    done = subprocess.run(
        command, cwd=folder, env={**environment(), **home}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


PROGRAMS = [[sys.executable, "-m", "assay"], [str(SCRIPT)]]


@pytest.mark.parametrize("program", PROGRAMS, ids=["python -m assay", "assay"])
def test_papers_are_imported_and_indexed_and_nothing_beside_them_is_executed(
    folder: Path, program: list[str]
) -> None:
    report = run(program, folder, "import", "x.pdf")
    assert (report["new"], report["failed"]) == (1, [])
    run(program, folder, "index", "--model", "hashing")
    [hit] = run(program, folder, "search", "moss", "--mode", "keyword")["hits"]
    assert hit["title"] == TITLE  # read by the real pypdfium2, found by the real tantivy
    assert executed(folder) == []


def test_training_executes_nothing_of_the_current_folder(folder: Path) -> None:
    base = small_model(folder.parent / "models-to-train")
    rows = [f"title {n}\t{' '.join(f'bees{n} dance of the nest' for _ in range(6))}\n" for n in range(40)]
    folder.joinpath("papers.tsv").write_text("".join(rows), encoding="utf-8")
    folder.joinpath("recipe.toml").write_text(RECIPE.format(base=base), encoding="utf-8")
    assert run(PROGRAMS[0], folder, "train", "recipe.toml")["status"] == "finished"
    assert executed(folder) == []


def test_processes_that_libraries_start_are_protected_too(folder: Path) -> None:
    """`multiprocessing` of a library that Assay uses: its children have no place to take the modules from."""
    code = (
        "import sys; from assay.interpreter import protect_children; protect_children(); "
        "import subprocess; subprocess.run([sys.executable, '-c', 'import random, logging'], check=True)"
    )
    subprocess.run([sys.executable, "-P", "-c", code], cwd=folder, env=environment(), check=True)
    assert executed(folder) == []


def test_the_folder_is_hostile_indeed(folder: Path) -> None:
    """The same modules are executed by a Python that is not protected: the trial would see it."""
    code = "import random, tantivy, pypdfium2"
    subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment(), check=True)
    assert {"random", "tantivy", "pypdfium2"} <= set(executed(folder))

"""Executes the notebooks of the docs on the sample library; as a program it stores what they answer.

PYTHONPATH=tests/flow/notebooks python -m executing
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import nbformat
from nbclient import NotebookClient

import assay

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "notebooks"
NAMES = ("search_and_judge", "evaluate_two_models", "train_and_promote")


def make_sample(library: Path) -> Path:
    """Make the sample library: once for all notebooks, since its papers are encoded by two models."""
    with assay.open(library, sample=True) as opened:
        opened.encode(opened.papers(), model="all-MiniLM-L6-v2")
    return library


def module(*words: str) -> list[str]:
    return [sys.executable, "-m", *words]


def execute(
    name: str, sample: Path, home: Path, kernel: Callable[..., list[str]] = module
) -> nbformat.NotebookNode:
    """Return the notebook with the answers of a kernel of its own, on a copy of the sample under `home`.

    `kernel` gives the words that start a module with arguments.
    """
    shutil.copytree(sample, home / "assay" / "sample-library")
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    here = {"XDG_DATA_HOME": str(home), "LOCALAPPDATA": str(home), "ASSAY_MODELS": str(home / "models")}
    with tempfile.TemporaryDirectory() as place:  # a socket's path has to be short
        client = NotebookClient(notebook, kernel_name="python3", timeout=120)
        manager = client.create_kernel_manager()
        manager.kernel_spec.argv = kernel("ipykernel_launcher", "-f", "{connection_file}")
        manager.transport, manager.connection_file = "ipc", f"{place}/kernel.json"
        executed: nbformat.NotebookNode = client.execute(env={**os.environ, **here, "IPYTHONDIR": place})
    for cell in executed.cells:
        cell.metadata.pop("execution", None)  # when it ran
        bars = [each for each in cell.get("outputs", ()) if each.get("data") == {"text/plain": ""}]
        cell.update({"outputs": [each for each in cell.outputs if each not in bars]} if bars else {})
    return executed


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        sample = make_sample(Path(place) / "sample")
        for name in NAMES:
            notebook = execute(name, sample, Path(place) / name)
            nbformat.write(notebook, FOLDER / f"{name}.ipynb")


if __name__ == "__main__":
    main()

"""A folder with papers in which somebody has left Python that must never be executed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pdf_papers import conference
from pdf_writing import block, pdf

if TYPE_CHECKING:
    from pathlib import Path

MODULES = (
    *("random", "logging", "json", "typing", "__future__", "runpy", "subprocess", "signal", "dataclasses"),
    *("tantivy", "pypdfium2", "torch", "numpy", "faiss", "sqlalchemy", "PySide6", "assay_resources"),
    *("sitecustomize", "usercustomize", "conftest"),
)
TITLE = "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"


def fill(folder: Path) -> Path:
    """Write a paper, `x.pdf`, and modules that leave a mark beside them; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath("x.pdf").write_bytes(
        pdf(conference(), block("The weather station on the slope.", 70, 100))
    )
    for name in MODULES:
        mark = str(folder / f"{name}.executed")
        folder.joinpath(f"{name}.py").write_text(f"open({mark!r}, 'w').close()\n", encoding="utf-8")
    folder.joinpath(".env").write_text("ASSAY_MODELS=/nowhere\nPYTHONPATH=.\n", encoding="utf-8")
    return folder


def executed(folder: Path) -> list[str]:
    """The modules of the folder that were executed."""
    return sorted(mark.stem for mark in folder.glob("*.executed"))


def environment() -> dict[str, str]:
    """As a user's shell has it: nothing protects the processes that Assay starts but Assay itself."""
    unset = ("PYTHONSAFEPATH", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    return {**kept, "PYTHONUTF8": "1", "OMP_NUM_THREADS": "1"}

"""Which heavy library each part of the program may pull in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from assay.config import SAMPLE_READY
from forking import Forking

HEAVY = ("torch", "transformers", "sentence_transformers", "faiss", "sklearn", "pandas", "scipy")


def _modules_after(statement: str, *, blocked: tuple[str, ...] = ()) -> set[str]:
    """The top-level modules loaded by `statement` in a fresh interpreter."""
    block = f"import sys; sys.modules.update(dict.fromkeys({blocked!r}))"
    code = f"{block}; {statement}; print(*{{name.partition('.')[0] for name, m in sys.modules.items() if m}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_papers_are_listed_before_anything_is_loaded_that_encodes_reads_files_or_measures(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "library"
    loaded = _modules_after(
        "from pathlib import Path; from assay.workspace import Workspace; "
        f"ws = Workspace.open(Path({str(folder)!r})); "
        "print(ws.library.papers.get(ws.library.papers.ids()))"
    )
    assert "sqlalchemy" in loaded
    assert not loaded & {*HEAVY, "numpy", "tantivy", "rapidfuzz", "bibtexparser", "pytrec_eval"}


def test_a_notebook_imports_assay_without_anything_heavy() -> None:
    loaded = _modules_after("import assay; assay.__version__")
    assert not loaded & {*HEAVY, "numpy", "sqlalchemy", "tantivy", "PySide6"}
    assert not _modules_after("import assay; assay.open") & {"torch", "faiss", "PySide6", "sklearn"}


def test_the_command_line_starts_without_anything_heavy() -> None:
    assert not _modules_after("import assay.cli") & {*HEAVY, "PySide6", "sqlalchemy", "alembic"}


def test_the_command_that_opens_the_window_keeps_torch_out_of_its_process(
    tmp_path: Path, forking: Forking, sample: Path
) -> None:
    """`assay desktop --sample` with a window that quits at once, and a sample that is made ready before."""
    folder = Path(shutil.copytree(sample, tmp_path / "assay" / "sample-library"))
    code = (
        "import sys; import assay.cli, assay.cli.desktop, assay_desktop.app as app; "
        f"assay.cli.desktop.python = lambda *words: [*{forking.command()}, *words[2:]]; "
        "app.main = lambda folder, **_: print(*{name.partition('.')[0] for name in sys.modules}) or 0; "
        "assay.cli.main(['desktop', '--sample'])"
    )
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "assay_desktop" in loaded
    assert not loaded & {*HEAVY, "sqlalchemy"}
    assert (folder / SAMPLE_READY).is_file()


def test_encoding_needs_neither_window_nor_index_nor_database() -> None:
    blocked = (
        "PySide6",
        "faiss",
        "tantivy",
        "sqlalchemy",
        "alembic",
        "pandas",
        "pytrec_eval",
        "rich",
        "typer",
    )
    statement = "from assay.encoding import load_encoder; load_encoder().encode(['a text'], format='PRX')"
    loaded = _modules_after(statement, blocked=blocked)
    assert "torch" in loaded
    assert not loaded & set(blocked)

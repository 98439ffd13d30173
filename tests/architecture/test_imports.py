"""Which heavy library each part of the program may pull in."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("torch", "transformers", "sentence_transformers", "faiss", "sklearn", "pandas", "scipy")


def _modules_after(statement: str, *, blocked: tuple[str, ...] = ()) -> set[str]:
    """The top-level modules loaded by `statement` in a fresh interpreter."""
    block = f"import sys; sys.modules.update(dict.fromkeys({blocked!r}))"
    code = f"{block}; {statement}; print(*{{name.partition('.')[0] for name, m in sys.modules.items() if m}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_the_window_process_loads_nothing_heavy() -> None:
    loaded = _modules_after("import assay_desktop.app, assay_desktop.main_window, assay.workspace")
    assert not loaded & set(HEAVY)


def test_the_window_needs_no_database_to_be_drawn() -> None:
    loaded = _modules_after("import assay_desktop.app, assay_desktop.main_window")
    assert not loaded & {"sqlalchemy", "alembic"}


def test_the_command_line_starts_without_anything_heavy() -> None:
    assert not _modules_after("import assay.cli") & {*HEAVY, "PySide6"}


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

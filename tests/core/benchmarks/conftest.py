"""Small benchmarks in their published layouts, and a store of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.benchmarks.store import BenchStore
from small_benchmarks import small_beir, small_scidocs, small_scirepeval


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with a task of each kind of SciRepEval, SciDocs and SciFact."""
    folder = tmp_path / "data"
    small_beir(small_scidocs(small_scirepeval(folder)))
    return folder


@pytest.fixture
def store(tmp_path: Path) -> BenchStore:
    return BenchStore(tmp_path / "kept")


@pytest.fixture(autouse=True)
def _own_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No vector that another test kept is found."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

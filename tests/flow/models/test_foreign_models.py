"""A library from elsewhere does not say where on this machine a model is read, nor what FAISS parses."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import faiss
import numpy as np
import pytest

from assay import config as configuration
from assay.encoding import loading as sentence
from assay.encoding.model_files import folder as model_files
from assay.index import Manifest, new_index, save
from assay.search import index_folder
from assay.types import TaskFormat
from assay.workspace import Workspace

Assay = Callable[..., Any]


@pytest.fixture
def theirs(indexed: Assay, tmp_path: Path) -> Path:
    """A library that somebody else made and handed on: a copy of a folder, which nobody here has trusted."""
    assert indexed("status").status == 0
    return Path(shutil.copytree(tmp_path / "library", tmp_path / "theirs"))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of models whose folders were looked for."""
    names: list[str] = []
    find = model_files.find_folder

    def noted(model_id: str, *, allow_network: bool) -> Path:
        names.append(model_id)
        return find(model_id, allow_network=allow_network)

    monkeypatch.setattr(sentence, "find_folder", noted)
    return names


def name_model(library: Path, model: str) -> None:
    (library / "assay.toml").write_text(f"model = '{model}'\n", encoding="utf-8")


@pytest.mark.parametrize(
    "model",
    [
        "{tmp}/outside",
        "{tmp}/theirs/../outside",
        "{tmp}/theirs/link",
        "{tmp}/theirs-outside",
        "../outside",
        "outside",
        "./outside",
        "~/outside",
        "\\\\server\\share\\model",
        "//server/share/model",
        "C:\\Users\\ada\\model",
        "C:model",
    ],
)
def test_no_model_outside_the_library_is_looked_at_until_it_is_trusted(
    assay: Assay, theirs: Path, tmp_path: Path, opened: list[str], model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("outside", "theirs-outside"):
        (tmp_path / name).mkdir()
    (theirs / "link").symlink_to(tmp_path / "outside", target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    model = model.format(tmp=tmp_path)
    name_model(theirs, model)
    said = assay("search", "bees", folder=theirs)
    assert said.status == 0, said.err
    assert set(opened) <= {"assay-papers"}
    assert "names a model outside it" in said.err
    with Workspace.open(theirs) as workspace:
        assert workspace.config.model == configuration.Config().model
    assert assay("library", "trust", folder=theirs).status == 0
    with Workspace.open(theirs) as workspace:
        assert workspace.config.model == model


def test_a_model_inside_the_library_or_by_its_name_is_taken(theirs: Path, tmp_path: Path) -> None:
    (theirs / "models" / "own").mkdir(parents=True)
    for model in (f"{tmp_path}/theirs/models/own", "hashing", "all-MiniLM-L6-v2", "some-org/some-model"):
        name_model(theirs, model)
        with Workspace.open(theirs) as workspace:
            assert workspace.library.is_foreign
            assert workspace.config.model == model


def test_a_history_from_elsewhere_brings_no_model_outside_back(
    assay: Assay, theirs: Path, tmp_path: Path, opened: list[str]
) -> None:
    (tmp_path / "outside").mkdir()
    was = {"model": str(tmp_path / "outside"), "max_length": 512, "until": "2026-01-01T00:00:00+00:00"}
    (theirs / "models.json").write_text(
        f'{{"format": 1, "before": [{was}]}}'.replace("'", '"'), encoding="utf-8"
    )
    assert assay("model", "rollback", folder=theirs).status == 2
    assert opened == []


def test_faiss_parses_no_file_of_a_library_that_is_not_trusted(
    assay: Assay, indexed: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A graph index as Assay writes it for large libraries, whose file then says that it has 2^60 vectors."""
    assert indexed("status").status == 0
    with Workspace.open(tmp_path / "library") as workspace:
        encoder, doc_ids, place = (
            workspace.encoder(),
            workspace.library.papers.ids(),
            index_folder(workspace.folder, workspace.encoder().fingerprint(TaskFormat.PRX)),
        )
    fingerprint = encoder.fingerprint(TaskFormat.PRX)
    index = new_index("hnsw", encoder.dim)
    index.add(doc_ids, np.eye(len(doc_ids), encoder.dim, dtype=np.float32))
    save(index, place, Manifest(fingerprint, encoder.dim, "hnsw", len(doc_ids), encoder.name))
    theirs = Path(shutil.copytree(tmp_path / "library", tmp_path / "theirs"))
    [file] = theirs.rglob("index.faiss")
    data = bytearray(file.read_bytes())
    before, data[8:16] = sha256(data).hexdigest(), (2**60).to_bytes(8, "little")
    file.write_bytes(bytes(data))
    manifest, current = file.with_name("manifest.json"), file.parent.parent / "CURRENT"
    old = sha256(manifest.read_bytes()).hexdigest()
    manifest.write_text(manifest.read_text().replace(before, sha256(data).hexdigest()))
    current.write_text(current.read_text().replace(old, sha256(manifest.read_bytes()).hexdigest()))
    parsed: list[str] = []
    read = faiss.read_index

    def noted(path: str, *arguments: Any) -> Any:
        parsed.append(path)
        return read(path, *arguments)

    monkeypatch.setattr(faiss, "read_index", noted)
    said = assay("search", "bees", "--mode", "semantic", folder=theirs)
    assert (said.status, parsed) == (2, [])
    assert "assay library trust" in said.err
    assert assay("search", "bees", "--mode", "keyword", folder=theirs).status == 0
    assert assay("index", folder=theirs).status == 0  # anew, out of the cache of vectors
    assert parsed == []
    assert assay("search", "bees", "--mode", "semantic").status == 0, "one's own is read"
    assert len(parsed) == 1

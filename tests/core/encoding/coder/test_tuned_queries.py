"""A model with tuned queries: its papers, and so its index, are those of the model that it was tuned for."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from assay.encoding import Encoder, load_encoder, notation
from assay.encoding.coder.encoder import TunedQueries
from assay.encoding.coder.folder import read_coder, write_coder
from assay.errors import ModelError
from assay.types import TaskFormat
from small_models import save_small_model

TEXTS = ["the nest of bees", "bats and moths", "a"]
PAPERS = [each for each in TaskFormat if each is not TaskFormat.QRY]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("models")
    return {
        "papers": save_small_model(place / "papers", seed=1),
        "queries": save_small_model(place / "queries", seed=2),
        "wide": save_small_model(place / "wide", seed=3, dim=64),
    }


@pytest.fixture
def tuned(models: dict[str, Path], tmp_path: Path) -> Path:
    folder = tmp_path / "tuned"
    write_coder(folder, documents="mine", documents_folder=models["papers"], queries=models["queries"])
    return folder


@pytest.fixture
def encoders(models: dict[str, Path]) -> tuple[Encoder, Encoder]:
    return load_encoder(str(models["papers"])), load_encoder(str(models["queries"]))


def test_papers_are_the_ones_and_queries_the_others(tuned: Path, encoders: tuple[Encoder, Encoder]) -> None:
    papers, queries = encoders
    own = load_encoder(str(tuned), name="tuned-1")
    assert (own.name, own.dim, own.template) == ("tuned-1", papers.dim, papers.template)
    expected = {each: papers.encode(TEXTS, format=each) for each in PAPERS}
    expected[TaskFormat.QRY] = queries.encode(TEXTS, format=TaskFormat.QRY)
    for each in TaskFormat:
        np.testing.assert_array_equal(own.encode(TEXTS, format=each), expected[each])
    asked = [TaskFormat.QRY, TaskFormat.PRX, TaskFormat.QRY]
    for each, found in zip(asked, own.encode_formats(TEXTS, formats=asked), strict=True):
        np.testing.assert_array_equal(found, expected[each])
    assert own.encode([], format=TaskFormat.QRY).shape == (0, papers.dim)


def test_an_index_of_the_papers_stays_its_own(tuned: Path, encoders: tuple[Encoder, Encoder]) -> None:
    papers, queries = encoders
    own = load_encoder(str(tuned))
    for each in PAPERS:
        assert own.fingerprint(each) == papers.fingerprint(each)
    assert own.fingerprint(TaskFormat.QRY) == queries.fingerprint(TaskFormat.QRY)
    assert own.fingerprint(TaskFormat.QRY) != own.fingerprint(TaskFormat.PRX)


def test_a_model_that_comes_with_assay_is_named_and_not_copied(tmp_path: Path) -> None:
    from assay.encoding.model_files.folder import BASE_MODEL, find_folder

    base = find_folder(BASE_MODEL, allow_network=False)
    write_coder(tmp_path / "tuned", documents=BASE_MODEL, documents_folder=base, queries=base)
    assert not (tmp_path / "tuned" / "documents").exists()
    found = read_coder(tmp_path / "tuned")
    assert (found.documents, found.documents_folder) == (BASE_MODEL, base)


def test_papers_of_another_model_are_refused(tuned: Path, models: dict[str, Path]) -> None:
    shutil.rmtree(tuned / "documents")
    shutil.copytree(models["queries"], tuned / "documents")
    with pytest.raises(ModelError, match=r"mine.*another one"):
        load_encoder(str(tuned))


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (lambda folder: shutil.rmtree(folder / "queries"), "queries is missing"),
        (lambda folder: shutil.rmtree(folder / "documents"), "mine"),
        (lambda folder: (folder / "coder.json").write_text("{}"), "another format"),
        (lambda folder: (folder / "coder.json").write_text(json.dumps({"format": 1})), "which model"),
    ],
)
def test_a_folder_that_is_not_whole_says_what_it_lacks(tuned: Path, break_it, said: str) -> None:  # type: ignore[no-untyped-def]
    break_it(tuned)
    with pytest.raises(ModelError, match=said):
        load_encoder(str(tuned))


def test_models_that_do_not_fit_are_refused(models: dict[str, Path], tuned: Path, tmp_path: Path) -> None:
    papers, wide = (load_encoder(str(models[name])) for name in ("papers", "wide"))
    with pytest.raises(ModelError, match="32 columns and its queries 64"):
        TunedQueries(papers, wide, name="odd")
    with pytest.raises(ModelError, match="itself"):
        write_coder(tmp_path / "twice", documents="tuned", documents_folder=tuned, queries=models["queries"])


@pytest.mark.parametrize(
    ("extra", "written"),
    [({}, "CODER(mine)"), ({"first": "BM25"}, "CODER(mine, BM25)"), ({"first": 7}, "CODER(mine)")],
)
def test_it_is_written_with_its_papers_model_and_what_found_its_candidates(
    models: dict[str, Path], tmp_path: Path, extra: dict[str, object], written: str
) -> None:
    folder = tmp_path / "tuned"
    write_coder(
        folder,
        documents="mine",
        documents_folder=models["papers"],
        queries=models["queries"],
        extra=extra,
    )
    own = load_encoder(str(folder), name="tuned-1")
    assert (notation(own), notation(load_encoder(str(models["papers"]), name="plain"))) == (written, "plain")

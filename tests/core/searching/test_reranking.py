"""Which models may reorder a library's results, and which of them stays in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assay import config
from assay.encoding import HashingEncoder
from assay.encoding.coder.folder import write_coder
from assay.errors import BadInput
from assay.library import Library
from assay.registry.loading import open_registry
from assay.searching.indexing import index_vectors, index_words
from assay.searching.reranking import Reranking, models_of_papers
from assay.types import Paper, SearchMode, SearchRequest, TaskFormat
from assay.workspace import Workspace
from small_models import save_small_model


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Library.open(tmp_path / "library") as library:
        library.papers.add([(Paper(f"p{n}", f"bees {'hive ' * n}nectar{n}"), ()) for n in range(6)])
        made = Workspace(library, config.Config(model="hashing"))
        index_words(made)
        index_vectors(made)
        yield made


def test_models_of_the_same_papers_fit_wherever_the_library_cuts_its_texts(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    papers, other = (save_small_model(tmp_path / name, seed=n) for n, name in enumerate(("papers", "other")))
    write_coder(tmp_path / "coder", documents="mine", documents_folder=papers, queries=other)
    registry = open_registry()
    own = registry.add(papers, name="own").model_id
    tuned = registry.add(tmp_path / "coder", name="tuned").model_id
    broken = registry.add(tmp_path / "coder", name="broken").model_id
    registry.add(other, name="other")
    (tmp_path / "models" / broken / "model" / "coder.json").unlink()
    for max_length in (512, 20):
        workspace.use_model(str(papers), max_length=max_length)
        index_vectors(workspace)
        index = workspace.encoder().fingerprint(TaskFormat.PRX)
        assert set(models_of_papers(workspace, index)) == {own, tuned}
        found = Reranking(workspace).search(SearchRequest("bees hive", k=3), tuned, n=6)
        assert found.reordered.n_compared == 6
    assert models_of_papers(workspace, "0" * 16) == []


def test_the_librarys_own_model_is_not_loaded_twice(workspace: Workspace) -> None:
    reranking = Reranking(workspace)
    found = reranking.search(SearchRequest("bees hive", mode=SearchMode.KEYWORD, k=3), "hashing", n=6)
    assert reranking.encoder(reranking.settings("hashing")) is workspace.encoder()
    assert (found.tag, len(found.candidates), len(found.reordered.hits)) == ("BM25 -> hashing", 6, 3)


def test_the_model_that_came_last_is_kept_and_no_other(workspace: Workspace) -> None:
    reranking = Reranking(workspace)
    first, second = (config.Config(model=name) for name in ("one", "two"))
    encoders = HashingEncoder(), HashingEncoder()
    reranking.keep(first, encoders[0])
    reranking.keep(second, encoders[1])
    assert reranking.encoder(first) is None
    assert reranking.encoder(second) is encoders[1]


def test_fewer_candidates_than_results_are_refused_before_anything_is_loaded(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="2 candidates cannot give 3 results"):
        Reranking(workspace).search(SearchRequest("bees", k=3), "nobody/nothing", n=2)

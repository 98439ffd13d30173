"""A search in full texts beside that in abstracts: neither drowns the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assay.ingest.importing import import_files
from assay.search import passages_folder
from assay.searching.explain import Explainer
from assay.searching.indexing import index_passages, index_vectors, index_words, want_passages
from assay.searching.request_json import fields_of
from assay.searching.saved_searches import find
from assay.searching.search import make_run, search, store_run
from assay.types import Paper, Query, SearchMode, SearchRequest
from assay.workspace import Workspace
from pdf_papers import conference
from pdf_writing import block, pdf

SENTENCE = "The weather station on the northern slope recorded zymurgical fog in late April"
BIRDS = [
    f"{head}{tail}" for head in ("bor", "kel", "min", "tas", "vul") for tail in ("ak", "edo", "igan", "ur")
]
ABSTRACTS = [
    Paper(f"p-{bird}", f"Nests of the {bird}", abstract=f"The {bird} nests {place}, and sings in April.")
    for bird, place in zip(
        BIRDS, ["near a weather station", "on a northern slope", "in the fog", "late"] * 5, strict=True
    )
]


def make(folder: Path) -> None:
    moss = folder.with_name("moss.pdf")
    moss.write_bytes(pdf(conference(), block(f"{SENTENCE}.", 70, 100)))
    with Workspace.open(folder) as opened:
        opened.library.papers.add([(paper, ()) for paper in ABSTRACTS])
        import_files(opened.library, [moss])
        opened.use_model("hashing")
        index_words(opened)
        index_vectors(opened)


@pytest.fixture
def library(copied: Callable[..., Path], tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(copied("pdf-search", make, tmp_path / "library")) as opened:
        yield opened


@pytest.mark.parametrize("mode", list(SearchMode))
def test_a_sentence_of_a_page_finds_its_paper_first(library: Workspace, mode: SearchMode) -> None:
    """However well the titles of others match some of its words, in one channel or in two."""
    [first, *others] = search(library, SearchRequest(SENTENCE, mode=mode, k=10, full_text=True))
    assert first.passage is not None
    assert first.channels["full text"] == 1
    assert others


@pytest.mark.parametrize("mode", list(SearchMode))
def test_a_word_that_a_text_only_mentions_leaves_the_abstracts_in_front(
    library: Workspace, mode: SearchMode
) -> None:
    asked = f"nests of the {BIRDS[7]} near a weather station"
    with_texts = search(library, SearchRequest(asked, mode=mode, k=5, full_text=True))
    without = search(library, SearchRequest(asked, mode=mode, k=5))
    assert with_texts[0].doc_id == without[0].doc_id
    if mode is SearchMode.KEYWORD:
        assert with_texts[0].doc_id == f"p-{BIRDS[7]}"


def test_passages_by_meaning_follow_the_files_of_the_library(library: Workspace, tmp_path: Path) -> None:
    """Off until they are wanted; then a passage says page and sentence, as long as its paper is there."""
    asked = SearchRequest(f"late fog recorded by {SENTENCE}", k=10, full_text=True)
    assert "passages" not in search(library, asked)[0].channels
    ranking = find(library, fields_of(asked)).ranking
    want_passages(library, on=True)
    done = index_passages(library)
    assert done.n_passages == done.n_new > 0
    [first, *_] = search(library, asked)
    assert first.channels["passages"] == 1
    assert find(library, fields_of(asked)).ranking == f"{ranking} passages"
    assert Workspace.open(library.folder).config.passages, "as the library keeps it"

    [paper] = library.library.papers.get([first.doc_id])
    nearest = Explainer(library.searcher(), library.texts).explain(asked, paper).nearest
    assert nearest is not None
    assert first.passage is not None
    passage = library.texts.passage(first.passage)
    assert passage is not None
    assert (nearest.page, SENTENCE in nearest.sentence) == (passage.page, True)
    assert nearest.score > nearest.own
    plain = Explainer(library.searcher(), library.texts).explain(SearchRequest(SENTENCE), paper)
    assert plain.nearest is None, "full texts were not searched"

    run = make_run(library, [Query("q", asked.text)], mode=SearchMode.HYBRID, full_text=True)
    assert next(iter(run["q"])) == first.doc_id
    store_run(library, "inside", run, mode=SearchMode.HYBRID, full_text=True)
    [kept] = library.library.runs.all()
    assert kept.details["full_text"] == "words and meaning"

    library.library.papers.remove([first.doc_id])
    library.forget_indexes()
    assert all("passages" not in hit.channels for hit in search(library, asked))
    assert index_passages(library).n_passages == 0
    want_passages(library, on=False)
    assert not passages_folder(library.folder).exists()

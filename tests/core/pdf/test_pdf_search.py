"""A search in full texts beside that in abstracts: neither drowns the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.ingest.importing import import_files
from assay.searching.indexing import index_vectors, index_words
from assay.searching.search import search
from assay.types import Paper, SearchMode, SearchRequest
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


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Workspace]:
    folder = tmp_path / "papers"
    folder.mkdir()
    folder.joinpath("moss.pdf").write_bytes(pdf(conference(), block(f"{SENTENCE}.", 70, 100)))
    with Workspace.open(tmp_path / "library") as opened:
        opened.library.papers.add([(paper, ()) for paper in ABSTRACTS])
        import_files(opened.library, [folder])
        opened.use_model("hashing")
        index_words(opened)
        index_vectors(opened)
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

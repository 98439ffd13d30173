"""Indexes follow edits and removals: in place, by what changed alone, while searches are served."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from small_library import PAPERS, CountingEncoder

from assay.encoding import FolderCache, VectorCache
from assay.index import LexicalIndex
from assay.library import Library
from assay.library.papers import Papers
from assay.search import (
    Searcher,
    lexical_folder,
    searcher_for,
    update_index,
    update_lexical,
)
from assay.types import IndexReport, Paper, SearchMode, SearchRequest, TaskFormat

Update = Callable[[], tuple[IndexReport, IndexReport]]


@pytest.fixture
def update(library: Library, encoder: CountingEncoder, cache: VectorCache) -> Update:
    """Brings both indexes up to date: the vectors, then the words."""

    def both() -> tuple[IndexReport, IndexReport]:
        vectors = update_index(library, encoder, cache=cache)
        return vectors, update_lexical(library, folder=lexical_folder(library.folder))

    return both


@pytest.fixture
def unreadable(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """From here on nobody may read the whole library."""

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("the whole library was read")

    monkeypatch.setattr(Papers, "all", refuse)
    return monkeypatch


def edited(library: Library, number: int, abstract: str) -> Paper:
    paper = replace(PAPERS[number], abstract=abstract)
    library.edits.edit(paper, ())
    return paper


def found(library: Library, encoder: CountingEncoder, text: str) -> list[str]:
    return [hit.doc_id for hit in searcher_for(library, encoder).search(SearchRequest(text, k=3))]


def test_after_an_edit_that_paper_alone_is_read_and_encoded(
    library: Library, encoder: CountingEncoder, update: Update, request: pytest.FixtureRequest
) -> None:
    update()
    encoder.taken()
    paper = edited(library, 0, "Wasps build paper nests.")
    request.getfixturevalue("unreadable")
    for report in update():
        assert (report.n_papers, report.n_encoded, report.n_removed, report.n_unchanged) == (12, 1, 0, 11)
    assert encoder.taken() == [(TaskFormat.PRX, encoder.template.paper_text(paper))]
    assert found(library, encoder, "wasps")[0] == paper.doc_id


def test_a_removal_and_its_undo_are_followed_without_encoding(
    library: Library, encoder: CountingEncoder, update: Update, request: pytest.FixtureRequest
) -> None:
    update()
    encoder.taken()
    gone = [PAPERS[0].doc_id, PAPERS[5].doc_id]
    library.edits.remove(gone)
    request.getfixturevalue("unreadable")
    assert [report.n_removed for report in update()] == [2, 2]
    library.actions.undo()
    assert [report.n_papers for report in update()] == [12, 12]
    assert encoder.taken() == []
    assert found(library, encoder, "bees study 0")[0] == gone[0]


def test_what_is_no_text_of_a_paper_changes_no_index(
    library: Library, encoder: CountingEncoder, update: Update, request: pytest.FixtureRequest
) -> None:
    update()
    before = sorted(library.folder.glob("indexes/*/CURRENT"))
    contents = [path.read_bytes() for path in before]
    library.tags.add("mine", [PAPERS[0].doc_id])
    library.edits.edit(replace(PAPERS[1], doi="10.1000/x"), ())
    request.getfixturevalue("unreadable")
    assert [(report.n_encoded, report.n_unchanged) for report in update()] == [(0, 12), (0, 12)]
    assert [path.read_bytes() for path in before] == contents


def test_an_index_that_the_library_does_not_know_is_compared_paper_by_paper(
    library: Library, encoder: CountingEncoder, update: Update, tmp_path: Path
) -> None:
    backup = library.backup()  # knows neither the index nor the edit
    edited(library, 0, "Wasps build paper nests.")
    update()
    encoder.taken()
    library.close()
    (library.folder / "library.sqlite").write_bytes(backup.read_bytes())
    with Library.open(library.folder, check=False) as older:
        report = update_index(older, encoder, cache=FolderCache(older.folder / "vectors"))
        assert (report.n_papers, report.n_encoded + report.n_cached) == (12, 1)
        assert update_lexical(older, folder=lexical_folder(older.folder)).n_encoded == 1
        assert found(older, encoder, "bees nectar dance hive")[0].startswith("bees")
        words = SearchRequest("wasps", k=3, mode=SearchMode.KEYWORD)
        assert searcher_for(older, encoder).search(words) == []  # no paper that is there has the word
        after = searcher_for(older, encoder).search(SearchRequest("wasps", k=12))
    with Library.open(tmp_path / "never edited") as other:  # what was never edited has never heard of wasps
        other.papers.add([(paper, ()) for paper in PAPERS])
        update_index(other, encoder, cache=FolderCache(other.folder / "vectors"))
        update_lexical(other, folder=lexical_folder(other.folder))
        assert after == searcher_for(other, encoder).search(SearchRequest("wasps", k=12))


def test_papers_that_came_by_the_back_door_are_found_all_the_same(
    library: Library, encoder: CountingEncoder, update: Update
) -> None:
    update()
    library.papers.add([(Paper("comets", "Comets"), ())])
    with library._database.write() as connection:  # as a program that stamps nothing would leave it
        connection.exec_driver_sql("UPDATE paper SET changed_in = 0")
    assert [report.n_papers for report in update()] == [13, 13]
    assert found(library, encoder, "comets")[0] == "comets"


def test_searches_are_served_while_the_indexes_follow(
    library: Library, encoder: CountingEncoder, update: Update, tmp_path: Path
) -> None:
    update()
    ready, stop = threading.Event(), threading.Event()
    answers: list[list[str]] = []

    def serve() -> None:
        with Library.open(library.folder, check=False) as own:
            searcher: Searcher = searcher_for(own, CountingEncoder())
            while not stop.is_set():
                hits = searcher.search(SearchRequest("graph walks rank vertices", k=12))
                answers.append([hit.doc_id for hit in hits])
                ready.set()
                if len(answers) % 5 == 0:  # as the engine does when it is told
                    searcher = searcher_for(own, CountingEncoder())

    server = threading.Thread(target=serve)
    server.start()
    ready.wait(30)
    try:
        for n in (0, 1, 2, 3, 8, 9):
            edited(library, n, f"Wasps of kind {n} build nests.")
            if n == 3:
                library.edits.remove(["graphs0"])
                n_before = len(answers)
            update()
        until = len(answers) + 2  # the last one may have begun before
        while len(answers) < until and server.is_alive():
            stop.wait(0.01)
    finally:
        stop.set()
        server.join(30)
    assert all("graphs1" in answer for answer in answers)
    assert any("graphs0" in answer for answer in answers[:n_before])
    assert "graphs0" not in answers[-1]


def test_a_keyword_index_keeps_its_mark(library: Library) -> None:
    folder = lexical_folder(library.folder)
    update_lexical(library, folder=folder)
    mark = LexicalIndex(folder).mark
    assert library.index_marks.since(mark) is not None
    update_lexical(library, folder=folder)
    assert LexicalIndex(folder).mark == mark

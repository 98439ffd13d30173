"""PDFs from the folder to the search, on the command line and in the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from engine_talk import Talk

from pdf_papers import conference
from pdf_writing import Type, block, pdf

Assay = Callable[..., Any]
TITLE = "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"
SECOND = block("The weather station on the northern slope recorded zymurgical fog in April.", 70, 100)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "my papers"
    place.mkdir()
    place.joinpath("moss.pdf").write_bytes(pdf(conference(), SECOND))
    place.joinpath("notes.pdf").write_bytes(pdf([Type("only a line", 70, 100, 10)]))
    place.joinpath("broken.pdf").write_bytes(b"%PDF-1.7 and nothing")
    return place


@pytest.fixture
def found(assay: Assay, folder: Path) -> str:
    """The library with the folder in it; the id of the paper on moss."""
    assert assay("import", folder).status == 0
    assert assay("index", "--model", "hashing").status == 0
    [hit] = [hit for hit in _search(assay, "moss") if hit["title"] == TITLE]
    doc_id: str = hit["doc_id"]
    return doc_id


def _search(assay: Assay, text: str, *more: str) -> list[dict[str, Any]]:
    answer = assay("search", text, "--mode", "keyword", "--json", *more)
    assert answer.status == 0, answer.err
    hits: list[dict[str, Any]] = answer.payload["hits"]
    return hits


def test_an_import_says_what_came_in_and_what_is_to_be_looked_over(assay: Assay, folder: Path) -> None:
    payload = assay("import", folder, "--json").payload
    assert (payload["new"], payload["doubtful"], payload["unchanged"]) == (2, 1, 0)
    [failure] = payload["failed"]
    assert Path(failure["file"]).name == "broken.pdf"
    again = assay("import", folder)
    assert again.status == 0
    assert "1 failed, 2 unchanged" in again.out
    alone = assay("import", folder / "broken.pdf")
    assert (alone.status, "nothing could be imported" in alone.err) == (2, True)


def test_doubtful_files_are_listed_with_what_was_read_and_settled(assay: Assay, found: str) -> None:
    rows = assay("files", "list", "--json").payload["files"]
    moss = next(row for row in rows if row["doc_id"] == found)
    assert moss["found"]["title"]["text"] == TITLE
    assert 0.7 < moss["found"]["title"]["confidence"] <= 1
    [row] = assay("files", "list", "--needs-review", "--json").payload["files"]
    assert [Path(path).name for path in row["paths"]] == ["notes.pdf"]
    assert assay("files", "mark-reviewed", row["sha256"][:10]).status == 0
    assert assay("files", "list", "--needs-review", "--json").payload["files"] == []
    twice = assay("files", "mark-reviewed", row["sha256"][:10])
    assert (twice.status, "0 files that need review" in twice.err) == (2, True)
    assert "broken.pdf" in assay("files", "list").out


def test_full_text_finds_what_no_abstract_says_and_names_the_page(assay: Assay, found: str) -> None:
    assert _search(assay, "zymurgical fog") == []
    [hit] = _search(assay, "zymurgical fog", "--full-text")
    assert (hit["doc_id"], hit["page"]) == (found, 2)
    assert "zymurgical fog" in hit["passage"]
    assert "(p. 2)" in assay("search", "zymurgical fog", "--mode", "keyword", "--full-text").out


def test_only_papers_with_a_pdf_can_be_asked_for(assay: Assay, found: str, tmp_path: Path) -> None:
    tmp_path.joinpath("refs.bib").write_text("@article{x, title={Moss and nothing else}}")
    assert assay("import", tmp_path / "refs.bib").status == 0
    assert assay("index", "--keyword-only").status == 0
    assert {hit["doc_id"] for hit in _search(assay, "moss")} == {found, "x"}
    assert {hit["doc_id"] for hit in _search(assay, "moss", "--has-pdf")} == {found}


def test_a_watched_folder_brings_in_what_is_new_and_misses_what_is_gone(assay: Assay, folder: Path) -> None:
    assert assay("watch", "add", folder).status == 0
    assert assay("watch", "look", "--json").payload["new"] == 2
    folder.joinpath("moss.pdf").unlink()
    folder.joinpath("fern.bib").write_text("@article{fern, title={Ferns in the shade of ruins}}")
    looked = assay("watch", "look", "--json").payload
    assert (looked["new"], looked["folders"][0]["missing"]) == (1, 1)
    [row] = assay("watch", "list", "--json").payload["folders"]
    assert (row["folder"], bool(row["looked_at"])) == (str(folder), True)
    assert assay("watch", "remove", folder).status == 0
    assert assay("watch", "remove", folder).status == 2
    assert assay("watch", "add", folder / "fern.bib").status == 2


@pytest.fixture
def talk(found: str, start: Callable[..., Any], tmp_path: Path) -> Iterator[Talk]:
    process = start(tmp_path / "library", "engine")
    yield Talk(process)
    process.kill()
    process.communicate()


def test_passages_get_vectors_when_they_are_wanted_and_are_found_by_meaning(assay: Assay, found: str) -> None:
    text = "fog that a station recorded in April, on a northern slope"
    why = ("search", text, "--full-text", "--explain", found)
    assert "passages" not in assay("index", "--json").payload
    assert "Closest passage" not in assay(*why).out
    assert "--keyword-only uses no model" in assay("index", "--keyword-only", "--passages").err
    made = assay("index", "--passages", "--json").payload["passages"]
    assert made["n_passages"] == made["n_new"] > 1
    assert assay("index", "--json").payload["passages"] == {"n_passages": made["n_passages"], "n_new": 0}
    answer = assay(*why, "--json").payload
    [hit] = [hit for hit in answer["hits"] if hit["doc_id"] == found]
    assert (hit["page"], "zymurgical" in hit["passage"]) == (2, True)
    assert answer["why"]["channels"]["passages"] == 1
    assert (answer["why"]["nearest"]["page"], "zymurgical" in answer["why"]["nearest"]["sentence"]) == (
        2,
        True,
    )
    assert "Closest passage, page 2 (counts): The weather station" in assay(*why).out
    assert f"passages (hashing): {made['n_passages']} passages, 0 new" in assay("index").out
    assert "passages" not in assay("index", "--no-passages", "--json").payload
    assert "Closest passage" not in assay(*why).out


def test_the_engine_says_how_many_full_texts_there_are_and_where_it_found_them(
    talk: Talk, found: str
) -> None:
    state = talk.state("ready")
    assert (state["full_texts"], state["passages"]) == (2, 0)
    request = {"text": "zymurgical fog", "mode": "keyword"}
    talk.send(id=1, op="search", request=request)
    assert talk.answer(1)["ok"]["hits"] == []
    talk.send(id=2, op="search", request={**request, "full_text": True})
    [hit] = talk.answer(2)["ok"]["hits"]
    assert (hit["doc_id"], hit["page"], hit["channels"]) == (found, 2, {"full text": 1})
    assert ["zymurgical", True] in [list(piece) for piece in hit["passage"]]
    talk.send(id=3, op="search", request={"text": "moss", "mode": "keyword", "full_text": True})
    hit = talk.answer(3)["ok"]["hits"][0]
    assert (hit["doc_id"], hit["page"]) == (found, None)  # the abstract says it too
    assert set(hit["channels"]) == {"keyword", "full text"}

"""What an import says of itself: what was new, what changed nothing, what went wrong and where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.library import Library

Assay = Callable[..., Any]

BOOKS = """
@article{moss, title={Moss on rolling stones}, author={Lee, Ann}, year={2020}, doi={10.1000/moss}}
@article{fern, title={Ferns in the shade of walls}, author={Ito, Ken}, year={2021}}
"""
CLASH = "@article{other, title={Whales of the deep south}, year={2020}, doi={10.1000/moss}}\n"


def counts(answer: Any) -> list[int]:
    return [answer.payload[name] for name in ("new", "merged", "unchanged", "conflict")]


def test_entries_that_change_nothing_count_as_unchanged(assay: Assay, tmp_path: Path) -> None:
    file, more = tmp_path / "books.bib", tmp_path / "more.bib"
    file.write_text(BOOKS, encoding="utf-8")
    more.write_text(BOOKS.replace("year={2021}", "year={2021}, journal={Shade}"), encoding="utf-8")
    assert counts(assay("import", file, "--json")) == [2, 0, 0, 0]
    assert counts(assay("import", file, "--json")) == [0, 0, 2, 0]
    assert counts(assay("import", more, "--json")) == [0, 1, 1, 0]
    assert "0 new, 0 merged, 0 conflicts, 0 failed, 2 unchanged" in assay("import", more).out


def test_a_twin_of_an_entry_counts_as_merged_and_its_import_names_its_papers(
    assay: Assay, tmp_path: Path
) -> None:
    file, more = tmp_path / "twins.bib", tmp_path / "more.bib"
    file.write_text(BOOKS + BOOKS, encoding="utf-8")
    added = BOOKS.replace("year={2021}", "year={2021}, journal={Shade}")
    more.write_text(added + "@article{oak, title={Oaks in the wind}, author={Ode, Kim}}", encoding="utf-8")
    first = assay("import", file, "--json")
    assert counts(first) == [2, 2, 0, 0]
    assert counts(again := assay("import", file, "--json")) == [0, 0, 4, 0]
    assert again.payload["action"] == 0
    second = assay("import", more, "--json")
    assert counts(second) == [1, 1, 1, 0]
    with Library.open(tmp_path / "library") as library:
        papers = [library.actions.papers(one.payload["action"]) for one in (first, second)]
    assert papers == [["moss", "fern"], ["fern", "oak"]]


def test_a_further_name_of_a_paper_changes_nothing_in_it(assay: Assay, tmp_path: Path) -> None:
    file, named = tmp_path / "books.bib", tmp_path / "named.bib"
    file.write_text(BOOKS, encoding="utf-8")
    named.write_text(BOOKS.replace("{moss,", "{moss2020,"), encoding="utf-8")
    assay("import", file)
    assert counts(assay("import", named, "--json")) == [0, 0, 2, 0]
    assert assay("cite", "moss2020").out == assay("cite", "moss").out


def test_the_plain_report_tells_of_conflicts(assay: Assay, tmp_path: Path) -> None:
    file = tmp_path / "books.bib"
    file.write_text(BOOKS + CLASH, encoding="utf-8")
    said = assay("import", file).out
    assert "1 conflicts" in said
    assert "”: It has the DOI 10.1000/moss of 'moss'" in said
    title = CLASH.partition("title={")[2].partition("}")[0]
    assert f"  “{title}”: " in said


def test_a_report_names_every_file_by_its_whole_path(
    assay: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "inbox"
    folder.mkdir()
    folder.joinpath("broken.pdf").write_bytes(b"%PDF-1.7 and nothing")
    folder.joinpath("untitled.bib").write_text("@article{x, year={2020}}\n" + BOOKS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    failed = assay("import", "inbox", "inbox/gone.bib", "--json").payload["failed"]
    assert {failure["file"] for failure in failed} == {
        str(folder / name) for name in ("broken.pdf", "untitled.bib", "gone.bib")
    }


def test_a_file_that_failed_as_a_whole_is_told_without_a_line(assay: Assay, tmp_path: Path) -> None:
    broken, untitled = tmp_path / "broken.pdf", tmp_path / "untitled.bib"
    broken.write_bytes(b"%PDF-1.7 and nothing")
    untitled.write_text("@article{x, year={2020}}\n" + BOOKS, encoding="utf-8")
    said = assay("import", untitled, broken).out
    assert f"  {broken}: " in said
    assert f"  {untitled}:1: " in said


def test_papers_that_an_import_brings_back_are_counted_and_go_again_with_it(
    assay: Assay, tmp_path: Path
) -> None:
    file = tmp_path / "books.bib"
    file.write_text(BOOKS, encoding="utf-8")
    assay("import", file)
    assay("remove", "moss")
    file.write_text(BOOKS + BOOKS, encoding="utf-8")  # the same paper twice: it comes back once
    again = assay("import", file, "--json")
    assert (counts(again), again.payload["brought_back"]) == ([0, 0, 3, 0], 1)
    assert removed(assay) == []
    assay("history", "undo")
    assert removed(assay) == ["moss"]
    assert "0 new, 0 merged, 0 conflicts, 0 failed, 3 unchanged, 1 restored" in assay("import", file).out


def test_a_paper_that_comes_back_with_more_than_it_had_counts_once(assay: Assay, tmp_path: Path) -> None:
    file, more = tmp_path / "books.bib", tmp_path / "more.bib"
    file.write_text(BOOKS, encoding="utf-8")
    more.write_text(BOOKS.replace("year={2021}", "year={2021}, journal={Shade}"), encoding="utf-8")
    assay("import", file)
    assay("remove", "fern")
    again = assay("import", more, "--json")
    assert (counts(again), again.payload["brought_back"]) == ([0, 0, 1, 0], 1)


def removed(assay: Assay) -> list[str]:
    return [paper["doc_id"] for paper in assay("removed", "--json").payload["papers"]]

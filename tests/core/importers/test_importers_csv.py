from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from assay.importers.entries.record import split_names
from assay.types import Paper

if TYPE_CHECKING:
    from importers_reading import ReadText

ZOTERO = [
    "Key",
    "Item Type",
    "Publication Year",
    "Author",
    "Title",
    "Publication Title",
    "DOI",
    "Url",
    "Abstract Note",
    "Date",
]
ROW = ["NXP", "journalArticle", "2020", "Avinadav, Tal; Khmelnitsky, Eugene", 'Sharing, "fairly"', "EJOR",
       "10.1000/EJOR.1", "https://example.org", "Line one.\nLine two.", "2020-08"]  # fmt: skip
EXPECTED = Paper(
    doc_id="NXP",
    title='Sharing, "fairly"',
    abstract="Line one. Line two.",
    authors=("Avinadav, Tal", "Khmelnitsky, Eugene"),
    year=2020,
    venue="EJOR",
    doi="10.1000/ejor.1",
    url="https://example.org",
)


def table(*rows: list[str], delimiter: str = ",") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_a_row_of_zoteros_export_becomes_a_paper(read: ReadText, delimiter: str, name: str) -> None:
    assert read(name, "\ufeff" + table(ZOTERO, ROW, delimiter=delimiter)).bare == EXPECTED


def test_a_plain_table_needs_a_title_only(read: ReadText) -> None:
    papers = read("a.csv", "TITLE,year\nOne,1999\nTwo,\n").papers
    assert [(paper.title, paper.year) for paper in papers] == [("One", 1999), ("Two", None)]
    assert len({paper.doc_id for paper in papers}) == 2


def test_a_row_is_told_by_the_line_on_which_it_begins(read: ReadText) -> None:
    empty = [*ROW[:3], *[""] * 7]  # with neither a title nor anything else to know it by
    found = read("a.csv", table(ZOTERO, ROW, empty, ROW))
    assert found.failure.line == 4  # the first row takes lines 2 and 3
    assert len(found.papers) == 2


def test_a_table_without_title_column_is_told_once_with_its_header(read: ReadText) -> None:
    failure = read("a.csv", "query-id,corpus-id,score\n1,2,0\n").failure
    assert failure.line == 0
    assert "query-id" in failure.reason


@pytest.mark.parametrize(
    "broken", ['2,"never closed,1999\n', '2,"closed" too early,1999\n', '2,"two\nlines" of it,1999\n']
)
def test_a_stray_quotation_mark_costs_at_most_its_own_row(read: ReadText, broken: str) -> None:
    good = "".join(f'{n},"Title, {n}",200{n}\n' for n in range(3, 8))
    found = read("a.csv", 'id,title,year\n1,"Title, 1",2001\n' + broken + good)
    ids = [paper.doc_id for paper in found.papers]
    assert [doc_id for doc_id in ids if doc_id != "2"] == ["1", "3", "4", "5", "6", "7"]
    assert all(failure.line == 3 for failure in found.failures)


def test_quotation_marks_inside_a_field_are_kept(read: ReadText) -> None:
    assert read("a.csv", 'id,title\n1,A "quoted" word\n').paper.title == 'A "quoted" word'


def test_short_and_long_rows_are_read_as_far_as_they_go(read: ReadText) -> None:
    papers = read("a.csv", "id,title,year\n1,Short\n2,Long,2001,more,and more\n\n").papers
    assert [(paper.doc_id, paper.year) for paper in papers] == [("1", None), ("2", 2001)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Smith, J.; Doe, A.", ("Smith, J.", "Doe, A.")),
        ("Ada Lovelace, Alan Turing", ("Ada Lovelace", "Alan Turing")),
        ("Ada Lovelace, Alan Turing and Grace Hopper", ("Ada Lovelace", "Alan Turing", "Grace Hopper")),
        ("Lovelace, Ada and Turing, Alan", ("Lovelace, Ada", "Turing, Alan")),
        ("Smith, J., Doe, A.B.", ("Smith, J.", "Doe, A.B.")),
        ("Smith, Jane", ("Smith, Jane")),
        ("Jane Smith", ("Jane Smith")),
        ("A|B", ("A", "B")),
        ("", ()),
    ],
)
def test_author_lists_are_split_as_people_write_them(text: str, names: tuple[str, ...] | str) -> None:
    assert split_names(text) == ((names,) if isinstance(names, str) else names)

"""CSL-JSON and JSON Lines."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from assay.importers import read_papers
from assay.types import Paper

if TYPE_CHECKING:
    from pathlib import Path

    from importers_reading import ReadText

CSL: dict[str, Any] = {
    "id": "smith20",
    "type": "article-journal",
    "title": 'A <i>very</i> <span class="nocase">Long</span> River',
    "abstract": "<jats:p>Rivers &amp; lakes.</jats:p>",
    "author": [
        {"family": "Smith", "given": "Jane"},
        {"family": "Gogh", "given": "Vincent", "non-dropping-particle": "van"},
        {"literal": "The River Group"},
    ],
    "issued": {"date-parts": [["2020", 8]]},
    "container-title": "River Letters",
    "DOI": "10.1000/RIVER.1",
    "PMID": "77",
    "URL": "https://example.org",
    "keyword": "rivers; length",
}
SMITH = Paper(
    doc_id="smith20",
    title="A very Long River",
    abstract="Rivers & lakes.",
    authors=("Smith, Jane", "van Gogh, Vincent", "The River Group"),
    year=2020,
    venue="River Letters",
    doi="10.1000/river.1",
    pmid="77",
    url="https://example.org",
    keywords=("rivers", "length"),
)


@pytest.mark.parametrize(
    "document",
    [[CSL], CSL, {"items": [CSL]}, {"message": {"items": [CSL]}}],
    ids=["list", "one", "items", "crossref"],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_a_csl_item_becomes_a_paper(read: ReadText, document: object, indent: int | None) -> None:
    assert read("a.json", json.dumps(document, indent=indent)).bare == SMITH


def test_zoteros_address_is_shortened_to_its_key(read: ReadText) -> None:
    item = {**CSL, "id": "http://zotero.org/users/local/Lf4Kpn8q/items/NXPETHCG"}
    assert read("a.json", json.dumps([item])).paper.doc_id == "NXPETHCG"


@pytest.mark.parametrize(
    ("issued", "year"),
    [
        ({"date-parts": [[1999]]}, 1999), ({"raw": "May 2003"}, 2003), ({"literal": "Spring 1987"}, 1987),
        ("2011-02", 2011), ({"date-parts": [[]]}, None), ({"date-parts": None}, None), (None, None),
    ],
)  # fmt: skip
def test_the_year_is_told_from_any_form_of_date(read: ReadText, issued: object, year: int | None) -> None:
    assert read("a.json", json.dumps([{**CSL, "issued": issued}])).paper.year == year


def test_a_broken_item_in_a_list_costs_only_itself(read: ReadText) -> None:
    items = [json.dumps({**CSL, "id": f"k{n}"}, indent=1) for n in range(4)]
    items[1] = items[1].replace('"type": ', '"type" ')
    text = "[\n" + ",\n".join(items) + "\n]"
    found = read("a.json", text)
    assert [paper.doc_id for paper in found.papers] == ["k0", "k2", "k3"]
    assert found.failure.line == items[0].count("\n") + 3
    assert "not valid JSON" in found.failure.reason


def test_a_list_that_is_cut_off_keeps_what_was_whole(read: ReadText) -> None:
    text = json.dumps([{**CSL, "id": f"k{n}"} for n in range(3)], indent=1)
    found = read("a.json", text[: text.index('"k2"') + 20])
    assert [paper.doc_id for paper in found.papers] == ["k0", "k1"]
    assert "cut off" in found.failure.reason


def test_things_in_the_list_that_are_no_objects_are_told(read: ReadText) -> None:
    found = read("a.json", '[1, "two",\n null]')
    assert [failure.line for failure in found.failures] == [1, 1, 2]


@pytest.mark.parametrize("document", ["{}", '{"a": 1}', '{"items": 5}', "5", "null", '"text"'])
def test_json_without_papers_is_told_once(read: ReadText, document: str) -> None:
    assert read("a.json", document).failure.line == 0


def test_beir_rows_are_read(read: ReadText) -> None:
    row = {
        "_id": "4983",
        "title": "Microstructural development",
        "text": "Alterations of the architecture.",
        "metadata": {"year": 1997, "authors": ["William W. Cohen"], "arxiv": "1105.5464", "keywords": ["x"]},
    }
    assert read("corpus.jsonl", json.dumps(row)).paper == Paper(
        doc_id="4983",
        title="Microstructural development",
        abstract="Alterations of the architecture.",
        authors=("William W. Cohen",),
        year=1997,
        arxiv_id="1105.5464",
        keywords=("x",),
    )


def test_semantic_scholar_rows_are_read(read: ReadText) -> None:
    row = {
        "corpusid": 12871252,
        "paperId": None,
        "title": "The Effect of Aesthetic",
        "abstract": None,
        "authors": [{"authorId": "1", "name": "Nick Cawthon"}, {"name": "A. Moere"}],
        "year": 2007,
        "venue": "",
        "journal": {"name": "IV", "pages": "1-2"},
        "externalIds": {"DOI": "10.1109/IV.2007.147", "ArXiv": "2004.07180", "PubMed": "99"},
        "publicationDate": "2007-07-04",
        "url": "https://example.org",
    }
    assert read("s2.jsonl", json.dumps(row)).bare == Paper(
        doc_id="12871252",
        title="The Effect of Aesthetic",
        authors=("Nick Cawthon", "A. Moere"),
        year=2007,
        venue="IV",
        doi="10.1109/iv.2007.147",
        arxiv_id="2004.07180",
        pmid="99",
        url="https://example.org",
    )


def test_specters_metadata_object_is_read(read: ReadText) -> None:
    metadata = {"p1": {"title": "One", "abstract": "A"}, "p2": {"title": "Two", "abstract": "B"}}
    papers = read("metadata.json", json.dumps(metadata)).papers
    assert [(paper.doc_id, paper.title, paper.abstract) for paper in papers] == [
        ("p1", "One", "A"),
        ("p2", "Two", "B"),
    ]


def test_our_own_rows_are_read(read: ReadText) -> None:
    row = {
        "doc_id": "a", "title": "T", "abstract": "A", "authors": ["X Y"], "year": 2020, "venue": "V",
        "doi": "10.1000/z",
        "arxiv_id": "2004.07180", "pmid": "5", "url": "u", "keywords": ["k"],
    }  # fmt: skip
    expected = Paper("a", "T", "A", ("X Y",), 2020, "V", "10.1000/z", "2004.07180", "5", "u", ("k",))
    assert read("papers.jsonl", json.dumps(row)).paper == expected


def test_arxiv_metadata_rows_are_read(read: ReadText) -> None:
    row = {
        "id": "2212.11867", "authors": "M. Michelen, X. Vu", "title": "Zeros of\n  polynomials",
        "abstract": " Let X be.\n",
        "categories": "math.PR", "versions": [{"version": "v1", "created": "Thu, 22 Dec 2022 17:01:56 GMT"}],
        "update_date": "2023-01-23", "authors_parsed": [["Michelen", "Marcus", ""], ["Vu", "Xuan", ""]],
    }  # fmt: skip
    paper = read("arxiv.jsonl", json.dumps(row)).paper
    assert (paper.title, paper.arxiv_id, paper.year) == ("Zeros of polynomials", "2212.11867", 2022)
    assert paper.authors == ("Michelen, Marcus", "Vu, Xuan")


def test_a_bad_line_in_the_middle_costs_only_itself(read: ReadText) -> None:
    lines = [json.dumps({"_id": str(n), "title": f"Title {n}"}) for n in range(5)]
    lines[2] = '{"_id": "2", "title": oops}'
    found = read("corpus.jsonl", "\n".join(lines))
    assert [paper.doc_id for paper in found.papers] == ["0", "1", "3", "4"]
    assert found.failure.line == 3
    assert "not valid JSON" in found.failure.reason


def test_a_number_of_ten_thousand_digits_fails_nothing_else(read: ReadText) -> None:
    text = '{"_id": "1", "title": "A", "year": ' + "9" * 10_000 + '}\n{"_id": "2", "title": "B"}\n'
    found = read("corpus.jsonl", text)
    assert [paper.doc_id for paper in found.papers] == ["2"]
    assert found.failure.line == 1


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.json", "corpus.txt", "corpus"])
def test_json_lines_are_told_by_their_content(read: ReadText, name: str) -> None:
    assert len(read(name, '{"_id": "1", "title": "A"}\n{"_id": "2", "title": "B"}\n').papers) == 2


def test_gzip_is_told_by_its_content_not_by_its_name(read: ReadText) -> None:
    packed = gzip.compress(b'{"_id": "1", "title": "A"}\n')
    assert read("corpus.jsonl", packed).paper.doc_id == "1"
    assert read("corpus.jsonl.gz", packed).paper.doc_id == "1"
    assert read("corpus.jsonl.gz", '{"_id": "1", "title": "A"}').paper.doc_id == "1"


def test_lone_surrogates_and_nul_become_storable_text(read: ReadText) -> None:
    paper = read("corpus.jsonl", '{"_id": "1", "title": "A\\ud800B\\u0000C"}').paper
    assert paper.title == "A\N{REPLACEMENT CHARACTER}BC"
    assert paper.title.encode()


@pytest.mark.parametrize("value", ["[]", "{}", "5", "true", "[[1]]", '{"name": 5}'])
def test_values_of_unexpected_kinds_are_harmless(read: ReadText, value: str) -> None:
    fields = (
        "authors",
        "abstract",
        "year",
        "venue",
        "doi",
        "keywords",
        "externalIds",
        "metadata",
        "versions",
        "url",
    )
    text = '{"_id": "1", "title": "A"' + "".join(f', "{field}": {value}' for field in fields) + "}"
    assert read("corpus.jsonl", text).paper.title == "A"
    fields = ("author", "issued", "DOI", "container-title", "abstract", "keyword", "note")
    text = '[{"id": "1", "title": "A"' + "".join(f', "{field}": {value}' for field in fields) + "}]"
    assert read("a.json", text).paper.title == "A"


def test_progress_of_a_stream_estimates_its_total(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text(
        "".join(f'{{"_id": "{n:05}", "title": "Title {n:05}", "text": "{"x" * 100}"}}\n' for n in range(5000))
    )
    told: list[tuple[int, int | None]] = []
    assert len(list(read_papers(path, progress=lambda _, done, total: told.append((done, total))))) == 5000
    assert told[-1] == (5000, 5000)
    assert len(told) > 20
    assert all(total is None or abs(total - 5000) < 500 for done, total in told if done > 1000)

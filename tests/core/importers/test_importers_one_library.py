"""One reference manager's library in each form that it gives: the same papers, in any order and once."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from importers_reading import Shelf, read_file
from importers_zotero import Creator, ZoteroFolder

from assay.importers import Outcome
from assay.ingest.importing import import_files
from assay.library import Library
from assay.types import Paper

if TYPE_CHECKING:
    from collections.abc import Iterator

LAKE, HOURS, NOTE = "LAKE0001", "HOUR0002", "NOTE0003"
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:foaf="http://xmlns.com/foaf/0.1/"
 xmlns:bib="http://purl.org/net/biblio#" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:dcterms="http://purl.org/dc/terms/">
<bib:Article rdf:about="https://a.test/lake"><z:itemType>journalArticle</z:itemType>
  <dcterms:isPartOf><bib:Journal><dc:title>Journal of Lakes</dc:title></bib:Journal></dcterms:isPartOf>
  <bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Moss</foaf:surname>
    <foaf:givenName>Ada</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors>
  <dc:title>How deep the lakes of the north are</dc:title><dc:date>8/2020</dc:date>
</bib:Article>
<bib:Article rdf:about="#item_2"><z:itemType>journalArticle</z:itemType>
  <dcterms:isPartOf><bib:Journal><dc:title>Lake Museum</dc:title></bib:Journal></dcterms:isPartOf>
  <dc:title>Opening hours</dc:title><dc:date>2020</dc:date>
</bib:Article>
<bib:Memo rdf:about="#item_3"><z:itemType>note</z:itemType>
  <rdf:value>&lt;p&gt;moss&lt;/p&gt;</rdf:value></bib:Memo>
</rdf:RDF>
"""
CSV = f"""Key,Item Type,Publication Year,Author,Title,Publication Title,Date
{LAKE},journalArticle,2020,"Moss, Ada",How deep the lakes of the north are,Journal of Lakes,8/2020
{HOURS},journalArticle,2020,,Opening hours,Lake Museum,2020
"""


def csl() -> str:
    def item(key: str, kind: str, **fields: object) -> dict[str, object]:
        return {"id": f"http://zotero.org/users/local/a/items/{key}", "type": kind, **fields}

    of_2020 = {"date-parts": [["2020", 8]]}
    items = [
        item(
            LAKE,
            "article-journal",
            title="How deep the lakes of the north are",
            author=[{"family": "Moss", "given": "Ada"}],
            issued=of_2020,
            **{"container-title": "Journal of Lakes"},
        ),
        item(NOTE, "article", title="moss"),
        item(
            HOURS,
            "article-journal",
            title="Opening hours",
            issued={"date-parts": [["2020"]]},
            **{"container-title": "Lake Museum"},
        ),
    ]
    return json.dumps(items, indent=1)


@pytest.fixture
def forms(tmp_path: Path) -> dict[str, Path]:
    """form -> a file or folder with the library of two papers and a note."""
    zotero = ZoteroFolder(tmp_path / "Zotero")
    lake = {"title": "How deep the lakes of the north are", "publicationTitle": "Journal of Lakes"}
    zotero.add(LAKE, creators=(Creator("Moss", "Ada"),), date="2020-08-00 8/2020", **lake)
    zotero.add(HOURS, title="Opening hours", publicationTitle="Lake Museum", date="2020-00-00 2020")
    zotero.add(NOTE, "note")
    for name, text in (("library.rdf", RDF), ("library.csv", CSV), ("library.json", csl())):
        tmp_path.joinpath(name).write_text(text, encoding="utf-8")
    return {
        "database": zotero.folder,
        **{kind: tmp_path / f"library.{kind}" for kind in ("rdf", "csv", "json")},
    }


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library") as opened:
        yield opened


def test_each_form_gives_the_same_papers(forms: dict[str, Path]) -> None:
    given = [
        [replace(paper, doc_id="", item="") for paper in read_file(path).papers] for path in forms.values()
    ]
    assert len(given[0]) == 2
    assert all(papers == given[0] for papers in given)


def test_a_note_that_stands_alone_is_told_and_is_no_paper(forms: dict[str, Path]) -> None:
    found = read_file(forms["json"])
    assert [paper.doc_id for paper in found.papers] == [LAKE, HOURS]
    assert f"'{NOTE}' has nothing but a title" in found.failure.reason
    lines = forms["json"].read_text(encoding="utf-8").splitlines()
    assert NOTE in lines[found.failure.line]  # the line after the one on which it begins


def test_a_title_alone_is_a_paper_where_no_zotero_wrote_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text('[{"id": "moss", "type": "article", "title": "Moss"}]', encoding="utf-8")
    assert read_file(path).bare == Paper("moss", "Moss")


@pytest.mark.parametrize("order", list(permutations(["database", "rdf", "csv", "json"]))[::5])
def test_one_form_after_the_other_adds_nothing(forms: dict[str, Path], order: tuple[str, ...]) -> None:
    shelf = Shelf()
    shelf.load(read_file(forms[order[0]]).papers)
    for form in order[1:]:
        decisions = shelf.load(read_file(forms[form]).papers)
        assert {decision.outcome for decision in decisions} == {Outcome.UNCHANGED}
    assert len(shelf.papers) == 2


def test_an_import_says_that_another_form_changes_nothing(forms: dict[str, Path], library: Library) -> None:
    assert import_files(library, [forms["rdf"]]).new == 2
    for form in ("json", "csv", "database", "rdf"):
        report = import_files(library, [forms[form]])
        assert (report.new, report.merged, report.conflict, report.unchanged) == (0, 0, 0, 2), form
    assert len(library.papers.ids()) == 2
    assert set(library.papers.resolve([LAKE, HOURS])) == {LAKE, HOURS}  # names that it has from now on


def test_pages_of_a_short_title_that_differ_in_anything_are_kept(forms: dict[str, Path]) -> None:
    shelf = Shelf()
    shelf.load(read_file(forms["rdf"]).papers)
    page = Paper("other", "Opening hours", year=2020, venue="Lake Museum")
    others = [
        replace(page, doc_id="a", year=2021),
        replace(page, doc_id="b", venue="Sea Museum"),
        replace(page, doc_id="c", url="https://a.test/hours"),
        replace(page, doc_id="d", abstract="From nine to five."),
        Paper("e", "Opening hours"),
        Paper("f", "Opening hours"),
    ]
    assert [one.outcome for one in shelf.load(others)] == [Outcome.NEW] * 6
    assert [one.outcome for one in shelf.load([page])] == [Outcome.UNCHANGED]

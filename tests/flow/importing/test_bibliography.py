# ruff: noqa: E501, W291 - files in the published layouts
"""A bibliography goes in whole and comes out whole: each field equal, each citation key byte for byte.

What a file says is read by other readers than ours: bibtexparser's splitter, rispy, json and ElementTree.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
import rispy
from bibtex_reader import Fields, bibtex_entries, files_of, text_of

from assay.importers import read_papers
from assay.ingest.editing import edit_paper
from assay.ingest.exporting import export_papers
from assay.ingest.importing import import_files
from assay.ingest.types import Exported, RenamedKey
from assay.items.view import values_of
from assay.library import Library
from assay.types import Paper

BIB = r"""@string{jmlr = {Journal of Machine Learning Research}}
@comment{jabref-meta: grouping:
0 AllEntriesGroup:;
1 StaticGroup:Thesis\;0\;1\;0x8a8a8aff\;\;\;;
2 StaticGroup:Chapter 2\;0\;1\;0x8a8a8aff\;\;\;;
}
@PhdThesis{Müller:2011+a,
  author = {M{\"u}ller, J{\"o}rg},
  title  = {Sorting in {$O(n \log n)$}: a {M}yth?},
  school = {ETH},
  year   = 2011,
  month  = mar # "~3",
  file   = {:papers/m.pdf:PDF},
  groups = {Chapter 2},
  type   = {Doctoral Thesis}
}
@article{müller_2011 a,
  author = {Roe, Al and {The ATLAS Collaboration}}, title = {A {B}etter way}, journal = jmlr, volume = {12},
  number = {3}, pages = {1--20}, year = {2012}, note = {Read twice}, issn = {1532-4435}, mystery = "kept # so",
}
@incollection{Roe12, author = {Roe, Al}, title = {Third}, crossref = {book}, pages = {5--9}}
@book{book, editor = {Poe, Ed}, title = {The Book}, publisher = {Springer}, address = {Berlin}, year = {2012},
  series = {LNCS}, edition = {2}, isbn = {978-3-16-148410-0}}
"""
RIS = """TY  - THES
ID  - doe11
AU  - Doe, Jane
TI  - On rivers
PY  - 2011
DA  - 2011/03/05/
PB  - ETH
CY  - Zurich
M3  - PhD thesis
C8  - a field of nobody's
N1  - First line
N1  - Second line
ER  - 

"""
CSL = [
    {
        "id": "http://zotero.org/users/local/a/items/ABCD2345", "type": "chapter", "title": "A chapter",
        "author": [{"family": "Gogh", "given": "Vincent", "non-dropping-particle": "van"}],
        "editor": [{"literal": "The Editors"}], "container-title": "A book", "page": "1-9", "volume": "2",
        "issued": {"date-parts": [["1890", 7, 29]]}, "publisher": "Artis", "ISBN": "978-3-16-148410-0",
        "custom": {"kept": [1, 2]},
    }
]  # fmt: skip
ENDNOTE = (
    '<?xml version="1.0" encoding="UTF-8"?><xml><records><record><rec-number>7</rec-number>'
    '<foreign-keys><key app="EN" db-id="x">7</key></foreign-keys><ref-type name="Book Section">5</ref-type>'
    '<contributors><authors><author><style face="normal">Roe, Al</style></author></authors><secondary-authors>'
    '<author>Poe, Ed</author></secondary-authors></contributors><titles><title><style face="normal">On </style>'
    '<style face="italic">lakes</style></title><secondary-title>A book</secondary-title></titles>'
    "<pages>5-9</pages><volume>2</volume><dates><year>2012</year></dates><publisher>Springer</publisher>"
    "<isbn>978-3-16-148410-0</isbn><notes>Times cited: 3&#13;11</notes><custom5>whatever</custom5></record>"
    "</records></xml>"
)
ENW = "%0 Book Section\n%A Roe, Al\n%E Poe, Ed\n%T On ponds\n%B A book\n%D 2012\n%P 5-9\n%I Springer\n%1 own\n\n"
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dcterms="http://purl.org/dc/terms/"
 xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/">
<bib:Article rdf:about="#item_3"><z:itemType>journalArticle</z:itemType>
 <dcterms:isPartOf rdf:resource="urn:issn:1234-5678"/>
 <bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Roe</foaf:surname><foaf:givenName>Al</foaf:givenName>
 </foaf:Person></rdf:li></rdf:Seq></bib:authors>
 <dcterms:isReferencedBy rdf:resource="#item_4"/><dc:title>On seas</dc:title><dc:date>8/2020</dc:date>
 <bib:pages>3-7</bib:pages><z:language>en</z:language><z:unheard>of</z:unheard></bib:Article>
<bib:Journal rdf:about="urn:issn:1234-5678"><prism:volume>4</prism:volume><prism:number>2</prism:number>
 <dc:title>Journal of Seas</dc:title><dc:identifier>ISSN 1234-5678</dc:identifier></bib:Journal>
<bib:Memo rdf:about="#item_4"><rdf:value>&lt;p&gt;Read me&lt;/p&gt;</rdf:value></bib:Memo>
<z:Collection rdf:about="#c1"><dc:title>Water</dc:title><dcterms:hasPart rdf:resource="#c2"/></z:Collection>
<z:Collection rdf:about="#c2"><dc:title>Salt</dc:title><dcterms:hasPart rdf:resource="#item_3"/></z:Collection>
</rdf:RDF>
"""
RDF_NS = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"


# -- what a file says, by other readers ---------------------------------------------------------------------


def ris_records(text: str) -> list[Fields]:
    return [sorted(record.items(), key=str) for record in rispy.loads(text)]


def elements_of(element: ElementTree.Element, path: str = "") -> Fields:
    """(path with attributes, text) of every element inside that says anything; styles are part of texts."""
    found: Fields = []
    for child in element:
        inner = [one for one in child if one.tag != "style"]
        text = (child.text or "") if inner else "".join(child.itertext())
        name = f"{path}/{child.tag}{sorted(child.attrib.items())}"
        if child.tag != "style" and (text.strip() or child.attrib):
            found.append((name, text.strip()))
        found += elements_of(child, name)
    return sorted(found)


# -- in and out ---------------------------------------------------------------------------------------------


def taken_in(folder: Path, path: Path) -> Library:
    library = Library.open(folder)
    import_files(library, [path])
    return library


def round_trip(tmp_path: Path, path: Path, suffix: str) -> tuple[str, Exported]:
    """The file, imported into a library of its own and exported from it."""
    out = tmp_path / f"out{suffix}"
    with taken_in(tmp_path / "library", path) as library:
        exported = export_papers(library, out)
    return out.read_text("utf-8"), exported


def rdf_nodes(text: str) -> tuple[dict[str, Fields], dict[str, list[str]]]:
    """Name -> what a node says; and title of a collection -> its items, "outer > inner" for those inside."""
    nodes = {node.get(f"{RDF_NS}about", ""): node for node in ElementTree.fromstring(text)}
    inside = {
        name: [part.get(f"{RDF_NS}resource", "") for part in node.iter() if part.tag.endswith("hasPart")]
        for name, node in nodes.items()
        if node.tag.endswith("Collection")
    }
    titles = {name: "".join(nodes[name].itertext()).strip() for name in inside}
    found = {titles[name]: [part for part in parts if part not in inside] for name, parts in inside.items()}
    pairs = [(name, part) for name, parts in inside.items() for part in parts if part in inside]
    found |= {f"{titles[outer]} > {titles[inner]}": [] for outer, inner in pairs}
    return {name: elements_of(node) for name, node in nodes.items() if name not in inside}, found


def written(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


class Compared(NamedTuple):
    """Fields of an entry: as they were, not there any more or others, and new ones."""

    equal: int = 0
    lost: int = 0
    gained: int = 0


def compared(entries: list[Fields], back: Fields) -> Compared:
    """Compare an exported entry with the one of the source that it is most like."""
    theirs = Counter(map(repr, back))
    found = []
    for entry in entries:
        mine = Counter(map(repr, entry))
        found.append(Compared((mine & theirs).total(), (mine - theirs).total(), (theirs - mine).total()))
    return max(found, key=lambda one: (one.equal - one.lost, -one.gained))


def totals(found: list[Compared], path: Path, library: Path) -> Compared:
    """Sum them up, and require that nothing was lost, and that nothing came but from entries that were merged."""
    total = Compared(*(sum(column) for column in zip(*found, strict=True))) if found else Compared()
    with Library.open(library) as opened:
        n_papers = opened.papers.count()
    n_entries = sum(isinstance(one, Paper) for one in read_papers(path))
    print(
        f"{path.name}: {n_papers} papers of {n_entries} entries; {total.equal} fields equal, {total.lost} different, "
        f"{total.gained} from merged entries"
    )
    assert total.lost == 0, path
    assert total.gained == 0 or n_papers < n_entries, path
    return total


# -- small, in the published layouts ------------------------------------------------------------------------


def test_bibtex_comes_back_field_by_field(tmp_path: Path) -> None:
    text, exported = round_trip(tmp_path, written(tmp_path, "a.bib", BIB), ".bib")
    assert bibtex_entries(text) == bibtex_entries(BIB)
    assert "@string{jmlr = {Journal of Machine Learning Research}}" in text
    assert exported.renamed_keys == ()


def test_ris_csl_and_endnotes_come_back_field_by_field(tmp_path: Path) -> None:
    text, _ = round_trip(tmp_path / "1", written(tmp_path, "a.ris", RIS), ".ris")
    assert ris_records(text) == ris_records(RIS)
    text, _ = round_trip(tmp_path / "2", written(tmp_path, "a.json", json.dumps(CSL)), ".json")
    assert json.loads(text) == CSL
    text, _ = round_trip(tmp_path / "3", written(tmp_path, "a.xml", ENDNOTE), ".xml")
    mine, theirs = (ElementTree.fromstring(one)[0][0] for one in (ENDNOTE, text))
    assert elements_of(mine) == elements_of(theirs)
    text, _ = round_trip(tmp_path / "4", written(tmp_path, "a.enw", ENW), ".enw")
    assert text.split("\n\n")[0] == ENW.rstrip()


MARKS = "at\x92s\u200bp\x80\u202ez"
"""As in exports of Scopus, Embase and arXiv: controls of Windows-1252, and letters without width."""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "a.bib",
            f"@misc{{k, title = {{One {MARKS}}}, note = {{n {MARKS}}}, own = {{{MARKS}\x1b\x01 o}}}}\n",
        ),
        ("a.ris", f"TY  - JOUR\nTI  - One {MARKS}\nAB  - {'Long ' * 40}{MARKS}\nC7  - {MARKS}\nER  - \n\n"),
        ("a.json", json.dumps([{"id": "k", "type": "book", "title": f"One {MARKS}", "own": f"{MARKS}\x1b"}])),
        ("a.xml", ENDNOTE.replace("whatever", MARKS).replace("5-9", f"5{MARKS}")),
        ("a.enw", ENW.replace("%1 own", f"%1 own{MARKS}").replace("ponds", f"ponds {MARKS}")),
        ("a.rdf", RDF.replace(">of<", f">of{MARKS}<")),
    ],
)
def test_characters_that_nobody_sees_stay_in_what_is_kept(tmp_path: Path, name: str, text: str) -> None:
    suffix = Path(name).suffix
    back, _ = round_trip(tmp_path, written(tmp_path, name, text), suffix)
    if suffix == ".bib":
        assert bibtex_entries(back) == bibtex_entries(text)
    elif suffix in (".xml", ".rdf"):
        assert MARKS in back
        assert "".join(ElementTree.fromstring(back).itertext()).count(MARKS) == text.count(MARKS)
    elif suffix == ".json":
        assert json.loads(back) == json.loads(text)
        assert not set(back) & set("\x92\x80\u202e\x1b")  # escapes, which a terminal does not obey
    else:
        assert {*text.split("\n")} <= {*back.split("\n")}


def test_zoteros_rdf_comes_back_with_its_notes_and_collections(tmp_path: Path) -> None:
    path = written(tmp_path, "a.rdf", RDF)
    text, _ = round_trip(tmp_path, path, ".rdf")
    (mine, mine_collected), (theirs, collected) = map(rdf_nodes, (RDF, text))
    assert {name: mine[name] for name in theirs} == theirs
    assert {"#item_3", "#item_4", "urn:issn:1234-5678"} == theirs.keys()
    assert collected == mine_collected == {"Water": [], "Salt": ["#item_3"], "Water > Salt": []}
    with Library.open(tmp_path / "library") as library:
        (paper,) = next(library.papers.all())
        assert library.collections.of_papers([paper.doc_id]) == {paper.doc_id: ["Water/Salt"]}
        assert json.loads(paper.item)["notes"] == ["Read me"]


def test_jabrefs_groups_are_collections_and_undone_with_the_import(tmp_path: Path) -> None:
    with taken_in(tmp_path / "library", written(tmp_path, "a.bib", BIB)) as library:
        thesis = next(
            paper.doc_id for batch in library.papers.all() for paper in batch if "Myth" in paper.title
        )
        assert library.collections.of_papers([thesis]) == {thesis: ["Thesis/Chapter 2"]}
        library.actions.undo()
        assert library.collections.all() == []


def test_collections_go_out_as_groups_and_come_back(tmp_path: Path) -> None:
    with taken_in(tmp_path / "library", written(tmp_path, "a.bib", BIB)) as library:
        by_title = {paper.title: paper.doc_id for batch in library.papers.all() for paper in batch}
        book, third = by_title["The Book"], by_title["Third"]
        library.collections.add("Thesis/Reading, fast & slow", [book])
        library.collections.add("Thesis", [third])
        library.collections.make("Empty")
        want = library.collections.of_papers([*by_title.values()])
        for suffix in (".bib", ".rdf"):
            export_papers(library, tmp_path / f"out{suffix}")
        text = (tmp_path / "out.bib").read_text("utf-8")
        assert bibtex_entries(text)["Müller:2011+a"] == bibtex_entries(BIB)["Müller:2011+a"]
        assert dict(bibtex_entries(text)["Roe12"][0])["groups"] == "{Thesis}"
        assert r"1 StaticGroup:Thesis\;0\;1\;\;\;\;;" in text
        assert "Empty" not in text
        thesis = next(doc_id for title, doc_id in by_title.items() if "Myth" in title)
        library.collections.take_out("Thesis/Chapter 2", [thesis])
        export_papers(library, tmp_path / "later.bib")
        later = bibtex_entries((tmp_path / "later.bib").read_text("utf-8"))
        assert "groups" not in dict(later["Müller:2011+a"][0])
    for suffix in (".bib", ".rdf"):
        with taken_in(tmp_path / f"again{suffix}", tmp_path / f"out{suffix}") as library:
            titles = {paper.doc_id: paper.title for batch in library.papers.all() for paper in batch}
            back = {titles[one]: paths for one, paths in library.collections.of_papers([*titles]).items()}
            paths = {title: want[doc_id] for title, doc_id in by_title.items() if doc_id in want}
            comma = {title: [path.replace(",", ";") for path in found] for title, found in paths.items()}
            assert back == (comma if suffix == ".bib" else paths), suffix


def test_a_thesis_is_a_thesis_in_every_format(tmp_path: Path) -> None:
    with taken_in(tmp_path / "library", written(tmp_path, "a.ris", RIS)) as library:
        (paper,) = next(library.papers.all())
        for suffix in (".bib", ".json", ".xml", ".enw", ".rdf", ".jsonl"):
            export_papers(library, tmp_path / f"out{suffix}")
            (back,) = (one for one in read_papers(tmp_path / f"out{suffix}") if isinstance(one, Paper))
            assert json.loads(back.item)["type"] == "thesis", suffix
            assert values_of(back) == values_of(paper), suffix
    assert "@phdthesis{doe11," in (tmp_path / "out.bib").read_text()
    assert "  school = {ETH}," in (tmp_path / "out.bib").read_text()


def test_what_a_person_edits_comes_out_and_the_rest_stays(tmp_path: Path) -> None:
    with taken_in(tmp_path / "library", written(tmp_path, "a.bib", BIB)) as library:
        doc_id = library.papers.ids(text="better")[0]
        action = edit_paper(library, doc_id, {"volume": "13", "publisher": "ACM & Sons", "note": ""})
        assert "volume" in action.title
        export_papers(library, tmp_path / "out.bib", [doc_id])
        (entry,) = bibtex_entries((tmp_path / "out.bib").read_text("utf-8"))["müller_2011 a"]
        before = [
            pair for pair in bibtex_entries(BIB)["müller_2011 a"][0] if pair[0] not in ("volume", "note")
        ]
        assert [pair for pair in entry if pair[0] not in ("volume", "publisher")] == before
        assert dict(entry)["volume"] == "{13}"
        assert dict(entry)["publisher"] == r"{ACM \& Sons}"
        import_files(library, [tmp_path / "a.bib"])  # a field that a person wrote is never overwritten
        assert values_of(library.papers.get([doc_id])[0])["volume"] == "13"
        assert "note" not in values_of(library.papers.get([doc_id])[0])
        library.actions.undo()
        assert values_of(library.papers.get([doc_id])[0])["volume"] == "12"


def test_two_sources_fill_each_others_gaps(tmp_path: Path) -> None:
    bib = "@article{a, title={One river}, doi={10.1000/x}, journal={Rivers}, volume={1}, year={2001}}"
    ris = "TY  - JOUR\nTI  - One river\nDO  - 10.1000/x\nVL  - 99\nSP  - 5\nEP  - 9\nPB  - Sons\nER  - \n"
    with taken_in(tmp_path / "library", written(tmp_path, "a.bib", bib)) as library:
        import_files(library, [written(tmp_path, "b.ris", ris)])
        (paper,) = next(library.papers.all())
        found = values_of(paper)
        assert (found["volume"], found["page"], found["publisher"]) == ("1", "5-9", "Sons")
        export_papers(library, tmp_path / "out.bib")
        (entry,) = bibtex_entries((tmp_path / "out.bib").read_text())["a"]
        assert entry[1:6] == bibtex_entries(bib)["a"][0][1:6]
        assert dict(entry)["pages"] == "{5--9}"


def test_a_key_that_stands_twice_is_told_and_gets_a_number_only_where_the_file_has_it(tmp_path: Path) -> None:
    bib = "@misc{k, title={One river}, year={2001}}\n@misc{k, title={Another sea}, year={1999}}\n"
    out = tmp_path / "out.bib"
    with Library.open(tmp_path / "library") as library:
        report = import_files(library, [written(tmp_path, "a.bib", bib)])
        exported = export_papers(library, out)
        assert len(report.conflicts) + sum("'k'" in str(one) for one in report.failed) >= 1
        assert exported.renamed_keys == (RenamedKey("k", "k-2"),)
        assert set(bibtex_entries(out.read_text())) == {"k", "k-2"}
        export_papers(library, tmp_path / "second.bib", library.papers.ids(text="sea"))
        assert set(bibtex_entries((tmp_path / "second.bib").read_text())) == {"k"}


# -- all of the real libraries ------------------------------------------------------------------------------


@pytest.mark.shared_data
@pytest.mark.timeout(900)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_all_other_real_libraries_come_back_field_by_field(
    shared_data: Path, tmp_path: Path, whole: bool
) -> None:
    """Every day those of at most 500,000 characters, in each format but RDF; all of them in `make soak`."""
    endings = (".ris", ".csl.json", ".rdf", "endnote_library.xml", "XmlImporterTestArticle.xml", "Report.xml")
    checked = 0
    for number, path in enumerate(files_of(shared_data, *endings)):
        kind = path.name.removesuffix(".gz").rpartition(".")[2]
        if path.name == "rispy_example_wos.ris":  # tags of the Web of Science
            continue
        if not whole and len(text_of(path)) > 500_000:
            continue
        if not any(isinstance(one, Paper) for one in read_papers(path)):
            continue  # records without a title
        text, _ = round_trip(tmp_path / str(number), path, f".{kind}")
        mine, theirs = records(kind, text_of(path)), records(kind, text)
        found = [compared(mine[name], entry) for name, entries in theirs.items() for entry in entries]
        checked += totals(found, path, tmp_path / str(number) / "library").equal
    assert checked > (30_000 if whole else 9_000)


def records(kind: str, text: str) -> dict[str, list[Fields]]:
    """Name of an entry -> the entries of that name."""
    found: dict[str, list[Fields]] = {}
    if kind == "ris":
        for record in ris_records(text):
            name = str(dict(record).get("title", dict(record).get("primary_title")))
            found.setdefault(name, []).append(record)
    elif kind == "json":
        for item in json.loads(text):
            found.setdefault(item["id"], []).append(sorted(item.items(), key=str))
    elif kind == "rdf":
        for name, said in rdf_nodes(text)[0].items():
            found.setdefault(name, []).append(said)
    else:
        for node in ElementTree.fromstring(text).iter("record"):
            found.setdefault(node.findtext("rec-number", ""), []).append(elements_of(node))
    return found

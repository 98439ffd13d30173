"""A bundle carries types and fields of its papers, but no private notes; older bundles still open."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from bibtex_reader import bibtex_entries

from assay.errors import BadInput
from assay.ingest.exporting import export_papers
from assay.ingest.importing import import_files
from assay.library import Library
from assay.library.bundles.dump import dump
from assay.library.bundles.merging import merge

NAME = "owls"
BIB = r"""@string{jmlr = {Journal of Machine Learning Research}}
@PhdThesis{Müller:2011+a, author = {M{\"u}ller, J{\"o}rg}, title = {Sorting in {$O(n \log n)$}},
  school = {ETH}, year = 2011, mystery = {kept}}
@article{roe, author = {Roe, Al}, title = {A {B}etter way}, journal = jmlr, volume = {12}, number = {3}}
"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dcterms="http://purl.org/dc/terms/"
 xmlns:bib="http://purl.org/net/biblio#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<bib:Article rdf:about="#item_3"><z:itemType>journalArticle</z:itemType><dc:title>On seas</dc:title>
 <dcterms:isReferencedBy rdf:resource="#item_4"/><bib:pages>3-7</bib:pages></bib:Article>
<bib:Memo rdf:about="#item_4"><rdf:value>&lt;p&gt;my own opinion&lt;/p&gt;</rdf:value></bib:Memo></rdf:RDF>
"""
Records = list[dict[str, Any]]


def bundle(folder: Path) -> Records:
    (folder / "a.bib").write_text(BIB, "utf-8")
    (folder / "a.rdf").write_text(RDF, "utf-8")
    with Library.open(folder / "one") as library:
        import_files(library, [folder / "a.bib", folder / "a.rdf"])
        library.campaigns.create(NAME, raters_per_pair=1, seed=1)
        store = library.campaign(NAME)
        store.freeze_corpus()
        found: Records = json.loads(json.dumps(list(dump(store))))
    return found


def arrived(folder: Path, records: Records) -> tuple[str, str]:
    """What a library that got the bundle exports: BibTeX and Zotero RDF."""
    with Library.open(folder / "two") as library:
        merge(library, records, sha256="0" * 64, source="bundle.jsonl", create=True, confirmed=None)
        for suffix in ("bib", "rdf"):
            export_papers(library, folder / f"out.{suffix}")
    return (folder / "out.bib").read_text("utf-8"), (folder / "out.rdf").read_text("utf-8")


def test_types_and_fields_arrive_and_private_notes_do_not(tmp_path: Path) -> None:
    records = bundle(tmp_path)
    assert "my own opinion" not in json.dumps(records)
    bib, rdf = arrived(tmp_path, records)
    mine, theirs = bibtex_entries(BIB), bibtex_entries(bib)
    assert {key: theirs[key] for key in mine} == mine
    assert "<bib:pages>3-7</bib:pages>" in rdf
    ElementTree.fromstring(rdf)
    assert "#item_4" not in rdf


def test_a_bundle_of_before_has_no_items_and_is_refused(tmp_path: Path) -> None:
    records = bundle(tmp_path)
    for record in records:
        record.pop("item", None)
    with pytest.raises(BadInput, match="it has no item"):
        arrived(tmp_path, records)


def original(format_: str, *entry: Any) -> Callable[[dict[str, Any]], None]:
    def change(item: dict[str, Any]) -> None:
        item["originals"] = {format_: list(entry)}

    return change


@pytest.mark.parametrize(
    "change",
    [
        original("bibtex", "article", "k", [["note", "{}} @misc{evil, title={x}"]], {}),
        original("bibtex", "article", "k}@misc{evil", [["note", "{n}"]], {}),
        original("bibtex", "article{evil,", "k", [["note}", "{n}"]], {}),
        original("bibtex", "article", "k", [["note", "{n}"]], {"strings": {"a": "}}"}}),
        original("bibtex", "article", "k", [["note", "{n}"]], {"aliases": ["a}, b"]}),
        original("bibtex", "article", "k", [["note", "{n}"]], {"parents": [["book", "p", [["a", 3]]]]}),
        original("bibtex", "article", "k", [["note", 3]], {}),
        original("zotero-rdf", "book", "#i", [["dc:title", "<dc:title>x"]], {"tag": "bib:Book"}),
        original("zotero-rdf", "book", "#i", [], {"tag": "bib:Book", "nodes": ["</rdf:RDF>"]}),
        original("endnote-xml", "Book", "", [["notes", "<notes>"]], {}),
        lambda item: item.update(fields={"volume": {"a": 1}, "issue": 3, "page": ["x"]}),
        lambda item: item.update(fields=[["volume"]], notes=[{}], typed=[3]),
        lambda item: item.update(type={"a": 1}),
    ],
)
def test_an_item_that_somebody_forged_breaks_no_file(
    tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    records = bundle(tmp_path)
    for record in records:
        if record["kind"] == "paper":
            item = json.loads(record["item"])
            change(item)
            record["item"] = json.dumps(item)
    bib, rdf = arrived(tmp_path, records)
    assert len(bibtex_entries(bib)) == 3
    assert "evil" not in bibtex_entries(bib)
    ElementTree.fromstring(rdf)

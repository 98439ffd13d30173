# ruff: noqa: E501 - files in the attacker's form
"""A list that somebody else wrote names PDFs anywhere on the disk: none outside its folder is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from assay.ingest.importing import import_files
from assay.library import Library

if TYPE_CHECKING:
    from pathlib import Path

RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:link="http://purl.org/rss/1.0/modules/link/"
 xmlns:bib="http://purl.org/net/biblio#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<bib:Article rdf:about="#item_1"><z:itemType>journalArticle</z:itemType><dc:title>A lake of one's own</dc:title>
<link:link rdf:resource="#item_2"/></bib:Article>
<z:Attachment rdf:about="#item_2"><z:itemType>attachment</z:itemType>
<rdf:resource rdf:resource="{path}"/><link:type>application/pdf</link:type></z:Attachment></rdf:RDF>"""
ENDNOTE = """<xml><records><record><ref-type name="Journal Article">17</ref-type><titles><title>A lake of one's own</title>
</titles><urls><pdf-urls><url>{path}</url></pdf-urls></urls></record></records></xml>"""


@pytest.mark.parametrize(("name", "text", "form"), [("a.rdf", RDF, "{0}"), ("a.xml", ENDNOTE, "file://{0}")])
def test_a_private_pdf_elsewhere_is_not_read(tmp_path: Path, name: str, text: str, form: str) -> None:
    private = tmp_path / "home" / "contract.pdf"
    private.parent.mkdir()
    private.write_bytes(b"%PDF-1.4 secret")
    received = tmp_path / "downloads"
    received.mkdir()
    (received / "link.pdf").symlink_to(private)
    for place in (str(private), str(received / "link.pdf")):
        received.joinpath(name).write_text(text.replace("{path}", form.format(place)))
        with Library.open(tmp_path / f"library {place.count('link')}") as library:
            report = import_files(library, [received / name])
            (paper,) = next(library.papers.all())
            assert not library.files.of_papers([paper.doc_id]).get(paper.doc_id)
            assert [one.reason for one in report.incomplete if "outside the folder" in one.reason]
            assert not [
                one for one in report.incomplete if "PDF" in one.reason and "outside" not in one.reason
            ]


def test_a_pdf_in_the_folder_is_still_read(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.pdf").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "a.rdf").write_text(RDF.replace("{path}", "files/a.pdf"))
    with Library.open(tmp_path / "library") as library:
        report = import_files(library, [tmp_path / "a.rdf"])
        assert not [one for one in report.incomplete if "outside the folder" in one.reason]
        assert [one for one in report.incomplete if "a.pdf" in f"{one.file}{one.reason}"]  # it was looked at

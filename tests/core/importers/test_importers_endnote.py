"""EndNote's XML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from importers_reading import records_of

from assay.types import Paper

if TYPE_CHECKING:
    from pathlib import Path

    from importers_reading import ReadText

RECORD = """<record>
<database name="Mine.enl" path="C:\\Mine.enl">Mine.enl</database>
<rec-number>7</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors>
<authors><author><style face="normal">Müller, Ana</style></author>
<author><style>The Lake Group,</style></author></authors>
<secondary-authors><author><style>Editor, Ed</style></author></secondary-authors>
</contributors>
<titles><title><style face="italic" font="default">Étang</style><style face="normal"> and H</style><style
 face="subscript">2</style><style>O</style></title>
<secondary-title><style>J Lakes</style></secondary-title></titles>
<periodical><full-title><style>Journal of Lakes</style></full-title></periodical>
<keywords><keyword><style>lakes</style></keyword>
<keyword><style>rivers&#xD;ponds; wells</style></keyword></keywords>
<dates><year><style>2014</style></year><pub-dates><date><style>Mar 3</style></date></pub-dates></dates>
<abstract><style>One &amp; two.&#xD;Three.</style></abstract>
<electronic-resource-num><style>http://dx.doi.org/10.1000/LAKE.2</style></electronic-resource-num>
<accession-num><style>WOS:000256810100001</style></accession-num>
<urls><related-urls><url><style>&lt;Go to ISI&gt;://WOS:000256810100001</style></url>
<url><style>http://a.test/lake</style></url></related-urls>
<pdf-urls><url>internal-pdf://0042/On lakes.pdf</url><url>internal-pdf://../../secret.pdf</url></pdf-urls></urls>
</record>
"""


def library(*records: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8" ?><xml><records>{"".join(records)}</records></xml>'


def test_a_record_becomes_a_paper(read: ReadText) -> None:
    paper = read("a.xml", library(RECORD)).bare
    assert paper == Paper(
        doc_id="10.1000/lake.2",
        title="Étang and H2O",
        abstract="One & two. Three.",
        authors=("Müller, Ana", "The Lake Group"),
        year=2014,
        venue="Journal of Lakes",
        doi="10.1000/lake.2",
        url="http://a.test/lake",
        keywords=("lakes", "rivers", "ponds", "wells"),
    )


def test_pdfs_are_found_where_endnote_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "export.xml"
    path.write_text(library(RECORD), encoding="utf-8")
    (record,) = records_of(path)
    assert record.files == (str(tmp_path / "Mine.Data" / "PDF" / "0042" / "On lakes.pdf"),)


def test_a_pdf_outside_the_folder_is_not_read_and_told(read: ReadText) -> None:
    text = library(RECORD.replace("internal-pdf://0042/On lakes.pdf", "file:///home/a/b%20c.pdf"))
    found = read("a.xml", text)
    assert found.paper.title == "Étang and H2O"
    assert "1 PDF outside the folder" in found.failure.reason
    assert "/home/a/b c.pdf" in found.failure.reason


def test_addresses_that_are_none_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "export.xml"
    for address in ("file://[::1", "file:", "internal-pdf://", "https://a.test/a.pdf", "//", "a&#x1;"):
        record = RECORD.replace("internal-pdf://0042/On lakes.pdf", address)
        path.write_text(library(record), encoding="utf-8")
        (one,) = records_of(path)
        assert all(file.startswith("/") for file in one.files)


def test_an_accession_number_is_pubmeds_only_where_the_record_says_so(read: ReadText) -> None:
    pubmed = RECORD.replace("WOS:000256810100001", "4711").replace(
        "<urls>", "<remote-database-name><style>PubMed</style></remote-database-name><urls>"
    )
    assert read("a.xml", library(pubmed)).paper.pmid == "4711"
    assert read("b.xml", library(RECORD)).paper.pmid == ""


def test_a_doi_in_a_link_ends_before_the_query(read: ReadText) -> None:
    begin, end = RECORD.index("<electronic"), RECORD.index("<accession")
    link = "http://dx.doi.org/10.1000/lake.9?url_ver=Z39.88&amp;rfr_id=ori"
    text = library((RECORD[:begin] + RECORD[end:]).replace("http://a.test/lake", link))
    assert read("a.xml", text).paper.doi == "10.1000/lake.9"


def test_the_editors_stand_for_the_authors_of_a_book_that_has_none(read: ReadText) -> None:
    begin, end = RECORD.index("<authors>"), RECORD.index("<secondary-authors>")
    assert read("a.xml", library(RECORD[:begin] + RECORD[end:])).paper.authors == ("Editor, Ed",)

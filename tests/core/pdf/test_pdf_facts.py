"""Which of a file's own data, its XMP and its pages is believed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assay.codec import from_json, to_json
from assay.pdf import PdfPaper
from assay.pdf.facts import is_title
from assay.pdf.paper import Fact
from assay.pdf.xmp import parse
from pdf_papers import BODY, conference, journal, made, read
from pdf_writing import Type, block, pdf

PRINTED = "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"


def xmp(body: str) -> str:
    return (
        '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/"'
        f' xmlns:tiff="http://ns.adobe.com/tiff/1.0/">{body}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
    )


PUBLISHER = xmp(
    '<rdf:Description rdf:about=""><dc:title><rdf:Alt><rdf:li xml:lang="x-default">'
    "Moss on rolling stones: a field study of three hundred slopes</rdf:li></rdf:Alt></dc:title>"
    "<dc:creator><rdf:Seq><rdf:li>Ada Pebble</rdf:li>"
    "<rdf:li>Boris van der Kiesel</rdf:li></rdf:Seq></dc:creator>"
    "<prism:doi>10.5555/MOSS.7</prism:doi><prism:coverDate>2017-02-01</prism:coverDate></rdf:Description>"
)


RUBBISH = (
    "untitled", "Microsoft Word - moss_final_v3.docx", "paper.dvi", "moss.tex", "fig_3.eps", "Title",
    "Slide 1", "Proceedings of the Conference on Slopes", "PII: S0004-3702(98)00001-2", "C:\\papers\\moss",
    "hill15_camera",
)  # fmt: skip


def test_a_title_that_a_program_put_there_is_not_believed(tmp_path: Path) -> None:
    assert not any(map(is_title, RUBBISH))
    paper = read(tmp_path, made(conference(), info={"Title": RUBBISH[1], "Author": "Office User"}))
    assert paper.title.value == PRINTED
    assert (paper.authors.value, paper.authors.origin) == (("Ada Pebble", "Boris van der Kiesel"), "layout")


def test_data_that_agree_with_the_page_make_a_title_sure(tmp_path: Path) -> None:
    paper = read(tmp_path, made(conference(), info={"Title": PRINTED.upper()}))
    assert (paper.title.value, paper.title.origin) == (PRINTED, "layout and metadata")
    assert paper.title.confidence > 0.95


def test_a_title_in_capitals_is_taken_as_the_data_write_it(tmp_path: Path) -> None:
    lines = [Type("ON THE MOSS OF STONES", 190, 110, 17, "Times-Bold"), *block(BODY * 3, 90, 390, width=90)]
    paper = read(tmp_path, pdf(lines, info={"Title": "On the Moss of Stones"}))
    assert paper.title.value == "On the Moss of Stones"


def test_authors_in_the_data_that_the_page_shows_are_sure(tmp_path: Path) -> None:
    paper = read(tmp_path, made(conference(), info={"Author": "Ada Pebble; Boris van der Kiesel"}))
    assert paper.authors.origin == "metadata"
    assert paper.authors.confidence > 0.9


def test_xmp_gives_what_the_publisher_wrote(tmp_path: Path) -> None:
    paper = read(tmp_path, made(conference(), xmp=PUBLISHER))
    assert paper.title.origin == "layout and XMP"
    assert (paper.doi.value, paper.doi.origin) == ("10.5555/moss.7", "XMP")
    assert (paper.year.value, paper.year.origin) == (2017, "XMP")
    assert paper.authors.value == ("Ada Pebble", "Boris van der Kiesel")


def test_a_pictures_xmp_is_not_the_papers(tmp_path: Path) -> None:
    picture = xmp(
        '<rdf:Description tiff:Make="Camera"><dc:title><rdf:Alt><rdf:li>Sheep on a hill in May</rdf:li>'
        "</rdf:Alt></dc:title></rdf:Description>"
    )
    assert read(tmp_path, pdf([], picture=True, xmp=picture)).title.value == ""


def test_malformed_xmp_gives_nothing() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + PUBLISHER.replace("Ada", "&b;")
    for packet in (b"", b"<x:xmpmeta", PUBLISHER[:300].encode(), bomb.encode(), b"\xff\xfe\x00"):
        assert parse(packet) == parse(b"")


def made_in_2014(*lines: str) -> bytes:
    page = [
        Type("The moss of rolling stones", 200, 90, 16, "Times-Bold"),
        *block(BODY * 4, 72, 160, width=90),
    ]
    cited = [Type(line, 72, 90 + 14 * n) for n, line in enumerate(lines)]
    return pdf(page, cited, info={"CreationDate": "D:20140302120000Z"})


@pytest.mark.parametrize(
    ("line", "confidence"),
    [
        ("Pebble, A. (2014) Moss in May. Slopes 4, 1-9.", 0.75),
        ("Pebble, A. (2013) Moss in May. Slopes 4, 1-9.", 0.6),
        ("Pebble, A. (2012) Moss in May. Slopes 4, 1-9.", 0.4),
        ("Pebble, A. (2015) Moss in May, to appear.", 0.4),
        ("Pebble, A. (2009) Moss. Slopes 4, pages 2008–2014.", 0.4),
        ("Downloaded from slopes.test on 2 March 2014", 0.4),
    ],
)
def test_the_year_of_making_is_believed_as_far_as_the_text_speaks_of_it(
    tmp_path: Path, line: str, confidence: float
) -> None:
    year = read(tmp_path, made_in_2014("Kiesel, B. (2001) Older moss.", line)).year
    assert (year.value, year.confidence) == (2014, confidence)


def test_a_doubtful_year_alone_is_nothing_to_look_over(tmp_path: Path) -> None:
    paper = read(tmp_path, made(conference()))
    uncertain = replace(paper, year=Fact(2014, 0.4, "metadata"))
    assert (uncertain.uncertain, uncertain.needs_review) == (("year",), False)
    assert replace(uncertain, year=Fact(None)).needs_review is False
    assert replace(uncertain, authors=Fact(("Ada Pebble",), 0.5, "layout")).needs_review
    assert replace(uncertain, arxiv_id=Fact("1412.00001", 0.6, "file name")).needs_review


def test_a_doi_of_the_references_is_not_the_papers(tmp_path: Path) -> None:
    cited = [
        *conference(),
        Type("[3] B. Kiesel. Moss. doi:10.5555/cited.1", 54, 700, 8),
    ]
    references = [
        Type("References", 54, 80, 12, "Times-Bold"),
        Type("Kiesel, B. (2001) Older moss. https://doi.org/10.5555/cited.2", 54, 100),
    ]
    assert read(tmp_path, pdf(cited, references)).doi.value == ""


def test_a_printed_doi_wins_over_one_in_the_text(tmp_path: Path) -> None:
    lines = [Type("as the data of doi:10.5281/zenodo.123 show", 60, 600), *journal()]
    paper = read(tmp_path, pdf(lines))
    assert (paper.doi.value, paper.doi.origin) == ("10.5555/slope.2019.0117", "text")
    assert paper.doi.confidence >= 0.85


def test_a_doi_that_breaks_at_a_lines_end_is_whole(tmp_path: Path) -> None:
    lines = [*conference(), Type("https://doi.org/10.5555/", 60, 735, 7), Type("1234.5678", 60, 743, 7)]
    assert read(tmp_path, pdf(lines)).doi.value == "10.5555/1234.5678"


def test_a_files_name_may_be_its_arxiv_id(tmp_path: Path) -> None:
    paper = read(tmp_path, made(conference()), name="2103.01234v2.pdf")
    assert (paper.arxiv_id.value, paper.arxiv_id.origin) == ("2103.01234", "file name")
    assert paper.arxiv_id.confidence < 0.7
    assert read(tmp_path, made(conference()), name="12.03.pdf").arxiv_id.value == ""


def test_an_arxiv_id_that_the_text_cites_is_not_the_papers(tmp_path: Path) -> None:
    lines = [*conference(), Type("as shown before (arXiv:1501.00001) by others", 318, 600)]
    assert read(tmp_path, pdf(lines)).arxiv_id.value == ""


def test_a_paper_survives_its_way_between_processes(tmp_path: Path) -> None:
    paper = read(tmp_path, made(conference(), xmp=PUBLISHER))
    assert isinstance(paper, PdfPaper)
    assert from_json(to_json(paper), PdfPaper) == paper

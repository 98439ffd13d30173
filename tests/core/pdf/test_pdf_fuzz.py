"""No damage to a PDF makes its reading raise anything but a reason; in this process, where a crash shows."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.codec import to_json
from assay.pdf import Limits, PdfFault, passages, read_pdfs
from assay.pdf.authors import is_name, names_in
from assay.pdf.facts import paper_of
from assay.pdf.reading import read_document
from assay.pdf.text import Document, Line, Page, clean_line, join_lines, words_of
from assay.pdf.types import UnreadablePdf
from assay.pdf.xmp import parse
from fuzzing import LONG, SHORT, fuzz, made
from pdf_papers import conference, journal, preprint
from pdf_writing import Type, pdf

_XMP = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description><dc:title>Moss</dc:title></rdf:Description>'
    "</rdf:RDF></x:xmpmeta>"
)
_SEEDS = [
    pdf(conference(), info={"Title": "Moss", "Author": "A Pebble", "CreationDate": "D:2016"}, xmp=_XMP),
    pdf(journal(), password=""),
    pdf(preprint(), [Type("x", 9, 9)], picture=True, copies=3),
]
_MARKS = [
    b"<<", b">>", b"[", b"]", b"(", b")", b"R", b" 0 R", b"obj", b"endobj", b"stream\n", b"endstream",
    b"/Kids", b"/Parent", b"/Length 999999999", b"-1", b"1e39", b"/Count 2147483647", b"xref", b"trailer",
    b"startxref", b"BT", b"ET", b"Tf", b"Tm", b"0 0 0 0 0 0", b"\x00", b"\xff\xfe", b"/Rotate 90",
    b"/MediaBox [0 0 0 0]", b"99999",
]  # fmt: skip
_LIMITS = Limits(pages=20, characters=100_000)


def _check(path: Path, document: Document) -> None:
    paper = paper_of(path, document)
    json.dumps(to_json(paper)).encode()
    assert len(paper.pages) == len(document.pages) <= _LIMITS.pages
    for fact in (paper.title, paper.authors, paper.abstract, paper.year, paper.doi, paper.arxiv_id):
        assert 0 <= fact.confidence <= 1
        assert bool(fact.value) == bool(fact.origin)
    for passage in passages(paper.pages):
        passage.text.encode()


def _read_here(folder: Path, count: int) -> None:
    path = folder / "a.pdf"

    def check(content: bytes) -> None:
        path.write_bytes(content)
        _check(path, read_document(path, _LIMITS))

    fuzz("PDF, in this process", _SEEDS, check, count=count, marks=_MARKS, seconds=20, refused=UnreadablePdf)


def _read_in_children(folder: Path, count: int) -> None:
    """By real reading processes, a hundred files at a time; none of them may crash or lose its way."""
    done = crashed = 0
    for start in range(0, count, 100):
        paths = []
        for number in range(start, min(count, start + 100)):
            paths.append(folder / f"{number}.pdf")
            paths[-1].write_bytes(made("PDF, in a child", number, _SEEDS, _MARKS))
        for path, result in zip(paths, read_pdfs(paths), strict=True):
            assert result.path == path
            if isinstance(result, PdfFault):
                told = ("reported", "report it", "lost its way")
                assert not any(words in result.reason for words in told), (path, result.reason)
                crashed += "crashed" in result.reason
            done += 1
            path.unlink()
    print(f"\nPDF, in a child: {done:,} inputs, {crashed:,} crashes of the child")
    assert crashed == 0


def test_a_damaged_file_is_read_or_refused(tmp_path: Path) -> None:
    _read_here(tmp_path, SHORT)


def test_places_and_sizes_are_numbers_however_large_a_matrix_is(tmp_path: Path) -> None:
    """Of 100,000 inputs this one had letters at a place that is none: endless less endless."""
    path = tmp_path / "a.pdf"
    path.write_bytes(made("PDF, in this process", 6120, _SEEDS, _MARKS))
    document = read_document(path, _LIMITS)
    lines = [line for page in document.pages for line in page.lines]
    assert lines
    for line in lines:
        assert all(map(math.isfinite, (line.left, line.top, line.right, line.bottom, line.size)))
    _check(path, document)


def test_a_damaged_file_costs_only_itself_in_a_child(tmp_path: Path) -> None:
    _read_in_children(tmp_path, SHORT)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_100_000_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    _read_here(tmp_path, LONG)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_100_000_damaged_files_cost_only_themselves_in_children(tmp_path: Path) -> None:
    _read_in_children(tmp_path, LONG)


_POINTS = st.one_of(st.floats(-1e6, 1e6), st.sampled_from([0.0, 54.0, 100.0, 112.0, 124.0, 318.0]))
_WORDS = st.sampled_from([
    "Abstract", "1 Introduction", "Ada Pebble", "and", "University", "a@b.c", "10.5555/x.", "doi:",
    "arXiv:2101.00001", "2016", "© 2016", "References", "word-", "word", "The stone rolls.", "∗", "1", "",
])  # fmt: skip
_LINES = st.builds(
    Line,
    text=st.one_of(st.text(max_size=30), st.lists(_WORDS, max_size=12).map(" ".join)),
    size=st.sampled_from([0.0, 6.0, 10.0, 10.0, 14.0, 900.0]),
    font=st.sampled_from(["", "Times-Bold", "Times"]),
    left=_POINTS, top=_POINTS, right=_POINTS, bottom=_POINTS,
    upright=st.booleans(),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    pages=st.lists(st.lists(_LINES, max_size=25), max_size=3),
    xmp=st.binary(max_size=50),
    title=st.text(max_size=20),
)
def test_lines_anywhere_on_a_page_become_a_paper(pages: list[list[Line]], xmp: bytes, title: str) -> None:
    made = tuple(Page(at + 1, 612, 792, tuple(lines)) for at, lines in enumerate(pages))
    _check(Path("a.pdf"), Document({"Title": clean_line(title)}, xmp, len(made), made, ()))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=5), st.binary(max_size=200))
def test_any_text_is_cleaned_and_joined(texts: list[str], packet: bytes) -> None:
    lines = [clean_line(text) for text in texts]
    assert lines == [clean_line(line) for line in lines]
    join_lines(lines, words_of(lines)).encode()
    for line in lines:
        assert all(map(is_name, names_in(line)))
    parse(packet)
    parse(_XMP.encode()[: len(packet) * 2] + packet)

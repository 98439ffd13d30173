"""PDFs that unpack to gigabytes, call themselves or count without end: each costs only itself."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.pdf import Limits, PdfFault, PdfPaper, read_pdfs
from pdf_papers import conference, made
from pdf_writing import _file

LIMITS = Limits(seconds=4, megabytes=250)
CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << %b >> >>"
FONT = b"/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"


def document(*objects: bytes, pages: bytes = b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>") -> bytes:
    """A catalog, its pages, and the other objects from number 3 on."""
    return _file([CATALOG, pages, *objects], b"/Root 1 0 R")


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<< %b /Length %d >>\nstream\n%b\nendstream" % (entries, len(content), content)


def flate(piece: bytes, megabytes: int) -> bytes:
    """A stream that unpacks to so much; after a full flush the same megabyte packs to the same bytes."""
    packer = zlib.compressobj(1)
    one = piece * ((1 << 20) // len(piece))
    first, next_one = (packer.compress(one) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    check = functools.reduce(lambda check, _: zlib.adler32(one, check), range(megabytes), 1)
    return first + next_one * (megabytes - 1) + b"\x03\x00" + check.to_bytes(4, "big")


def a_gigabyte_of_text() -> bytes:
    packed = flate(b"BT /F 9 Tf 9 9 Td (moss) Tj ET\n", 1024)
    return document(PAGE % FONT, stream(packed, b"/Filter /FlateDecode"))


def a_form_that_draws_itself() -> bytes:
    form = stream(
        b"/X Do", b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>"
    )
    return document(PAGE % b"/XObject << /X 5 0 R >>", stream(b"/X Do"), form)


def forms_that_draw_ten_forms_each() -> bytes:
    """Ten levels of them: ten thousand million words."""
    forms = []
    for level in range(10):
        own = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X %d 0 R >> %b >>"
        words = b"/X Do " * 10 if level < 9 else b"BT /F 9 Tf (moss) Tj ET"
        forms.append(stream(words, own % (6 + level, FONT)))
    return document(PAGE % b"/XObject << /X 5 0 R >>", stream(b"/X Do"), *forms)


def pages_below_pages() -> bytes:
    """Twenty thousand deep."""
    deep = [
        b"<< /Type /Pages /Count 1 /Parent %d 0 R /Kids [%d 0 R] >>" % (n - 1, n + 1)
        for n in range(3, 20_000)
    ]
    return document(*deep, PAGE % FONT)


def pages_that_hold_themselves() -> bytes:
    return document(pages=b"<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>")


def more_pages_than_there_are() -> bytes:
    return document(
        PAGE % FONT,
        stream(b"BT /F 9 Tf 9 9 Td (moss) Tj ET"),
        pages=b"<< /Type /Pages /Count 2147483647 /Kids [3 0 R] >>",
    )


def arrays_in_arrays() -> bytes:
    return document(PAGE % FONT, stream(b"[" * 1_000_000), b"[" * 1_000_000)


def a_font_of_a_gigabyte() -> bytes:
    font = (
        b"/Font << /F << /Type /Font /Subtype /Type0 /BaseFont /M /Encoding /Identity-H "
        b"/ToUnicode 5 0 R /DescendantFonts [] >> >>"
    )
    words = stream(b"BT /F 9 Tf 9 9 Td (moss) Tj ET")
    return document(
        PAGE % font,
        words,
        stream(flate(b"1 beginbfchar <01> <02> endbfchar\n", 1024), b"/Filter /FlateDecode"),
    )


BOMBS: list[Callable[[], bytes]] = [
    a_gigabyte_of_text, a_form_that_draws_itself, forms_that_draw_ten_forms_each,
    pages_below_pages, pages_that_hold_themselves, more_pages_than_there_are,
    arrays_in_arrays, a_font_of_a_gigabyte,
]  # fmt: skip


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_costs_only_itself(tmp_path: Path, bomb: Callable[[], bytes]) -> None:
    (tmp_path / "bomb.pdf").write_bytes(bomb())
    (tmp_path / "good.pdf").write_bytes(made(conference()))
    result, good = read_pdfs([tmp_path / "bomb.pdf", tmp_path / "good.pdf"], limits=LIMITS)
    assert isinstance(good, PdfPaper)
    assert good.title.value.startswith("Moss on Rolling Stones")
    if isinstance(result, PdfFault):
        assert result.reason
    else:
        assert sum(map(len, result.pages)) <= LIMITS.characters

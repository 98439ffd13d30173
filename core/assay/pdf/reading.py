"""A PDF's pages as lines of type, by pdfium. Runs in a process of its own: see worker.py."""

from __future__ import annotations

import ctypes
import math
import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw

from assay.files import open_regular
from assay.pdf.limits import Limits
from assay.pdf.text import Document, Line, Page, clean_line
from assay.pdf.types import UnreadablePdf
from assay.pdf.xmp import find_packet

_WIDEST = 0.7  # sizes of the type: what is further away stands next to the line


def joined_pieces(pieces: Sequence[Line]) -> list[Line]:
    """Return the lines that the pieces make, in their order; columns stay apart."""
    lines: list[Line] = []
    for piece in pieces:
        if lines and _continues(lines[-1], piece):
            lines[-1] = _joined(lines[-1], piece)
        else:
            lines.append(piece)
    return lines


def _continues(line: Line, piece: Line) -> bool:
    """Return whether the piece stands behind the line's end, at most a wide blank away, and on its height."""
    if not (line.upright and piece.upright):
        return False
    larger = max(line.size, piece.size, 1.0)
    shared = min(line.bottom, piece.bottom) - max(line.top, piece.top)
    is_level = shared > 0.4 * min(line.height, piece.height)
    return is_level and -0.3 * larger < piece.left - line.right < _WIDEST * larger


def _joined(line: Line, piece: Line) -> Line:
    """Return one line; its type is that of the part with more text."""
    main = piece if len(piece.text) > len(line.text) else line
    blank = "" if piece.left - line.right < 0.12 * main.size or piece.text[0] in ",.;:)" else " "
    return replace(
        main,
        text=f"{line.text}{blank}{piece.text}",
        left=min(line.left, piece.left),
        right=max(line.right, piece.right),
    )


pdfium: Any = pypdfium2.raw  # whose names are made when it is loaded, out of C's
_Document: Any = pypdfium2.PdfDocument  # without types, as all that it gives

_INFO_KEYS = (
    "Title",
    "Author",
    "Subject",
    "Keywords",
    "Creator",
    "CreationDate",
    "doi",
    "DOI",
    "WPS-ARTICLEDOI",
)
_BROKEN_WORD = "\ufffe"  # where pdfium joined two lines at a hyphen
_LINE_END = "\r\n"
_BLANKS = re.compile(r"(?<=\S)\s+(?=\S)")
_WORDS = re.compile(r"\S+")
_WIDE, _VERY_WIDE = 0.6, 1.4  # heights of the type
_TIMES_USUAL = 2.2  # the blanks of a line: justified ones are all wide
_FRONT_PAGES = 2  # which are looked at more closely
_HEAD = 1024
_REASONS = {
    pdfium.FPDF_ERR_FORMAT: "the PDF is damaged or cut off: fetch the file again",
    pdfium.FPDF_ERR_PASSWORD: "the PDF needs a password: save a copy without one and import that",
    pdfium.FPDF_ERR_SECURITY: "the PDF is encrypted in a way that is not known here: save a plain copy of it",
}
NO_TEXT = "There is no text layer, the pages are pictures: run text recognition (OCR) over the file."


def read_document(path: Path, limits: Limits) -> Document:
    """Return the document's lines, page by page. An encrypted one opens where its password is empty.

    Raises `UnreadablePdf` for what is no PDF that can be opened. A page that cannot be read is empty, and
    one of the faults.
    """
    with opened(path) as pdf:
        info = {key: clean_line(value) for key in _INFO_KEYS if (value := _info(pdf, key))}
        pages, faults = _pages(pdf, limits)
        return Document(info, find_packet(path), len(pdf), pages, faults)


def opened(path: Path) -> Any:
    """pdfium's document. Raises `UnreadablePdf`."""
    _refuse_what_is_no_pdf(path)
    try:
        return _Document(path)
    except pypdfium2.PdfiumError as error:
        reason = "the PDF cannot be opened: it is damaged, or of an unknown kind"
        raise UnreadablePdf(_REASONS.get(error.err_code or 0, reason)) from None


def _refuse_what_is_no_pdf(path: Path) -> None:
    try:
        if path.is_dir():
            raise UnreadablePdf("this is a folder; give the files in it", lasting=False)
        with open_regular(path) as file:
            head = file.read(_HEAD)
    except FileNotFoundError:
        raise UnreadablePdf("there is no such file", lasting=False) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise UnreadablePdf(f"the file cannot be read: {reason}", lasting=False) from None
    if not head.strip(b"\x00 \t\r\n"):
        raise UnreadablePdf("the file is empty")
    if b"%PDF-" not in head:
        raise UnreadablePdf("this is not a PDF file, whatever its name says")


def _info(pdf: Any, key: str) -> str:
    try:
        return str(pdf.get_metadata_value(key))
    except UnicodeError:
        return ""


def _pages(pdf: Any, limits: Limits) -> tuple[tuple[Page, ...], tuple[str, ...]]:
    count, characters = len(pdf), 0
    pages: list[Page] = []
    faults: list[str] = []
    for index in range(min(count, limits.pages)):
        try:
            page = _page(pdf, index)
        except pypdfium2.PdfiumError:
            page = Page(index + 1, 0, 0, ())
            faults.append(f"Page {index + 1} is damaged and was left out.")
        characters += sum(len(line.text) for line in page.lines)
        if characters > limits.characters:
            break
        pages.append(page)
    if len(pages) < count:
        faults.append(f"Only the first {len(pages):,} of {count:,} pages were read: the file is very long.")
    if not characters:
        faults.append(NO_TEXT)
    return tuple(pages), tuple(faults)


def _page(pdf: Any, index: int) -> Page:
    page = pdf[index]
    try:
        text_page = page.get_textpage()
        try:
            sheet = _Sheet(page, text_page, is_front=index < _FRONT_PAGES)
            return Page(index + 1, sheet.width, sheet.height, tuple(joined_pieces(list(sheet.pieces()))))
        finally:
            text_page.close()
    finally:
        page.close()


def _number(value: float) -> float:
    """Return what pdfium tells of a place or size; 0 where a damaged file makes it none."""
    return value if math.isfinite(value) else 0.0


class _Sheet:
    """An open page, its text cut into pieces that stand on one line."""

    def __init__(self, page: Any, text: Any, *, is_front: bool) -> None:
        self._text, self._is_front = text, is_front
        self._left, self._bottom, self._right, self._top = map(_number, page.get_bbox())
        self._turn = int(page.get_rotation())  # clockwise, in degrees, before it is shown
        sides = self._right - self._left, self._top - self._bottom
        self.width, self.height = sides if self._turn in (0, 180) else sides[::-1]
        self._box, self._matrix = pdfium.FS_RECTF(), pdfium.FS_MATRIX()
        self._name = ctypes.create_string_buffer(128)
        self._flags = ctypes.c_int()

    def pieces(self) -> Iterator[Line]:
        text, start = self._characters(), 0
        for row in text.split(_LINE_END):
            parts = row.split(_BROKEN_WORD)
            for number, part in enumerate(parts):
                for offset, piece in self._columns(part, start):
                    is_broken = number + 1 < len(parts) and offset + len(piece) == len(part)
                    if piece.strip() and (line := self._line(piece, start + offset, is_broken=is_broken)):
                        yield line
                start += len(part) + 1
            start += len(_LINE_END) - 1

    def _columns(self, part: str, start: int) -> Iterator[tuple[int, str]]:
        """Yield the pieces between wide blanks with their offsets: a gap between names separates them."""
        blanks = list(_BLANKS.finditer(part)) if self._is_front else []
        gaps = [self._gap(start + blank.start() - 1, start + blank.end()) for blank in blanks]
        usual = statistics.median_low(gaps) if len(gaps) > 2 else 0.0
        begin = 0
        for blank, gap in zip(blanks, gaps, strict=True):
            if gap > _VERY_WIDE or (usual > 0 and gap > max(_WIDE, _TIMES_USUAL * usual)):
                yield begin, part[begin : blank.start()]
                begin = blank.end()
        yield begin, part[begin:]

    def _gap(self, before: int, after: int) -> float:
        """Return the white between two characters, in heights of the type."""
        left, right = self._box_of(before), self._box_of(after)
        return (right[0] - left[2]) / max(1.0, left[3] - left[1])

    def _characters(self) -> str:
        """Return the text, one character an index of pdfium's."""
        count = self._text.count_chars()
        text = str(self._text.get_text_range(errors="replace")) if count else ""
        if len(text) == count:
            return text
        codes = (pdfium.FPDFText_GetUnicode(self._text, at) for at in range(count))
        return "".join(_BROKEN_WORD if code == 2 else chr(code) if code < 0x110000 else " " for code in codes)

    def _line(self, part: str, start: int, *, is_broken: bool) -> Line | None:
        """The line whose first character has the index `start`, or None if it is outside the page."""
        text = clean_line(part)
        begins = [start + word.start() for word in _WORDS.finditer(part)]
        first, middle = begins[0], begins[len(begins) // 2]
        last = start + len(part.rstrip()) - 1
        boxes = [self._box_of(at) for at in (first, middle, last)]
        left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
        top, bottom = boxes[1][1], boxes[1][3]
        is_outside = right < 0 or left > self.width or bottom < 0 or top > self.height
        if not text or is_outside:
            return None
        # Small capitals begin each word in the line's size; a large first letter is the first word's alone.
        samples = (first, middle, begins[-1]) if self._is_front else (middle,)
        sizes = sorted((self._size(at), at) for at in samples)
        size, at = sizes[len(sizes) // 2]
        text = f"{text}-" if is_broken else text
        return Line(text, size, self._font(at), left, top, right, bottom, self._is_upright(middle))

    def _box_of(self, at: int) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of a character, downwards from the corner of the page as it is shown."""
        pdfium.FPDFText_GetLooseCharBox(self._text, at, self._box)
        box = self._box
        left, right = (_number(side) - self._left for side in (box.left, box.right))
        top, bottom = (self._top - _number(side) for side in (box.top, box.bottom))
        if self._turn == 90:
            return self.width - bottom, left, self.width - top, right
        if self._turn == 180:
            return self.width - right, self.height - bottom, self.width - left, self.height - top
        if self._turn == 270:
            return top, self.height - right, bottom, self.height - left
        return left, top, right, bottom

    def _size(self, at: int) -> float:
        """Return the size of a character as printed."""
        size = float(pdfium.FPDFText_GetFontSize(self._text, at))
        if pdfium.FPDFText_GetMatrix(self._text, at, self._matrix):
            size *= math.hypot(self._matrix.c, self._matrix.d)
        return round(_number(size), 1)

    def _is_upright(self, at: int) -> bool:
        """Return whether the line of this character runs from left to right."""
        if not pdfium.FPDFText_GetMatrix(self._text, at, self._matrix):
            return True
        is_level = abs(self._matrix.b) <= abs(self._matrix.a)
        return is_level if self._turn in (0, 180) else not is_level

    def _font(self, at: int) -> str:
        if not pdfium.FPDFText_GetFontInfo(self._text, at, self._name, 128, self._flags):
            return ""
        return self._name.value.decode("utf-8", "replace")

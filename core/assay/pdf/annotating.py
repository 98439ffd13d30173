"""Highlights as annotations in a copy of a PDF, by pdfium's own functions. Runs in a process of its own."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2

from assay.files import replacing
from assay.pdf.drawing import page_point, pdfium
from assay.pdf.reading import opened
from assay.pdf.types import Annotated, Box, PdfMark, UnreadablePdf

RGB = {"yellow": (255, 224, 102), "green": (168, 230, 161), "blue": (165, 216, 255), "pink": (255, 179, 209)}
"""The colours of highlights, as the reader shows them."""


def annotate(path: Path, target: Path, marks: Sequence[PdfMark]) -> Annotated:
    """Write a copy of the file with these marks; it appears when it is complete. Raises `UnreadablePdf`."""
    pdf = opened(path)
    try:
        written = sum(_add(pdf, mark) for mark in marks)
        with replacing(target) as draft:
            pdf.save(str(draft))
    except (pypdfium2.PdfiumError, OSError) as error:
        raise UnreadablePdf(f"the copy cannot be written: {error}", lasting=False) from None
    finally:
        pdf.close()
    return Annotated(str(target), written)


def _add(pdf: Any, mark: PdfMark) -> bool:
    """Add one highlight; pages that the file does not have, or that are damaged, get none."""
    if not 1 <= mark.page <= len(pdf) or not mark.boxes:
        return False
    try:
        sheet = pdf[mark.page - 1]
    except pypdfium2.PdfiumError:
        return False
    made = pdfium.FPDFPage_CreateAnnot(sheet, pdfium.FPDF_ANNOT_HIGHLIGHT)
    corners = [_corners(sheet, box) for box in mark.boxes]
    for left, bottom, right, top in corners:
        quad = pdfium.FS_QUADPOINTSF(left, top, right, top, left, bottom, right, bottom)
        pdfium.FPDFAnnot_AppendAttachmentPoints(made, quad)
    lefts, bottoms, rights, tops = zip(*corners, strict=True)
    pdfium.FPDFAnnot_SetRect(made, pdfium.FS_RECTF(min(lefts), max(tops), max(rights), min(bottoms)))
    pdfium.FPDFAnnot_SetColor(
        made, pdfium.FPDFANNOT_COLORTYPE_Color, *RGB.get(mark.colour, RGB["yellow"]), 255
    )
    if mark.comment:
        wide = (mark.comment + "\0").encode("utf-16-le")
        text = ctypes.cast(ctypes.create_string_buffer(wide), ctypes.POINTER(ctypes.c_ushort))
        pdfium.FPDFAnnot_SetStringValue(made, b"Contents", text)
    pdfium.FPDFPage_CloseAnnot(made)
    return True


def _corners(sheet: Any, box: Box) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top in the page's own points."""
    (x0, y0), (x1, y1) = page_point(sheet, box[0], box[1]), page_point(sheet, box[2], box[3])
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

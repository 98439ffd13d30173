"""Highlights and notes for elsewhere: Markdown by papers, and annotations where the ink of the text is."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pypdfium2
import pytest

from assay.errors import BadInput
from assay.ingest.annotations import annotate_copy, markdown_lines
from assay.ingest.editing import edit_paper
from assay.ingest.importing import import_files
from assay.library import Library
from assay.pdf.drawing import Drawer, pdfium
from assay.types import Highlight, Paper
from pdf_writing import HEIGHT, WIDTH, Type, pdf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(params=[0, 90])
def highlighted(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Library, str, Path]]:
    """A paper whose PDF, upright or turned, has "Moss" highlighted on its second page, with a comment."""
    path = tmp_path / "moss.pdf"
    title = [Type("Moss on Rolling Stones", 100, 100, 20, "Times-Bold")]
    path.write_bytes(pdf(title, [Type("Moss", 100, 200, 20)], rotate=request.param))
    with Library.open(tmp_path / "library") as library:
        import_files(library, [path])
        library.papers.add([(Paper("bare", "Stones"), [])])
        (doc_id,) = set(library.papers.ids()) - {"bare"}
        edit_paper(
            library, doc_id, {"title": "Moss on Rolling Stones", "authors": ["Ada Pebble"], "year": "2016"}
        )
        [place] = Drawer().find(path, ["moss"], 2)
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        made = Highlight(doc_id, sha256, 2, place.boxes, "green", "Moss", "Really – 苔?")
        library.annotations.add(made)
        yield library, doc_id, path


def test_the_copy_has_the_highlight_over_its_text_and_the_file_is_as_it_was(
    highlighted: tuple[Library, str, Path], tmp_path: Path
) -> None:
    library, doc_id, path = highlighted
    before = path.read_bytes()
    done = annotate_copy(library, doc_id, tmp_path / "copy.pdf")
    assert (done.annotations, path.read_bytes()) == (1, before)
    copy = pypdfium2.PdfDocument(tmp_path / "copy.pdf")
    assert [pdfium.FPDFPage_GetAnnotCount(copy[at]) for at in (0, 1)] == [0, 1]
    made = pdfium.FPDFPage_GetAnnot(copy[1], 0)
    assert pdfium.FPDFAnnot_GetSubtype(made) == pdfium.FPDF_ANNOT_HIGHLIGHT
    rect = pdfium.FS_RECTF()
    pdfium.FPDFAnnot_GetRect(made, rect)
    assert rect.left == pytest.approx(100, abs=2)
    assert rect.bottom < HEIGHT - 199 < rect.top  # the base line of the text
    assert rect.right - rect.left < WIDTH / 5
    size = pdfium.FPDFAnnot_GetStringValue(made, b"Contents", None, 0)
    buffer = (pdfium.FPDF_WCHAR * (size // 2))()
    pdfium.FPDFAnnot_GetStringValue(made, b"Contents", buffer, size)
    assert bytes(buffer).decode("utf-16-le").rstrip("\0") == "Really – 苔?"


def test_what_must_not_be_written_is_refused(highlighted: tuple[Library, str, Path], tmp_path: Path) -> None:
    library, doc_id, path = highlighted
    other = tmp_path / "there.pdf"
    other.write_text("mine")
    for wrong, target in ((doc_id, path), (doc_id, other), ("bare", tmp_path / "new.pdf")):
        with pytest.raises(BadInput):
            annotate_copy(library, wrong, target)
    with pytest.raises(BadInput, match="library's own file"):
        annotate_copy(library, doc_id, path, overwrite=True)
    assert other.read_text() == "mine"
    assert not (tmp_path / "new.pdf").exists()


def test_markdown_has_a_section_a_paper_with_notes_then_quotes(
    highlighted: tuple[Library, str, Path],
) -> None:
    library = highlighted[0]
    edit_paper(library, "bare", {"notes": "To *check*"})
    text = "\n".join(markdown_lines(library))
    assert text == (
        "# Moss on Rolling Stones\n\nAda Pebble. 2016  \n\n> Moss\n>\n> p. 2, green\n\nReally – 苔?\n\n"
        "# Stones\n\n\nTo *check*\n"
    )
    assert "\n".join(markdown_lines(library, ["bare"])).startswith("# Stones")
    library.actions.undo()
    with pytest.raises(BadInput, match="No highlights"):
        list(markdown_lines(library, ["bare"]))

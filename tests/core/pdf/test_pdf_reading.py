"""What a file of any kind gives: lines with their places, or a reason why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.pdf import Limits
from assay.pdf.reading import NO_TEXT, read_document
from assay.pdf.text import clean_line, join_lines, words_of
from assay.pdf.types import UnreadablePdf
from pdf_papers import BODY, conference, made, read
from pdf_writing import Type, block, pdf


def document(folder: Path, content: bytes, limits: Limits | None = None):  # type: ignore[no-untyped-def]
    path = folder / "a.pdf"
    path.write_bytes(content)
    return read_document(path, limits or Limits())


def reason(folder: Path, content: bytes) -> str:
    with pytest.raises(UnreadablePdf) as raised:
        document(folder, content)
    return str(raised.value)


def test_a_line_knows_its_place_and_size(tmp_path: Path) -> None:
    (line,) = document(tmp_path, pdf([Type("Stones roll", 100, 200, 14, "Times-Bold")])).pages[0].lines
    assert (line.text, line.size, line.upright, line.is_bold) == ("Stones roll", 14, True, True)
    assert line.left == pytest.approx(100, abs=1)
    assert line.top < 200 < line.bottom + 1
    assert line.right == pytest.approx(100 + 14 * 4.9, rel=0.1)  # Times-Bold's widths: 4.9 em altogether


def test_columns_stay_apart_and_in_order(tmp_path: Path) -> None:
    (page,) = read(
        tmp_path, pdf([*block(BODY, 54, 80, width=45), *block("Right " * 60, 318, 80, width=45)])
    ).pages
    assert page.startswith(" ".join(BODY.split()))
    assert page.count("Right") == 60


def test_a_superscript_does_not_break_its_line(tmp_path: Path) -> None:
    lines = [Type("The area is 9 m", 100, 200), Type("2", 163, 196, 6), Type("and no more.", 170, 200)]
    (page,) = document(tmp_path, pdf(lines)).pages
    assert [line.text for line in page.lines] == ["The area is 9 m2 and no more."]


def test_pictures_without_text_are_told(tmp_path: Path) -> None:
    found = document(tmp_path, pdf([], picture=True))
    assert found.faults == (NO_TEXT,)
    assert found.page_count == 1
    paper = read(tmp_path, pdf([], picture=True, info={"Title": "A scan of moss on stones"}))
    assert (paper.title.value, paper.title.origin) == ("A scan of moss on stones", "metadata")
    assert "title" in paper.uncertain
    assert paper.faults == (NO_TEXT,)


def test_an_empty_password_opens(tmp_path: Path) -> None:
    plain = read(tmp_path, made(conference(), info={"Author": "Ada Pebble"}))
    locked = read(tmp_path, made(conference(), info={"Author": "Ada Pebble"}, password=""))
    assert locked == plain


def test_a_password_is_asked_for(tmp_path: Path) -> None:
    assert "needs a password" in reason(tmp_path, pdf([Type("x", 9, 9)], password="stone"))


def test_what_is_no_pdf_is_refused_with_a_reason(tmp_path: Path) -> None:
    assert reason(tmp_path, b"") == "the file is empty"
    assert reason(tmp_path, bytes(4000)) == "the file is empty"
    assert "not a PDF" in reason(tmp_path, b"PK\x03\x04" + bytes(5000))
    assert "not a PDF" in reason(tmp_path, b"<html>Log in to read this paper</html>")
    assert "damaged" in reason(tmp_path, b"%PDF-1.7\n" + b"moss " * 500)
    for path, words in (
        (tmp_path / "none.pdf", "no such file"),
        (tmp_path, "a folder"),
        (Path("a\0b"), "cannot be"),
    ):
        with pytest.raises(UnreadablePdf, match=words):
            read_document(path, Limits())


def test_a_file_that_breaks_off_gives_what_is_there_or_a_reason(tmp_path: Path) -> None:
    content = made(conference())
    for share in (0.1, 0.5, 0.9, 0.99):
        try:
            found = document(tmp_path, content[: int(len(content) * share)])
        except UnreadablePdf as error:
            told = str(error)
        else:
            told = "damaged" if found.page_count else ""
        assert "damaged" in told


def test_pages_beyond_the_limit_are_left_out_and_told(tmp_path: Path) -> None:
    content = pdf([Type("A page of stones", 100, 100)], copies=10_000)
    found = document(tmp_path, content, Limits(pages=20))
    assert (found.page_count, len(found.pages)) == (10_000, 20)
    assert found.faults == ("Only the first 20 of 10,000 pages were read: the file is very long.",)


def test_characters_beyond_the_limit_are_left_out_and_told(tmp_path: Path) -> None:
    found = document(tmp_path, pdf(*[block(BODY, 54, 80)] * 5), Limits(characters=3 * len(BODY)))
    assert len(found.pages) == 3
    assert "first 3 of 5 pages" in found.faults[0]


def test_type_outside_the_page_is_not_read(tmp_path: Path) -> None:
    (page,) = document(
        tmp_path, pdf([Type("Seen", 100, 100), Type("Hidden", 100, -50), Type("Far", 700, 90)])
    ).pages
    assert [line.text for line in page.lines] == ["Seen"]


def test_a_page_that_is_shown_turned_is_read_as_it_is_shown(tmp_path: Path) -> None:
    lines = [Type("Stones roll", 100, 700, 14, turned=True), Type("stamped", 300, 300)]
    (page,) = document(tmp_path, pdf(lines, rotate=90)).pages
    line, stamp = page.lines
    assert (page.width, page.height) == (792, 612)
    assert (line.text, line.upright, stamp.upright) == ("Stones roll", True, False)
    assert line.left == pytest.approx(792 - 700, abs=1)
    assert line.top < 100 < line.bottom + 1
    assert line.right > line.left + 50


def test_running_heads_are_not_in_the_text(tmp_path: Path) -> None:
    pages = [[Type(f"Stones and moss {at}", 200, 40, 8), *block(BODY, 54, 80)] for at in range(1, 6)]
    assert all(page.startswith("Stones roll,") for page in read(tmp_path, pdf(*pages)).pages)


def test_text_is_cleaned_of_what_printing_did_to_it() -> None:
    assert (
        clean_line("e\ufb03cient \ufb02ow\u00a0of  F´ısica, M¨uller\x00\u200b \ue000")
        == "efficient flow of Física, Müller"
    )
    assert clean_line("Ame\u0301lie \ud835 \ufffd\U0001d465") == "Amélie \U0001d465"
    assert clean_line("one´ 2 and ´(x) ´\r\ue000A") == "one´ 2 and ´(x) Á"


def test_a_word_broken_at_a_lines_end_is_whole_again() -> None:
    assert join_lines(["a distri-", "bution of", "stones"]) == "a distribution of stones"
    assert join_lines(["the HMM-", "based way"]) == "the HMM-based way"
    assert join_lines(["non-", "English"]) == "non-English"
    assert join_lines(["state-of-the-", "art"]) == "state-of-the-art"
    assert join_lines(["pages 12-", "15 and -", "on"]) == "pages 12-15 and - on"


def test_a_compound_that_the_text_knows_keeps_its_hyphen() -> None:
    lines = ["a low-", "level view"]
    assert join_lines(lines) == "a lowlevel view"
    assert join_lines(lines, words_of(["Low-level things"])) == "a low-level view"

"""Title, authors, abstract and year by the layout of the first page."""

from __future__ import annotations

from pathlib import Path

from assay.pdf.authors import is_name, names_in
from pdf_papers import ABSTRACT, BODY, columns, conference, journal, made, preprint, read
from pdf_writing import Type, block, pdf


def test_a_title_over_two_lines_is_one(tmp_path: Path) -> None:
    paper = read(tmp_path, made(conference()))
    assert paper.title.value == "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"
    assert paper.title.origin == "layout"
    assert paper.title.confidence >= 0.8


def test_an_abstract_ends_with_its_column(tmp_path: Path) -> None:
    paper = read(tmp_path, made(conference()))
    assert paper.abstract.value == ABSTRACT
    assert paper.abstract.confidence >= 0.8


def test_a_journals_name_in_larger_type_is_not_the_title(tmp_path: Path) -> None:
    paper = read(tmp_path, made(journal()))
    assert paper.title.value == "Why moss grows on stones that roll: evidence from a year of watching"
    assert paper.authors.value == ("Carla Schotter", "Daniel O’Flint")
    assert paper.year.value == 2019
    assert paper.doi.value == "10.5555/slope.2019.0117"


def test_an_abstract_beside_a_column_of_dates_holds_none_of_them(tmp_path: Path) -> None:
    assert read(tmp_path, made(journal())).abstract.value == ABSTRACT


def test_a_stamp_at_the_margin_is_an_identifier_and_no_title(tmp_path: Path) -> None:
    paper = read(tmp_path, made(preprint()))
    assert paper.title.value == "ON THE MOSS OF STONES"
    assert (paper.arxiv_id.value, paper.arxiv_id.origin) == ("2103.01234", "stamp")
    assert paper.year.value == 2021


def test_authors_of_several_places_are_all_found(tmp_path: Path) -> None:
    authors = read(tmp_path, made(preprint())).authors.value
    assert authors == ("Eve Quartz", "Frank M. Feldspar", "Grace Hölder", "Henri de la Roche")


def test_an_abstract_behind_its_word_ends_at_the_keywords(tmp_path: Path) -> None:
    assert read(tmp_path, made(preprint())).abstract.value == ABSTRACT


def test_an_abstract_without_its_word_is_told_by_its_place_and_doubted(tmp_path: Path) -> None:
    lines = [
        Type("Stones at rest and in motion", 150, 80, 16, "Times-Bold"),
        Type("Ada Pebble and Boris Kiesel", 200, 110, 11),
        Type("Department of Slopes, University of Gravel, Kiesdorf, Germany", 150, 125, 9, "Times-Italic"),
        *block(ABSTRACT, 100, 160, width=80, size=9),
        Type("I. INTRODUCTION", 260, 260, 10, "Times-Bold"),
        *block(BODY * 3, 60, 280, width=100),
    ]
    paper = read(tmp_path, pdf(lines))
    assert paper.abstract.value == ABSTRACT
    assert "abstract" in paper.uncertain


def test_text_that_comes_before_its_title_in_the_file_is_read_by_place(tmp_path: Path) -> None:
    paper = read(tmp_path, made(list(reversed(conference()))))
    assert paper.title.value == "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"
    assert paper.authors.value == ("Ada Pebble", "Boris van der Kiesel")
    assert paper.abstract.value == ABSTRACT


def test_a_repositorys_cover_sheet_is_passed_over(tmp_path: Path) -> None:
    cover = [
        Type("Moss collection", 100, 100, 24, "Helvetica-Bold"),
        Type("See discussions, stats, and author profiles for this publication", 100, 200, 10, "Helvetica"),
    ]
    paper = read(tmp_path, pdf(cover, conference(), block(BODY * 4, 54, 80)))
    assert paper.title.value == "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"
    assert paper.abstract.value == ABSTRACT


def test_a_report_about_abstract_things_has_no_abstract(tmp_path: Path) -> None:
    lines = [
        Type("Stone Notation", 100, 100, 24, "Times-Bold"),
        Type("Abstract Stone Notation (ASN) for rolling things", 100, 140, 11),
        Type("Ada Pebble", 100, 170, 11),
    ]
    assert read(tmp_path, pdf(lines, block(BODY * 4, 54, 80))).abstract.value == ""


def test_a_page_in_one_size_has_its_bold_line_for_a_title_and_doubts_it(tmp_path: Path) -> None:
    lines = [
        Type("The moss of rolling stones", 200, 90, 10, "Times-Bold"),
        Type("Ada Pebble", 250, 120, 10),
        *block(BODY * 4, 72, 160, width=90),
    ]
    paper = read(tmp_path, pdf(lines))
    assert paper.title.value == "The moss of rolling stones"
    assert "title" in paper.uncertain


def test_an_abstract_goes_on_over_a_hyphen(tmp_path: Path) -> None:
    lines = [
        Type("Moss and its slopes", 150, 80, 16, "Times-Bold"),
        Type("Abstract", 150, 120, 12, "Times-Bold"),
        Type("We measure moss-covered stones and their col-", 70, 140),
        Type("our on slopes that are moss-", 70, 152),
        Type("covered, too, with a tool of ours.", 70, 164),
        *columns(),
    ]
    abstract = read(tmp_path, pdf(lines)).abstract.value
    assert abstract == (
        "We measure moss-covered stones and their colour on slopes that are moss-covered, too, "
        "with a tool of ours."
    )


def small_capitals(text: str, x: float, y: float) -> list[Type]:
    """Each word begins in 17 points and goes on in 14, as some styles set their titles."""
    line, place = [], x
    for word in text.upper().split():
        line += [Type(word[0], place, y, 17, "Courier"), Type(word[1:], place + 10.2, y, 14, "Courier")]
        place += 10.2 + 8.4 * (len(word) - 1) + 8.4
    return line


def test_a_title_in_small_capitals_over_two_lines_is_one(tmp_path: Path) -> None:
    lines = [
        Type("Published as a conference paper at SLOPES 2020", 54, 30, 10),
        *small_capitals("Moss Grows Slowly", 100, 90),
        *small_capitals("On Every Rolling Stone", 100, 110),
        Type("Ada Pebble", 100, 150, 10, "Times-Bold"),
        Type("Hill University", 100, 162, 10),
        Type("ABSTRACT", 270, 200, 12),
        *block(ABSTRACT, 100, 220, width=85),
        Type("1 INTRODUCTION", 100, 330, 12),
        *block(BODY * 3, 100, 350, width=85),
    ]
    paper = read(tmp_path, pdf(lines))
    assert paper.title.value.casefold() == "moss grows slowly on every rolling stone"
    assert paper.authors.value == ("Ada Pebble",)
    assert paper.abstract.value == ABSTRACT
    assert paper.year.value == 2020


def test_authors_before_their_places_on_one_line_and_an_abstract_above_the_concepts(tmp_path: Path) -> None:
    lines = [
        Type("Rolling Stones: Gathering Moss at Scale", 54, 90, 14, "Helvetica-Bold"),
        Type("ADA PEBBLE, Hill University, Norway", 54, 115, 11, "Helvetica"),
        Type("BORIS KIESEL, Gravel Institute, Germany", 54, 130, 11, "Helvetica"),
        *block(ABSTRACT, 54, 155, width=110, size=9),
        Type("CCS Concepts: Moss; Stones.", 54, 230, 9),
        Type("ACM Reference Format: Ada Pebble and Boris Kiesel. 2021.", 54, 250, 8),
        Type("1 INTRODUCTION", 54, 280, 10, "Helvetica-Bold"),
        *block(BODY * 4, 54, 300, width=105),
    ]
    paper = read(tmp_path, pdf(lines))
    assert paper.authors.value == ("ADA PEBBLE", "BORIS KIESEL")
    assert paper.abstract.value == ABSTRACT


def test_names_beside_each_other_on_a_line_are_two(tmp_path: Path) -> None:
    lines = [
        Type("Moss and its slopes", 200, 80, 16, "Times-Bold"),
        Type("Ada B. Pebble", 200, 110, 12),
        Type("Boris C. Kiesel", 282, 110, 12),
        Type("Abstract", 54, 150, 11, "Times-Bold"),
        *block(ABSTRACT, 110, 150, width=85),
        Type("1 Introduction", 54, 260, 11, "Times-Bold"),
        *block(BODY * 3, 54, 280, width=105),
    ]
    paper = read(tmp_path, pdf(lines))
    assert paper.authors.value == ("Ada B. Pebble", "Boris C. Kiesel")
    assert paper.abstract.value == ABSTRACT


def test_names_are_told_from_places() -> None:
    assert names_in("Ada Lovelace¹, Charles Babbage², and Ludwig van der Berg∗") == (
        "Ada Lovelace", "Charles Babbage", "Ludwig van der Berg",
    )  # fmt: skip
    assert names_in("Jane Doe, PhD and John Q. Public, Senior Member, IEEE") == ("Jane Doe", "John Q. Public")
    for text in (
        "University of Gravel",
        "ada@hill.example",
        "We roll stones and watch",
        "Bergen 5007",
        "Rolling",
    ):
        assert names_in(text) == ()
    assert is_name("Jean-Pierre Serre")
    assert is_name("J.-P. Serre")
    assert not is_name("the stones")

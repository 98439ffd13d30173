from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from assay.importers import read_papers
from assay.importers.bibtex.record import inherited
from assay.items import read_item
from assay.progress import Cancelled
from assay.types import Paper

if TYPE_CHECKING:
    from pathlib import Path

    from importers_reading import ReadText

ENTRY = """@inproceedings{cohan2020,
  title = {{SPECTER}: Document-level Representation Learning},
  author = {Cohan, Arman and Feldman, Sergey and others},
  booktitle = {Proceedings of {ACL}},
  year = 2020,
  month = jul,
  doi = {https://doi.org/10.18653/v1/2020.ACL-main.207},
  eprint = {2004.07180v4},
  archiveprefix = {arXiv},
  url = {https://example.org/a\\_b},
  abstract = {We learn 5\\% better
    representations.},
  keywords = {citation graphs, transformers}
}
"""


def test_an_entry_becomes_a_paper(read: ReadText) -> None:
    assert read("a.bib", ENTRY).bare == Paper(
        doc_id="cohan2020",
        title="SPECTER: Document-level Representation Learning",
        abstract="We learn 5% better representations.",
        authors=("Cohan, Arman", "Feldman, Sergey"),
        year=2020,
        venue="Proceedings of ACL",
        doi="10.18653/v1/2020.acl-main.207",
        arxiv_id="2004.07180",
        url="https://example.org/a_b",
        keywords=("citation graphs", "transformers"),
    )


def test_macros_and_concatenation_are_resolved(read: ReadText) -> None:
    text = """@string{acl = "Association for " # {CL}}
@STRING{Proc = {Proceedings of the } # acl}
@article{a, title = "One " # {and Two}, journal = PROC, year = "20" # "21"}
@article{b, title = {T}, journal = unknownmacro}"""
    papers = read("a.bib", text).papers
    assert papers[0].title == "One and Two"
    assert papers[0].venue == "Proceedings of the Association for CL"
    assert papers[0].year == 2021
    assert papers[1].venue == "unknownmacro"


def test_macros_that_no_string_defines_are_named_once_and_stay_as_they_are(read: ReadText) -> None:
    """As people cut entries out of a group's file, whose @strings stay there."""
    text = """@string{tacl = {Transactions of the ACL}}

@Article{blei2003,
  author  = {Blei, David M. and Ng, Andrew Y. and Jordan, Michael I.},
  title   = {Latent {D}irichlet Allocation},
  journal = jmlr,
  volume  = 3,
  month   = jan,
  year    = 2003,
  pages   = {993--1022}
}

@InProceedings{mikolov2013,
  author    = {Mikolov, Tomas and Sutskever, Ilya},
  title     = {Distributed Representations of Words and Phrases},
  booktitle = nips # { 26},
  publisher = MIT,
  year      = 2013
}

@Article{bojanowski2017,
  author  = {Bojanowski, Piotr and Grave, Edouard},
  title   = {Enriching Word Vectors with Subword Information},
  journal = tacl,
  month   = jun,
  year    = 2017
}
"""
    found = read("a.bib", text)
    assert [paper.venue for paper in found.papers] == ["jmlr", "nips 26", "Transactions of the ACL"]
    assert found.failure.line == 3
    assert "2 entries use macros that the file does not define: nips, mit, jmlr." in found.failure.reason
    one = read("b.bib", text[: text.index("@InProceedings")]).failure.reason
    assert one.startswith("1 entry uses macros that the file does not define: jmlr.")


def test_crossref_fills_booktitle_and_year_wherever_the_parent_stands(read: ReadText) -> None:
    text = """@inproceedings{child, title={A child}, author={A B}, crossref={parent}}
@proceedings{parent, title={The Proceedings}, year={1999}, editor={E F}, doi={10.1000/parent}}
@inproceedings{late, title={A late child}, crossref={parent}, year={2001}}"""
    child, parent, late = read("a.bib", text).papers
    assert (child.venue, child.year, child.authors, child.doi) == ("The Proceedings", 1999, ("A B",), "")
    assert (parent.title, parent.authors) == ("The Proceedings", ("E F",))
    assert (late.venue, late.year) == ("The Proceedings", 2001)


def test_xdata_is_inherited_and_is_no_paper(read: ReadText) -> None:
    text = "@xdata{x, publisher={Pub}, date={1990-05}}\n@book{b, title={Book}, author={A B}, xdata={x}}"
    paper = read("a.bib", text).paper
    assert (paper.venue, paper.year) == ("Pub", 1990)


def test_entries_of_one_key_are_all_kept(read: ReadText) -> None:
    text = "\n".join(f"@article{{key, title={{Title {n}}}}}" for n in range(450))
    found = read("a.bib", text)
    assert [paper.title for paper in found.papers] == [f"Title {n}" for n in range(450)]
    assert {paper.doc_id for paper in found.papers} == {"key"}
    assert not found.failures


def test_a_field_given_twice_keeps_its_first_value(read: ReadText) -> None:
    paper = read("a.bib", "@article{a, title={First}, title={Second}, year={}, year={2001}}").paper
    assert (paper.title, paper.year) == ("First", 2001)


@pytest.mark.parametrize(
    "broken",
    [
        "@article{bad, title = {unclosed, year = 2000}\n",
        '@article{bad, title = "unclosed, year = 2000}\n',
        "@article{bad, title {no equals sign}}\n",
        "@article{bad\n",
    ],
)
def test_a_malformed_entry_costs_only_itself(read: ReadText, broken: str) -> None:
    good = "@article{g%d,\n  title = {Good %d},\n  year = 2001\n}\n\n"
    found = read("a.bib", good % (1, 1) + good % (2, 2) + broken + "\n" + good % (3, 3))
    assert [paper.title for paper in found.papers] == ["Good 1", "Good 2", "Good 3"]
    assert found.failure.line == 11
    assert "bad" in found.failure.reason


def test_an_entry_without_title_is_told_with_its_line(read: ReadText) -> None:
    found = read("a.bib", "\n\n@misc{a, title={A}}\n\n@misc{untitled,\n year=2000}\n")
    assert found.failure.line == 5
    assert found.failure.reason == "the entry 'untitled' has no title, DOI or other identifier"


def test_a_missing_comma_does_not_merge_two_fields(read: ReadText) -> None:
    paper = read("a.bib", "@article{a, title = {The Title} year = 2000, journal = {J}}").paper
    assert (paper.title, paper.year, paper.venue) == ("The Title", 2000, "J")


def test_entries_in_parentheses_are_read(read: ReadText) -> None:
    text = "@article(Davis:77,\n title = {Rules (and more)},\n year = 1977\n)\n@misc{b, title={B}}"
    first, second = read("a.bib", text).papers
    assert (first.doc_id, first.title, first.year) == ("Davis:77", "Rules (and more)", 1977)
    assert second.title == "B"


def test_an_entry_without_key_gets_an_id(read: ReadText) -> None:
    first, second = read(
        "a.bib", "@article{\n author = {A B},\n title = {No key}}\n@article{, title={Nor here}}"
    ).papers
    assert first.title == "No key"
    assert first.doc_id.startswith("t-")
    assert first.doc_id != second.doc_id


def test_comments_preambles_and_prose_are_no_entries(read: ReadText) -> None:
    text = """% Encoding: UTF-8
This is prose, with an a@b.org address.
@comment{jabref-meta: databaseType:bibtex;}
@preamble{"\\newcommand{\\x}{y}"}
@article{a, title = {A paper @ {CLEF}}}
more prose
"""
    assert read("a.bib", text).paper.title == "A paper @ CLEF"


def test_an_entry_behind_a_percent_sign_is_left_out(read: ReadText) -> None:
    commented = "%@misc{b,\n%  title={B}\n%}\n  % @misc{c, title={C}}\n"
    text = "@misc{a, title={A}}\n" + commented + "@misc{d, title={D, 5% of}}\n"
    assert [paper.title for paper in read("a.bib", text).papers] == ["A", "D, 5% of"]


def test_names_are_split_at_and_outside_braces(read: ReadText) -> None:
    names = (
        "{Barnes and Noble} and van der Aalst, Wil\n and {\\'E}mile Zola AND "
        "family=Feynman, given=Richard and others"
    )
    assert read("a.bib", f"@book{{a, title={{T}}, author={{{names}}}}}").paper.authors == (
        "Barnes and Noble",
        "van der Aalst, Wil",
        "Émile Zola",
        "Feynman, Richard",
    )


@pytest.mark.parametrize(
    ("fields", "year"),
    [
        ("year = {2009}", 2009),
        ("date = {2003-05/2004-01}", 2003),
        ("year = {in press}, date = {2011-02-03}", 2011),
        ("year = {c. 1987}", 1987),
        ("year = {forthcoming}", None),
        ("year = {12345}", None),
    ],
)
def test_the_year_is_told_from_year_or_date(read: ReadText, fields: str, year: int | None) -> None:
    assert read("a.bib", f"@misc{{a, title={{T}}, {fields}}}").paper.year == year


@pytest.mark.parametrize(
    "fields",
    [
        "eprint={1611.07800}, archiveprefix={arXiv}",
        "eprint={1611.07800v2}, eprinttype={arxiv}",
        "journal={arXiv preprint arXiv:1611.07800}",
        "url={https://arxiv.org/abs/1611.07800v1}",
        "doi={10.48550/arXiv.1611.07800}",
    ],
)
def test_the_arxiv_id_is_found_where_people_put_it(read: ReadText, fields: str) -> None:
    assert read("a.bib", f"@misc{{a, title={{T}}, {fields}}}").paper.arxiv_id == "1611.07800"


def test_a_subtitle_belongs_to_the_title(read: ReadText) -> None:
    assert read("a.bib", "@book{a, title={Main}, subtitle={Under}}").paper.title == "Main: Under"


def test_carriage_returns_do_not_shift_lines(read: ReadText) -> None:
    found = read("a.bib", "@misc{a, title={A}}\r\n\r\n@misc{b, year={2000}}\r\n")
    assert found.failure.line == 3


def test_progress_is_told_often_and_cancels(tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    path.write_text("\n".join(f"@misc{{k{n}, title={{Title {n}}}}}" for n in range(1500)))
    told: list[tuple[str, int, int | None]] = []
    assert len(list(read_papers(path, progress=lambda *report: told.append(report)))) == 1500
    assert {stage for stage, _, _ in told} == {"reading"}
    done = [count for _, count, _ in told]
    assert done == sorted(done)
    assert max(after - before for before, after in pairwise(done)) <= 500
    assert told[-1] == ("reading", 1500, 1500)
    assert all(total in (None, 1500) for _, _, total in told)

    def cancel(stage: str, count: int, total: int | None) -> None:
        if count >= 400:
            raise Cancelled

    papers = read_papers(path, progress=cancel)
    with pytest.raises(Cancelled):
        list(papers)


@pytest.mark.parametrize("name", ["doi", "url", "abstract", "keywords", "ids", "author"])
def test_what_is_a_parents_own_is_not_inherited_by_crossref(name: str) -> None:
    """biblatex's default rules, and never another entry's citation keys."""
    parents = {"p": ("proceedings", {"title": "{P}", "year": "2001", name: "{own}"})}
    found = inherited("inproceedings", {"title": "{C}", "crossref": "{p}"}, parents)
    assert (found["booktitle"], found["year"], name in found) == ("{P}", "2001", False)


def test_a_note_that_its_file_has_wrapped_is_joined_and_its_own_lines_stay(read: ReadText) -> None:
    begun = "@misc{a, title={Moss}, "
    text = (
        f"{begun}note={{Read this\n    before the walk.\n\nAnd after it.\nTwice.}}, annote={{One\n  line}}}}"
    )
    fields = read_item(read("a.bib", text).paper.item).fields
    assert fields["note"] == "Read this before the walk.\n\nAnd after it.\nTwice."
    assert fields["annote"] == "One line"

"""Citation keys by a rule, and references in a style from a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from assay.errors import BadInput
from assay.exporters import CitationStyle, ExportFormat, citation_style, lines_of, references
from assay.exporters.bibtex import CiteKeys, KeyRule
from assay.importers import read_papers
from assay.importers.entries.ids import hashed_id
from assay.types import Paper
from published_layouts import require_csl

if TYPE_CHECKING:
    from pathlib import Path

PAPER = Paper("p", "The Power of owls' α-eyes", "", ("Łukasz Müller-Østby", "Ada Moss"), 2020, "Eyes & Co")


@pytest.mark.parametrize(
    ("rule", "key"),
    [
        ("[auth][year][veryshorttitle]", "MullerOstby2020Power"),
        ("[auth:lower]_[shortyear]", "mullerostby_20"),
        ("[authors2:upper]:[shorttitle]", "MULLEROSTBYMOSS:Powerowlseyes"),
        ("x-[journal][title:lower:capitalize]", "x-EyesCoPowerowlseyes"),
    ],
)
def test_a_rule_makes_keys_of_plain_letters(rule: str, key: str) -> None:
    assert KeyRule(rule).stem(PAPER) == key


@pytest.mark.parametrize("rule", ["", "[author]", "[auth", "auth]", "[auth:loud]", "[]"])
def test_a_rule_that_is_none_is_refused_in_words(rule: str) -> None:
    with pytest.raises(BadInput, match="key rule"):
        KeyRule(rule)


def keys_of(papers: list[Paper], keys: CiteKeys | None = None) -> list[str]:
    lines = lines_of(papers, ExportFormat.BIBTEX, keys=keys)
    return [line.partition("{")[2].rstrip(",") for line in lines if line.startswith("@")]


def test_papers_of_one_key_get_letters_and_sources_keep_theirs(tmp_path: Path) -> None:
    file = tmp_path / "a.bib"
    file.write_text("@article{mine:1, title={Owls}, author={Moss, Ada}, year=2020}\n")
    (own,) = read_papers(file)
    new = [replace(PAPER, doc_id=name, title="Owls", authors=("Ada Moss",)) for name in ("a", "b", "c")]
    rule = KeyRule("[auth:lower][year]")
    assert keys_of([own, *new], CiteKeys(rule)) == ["mine:1", "moss2020", "moss2020b", "moss2020c"]
    assert keys_of([own, new[0]], CiteKeys(rule, renew=True)) == ["moss2020", "moss2020b"]
    assert keys_of([Paper("d", "")], CiteKeys(KeyRule("[auth]"))) == keys_of([Paper("d", "")])


STYLE = """<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>Plain</title><id>plain</id><updated>2020-01-01T00:00:00+00:00</updated></info>
<citation><layout><text variable="title"/></layout></citation>
{bibliography}</style>"""
DEPENDENT = """<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0">
<info><title>Other</title><id>other</id>
<link href="http://www.zotero.org/styles/nature" rel="independent-parent"/>
<category citation-format="numeric"/>
<updated>2020-01-01T00:00:00+00:00</updated></info></style>"""
BIBLIOGRAPHY = """<bibliography><layout suffix="!"><text variable="title" quotes="true"/>
<date variable="issued" prefix=" in "><date-part name="year"/></date></layout></bibliography>"""


def style(tmp_path: Path, bibliography: str = BIBLIOGRAPHY, text: str = "") -> str:
    path = tmp_path / "plain.csl"
    path.write_text(text or STYLE.format(bibliography=bibliography))
    return str(path)


@pytest.mark.parametrize("text", [STYLE.format(bibliography=BIBLIOGRAPHY), DEPENDENT])
def test_the_styles_here_are_what_csl_allows(text: str) -> None:
    require_csl(text)


def test_a_style_from_a_file_prints_references_and_its_changes_are_seen(tmp_path: Path) -> None:
    chosen = citation_style(style(tmp_path))
    paper = Paper("p", "Owls", year=2020)
    assert references([paper], chosen) == ["“Owls” in 2020!"]
    style(tmp_path, bibliography=BIBLIOGRAPHY.replace(" in ", " of the year "))
    assert references([paper], chosen) == ["“Owls” of the year 2020!"]
    assert citation_style("") is CitationStyle.AUTHOR_DATE
    assert citation_style("note") is CitationStyle.NOTE


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"text": DEPENDENT}, "only another name for the style 'nature'"),
        ({"bibliography": ""}, "prints no references"),
        ({"text": "<html/>"}, "is not a CSL style"),
        ({"text": "no XML"}, "not readable XML"),
        ({"text": '<!DOCTYPE s [<!ENTITY a "b">]><style>&a;</style>'}, "not readable XML"),
    ],
)
def test_a_file_that_is_no_style_is_refused_in_words(
    given: dict[str, str], words: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=words):
        citation_style(style(tmp_path, **given))


def test_a_name_or_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"author-date, numeric, note, and any \.csl file"):
        citation_style("apa")
    with pytest.raises(BadInput, match=r"gone\.csl cannot be read"):
        citation_style(str(tmp_path / "gone.csl"))


def test_a_paper_whose_id_says_nothing_has_a_key_of_author_year_and_title() -> None:
    """As those of PDFs without DOI; two of one key differ, and what nothing is known of keeps its id."""
    bitcoin = Paper(
        hashed_id("a"), "Bitcoin: A Peer-to-Peer Cash System", authors=("Satoshi Nakamoto",), year=2009
    )
    twin, unknown = replace(bitcoin, doc_id=hashed_id("b")), Paper(hashed_id("c"), "")
    assert keys_of([bitcoin, twin, unknown]) == [
        "nakamoto2009bitcoin",
        "nakamoto2009bitcoinb",
        unknown.doc_id,
    ]
    assert keys_of([replace(bitcoin, doc_id="10.1000/cash")]) == ["10.1000/cash"]
    assert keys_of([bitcoin], CiteKeys(KeyRule("[auth][shortyear]"))) == ["Nakamoto09"]

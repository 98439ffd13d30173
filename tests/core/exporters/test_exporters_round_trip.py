"""Papers that are exported and imported again are the same papers, whatever stands in them."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from exporters_reading import comparable, read_again
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.exporters import ExportFormat
from assay.importers import read_papers, safe_id
from assay.importers.entries.record import clean
from assay.types import Paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

# What is special to LaTeX, BibTeX, RIS, CSV and spreadsheets, beside letters of several scripts.
MARKS = "\\{}$&%#_~^@=+-'\"`,;:.!?()[]/|<>*"
LETTERS = "abcXYZ 019éÅßøłαжش中文n̄"


def texts(alphabet: str, *, least: int = 0, most: int = 40) -> st.SearchStrategy[str]:
    """Texts as a library holds them: what an import would change has been changed."""
    raw = st.text(alphabet, min_size=least, max_size=most).map(clean)
    return raw.filter(lambda text: len(text) >= least and clean(text) == text)


PROSE = texts(MARKS + LETTERS)
NAMES = st.builds(
    lambda given, family, swapped: f"{family}, {given}" if swapped else f"{given} {family}",
    texts("ABCdeéø.-", least=2, most=8).filter(lambda name: name.strip(".-") != ""),
    st.sampled_from(
        ["Lovelace", "van Gogh", "O'Neill", "Müller-Lüdenscheidt", "D’Arcy", "中村", "Brand & Co"]
    ),
    st.booleans(),
)
# Importers decode DOIs that came as addresses, so none is made that can be decoded.
DOIS = st.from_regex(r"10\.[1-9][0-9]{3}/[a-z0-9_()&%.]{1,12}[a-z0-9]", fullmatch=True).filter(
    lambda doi: unquote(doi) == doi
)
PAPERS = st.builds(
    Paper,
    doc_id=st.from_regex(r"[a-z][a-z0-9]{2,8}", fullmatch=True),
    title=texts(MARKS + LETTERS, least=3),
    abstract=PROSE,
    authors=st.lists(NAMES, max_size=4).map(tuple),
    year=st.none() | st.integers(1400, 2099),
    venue=PROSE.filter(lambda venue: "10." not in venue and "/" not in venue),
    doi=st.just("") | DOIS,
    arxiv_id=st.just("") | st.from_regex(r"[0-9]{4}\.[0-9]{5}", fullmatch=True),
    pmid=st.just("") | st.from_regex(r"[1-9][0-9]{6}", fullmatch=True),
    url=st.just("") | st.from_regex(r"https://example\.org/[a-z]{1,8}\?[a-z_~%&=#+-]{0,10}z", fullmatch=True),
    keywords=st.lists(texts("abc Äβ&%_-,", least=2, most=10), max_size=4, unique=True).map(
        lambda words: tuple(word.strip(" ,") for word in words if word.strip(" ,"))
    ),
)  # fmt: skip
UNLIKE = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@UNLIKE
@given(papers=st.lists(PAPERS, min_size=1, max_size=4, unique_by=lambda paper: paper.doc_id))
def test_papers_come_back_from_every_format_as_they_were_exported(
    papers: list[Paper], tmp_path: Path
) -> None:
    papers = [replace(paper, keywords=tuple(dict.fromkeys(paper.keywords))) for paper in papers]
    for one in ExportFormat:  # to think papers up takes longer than to write and read them
        back = read_again(papers, one, tmp_path)
        expected = [comparable(paper, one) for paper in papers]
        assert [comparable(paper, one) for paper in back] == expected, one


@pytest.mark.parametrize("format", [one for one in ExportFormat if one is not ExportFormat.BIBTEX])
def test_an_id_with_blanks_comes_back_as_it_was(format: ExportFormat, tmp_path: Path) -> None:
    paper = Paper(safe_id('da Rosa 100% "2024"'), "A title")
    assert read_again([paper], format, tmp_path)[0].doc_id == paper.doc_id


def test_json_lines_keep_everything_that_is_known(tmp_path: Path) -> None:
    paper = Paper(
        "p", "T", "A", ("van Gogh, Vincent W",), 1888, "V", "10.1000/x", "2004.07180", "12", "https://a.b/c",
        ("k", "l; m"), 0.0, ("says this",), ("doi:10.1/q", "other"), ("arxiv:2004.07181",),
    )  # fmt: skip
    (back,) = read_again([paper], ExportFormat.JSON_LINES, tmp_path)
    assert replace(back, item="") == paper  # the item keeps the row itself


def real_libraries(shared_data: Path, largest: float) -> Iterator[list[Paper]]:
    """The papers of each real file that has some and is not larger, in bytes."""
    for path in sorted(path for path in (shared_data / "reference_libraries").rglob("*") if path.is_file()):
        if path.stat().st_size <= largest:
            papers = [item for item in read_papers(path) if isinstance(item, Paper)]
            if papers:
                yield papers


def come_back(libraries: Iterable[list[Paper]], format: ExportFormat, tmp_path: Path) -> int:
    """Export the papers, import them again and compare; return how many there were."""
    compared = 0
    for papers in libraries:
        back = read_again(papers, format, tmp_path)
        for was, now in zip(map(_settled, papers), map(_settled, back), strict=True):
            found = replace(now, doi=now.doi if was.doi else "")  # one that stands in a note is read there
            assert comparable(replace(found, doc_id=""), format) == comparable(
                replace(was, doc_id=""), format
            )
        compared += len(papers)
    return compared


@pytest.fixture(scope="module")
def libraries(shared_data: Path) -> list[list[Paper]]:
    """Of long files every fourth paper, whose entries are much like each other."""
    found = real_libraries(shared_data, 100_000)
    return [papers if len(papers) < 150 else papers[::4] for papers in found]


@pytest.mark.shared_data
@pytest.mark.parametrize("format", list(ExportFormat))
def test_real_libraries_come_back_as_they_were_exported(
    format: ExportFormat, libraries: list[list[Paper]], tmp_path: Path
) -> None:
    assert come_back(libraries, format, tmp_path) > 1_000


@pytest.mark.soak
@pytest.mark.shared_data
@pytest.mark.parametrize("format", list(ExportFormat))
def test_every_paper_of_real_libraries_comes_back(
    format: ExportFormat, shared_data: Path, tmp_path: Path
) -> None:
    assert come_back(real_libraries(shared_data, inf), format, tmp_path) > 10_000


def _settled(paper: Paper) -> Paper:
    """As every format can say it: no semicolon within a name or keyword, no blanks in a row in an address."""
    return replace(
        paper,
        authors=tuple(name.replace(";", ",").strip(" ,") for name in paper.authors),
        keywords=tuple(word.replace(";", ",") for word in paper.keywords),
        url=" ".join(paper.url.split()).replace("&amp;", "&"),
        rating=None,
        tldrs=(),
        cites=(),
        cited_by=(),
    )


@pytest.mark.parametrize(
    "paper",
    [
        Paper("p", "Pages 1--2 --- ``so'' and 'twas", "It''s"),
        Paper("p", "A ~ B ^ C \\alpha {x} $y$ @ {Z} Precision@k NDCG"),
        Paper("p", "T", keywords=("one, two",)),
        Paper("p", "T", authors=("Noble and Sons, Barnes", "others", "A, B, C, D")),
        Paper("p", "T", authors=("van Gogh, Vincent W",)),
        Paper("p", "'=1+1", venue=";'=", abstract="''@home;' = ''-"),  # apostrophes that are no guard
        Paper("p", "-omics = more", abstract="@home"),
    ],
)
@pytest.mark.parametrize("format", list(ExportFormat))
def test_what_a_format_could_mistake_comes_back(format: ExportFormat, paper: Paper, tmp_path: Path) -> None:
    (back,) = read_again([paper], format, tmp_path)
    assert comparable(back, format) == comparable(paper, format)


GAINED = {"doi": "10.5555/owl.1", "arxiv_id": "2101.00001", "pmid": "1234567", "url": "https://owls.example/"}


@pytest.mark.parametrize("format", list(ExportFormat))
@pytest.mark.parametrize("name", GAINED)
def test_what_a_paper_gained_after_its_import_is_exported(
    name: str, format: ExportFormat, tmp_path: Path
) -> None:
    (came,) = read_again([Paper("owl", "Owls", authors=("Roe, Ann",), year=2020)], format, tmp_path)
    (back,) = read_again([replace(came, **{name: GAINED[name]})], format, tmp_path)
    assert getattr(back, name) == GAINED[name]

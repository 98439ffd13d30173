"""A library's own papers as tasks: labels, numbers, and texts that ask for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from assay.encoding import TextTemplate
from assay.errors import RecipeError
from assay.training.data.examples import Example, Labelled, Source
from assay.training.recipe.objective_spec import OBJECTIVES, ClassificationSpec, PairsSpec
from assay.training.recipe.recipe_file import parse_recipe, write_recipe
from assay.training_runs.library import LibrarySources
from assay.types import Paper, TaskFormat
from assay.workspace import Workspace

VENUES = ("Alpha", "Beta", "Rare")


def paper(n: int) -> Paper:
    venue = "Rare" if n >= 38 else VENUES[n % 2]
    words = ("Graphs", "graphs ", *(("Birds",) if n % 2 == 0 else ()), *(("odd",) if n == 5 else ()))
    return Paper(
        f"p{n}",
        f"Title {n}",
        f"Abstract of {n}." if n % 10 else "",
        year=1980 + n if n % 4 else None,
        venue=venue,
        keywords=words if n % 3 else (),
        rating=n / 7 if n % 5 else None,
        tldrs=tuple(f"In short {n}, way {k}." for k in range(n % 3)),
    )


PAPERS = [paper(n) for n in range(40)]


@pytest.fixture
def opened(tmp_path: Path) -> object:
    library = tmp_path / "library"
    with Workspace.open(library) as workspace:
        workspace.library.papers.add([(one, ()) for one in PAPERS])
    sources = LibrarySources(tmp_path / "run", library)

    def made(kind: str, *, path: str = "library:", **spec: object) -> Source:
        objective = OBJECTIVES[kind](path=path, name="mine", **spec)
        return sources(objective, folder=tmp_path, seed=1, template=TextTemplate())

    return made


def source_of(papers: list[Paper], place: Path, kind: str, **spec: Any) -> Any:
    with Workspace.open(place / "library") as workspace:
        workspace.library.papers.add([(one, ()) for one in papers])
    objective = OBJECTIVES[kind](path="library:", name="mine", **spec)
    sources = LibrarySources(place / "run", place / "library")
    return sources(objective, folder=place, seed=1, template=TextTemplate())


def everything(source: Source) -> list[object]:
    return [*(source.train.example(n, 0) for n in range(len(source.train))), *source.validation]


def test_the_years_of_papers_are_a_regression(opened: object) -> None:
    source = opened("regression", label="year")  # type: ignore[operator]
    found = {one.text: one.target for one in everything(source) if isinstance(one, Labelled)}
    dated = [one for one in PAPERS if one.year is not None]
    years = np.array([one.year for one in dated], dtype=float)
    scaled = (years - years.mean()) / years.std()
    texts = [TextTemplate().paper_text(one) for one in dated]
    assert found == pytest.approx(dict(zip(texts, scaled, strict=True)))


def test_ratings_of_papers_are_a_regression(opened: object) -> None:
    source = opened("regression", label="rating")  # type: ignore[operator]
    assert source.task.kind == "number"
    found = {one.text: one.target for one in everything(source) if isinstance(one, Labelled)}
    rated = [one for one in PAPERS if one.rating is not None]
    scaled = stats.zscore([one.rating for one in rated])
    texts = [TextTemplate().paper_text(one) for one in rated]
    assert found == pytest.approx(dict(zip(texts, scaled, strict=True)))


def test_venues_of_enough_papers_are_classes(opened: object) -> None:
    source = opened("classification", label="venue")  # type: ignore[operator]
    assert source.task.labels == ("Alpha", "Beta")
    found = {one.text: source.task.labels[one.target] for one in everything(source)}
    assert len(found) == 38
    assert found[TextTemplate().paper_text(PAPERS[5])] == "Beta"


def test_keywords_are_labels_whatever_their_case_and_rare_ones_are_none(opened: object) -> None:
    source = opened("classification", label="keywords", multi_label=True)  # type: ignore[operator]
    assert source.task.labels == ("birds", "graphs")
    found = {one.text: one.target for one in everything(source)}
    join = TextTemplate().paper_text
    assert set(found) == {join(one) for one in PAPERS if one.keywords}
    assert found[join(PAPERS[4])] == (0, 1)


def test_a_title_asks_for_its_abstract(opened: object) -> None:
    source = opened("pairs")  # type: ignore[operator]
    found = {(one.query, one.positive) for one in everything(source) if isinstance(one, Example)}
    assert found == {(one.title, one.abstract) for one in PAPERS if one.abstract}


def test_a_tldr_asks_for_its_paper(opened: object) -> None:
    source = opened("pairs", label="tldr")  # type: ignore[operator]
    found = {(one.query, one.positive) for one in everything(source) if isinstance(one, Example)}
    join = TextTemplate().paper_text
    assert found == {(tldr, join(one)) for one in PAPERS for tldr in one.tldrs}


def test_a_tldr_that_is_the_whole_text_asks_for_nothing(tmp_path: Path) -> None:
    papers = [
        Paper(f"p{n}", f"Title {n}", "All of it.", tldrs=(f"Title {n}", "All of it.")) for n in range(5)
    ]
    with pytest.raises(RecipeError, match="0 papers of which 'tldr' is known"):
        source_of(papers, tmp_path, "pairs", label="tldr")
    papers = [replace(one, tldrs=(*one.tldrs, f"Said otherwise {one.doc_id}.")) for one in papers]
    source = source_of(papers, tmp_path / "again", "pairs", label="tldr")
    assert {one.query for one in everything(source)} == {f"Said otherwise p{n}." for n in range(5)}


def test_the_citations_of_papers_are_specters_graph(tmp_path: Path) -> None:
    """Each paper cites the next two: what those cite is hard, and easy ones share a keyword or none."""
    papers = [replace(paper(n), keywords=(f"k{n % 3}",), cites=(f"p{n + 1}", f"p{n + 2}")) for n in range(40)]
    source = source_of(papers, tmp_path, "specter", easy=6, hard=4, variant="released")
    of_text = {TextTemplate().paper_text(one): n for n, one in enumerate(papers)}
    drawn: dict[int, list[tuple[int, int]]] = {}
    for one in everything(source):
        assert isinstance(one, Example)
        query = of_text[one.query]
        drawn.setdefault(query, []).append((of_text[one.positive] - query, of_text[one.negative] - query))
    assert drawn.keys() == {*range(39)}  # the last one cites nothing that is here
    for query in range(35):
        cited, negatives = zip(*drawn[query], strict=True)
        assert sorted(cited) == [1] * 4 + [2] * 4
        assert {3, 4} <= {*negatives}
        assert sorted(each % 3 == 0 for each in negatives if each not in (3, 4)) == [False] * 2 + [True] * 4


def test_what_was_written_stays_when_the_library_changes(opened: object, tmp_path: Path) -> None:
    before = everything(opened("regression", label="year"))  # type: ignore[operator]
    with Workspace.open(tmp_path / "library") as workspace:
        workspace.library.papers.add([(Paper("new", "New", "Words.", year=2020), ())])
    assert everything(opened("regression", label="year")) == before  # type: ignore[operator]


@pytest.mark.parametrize(
    ("kind", "spec", "said"),
    [
        ("regression", {"label": "venue"}, "regression learns year or rating.*A venue is a name"),
        ("classification", {"label": "rating"}, "classification learns venue, keywords or year"),
        ("pairs", {"label": "year"}, "pairs learns title, tldr, citation or cocitation"),
        ("candidates", {}, "candidates learns citation or cocitation.*none is named"),
        ("judgements", {"label": "year"}, "queries that are typed or papers, not 'year'"),
        ("specter", {}, "0 of the library's 40 papers cite another one"),
        ("inpars", {}, "the kind inpars cannot learn from 'library:'"),
        ("pairs", {"path": "library:Pilot"}, "the kind pairs cannot learn from 'library:Pilot'"),
    ],
)
def test_what_papers_do_not_teach_is_refused(
    opened: object, kind: str, spec: dict[str, str], said: str
) -> None:
    with pytest.raises(RecipeError, match=f"Objective 'mine': .*{said}"):
        opened(kind, **spec)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("papers", "kind", "label", "said"),
    [
        (
            {},
            "regression",
            "rating",
            "0 papers of which 'rating' is known .of 12.* Import papers with a rating",
        ),
        ({"rating": 3.0}, "regression", "rating", "All 12 papers of which 'rating' is known .*one .3."),
        ({"year": 1999}, "regression", "year", "All 12 papers of which 'year' is known .*1999"),
        ({"venue": "Only"}, "classification", "venue", "All 12 papers that teach 'venue' .*Only.*tell apart"),
        ({"keywords": ("k",)}, "classification", "keywords", "have the same one .k."),
        ({}, "classification", "venue", "0 papers of which 'venue' is known .*fewer than 5"),
        ({}, "pairs", "tldr", "0 papers of which 'tldr' is known"),
        ({}, "pairs", "", "0 papers with an abstract"),
    ],
)
def test_labels_that_nothing_can_be_learned_from_are_told(
    tmp_path: Path, papers: dict[str, Any], kind: str, label: str, said: str
) -> None:
    known = [Paper(f"p{n}", f"Title {n}", **papers) for n in range(12)]
    with pytest.raises(RecipeError, match=f"Objective 'mine': .*{said}"):
        source_of(known, tmp_path, kind, label=label)
    assert list((tmp_path / "run").rglob("*.jsonl")) == []


def test_each_kind_teaches_the_formats_that_belong_to_it() -> None:
    found = {
        (kind, label): OBJECTIVES[kind](path="library:", label=label).formats
        for kind, label in [
            ("classification", "venue"),
            ("classification", "keywords"),
            ("regression", "year"),
            ("regression", "rating"),
            ("pairs", ""),
            ("pairs", "title"),
            ("pairs", "tldr"),
            ("pairs", "citation"),
            ("pairs", "cocitation"),
            ("candidates", "citation"),
            ("candidates", "cocitation"),
            ("judgements", ""),
            ("judgements", "typed"),
            ("judgements", "papers"),
        ]
    }
    said = {key: f"{one}/{other}" for key, (one, other) in found.items()}
    assert {key for key, value in said.items() if value == "CLF/CLF"} == {
        ("classification", "venue"),
        ("classification", "keywords"),
    }
    assert {key for key, value in said.items() if value == "RGN/RGN"} == {
        ("regression", "year"),
        ("regression", "rating"),
    }
    asked = {"", "title", "tldr", "typed"}
    assert {key[1] for key, value in said.items() if value == "QRY/PRX"} == asked
    assert {key[1] for key, value in said.items() if value == "PRX/PRX"} == {
        "citation",
        "cocitation",
        "papers",
    }
    # Any of them can be taught to another format: a venue to the vectors of numbers, say.
    venue = ClassificationSpec(path="library:", label="venue", format="RGN")
    assert set(venue.formats) == {TaskFormat.RGN}


def test_a_label_of_pairs_is_for_a_library_alone() -> None:
    with pytest.raises(RecipeError, match=r"'tldr' says what a library is to teach.*begin with 'library:'"):
        PairsSpec(path="pairs.jsonl", label="tldr")
    text = """
name = "mine"
[[stages]]
[[stages.objectives]]
kind = "pairs"
path = "library:"
label = "tldr"
[[stages.objectives]]
kind = "pairs"
name = "others"
path = "pairs.jsonl"
"""
    recipe = parse_recipe(text)
    assert parse_recipe(write_recipe(recipe)) == recipe
    assert write_recipe(recipe).count("\nlabel = ") == 1

"""A library's own papers as tasks: year, venue, keywords, titles and words, without any benchmark's data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from assay.encoding import TextTemplate
from assay.errors import RecipeError
from assay.training.examples import Example, Labelled, Source
from assay.training.recipe import ObjectiveSpec
from assay.types import Paper
from assay.workspace import Workspace
from assay.workspace.training_library import LibrarySources

VENUES = ("Alpha", "Beta", "Rare")


def paper(n: int) -> Paper:
    venue = "Rare" if n >= 38 else VENUES[n % 2]
    words = ("Graphs", "graphs ", "odd" if n == 3 else "Birds") if n % 3 else ()
    return Paper(
        f"p{n}",
        f"Title {n}",
        f"Abstract of {n}." if n % 10 else "",
        year=1980 + n if n % 4 else None,
        venue=venue,
        keywords=words,
    )


PAPERS = [paper(n) for n in range(40)]


@pytest.fixture
def opened(tmp_path: Path) -> object:
    library = tmp_path / "library"
    with Workspace.open(library) as workspace:
        workspace.library.papers.add([(one, ()) for one in PAPERS])
    sources = LibrarySources(tmp_path / "run", library)

    def made(kind: str, *, path: str = "library:", **spec: object) -> Source:
        objective = ObjectiveSpec(kind=kind, path=path, name="mine", **spec)  # type: ignore[arg-type]
        return sources(objective, folder=tmp_path, seed=1, template=TextTemplate())

    return made


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


def test_crops_are_of_papers_with_an_abstract(opened: object) -> None:
    source = opened("cropping")  # type: ignore[operator]
    assert len(source.train) + len(source.validation) == sum(bool(one.abstract) for one in PAPERS)


def test_what_was_written_stays_when_the_library_changes(opened: object, tmp_path: Path) -> None:
    before = everything(opened("regression", label="year"))  # type: ignore[operator]
    with Workspace.open(tmp_path / "library") as workspace:
        workspace.library.papers.add([(Paper("new", "New", "Words.", year=2020), ())])
    assert everything(opened("regression", label="year")) == before  # type: ignore[operator]


@pytest.mark.parametrize(
    ("kind", "spec", "said"),
    [
        ("regression", {"label": "rating"}, "A regression learns year of a library's papers, not 'rating'"),
        ("classification", {"label": "year"}, "A classification learns venue or keywords"),
        ("specter", {}, "the kind specter cannot learn from 'library:'"),
        ("pairs", {"path": "library:Pilot"}, "the kind pairs cannot learn from 'library:Pilot'"),
    ],
)
def test_what_papers_do_not_teach_is_refused(
    opened: object, kind: str, spec: dict[str, str], said: str
) -> None:
    with pytest.raises(RecipeError, match=said):
        opened(kind, **spec)  # type: ignore[operator]

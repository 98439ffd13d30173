"""The links of a library's papers as tasks: a paper asks for those that it cites, or is cited with."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from assay.encoding import TextTemplate
from assay.errors import RecipeError
from assay.importers import identity_keys
from assay.training.data.examples import Example
from assay.training.recipe.objective_spec import OBJECTIVES
from assay.training_runs.library import LibrarySources
from assay.training_runs.links import EASY, HARD, MOST_CANDIDATES, MOST_CITED
from assay.types import JudgementState, Paper, Query
from assay.workspace import Workspace

N = 60


def drawn(seed: int = 3) -> dict[str, list[str]]:
    """Who cites whom: four earlier papers, one's own id and one that is nowhere among the names."""
    rng = random.Random(seed)
    return {f"p{n}": [f"p{m}" for m in rng.sample(range(n), min(n, 4))] for n in range(N)}


def library_of(place: Path, cited: dict[str, list[str]], *, more: int = 0) -> Path:
    papers = [
        Paper(name, f"Title {name}", f"About {name}.", cites=(*others, "nowhere", "doi:10.1000/none"))
        for name, others in cited.items()
    ]
    papers += [Paper(f"lone{n}", f"Title of a lone paper {n}") for n in range(more)]
    with Workspace.open(place / "library") as workspace:
        workspace.library.papers.add([(one, identity_keys(one)) for one in papers])
    return place / "library"


def open_links(place: Path, library: Path, kind: str, label: str, **more: Any) -> Any:
    spec = OBJECTIVES[kind](path="library:", name="links", label=label, **more)
    return LibrarySources(place / "run", library)(spec, folder=place, seed=1, template=TextTemplate())


def name_of(text: str) -> str:
    return text.partition(" [SEP] ")[0].rpartition(" ")[2]


def met(source: Any, epochs: int = 12) -> set[tuple[str, str, str]]:
    """(query, positive, negative) of all examples, by the papers' ids."""
    examples = [
        source.train.example(n, epoch) for epoch in range(epochs) for n in range(len(source.train))
    ] + list(source.validation)
    assert all(isinstance(one, Example) for one in examples)
    return {(name_of(one.query), name_of(one.positive), name_of(one.negative)) for one in examples}


def cocited(cited: dict[str, list[str]]) -> Counter[frozenset[str]]:
    return Counter(frozenset(two) for others in cited.values() for two in combinations(others, 2))


def strangers(cited: dict[str, list[str]], one: str) -> set[str]:
    """Those that have nothing to do with a paper: no link either way, never cited with it."""
    near = {*cited[one], *(other for other, names in cited.items() if one in names)}
    near |= {other for names in cited.values() if one in names for other in names}
    return {*cited} - near - {one}


def test_a_paper_asks_for_those_that_it_cites(tmp_path: Path) -> None:
    cited = drawn()
    source = open_links(tmp_path, library_of(tmp_path, cited), "pairs", "citation")
    found = met(source, epochs=4)
    links = {(one, other) for one, others in cited.items() for other in others}
    held = {name_of(one.query) for one in source.validation}
    assert {(one, other) for one, other, _ in found if one not in held} == {
        link for link in links if link[0] not in held
    }
    assert {(one, other) for one, other, _ in found if one in held} <= links
    assert source.facts.kind == "pairs"
    for one, _, wrong in found:
        assert wrong in strangers(cited, one)


def test_some_negatives_are_cited_by_those_that_a_paper_cites(tmp_path: Path) -> None:
    cited = drawn()
    source = open_links(tmp_path, library_of(tmp_path, cited), "pairs", "citation")
    found = met(source)
    for one in {*cited} - {name_of(example.query) for example in source.validation}:
        wrong = {negative for query, _, negative in found if query == one}
        hops = {far for other in cited[one] for far in cited[other]} & strangers(cited, one)
        if wrong:
            assert len(wrong & hops) >= min(HARD, len(hops), len(wrong))
            assert len(wrong) <= HARD + EASY


def test_papers_that_are_cited_together_ask_for_each_other_once(tmp_path: Path) -> None:
    cited = drawn()
    source = open_links(tmp_path, library_of(tmp_path, cited), "pairs", "cocitation", validation=0.02)
    found = met(source, epochs=40)
    asked = {(one, other) for one, other, _ in found}
    held = {name_of(one.query) for one in source.validation}
    assert not {(other, one) for one, other in asked} & asked  # never the other way round as well
    wanted = cocited(cited)
    assert {frozenset(two) for two in asked} <= set(wanted)
    missing = set(wanted) - {frozenset(two) for two in asked}
    assert all(two & held for two in missing)  # of a held-out query one example validates
    both_ways = Counter((int(one[1:]) + int(other[1:])) % 2 for one, other in asked)
    assert min(both_ways.values()) > 0.3 * len(asked)


def test_candidates_are_graded_by_how_many_papers_cite_both(tmp_path: Path) -> None:
    cited = drawn()
    library = library_of(tmp_path, cited)
    open_links(tmp_path, library, "candidates", "cocitation")
    text = (tmp_path / "run" / "candidates-cocitation" / "train.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    wanted = cocited(cited)
    grades = set()
    for row in rows:
        one = row["query"]["title"].split()[-1]
        right = [each for each in row["candidates"] if each["score"]]
        assert 1 <= len(right) <= MOST_CANDIDATES
        for each in row["candidates"]:
            assert each["score"] == wanted[frozenset((one, each["title"].split()[-1]))]
            grades.add(each["score"])
    assert {0, 1, 2} <= grades


def test_two_papers_that_cite_each_other_are_one_pair(tmp_path: Path) -> None:
    cited = {"a": ["b"], "b": ["a"], "c": ["d"], "d": ["c"], "e": ["f"], "f": ["e"]}
    found = met(open_links(tmp_path, library_of(tmp_path, cited), "pairs", "citation"))
    assert {(one, other) for one, other, _ in found} == {("a", "b"), ("c", "d"), ("e", "f")}


def test_a_list_of_everything_says_nothing_of_two_papers(tmp_path: Path) -> None:
    many = [f"m{n}" for n in range(MOST_CITED + 1)]
    cited: dict[str, list[str]] = {one: [] for one in many}
    cited |= {"survey": many, "one": many[:3], "two": many[3:6]}
    found = met(open_links(tmp_path, library_of(tmp_path, cited), "pairs", "cocitation"), epochs=6)
    wanted = {frozenset(two) for part in (many[:3], many[3:6]) for two in combinations(part, 2)}
    assert {frozenset((one, other)) for one, other, _ in found} <= wanted


@pytest.mark.parametrize(
    ("cited", "label", "said"),
    [
        ({}, "citation", "0 of the library's 30 papers cite another one, none of them says what it cites"),
        (
            {"a": [], "b": []},
            "citation",
            "0 of .*, 2 say what they cite, and nothing of that is here: import the papers",
        ),
        ({"a": ["a"], "b": ["b"]}, "citation", "0 of the library's 32 papers cite another one, 2 say"),
        (
            {"a": ["b"], "b": []},
            "citation",
            "1 of the library's 32 papers cite another one, 2 say .* with 1 link in all",
        ),
        (
            {"a": ["b"], "b": ["c"], "c": []},
            "cocitation",
            "0 of the library's 33 papers are cited with another",
        ),
    ],
)
def test_links_that_teach_nothing_are_told(
    tmp_path: Path, cited: dict[str, list[str]], label: str, said: str
) -> None:
    library = library_of(tmp_path, cited, more=30)
    for kind in ("pairs", "candidates"):
        with pytest.raises(RecipeError, match=f"Objective 'links': {said}"):
            open_links(tmp_path, library, kind, label)


def test_judgements_of_typed_queries_and_of_papers_are_taken_apart(tmp_path: Path) -> None:
    library = library_of(tmp_path, {}, more=20)
    with Workspace.open(library) as workspace:
        store = workspace.library
        queries = [Query(f"t{n}", f"typed words {n}") for n in range(4)]
        queries += [Query(f"q{n}", f"Title of a lone paper {n}", f"lone{n}") for n in range(4)]
        store.queries.add(queries)
        for n, query in enumerate(queries):
            for k, grade in ((5, 2), (8, 0)):
                judged = (query.query_id, f"lone{(n + k) % 20}")
                store.judgements.record(*judged, assessor="ada", state=JudgementState.GRADE, relevance=grade)
    asked = {}
    for label in ("", "typed", "papers"):
        source = open_links(tmp_path, library, "judgements", label)
        examples = [source.train.example(n, 0) for n in range(len(source.train))]
        asked[label] = {one.query for one in (*examples, *source.validation)}
    assert asked["typed"] == {f"typed words {n}" for n in range(4)}
    assert asked["papers"] == {f"Title of a lone paper {n}" for n in range(4)}
    assert asked[""] == asked["typed"] | asked["papers"]


def test_judgements_without_such_queries_are_told(tmp_path: Path) -> None:
    library = library_of(tmp_path, {}, more=5)
    with Workspace.open(library) as workspace:
        workspace.library.queries.add([Query("q", "words")])
        workspace.library.judgements.record("q", "lone1", assessor="ada", relevance=2)
    with pytest.raises(RecipeError, match="no judgements of queries that are papers to learn from"):
        open_links(tmp_path, library, "judgements", "papers")

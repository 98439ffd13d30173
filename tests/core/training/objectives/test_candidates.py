"""Graded candidates as triplets: the paper's rule and the released code's, worked out by hand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from assay.encoding import TextTemplate
from assay.errors import RecipeError
from assay.training.data.examples import Example, Source
from assay.training.data.objectives import open_source
from assay.training.data.objectives.query_keys import unpacked
from assay.training.data.objectives.texts import text_key
from assay.training.recipe.objective_spec import CandidatesSpec


def candidate(name: str, score: object) -> dict[str, Any]:
    return {"title": name, "abstract": "", "score": score}


def row(query: str, **scores: object) -> dict[str, Any]:
    return {
        "query": query,
        "candidates": [candidate(f"{query} {name}", score) for name, score in scores.items()],
    }


TABLE = [
    row("first", a=2, b=1, c=0, d=0, e=0),
    row("second", a=0, b=1),
    row("third", a=1, b=1),  # graded alike
    row("fourth", a=0, b=0, c=0),  # none is relevant
    row("fifth", a=1, b=0, c=0, d=0, e=0, f=0, g=0),
]


def opened(tmp_path: Path, table: list[dict[str, Any]], **spec: object) -> Source:
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in table), encoding="utf-8")
    dev = tmp_path / "dev.jsonl"
    dev.write_text(json.dumps(row("held", a=1, b=0)) + "\n", encoding="utf-8")
    (tmp_path / "task").mkdir(exist_ok=True)
    path.replace(tmp_path / "task" / "train.jsonl")
    dev.replace(tmp_path / "task" / "dev.jsonl")
    made = CandidatesSpec(path="task", name="mine", **spec)
    return open_source(made, folder=tmp_path, seed=3, template=TextTemplate())


def triples(source: Source, epoch: int = 0) -> list[tuple[str, str, str]]:
    found = [source.train.example(place, epoch) for place in range(len(source.train))]
    return [(one.query, one.positive, one.negative) for one in found if isinstance(one, Example)]


def test_a_positive_is_graded_higher_than_its_negative(tmp_path: Path) -> None:
    source = opened(tmp_path, TABLE)
    grades = {one["title"]: one["score"] for asked in TABLE for one in asked["candidates"]}
    found = [triple for epoch in range(40) for triple in triples(source, epoch)]
    assert all(grades[positive] > grades[negative] for _, positive, negative in found)
    assert all(
        positive.startswith(query) and negative.startswith(query) for query, positive, negative in found
    )
    met = {(positive, negative) for query, positive, negative in found if query == "first"}
    wanted = {("first a", f"first {low}") for low in "bcde"} | {("first b", f"first {low}") for low in "cde"}
    assert met == wanted  # the grades are honoured: 2 above 1, and both above 0


def test_a_query_has_as_many_triplets_as_negatives_but_at_most_so_many(tmp_path: Path) -> None:
    counts = Counter(query for query, _, _ in triples(opened(tmp_path, TABLE)))
    assert counts == {"first": 4, "second": 1, "fifth": 5}
    counts = Counter(query for query, _, _ in triples(opened(tmp_path, TABLE, per_query=2)))
    assert counts == {"first": 2, "second": 1, "fifth": 2}


def test_queries_without_a_positive_or_a_negative_are_left_out_and_counted(tmp_path: Path) -> None:
    facts, reason = opened(tmp_path, TABLE).facts, "queries whose candidates are all graded alike"
    assert (facts.left_out[reason], facts.first_left_out) == (2, {reason: "train.jsonl:3"})


def test_what_the_limit_drops_is_counted_in_triplets(tmp_path: Path) -> None:
    source = opened(tmp_path, TABLE, limit=5)
    assert len(source.train) + source.facts.left_out["examples beyond limit"] == 10
    assert len(source.train) <= 5


def test_the_released_limit_is_of_queries_at_the_head_of_the_file(tmp_path: Path) -> None:
    """SciRepEval takes sample_size // 5 queries, five being the triplets of a query at most."""
    asked = [query for query, _, _ in triples(opened(tmp_path, TABLE, limit=14, variant="released"))]
    assert Counter(asked) == {"first": 3, "second": 1}
    asked = [query for query, _, _ in triples(opened(tmp_path, TABLE, limit=1, variant="released"))]
    assert set(asked) == {"first"}


def test_a_card_says_which_queries_were_learned(tmp_path: Path) -> None:
    learnt = opened(tmp_path, TABLE).facts.learnt  # type: ignore[attr-defined]
    assert unpacked(learnt["queries"]) == {text_key(name) for name in ("first", "second", "fifth")}
    assert unpacked(learnt["validation"]) == {text_key("held")}
    wanted = {text_key(name) for name in ("first a", "first b", "second b", "fifth a")}
    assert unpacked(learnt["positives"]) == wanted


def test_the_released_code_knows_nought_and_more_in_the_order_of_the_file(tmp_path: Path) -> None:
    source = opened(tmp_path, TABLE, variant="released")
    first = [triple[1:] for triple in triples(source) if triple[0] == "first"]
    assert first == [("first a", "first e"), ("first b", "first d"), ("first a", "first c")]
    assert triples(source, 0) == triples(source, 9)


def test_a_query_may_be_a_paper_and_is_never_its_own_candidate(tmp_path: Path) -> None:
    paper = {"title": "Own", "abstract": "Words."}
    table = [{"query": paper, "candidates": [{**paper, "score": 1}, candidate("a", 1), candidate("b", 0)]}]
    source = opened(tmp_path, [*table, *TABLE])
    own = [triple for triple in triples(source) if triple[0] == "Own [SEP] Words."]
    assert own == [("Own [SEP] Words.", "a", "b")]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"query": "x", "candidates": []}, r"train.jsonl:1: 'candidates' is missing or empty"),
        ({"query": "x", "candidates": ["a"]}, r"train.jsonl:1: a candidate is not a paper"),
        (row("x", a="good"), r"train.jsonl:1: a candidate's score is 'good'"),
        ({"candidates": [candidate("a", 1)]}, r"train.jsonl:1: 'query' is missing"),
    ],
)
def test_a_broken_row_is_refused_with_its_place(tmp_path: Path, broken: dict[str, Any], said: str) -> None:
    with pytest.raises(RecipeError, match=said):
        opened(tmp_path, [broken, *TABLE])

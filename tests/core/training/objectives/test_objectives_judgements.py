"""A user's own judgements as examples: who is positive, who is a hard negative, who validates."""

from __future__ import annotations

from pathlib import Path

import pytest
from objective_data import (
    abstract,
    all_examples,
    judged,
    opened,
    paper,
    title,
    write,
    write_rows,
)

from assay.errors import RecipeError

GRADES = {
    "a": {"d0": 2, "d1": 1, "d2": 0, "d3": 0},
    "b": {"d4": 1, "d5": 0},
    "c": {"d6": 2},
    "e": {"d7": 0},
}


def turns(folder: Path, **keys: int) -> dict[str, tuple[set[str], set[str]]]:
    """query -> its positives and negatives, of all epochs, wherever it stands."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for seed in range(6):  # so that every query teaches at least once
        source = opened("judgements", folder, seed=seed, validation=0.3, **keys)
        for index in range(len(source.train)):
            for epoch in range(12):
                e = source.train.example(index, epoch)
                positives, negatives = found.setdefault(e.query, (set(), set()))
                positives.add(e.positive)
                negatives.add(e.negative)
    return found


def test_graded_papers_are_positives_and_zeros_hard_negatives(tmp_path: Path) -> None:
    found = turns(judged(tmp_path / "own", GRADES))
    assert found["question a"] == ({paper(0), paper(1)}, {paper(2), paper(3)})
    assert found["question b"] == ({paper(4)}, {paper(5)})
    positives, negatives = found["question c"]  # without a zero: random papers, never its own positive
    assert positives == {paper(6)}
    assert len(negatives) > 4
    assert paper(6) not in negatives
    assert "question e" not in found


def test_the_least_grade_of_a_positive_can_be_two(tmp_path: Path) -> None:
    found = turns(judged(tmp_path / "own", GRADES), grade=2)
    assert found["question a"] == ({paper(0)}, {paper(2), paper(3)})
    assert "question b" not in found
    left_out = opened("judgements", judged(tmp_path / "own", GRADES), grade=2).facts.left_out
    assert left_out == {
        "queries without a positive": 2,
        "papers graded too low for a positive, but not 0": 2,
    }


@pytest.mark.parametrize("form", ["titled", "whole text"])
def test_a_query_that_is_a_paper_never_meets_itself(tmp_path: Path, form: str) -> None:
    queries = [
        {"_id": f"d{n}", "title": title(n), "text": "an older abstract"}
        if form == "titled"
        else {"_id": f"d{n}", "text": f"{title(n)} {abstract(n)}"}
        for n in range(4)
    ]
    grades = {f"d{n}": {f"d{n}": 2 if n % 2 else 0, f"d{n + 4}": 2} for n in range(4)}
    folder = judged(tmp_path / "own", grades, n_papers=8, queries=queries)
    for query, (positives, negatives) in turns(folder).items():
        assert query not in positives | negatives
        assert query in {paper(n) for n in range(4)}
    assert opened("judgements", folder).facts.left_out == {"judgements of a query's own paper": 4}


def test_a_query_is_no_paper_for_its_id_alone(tmp_path: Path) -> None:
    grades = {f"d{n}": {f"d{n}": 2, f"d{n + 1}": 0} for n in range(4)}
    found = turns(judged(tmp_path / "own", grades))
    assert found["question d1"] == ({paper(1)}, {paper(2)})


@pytest.mark.parametrize(
    ("splits", "learnt", "own"),
    [
        (["train", "test"], "train", False),
        (["test"], "test", False),
        (["graded"], "graded", False),
        (["test", "other"], "test", False),
        (["train", "dev", "test"], "train", True),
    ],
)
def test_the_judgements_are_those_of_the_right_split(
    tmp_path: Path, splits: list[str], learnt: str, own: bool
) -> None:
    folder = tmp_path / "own"
    for split in splits:
        judged(folder, {f"{split} {n}": {f"d{n}": 1} for n in range(4)}, split=split)
    write_rows(
        folder / "queries.jsonl",
        ({"_id": f"{s} {n}", "text": f"question {s} {n}"} for s in splits for n in range(4)),
    )
    source = opened("judgements", folder)
    assert all(learnt in e.query for e in all_examples(source))
    assert all(("dev" if own else learnt) in e.query for e in source.validation)
    assert source.facts.n_train == (4 if own else 3)


def test_judgements_may_lie_beside_the_corpus(tmp_path: Path) -> None:
    folder = judged(tmp_path / "own", GRADES)
    (folder / "qrels" / "train.tsv").rename(folder / "qrels.tsv")
    (folder / "qrels").rmdir()
    assert opened("judgements", folder).facts.n_train == 2


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("zz\td1\t1", "the query 'zz' is not in queries.jsonl"),
        ("a\tzz\t1", "the document 'zz' is not in corpus.jsonl"),
        ("a\td9\t-1", "the grade '-1' is not a whole number"),
        ("a\td9\thigh", "the grade 'high' is not a whole number"),
        ("a\td0\t1", "query 'a' has two grades for 'd0'"),
        ("a\td9", "this line has 2 columns where 3 are expected"),
        ("a\td9\t1\t1", "this line has 4 columns where 3 are expected"),
    ],
)
def test_a_wrong_judgement_is_named(tmp_path: Path, row: str, said: str) -> None:
    folder = judged(tmp_path / "own", GRADES)
    path = folder / "qrels" / "train.tsv"
    write(path, path.read_text() + row)
    with pytest.raises(RecipeError, match=f"train.tsv:10: {said}"):
        opened("judgements", folder)


def test_an_id_that_stands_twice_is_named(tmp_path: Path) -> None:
    folder = judged(tmp_path / "own", GRADES)
    path = folder / "corpus.jsonl"
    write(path, path.read_text() + '{"_id": "d3", "title": "again"}')
    with pytest.raises(RecipeError, match=r"corpus.jsonl:11: the id 'd3' .* second time"):
        opened("judgements", folder)


def test_where_every_paper_is_a_positive_no_negative_is_left(tmp_path: Path) -> None:
    grades = {f"q{n}": {f"d{k}": 1 for k in range(3)} for n in range(4)}
    with pytest.raises(RecipeError, match="Left out: 4 queries without a negative"):
        opened("judgements", judged(tmp_path / "own", grades, n_papers=3))

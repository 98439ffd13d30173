"""Reasons that are true, campaigns that teach, and plain words for enums: taken whole, or refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.encoding import HashingEncoder
from assay.errors import BadInput, EvaluationError
from assay.evaluation import write_qrels
from assay.judging import released
from assay.prediction.probes import fit_labels, fit_numbers
from assay.search import retrieve
from assay.types import Judgement, JudgementState, Paper, Query, SearchMode, SearchRequest, Seed, TaskFormat

Assay = Callable[..., Any]
N = 60


def quiet(_done: int) -> None:
    """Nobody watches."""


def vectors() -> Any:
    return np.random.default_rng(1).standard_normal((N, 8)).astype(np.float32)


# -- predict --------------------------------------------------------------------------


def test_a_label_that_nearly_all_papers_have_is_not_called_rare(assay: Assay, tmp_path: Path) -> None:
    """Sixty papers of one journal: "None of them has with at least 10 papers" was said of its name."""
    path = tmp_path / "papers.jsonl"
    rows = [
        {"_id": f"p{n}", "title": f"Bees {n}", "text": "Nests.", "venue": "Nature", "year": 1950 + n}
        for n in range(N)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert assay("import", path).status == 0
    assert assay("index", "--model", "hashing").status == 0

    answer = assay("predict", "train")

    assert answer.status == 2  # random vectors tell nothing here
    assert "Venue: 'Nature' has 60 of 60 papers" in answer.err
    assert "None of them has" not in answer.err
    assert "Topics: 0 papers have some; 40 of different texts are needed." in answer.err


def test_rare_labels_are_called_rare_with_their_number() -> None:
    flags = np.zeros((N, 2), dtype=np.bool_)
    flags[:7, 0] = flags[7:9, 1] = True

    with pytest.raises(EvaluationError, match=r"at least 10 papers: the most frequent, 'ants', has 7\."):
        fit_labels(vectors(), ["ants", "bees"], flags, np.arange(N) % 5, quiet)


def test_equal_texts_are_called_equal_and_not_few() -> None:
    flags = np.arange(N)[:, None] % 2 == 0

    with pytest.raises(EvaluationError, match="the same ones again and again"):
        fit_labels(vectors(), ["ants"], flags, np.zeros(N, dtype=np.int64), quiet)
    with pytest.raises(EvaluationError, match="the same ones again and again"):
        fit_numbers(vectors(), np.arange(N, dtype=np.float64), np.zeros(N, dtype=np.int64), quiet)


def test_an_error_below_that_of_the_mean_is_not_given_as_the_reason_alone() -> None:
    """ "They say no more than the mean: the error is 1.20, that of the mean 1.25" contradicts itself."""
    rng = np.random.default_rng(3)
    seen = []
    for _ in range(40):
        given = rng.standard_normal((N, 8)).astype(np.float32)
        labels = 0.25 * given[:, 0].astype(np.float64) + rng.standard_normal(N)
        try:
            fit_numbers(given, labels, np.arange(N) % 5, quiet)
        except EvaluationError as error:
            seen.append(str(error))
    below = [text for text in seen if _error(text) < _mean(text)]
    assert below
    assert all("may be chance (p = " in text or "put papers in order" in text for text in below)


def _error(text: str) -> float:
    return float(text.split("the error is ")[1].split(",", maxsplit=1)[0])


def _mean(text: str) -> float:
    return float(text.split("that of the mean ")[1].split(",", maxsplit=1)[0].rstrip("."))


# -- recipe ---------------------------------------------------------------------------


@pytest.fixture
def taught(assay: Assay, tmp_path: Path) -> Assay:
    """Twelve queries judged in a campaign, and none beside it."""
    rng = random.Random(2)
    papers, queries = tmp_path / "papers.jsonl", tmp_path / "queries.jsonl"
    rows = [
        {"_id": f"p{n}", "title": f"Bees {n}", "text": f"Nests of kind {rng.random()}."} for n in range(24)
    ]
    papers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = [{"_id": f"q{n}", "text": f"bees number {n}"} for n in range(12)]
    queries.write_text("".join(json.dumps(row) + "\n" for row in asked))
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("".join(f"q{n} 0 p{n} 2\n" for n in range(12)))
    for words in (
        ("import", papers),
        ("campaign", "create", "Set A/1", "--queries", queries),
        ("campaign", "import", "Set A/1", qrels),
        ("campaign", "open", "Set A/1"),
    ):
        answer = assay(*words)
        assert answer.status == 0, (words, answer.err)
    return assay


def test_a_recipe_learns_the_queries_that_a_campaign_judged(taught: Assay) -> None:
    before = taught("recipe", "--json").payload["tasks"]
    (waiting,) = (task for task in before if task["kind"] == "judgements")
    assert waiting["examples"] == 12
    assert "it has no release yet" in waiting["left_out"]

    assert taught("campaign", "release", "Set A/1").status == 0
    found = taught("recipe", "--json").payload

    (task,) = (task for task in found["tasks"] if task["kind"] == "judgements")
    assert (task["name"], task["examples"], task["left_out"]) == ("judged-typed of Set A/1", 12, "")
    assert 'path = "library:Set A/1"' in found["recipe"]
    assert found["variant"] == "adapters"  # grades teach what searches


# -- plain words for enums -----------------------------------------------------------

PAPERS = [
    Paper(f"p{n}", f"{word} study", f"About {word}.") for n, word in enumerate(("bees", "bats", "owls"))
]


@pytest.mark.parametrize("mode", list(SearchMode))
def test_a_plain_word_searches_as_its_member_does(mode: SearchMode) -> None:
    """retrieve(mode="keyword") asked for a model: the word was equal to the member, and not the member."""
    encoder = None if mode is SearchMode.KEYWORD else HashingEncoder(32)
    queries = [Query("q", "bees")]

    member = retrieve(PAPERS, queries, mode=mode, encoder=encoder)
    word = retrieve(PAPERS, queries, mode=mode.value, encoder=encoder)  # type: ignore[arg-type]

    assert word == member


def test_a_request_takes_words_and_refuses_others_by_name() -> None:
    seeds = (Seed("p0"),)
    request = SearchRequest(seeds=seeds, mode="semantic", combine="min")  # type: ignore[arg-type]
    assert request == SearchRequest(seeds=seeds, mode=SearchMode("semantic"), combine=request.combine)
    assert (type(request.mode).__name__, type(request.combine).__name__) == ("SearchMode", "Combine")
    with pytest.raises(ValueError, match="'words' is no SearchMode; choose one of keyword, semantic, hybrid"):
        SearchRequest("bees", mode="words")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'any' is no Combine; choose one of mean, max, min"):
        SearchRequest("bees", combine="any")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="choose one of keyword, semantic, hybrid"):
        retrieve(PAPERS, [Query("q", "bees")], mode="words")  # type: ignore[arg-type]


def test_an_encoder_takes_the_word_of_a_format_and_refuses_others() -> None:
    encoder = HashingEncoder(32)
    same = encoder.encode(["bees"], format="PRX")  # type: ignore[arg-type]
    assert np.array_equal(same, encoder.encode(["bees"], format=TaskFormat.PRX))
    for call in (encoder.fingerprint, lambda word: encoder.encode(["bees"], format=word)):
        with pytest.raises(ValueError, match="'prx' is no TaskFormat; choose one of CLF, RGN, PRX, QRY"):
            call("prx")  # type: ignore[arg-type]


def test_a_rule_and_a_state_are_taken_as_words_and_others_refused() -> None:
    said = [Judgement("q", "d", who, "grade", grade) for who, grade in (("a", 0), ("b", 2), ("c", 2))]  # type: ignore[arg-type]
    assert {one.state for one in said} == {JudgementState.GRADE}
    assert [item.relevance for item in released(said, rule="majority")] == [2]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="choose one of unanimous, majority, median, adjudicated"):
        released(said, rule="most")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="choose one of grade, unsure"):
        Judgement("q", "d", "a", "maybe")  # type: ignore[arg-type]


def test_qrels_are_not_written_as_trec_where_another_word_was_given(tmp_path: Path) -> None:
    """ "BEIR" is not "beir": the file came out in TREC's form."""
    with pytest.raises((EvaluationError, BadInput), match="Choose trec or beir"):
        write_qrels({"q": {"d": 1}}, tmp_path / "out", format="BEIR")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())

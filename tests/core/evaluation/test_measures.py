"""Measures as strings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import EvaluationError
from assay.evaluation import DEFAULT_MEASURES, Measure, parse_measure


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("nDCG@10", Measure("nDCG", 10)),
        ("nDCG", Measure("nDCG")),
        ("AP", Measure("AP")),
        ("AP(rel=2)", Measure("AP", rel=2)),
        ("AP@100", Measure("AP", 100)),
        ("RR", Measure("RR")),
        ("RR@10", Measure("RR", 10)),
        ("P@5", Measure("P", 5)),
        ("P(rel=2)@5", Measure("P", 5, 2)),
        ("R@100", Measure("R", 100)),
        ("Judged@10", Measure("Judged", 10)),
    ],
)
def test_a_measure_prints_as_it_parses(text: str, measure: Measure) -> None:
    assert parse_measure(text) == measure
    assert str(measure) == text


def test_the_default_measures_all_parse() -> None:
    assert tuple(str(parse_measure(text)) for text in DEFAULT_MEASURES) == DEFAULT_MEASURES


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("ndcg@10", "nDCG@10"),
        ("NDCG", "nDCG"),
        ("MAP", "AP"),
        ("MRR@10", "RR@10"),
        ("Recall@100", "R@100"),
        ("Precision@5", "P@5"),
        ("Judged@010", "Judged@10"),
        ("judge@20", "Judged@20"),
        ("p@0", "P@10"),
        ("nDCG@ten", "nDCG@10"),
        ("recip_rank", "RR"),
        ("ndcg_cut_10", "nDCG"),
        ("", "AP"),
    ],
)
def test_an_unknown_measure_names_the_nearest(wrong: str, right: str) -> None:
    with pytest.raises(EvaluationError, match="no measure") as caught:
        parse_measure(wrong)
    suggestion = str(caught.value).rpartition("Did you mean ")[2].removesuffix("?")
    assert str(parse_measure(suggestion)) == suggestion, "what is suggested can be used"
    if wrong:
        assert suggestion == right


@pytest.mark.parametrize("text", ["P", "R", "Judged", "P(rel=2)"])
def test_measures_that_need_a_cutoff_say_so(text: str) -> None:
    with pytest.raises(EvaluationError, match="needs a cutoff"):
        parse_measure(text)


@pytest.mark.parametrize("text", ["nDCG(rel=2)@10", "Judged(rel=1)@10"])
def test_a_relevance_level_where_it_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(EvaluationError, match="no relevance level"):
        parse_measure(text)


@given(st.text(max_size=20))
def test_any_text_is_a_measure_or_a_clear_error(text: str) -> None:
    try:
        known = str(parse_measure(text))
    except EvaluationError as error:
        known, message = text, str(error)
    else:
        message = "Did you mean it?"
    assert known == text
    assert "Did you mean" in message or "needs a cutoff" in message

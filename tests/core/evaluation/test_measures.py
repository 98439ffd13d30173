"""Measures as strings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import EvaluationError
from assay.evaluation import DEFAULT_MEASURES, Measure, parse_measure
from assay.evaluation.measures import depth_for, named_by_depth


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
        ("Success@5", Measure("Success", 5)),
        ("Success(rel=2)@1", Measure("Success", 1, 2)),
        ("ERR", Measure("ERR")),
        ("ERR@20", Measure("ERR", 20)),
        ("RBP(p=0.8)", Measure("RBP", p=0.8)),
        ("RBP(p=0.95,rel=2)@100", Measure("RBP", 100, 2, 0.95)),
        ("Rprec", Measure("Rprec")),
        ("Rprec(rel=2)", Measure("Rprec", rel=2)),
        ("Bpref", Measure("Bpref")),
        ("Bpref(rel=2)", Measure("Bpref", rel=2)),
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
        ("map", "AP"),
        ("mrr@10", "RR@10"),
        ("recall@100", "R@100"),
        ("success@5", "Success@5"),
        ("Hit@5", "Success@5"),
        ("RPrec@5", "Rprec"),
        ("Precision@5", "P@5"),
        ("Judged@010", "Judged@10"),
        ("judge@20", "Judged@20"),
        ("p@0", "P@10"),
        ("nDCG@ten", "nDCG@10"),
        ("recip_rank", "RR"),
        ("ndcg_cut_10", "nDCG@10"),  # trec_eval's own names
        ("ndcg_cut.5", "nDCG@5"),
        ("recall_100", "R@100"),
        ("P_5", "P@5"),
        ("HitRate@5", "Success@5"),
        ("Accuracy@1", "Success@1"),
    ],
)
def test_an_unknown_measure_names_the_nearest(wrong: str, right: str) -> None:
    with pytest.raises(EvaluationError, match="no measure") as caught:
        parse_measure(wrong)
    suggestion = str(caught.value).rpartition("Did you mean ")[2].removesuffix("?")
    assert str(parse_measure(suggestion)) == suggestion, "what is suggested can be used"
    assert suggestion == right


@pytest.mark.parametrize("wrong", ["", "F1@5", "q-measure", "@10"])
def test_what_comes_near_to_no_measure_is_told_all_of_them(wrong: str) -> None:
    with pytest.raises(EvaluationError, match=r"no measure .* Measures are nDCG, nDCG@k, AP \(MAP\)"):
        parse_measure(wrong)


@pytest.mark.parametrize("text", ["P", "R", "Judged", "P(rel=2)"])
def test_measures_that_need_a_cutoff_say_so(text: str) -> None:
    with pytest.raises(EvaluationError, match="needs a cutoff"):
        parse_measure(text)


@pytest.mark.parametrize("text", ["nDCG(rel=2)@10", "Judged(rel=1)@10"])
def test_a_relevance_level_where_it_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(EvaluationError, match="no relevance level"):
        parse_measure(text)


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("MAP", "AP"),
        ("MAP(rel=2)@100", "AP(rel=2)@100"),
        ("MRR", "RR"),
        ("MRR@10", "RR@10"),
        ("Recall@1000", "R@1000"),
        ("RBP", "RBP(p=0.8)"),
        ("RBP(0.5)", "RBP(p=0.5)"),
        ("RBP(p=.5, rel=2)", "RBP(p=0.5,rel=2)"),
    ],
)
def test_other_names_are_read_and_the_usual_one_is_printed(alias: str, name: str) -> None:
    assert str(parse_measure(alias)) == name
    assert str(parse_measure(name)) == name


@pytest.mark.parametrize(
    "text", ["RBP(p=1)", "RBP(p=0)", "RBP(p=0.0)", "RBP()", "AP(p=0.5)", "RBP(rel=2,rel=1)"]
)
def test_brackets_that_say_nothing_are_refused(text: str) -> None:
    with pytest.raises(EvaluationError, match="says nothing there"):
        parse_measure(text)


def test_rprec_has_no_cutoff() -> None:
    with pytest.raises(EvaluationError, match="Rprec has no cutoff"):
        parse_measure("Rprec@10")


def test_rankings_that_were_cut_say_so_in_the_names_of_their_measures() -> None:
    names = ("nDCG@10", "AP", "RR(rel=2)", "R@500", "Rprec", "RBP(p=0.8)", "Bpref")
    measures = [parse_measure(text) for text in names]
    assert named_by_depth(measures, 200, 200) == tuple(measures)
    assert [*map(str, named_by_depth(measures, 200, 201))] == [
        "nDCG@10", "AP@200", "RR(rel=2)@200", "R@200", "Rprec", "RBP(p=0.8)@200", "Bpref@200",
    ]  # fmt: skip
    for texts, depth in ((["nDCG@10"], 10), (["P@5", "R@2000"], 2000), (["AP", "P@5"], 1000)):
        assert depth_for(map(parse_measure, texts)) == depth


@given(st.one_of(st.text(max_size=20), st.from_regex(r"[A-Za-z]{1,7}(\([a-z=0-9.,]{0,8}\))?(@\d{1,4})?")))
def test_any_text_is_a_measure_or_a_clear_error(text: str) -> None:
    try:
        known = parse_measure(text)
    except EvaluationError as error:
        told = str(error)
    else:
        told = "Did you mean it?" if parse_measure(str(known)) == known else ""
    hints = (
        "Did you mean",
        "Measures are",
        "needs a cutoff",
        "has no cutoff",
        "says nothing",
        "no relevance level",
    )
    assert any(hint in told for hint in hints)


def test_a_measure_asks_for_as_many_results_as_it_looks_at() -> None:
    for names, depth in (
        ([], 1000), (["P@5"], 5), (["P@5", "nDCG@20", "RR@7"], 20), (["P@5", "AP"], 1000),
        (["R@2000", "AP"], 2000),
    ):  # fmt: skip
        assert depth_for(map(parse_measure, names)) == depth

"""What training data and a benchmark share, and the score on the rest, worked out by hand."""

from __future__ import annotations

from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau
from sklearn.metrics import f1_score

from assay.benchmarks.overlap.clean_scores import clean_scores
from assay.benchmarks.overlap.material import Material, Record
from assay.benchmarks.overlap.report import Overlap, find_overlap
from assay.benchmarks.tasks.data import Coverage, LabelledData, RankedData
from assay.benchmarks.tasks.details import Details
from assay.benchmarks.tasks.kinds import PartedData

TITLES = {name: f"The long title of paper {name} on {what}" for name, what in zip(
    "abcdefgh", ["ice", "snow", "fire", "wind", "rain", "sand", "salt", "mud"], strict=True)}  # fmt: skip


def papers(names: str, prefix: str = "") -> dict[str, Record]:
    return {prefix + name: Record(TITLES[name]) for name in names}


SEARCH = Material(
    "search",
    papers("abcd", "b-"),
    queries={"q1": "how thick is river ice", "q2": "snow on roads", "q3": "sand in engines", "q4": "salt"},
    positives={"q1": ["b-a"], "q2": ["b-b", "b-c"], "q3": ["b-d"], "q4": ["b-d"]},
)


def found_in(**training: object) -> Overlap:
    return find_overlap(Material("training", **training), SEARCH)  # type: ignore[arg-type]


def test_a_query_asked_in_training_is_touched_whatever_was_right_for_it() -> None:
    found = found_in(papers={}, queries={"t1": "How thick is RIVER ice?"})
    assert (found.touched, found.seen, found.n_left) == (("q1",), (), 3)
    assert found.positives == ()


def test_a_positive_is_shared_if_query_and_paper_are() -> None:
    found = found_in(papers=papers("bc", "t-"), queries={"t1": "snow on roads"}, positives={"t1": ["t-b"]})
    (one,) = found.positives
    assert (one.query_id, one.doc_id, one.training_query, one.training_doc) == ("q2", "b-b", "t1", "t-b")
    assert (len(found.positives), found.n_positives) == (1, 5)


def test_a_relevant_paper_that_was_read_in_training_is_seen_and_not_touched() -> None:
    found = found_in(papers=papers("d", "t-"))
    assert (found.touched, found.seen) == ((), ("q3", "q4"))
    assert found.excluded() == {"q3", "q4"}
    assert found.excluded(seen=False) == set()


def citing(name: str, names: str, positives: dict[str, list[str]], prefix: str = "") -> Material:
    """Queries are papers themselves."""
    return Material(
        name,
        papers(names, prefix),
        positives={prefix + q: [prefix + d for d in some] for q, some in positives.items()},
        query_papers={prefix + q: prefix + q for q in positives},
    )


def test_a_query_paper_that_was_trained_on_with_other_papers_is_seen() -> None:
    found = find_overlap(citing("training", "ae", {"a": ["e"]}, "t-"), citing("cite", "ab", {"a": ["b"]}))
    assert (found.touched, found.seen) == ((), ("a",))


names = st.sampled_from("abcdef")
pairs = st.lists(st.tuples(names, names).filter(lambda pair: pair[0] != pair[1]), max_size=12)


@settings(max_examples=80, deadline=None)
@given(pairs, pairs)
def test_shared_pairs_are_those_of_the_two_lists(
    one: list[tuple[str, str]], two: list[tuple[str, str]]
) -> None:
    def material(name: str, some: list[tuple[str, str]], prefix: str) -> Material:
        positives: dict[str, list[str]] = {}
        for query, doc in some:
            positives.setdefault(query, []).append(doc)
        return citing(name, "abcdef", positives, prefix)

    found = find_overlap(material("t", one, "t-"), material("b", two, ""))
    expected = {pair for pair in two if pair in one or pair[::-1] in one}
    assert {(p.query_id, p.doc_id) for p in found.positives} == expected
    assert len(found.positives) == len(expected)
    assert set(found.touched) == {query for query, _ in expected}
    assert found.n_left == 0, "all papers were seen"


# --- tasks as they are read


def test_a_search_task_has_typed_queries_and_relevant_papers() -> None:
    data = RankedData(
        {"d1": (TITLES["a"], "text"), "d2": ("", "only text")}, {"q": ("ice", "thickness")},
        {"q": {"d1": 2, "d2": 0}}, Coverage(2),
    )  # fmt: skip
    found = Material.of_task("search", data)
    assert found.papers == {"d1": Record(TITLES["a"], "text"), "d2": Record("", "only text")}
    assert (found.queries, found.positives, found.query_papers) == (
        {"q": "ice thickness"},
        {"q": ["d1"]},
        {},
    )


def test_queries_that_are_papers_are_among_the_papers() -> None:
    data = RankedData({"d1": (TITLES["a"], "")}, {"q": (TITLES["b"], "x")}, {"q": {"d1": 1}}, Coverage(1))
    found = Material.of_task("cite", data, queries_are_papers=True)
    assert found.papers["q"] == Record(TITLES["b"], "x")
    assert (found.queries, found.query_papers) == ({}, {"q": "q"})
    parted = PartedData({"Art": data}, data.papers, data.queries, Coverage(1))
    assert Material.of_task("cite", parted, queries_are_papers=True) == found


def test_test_papers_of_a_classification_are_seen_where_they_were_trained_on() -> None:
    data = LabelledData(
        {name: (TITLES[name], "") for name in "abc"}, (("a", "x"),), (("b", "x"), ("c", "y")), Coverage(3)
    )
    found = find_overlap(Material("t", papers("ab", "t-")), Material.of_task("fields", data))
    assert (found.n_queries, found.touched, found.seen) == (2, (), ("b",))
    assert (found.training, found.benchmark) == ("t", "fields")


# --- scores on what is left


def scored(details: Details, **values: float) -> tuple[list[str], Details]:
    return [*values], details


def test_a_ranking_task_is_averaged_over_the_queries_left() -> None:
    values = {"q1": 90.0, "q2": 60.0, "q3": 30.0}
    (found,) = clean_scores(*scored(Details(3, items={"map": values}), map=60.0), {"q1", "unknown"})
    assert (found.whole, found.left, found.out) == (60.0, 45.0, 90.0)
    assert (found.n, found.n_left, found.n_out, found.few) == (3, 2, 1, True)
    assert found.difference == -15.0


def test_nothing_left_has_no_score() -> None:
    (found,) = clean_scores(*scored(Details(1, items={"map": {"q": 1.0}}), map=1.0), {"q"})
    assert (found.left, found.difference, found.n_left, found.out) == (None, None, 0, 1.0)


def test_a_task_in_parts_is_the_mean_of_its_parts() -> None:
    items = {"map": {"Art: q1": 10.0, "Art: q2": 30.0, "Law: q1": 80.0, "Law: q3": 60.0}}
    details = Details(4, items=items, parts={"Art": {"map": 20.0}, "Law": {"map": 70.0}})
    (found,) = clean_scores(*scored(details, map=45.0), {"q1"})
    assert (found.whole, found.left, found.n_left) == (45.0, fmean([30.0, 60.0]), 2)


def test_a_classification_is_scored_anew_on_the_papers_left() -> None:
    predictions = {"p1": ("x", "x"), "p2": ("x", "y"), "p3": ("y", "y"), "p4": ("x", "x"), "p5": ("z", "y")}
    (found,) = clean_scores(*scored(Details(5, predictions=predictions), f1_macro=0.0), {"p5", "p1"})
    truth, said = zip(*(predictions[p] for p in ("p2", "p3", "p4")), strict=True)
    assert found.left == pytest.approx(100 * f1_score(truth, said, average="macro"))
    assert (found.n, found.n_left) == (5, 3)


def test_several_labels_and_numbers_are_scored_anew_too() -> None:
    labels = {"p1": (("x", "y"), ["x"]), "p2": (("y",), ["y"]), "p3": ((), ["x"])}
    (found,) = clean_scores(*scored(Details(3, predictions=labels), f1_macro=0.0), {"p1"})
    assert found.left == pytest.approx(
        100 * f1_score([[0, 1], [0, 0]], [[0, 1], [1, 0]], average="macro", zero_division=0)
    )
    numbers = {f"p{i}": (float(i), float(value)) for i, value in enumerate([3, 1, 2, 5, 4, 9])}
    (tau,) = clean_scores(*scored(Details(6, predictions=numbers), kendalltau=0.0), {"p0"})
    assert tau.left == pytest.approx(100 * kendalltau(range(5), [1, 2, 5, 4, 9]).statistic)
    (one,) = clean_scores(
        *scored(Details(6, predictions=numbers), kendalltau=0.0), {f"p{i}" for i in range(5)}
    )
    assert one.left is None, "one paper is in no order"


def test_a_task_without_details_says_nothing() -> None:
    assert clean_scores(*scored(Details(), b3_f1=50.0), {"q"}) == ()


def test_queries_are_compared_at_the_threshold_that_was_given_and_the_rules_say_so() -> None:
    training = Material("t", {}, queries={"t1": "snow on roads now"})
    half, usual = find_overlap(training, SEARCH, threshold=0.5), find_overlap(training, SEARCH)
    assert (half.touched, half.threshold) == (("q2",), 0.5)
    assert [(one.query_id, one.training_id, one.similarity) for one in half.queries] == [("q2", "t1", 0.75)]
    assert (usual.touched, usual.threshold) == ((), 0.8)
    assert ["50%" in half.rules[1], "80%" in usual.rules[1]] == [True, True]
    assert "fewer than 20" in usual.rules[1]
    assert "runs of 3 words" in usual.rules[1]
    assert len(usual.rules) == 3


def test_every_count_of_the_report_is_of_its_own_side() -> None:
    training = Material(
        "t",
        {**papers("abe", "t-"), "b-c": Record("Another paper of that number, on quite other things")},
        queries={"x1": "how thick is river ice", "x2": "y"},
        positives={"x1": ["t-a", "t-e", "t-a"]},
    )
    found = find_overlap(training, SEARCH)
    assert (found.training, found.benchmark) == ("t", "search")
    assert (found.n_training_papers, found.n_papers, found.n_training_queries, found.n_queries) == (
        4,
        4,
        2,
        4,
    )
    assert (found.n_positives, found.n_clashing_ids) == (5, 1)
    assert [
        (one.query_id, one.doc_id, one.training_query, one.training_doc, one.turned)
        for one in found.positives
    ] == [("q1", "b-a", "x1", "t-a", False)]
    assert (found.touched, found.seen, found.n_left) == (("q1",), ("q2",), 2)
    assert [one.doc_id for one in found.papers] == ["b-a", "b-b"]


def test_a_query_of_no_paper_is_in_no_pair_of_papers() -> None:
    """A training query that is a text has no paper, whatever a paper of the name "" or XXXX may share."""
    odd = {"": Record(TITLES["a"]), "XXXX": Record(TITLES["b"])}
    training = Material("t", {**odd, **papers("c", "t-")}, queries={"x": "salt"}, positives={"x": ["t-c"]})
    found = find_overlap(training, citing("cite", "abc", {"a": ["c"], "b": ["c"], "c": ["a", "b"]}))
    assert found.positives == ()
    assert found.seen == ("a", "b", "c")


def test_a_query_for_which_nothing_is_right_shares_no_pair() -> None:
    benchmark = Material("b", papers("abc"), query_papers={"a": "a", "b": "b"}, positives={"b": ["c"]})
    training = citing("t", "abc", {"a": ["b", "c"], "b": ["c"]}, "t-")
    found = find_overlap(training, benchmark)
    assert [(one.query_id, one.doc_id) for one in found.positives] == [("b", "c")]
    assert (found.touched, found.seen) == (("b",), ("a",))

"""Queries, the pool and runs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
import pytest

from assay.errors import BadInput, LibraryError
from assay.types import Query
from counting import statements

if TYPE_CHECKING:
    from assay.library import Library


def test_queries_come_back_in_the_order_of_adding(library: Library) -> None:
    assert library.queries.all() == [
        Query("q1", "first"),
        Query("q2", "second"),
        Query("q3", "", doc_id="d3"),
    ]
    assert library.queries.get("q3") == Query("q3", "", doc_id="d3")
    assert library.queries.get("nope") is None


def test_a_query_is_found_by_its_text_or_its_paper(library: Library) -> None:
    queries = library.queries
    queries.add([Query("q4", "first"), Query("q5", "third", "d3"), Query("q6", "d5", "d4")])
    assert queries.count() == 6
    assert queries.with_text("first") == Query("q1", "first")  # the oldest
    assert queries.with_paper("d3") == Query("q3", "", "d3")
    assert queries.with_paper("d4") == Query("q6", "d5", "d4")
    assert [queries.with_text(text) for text in ("third", "First", "first ", "fir", "d3", "", "\ud800")] == [
        None
    ] * 7
    assert [queries.with_paper(doc_id) for doc_id in ("d5", "first", "nope", "")] == [None] * 4
    queries.remove(["q1", "q3"])
    assert queries.with_text("first") == Query("q4", "first")
    assert queries.with_paper("d3") == Query("q5", "third", "d3")
    assert queries.count() == 4


def test_queries_are_found_by_their_ids_in_the_order_of_adding(library: Library) -> None:
    library.queries.add([Query("q4", "fourth"), Query("q5", "", "d4"), Query("q6", "sixth")])
    library.queries.remove(["q4"])
    wanted = ["q6", "\ud800", "q3", "q4", "q3", *(f"other{n}" for n in range(4000)), "q1"]
    with statements(library._database._engine) as given:
        found = library.queries.find_by_ids(wanted)
    assert list(found.items()) == [(q.query_id, q) for q in library.queries.all() if q.query_id in wanted]
    assert list(found) == ["q1", "q3", "q6"]
    assert sum("query" in each for each in given) == 3  # 4,004 ids, 2,000 a statement
    assert library.queries.find_by_ids([]) == {}


def test_the_queries_that_are_papers_name_these(library: Library) -> None:
    library.queries.add([Query("q4", "d2", "d2"), Query("q5", "", "d4"), Query("q6", "sixth")])
    library.queries.remove(["q5"])
    own = [(q.query_id, q.doc_id) for q in library.queries.all() if q.doc_id is not None]
    assert list(library.queries.papers().items()) == own == [("q3", "d3"), ("q4", "d2")]


def test_known_queries_are_not_added_twice(library: Library) -> None:
    assert library.queries.add([Query("q1", "first"), Query("q4", "new"), Query("q4", "new")]) == 1
    assert library.queries.add([]) == 0
    assert [query.query_id for query in library.queries.all()] == ["q1", "q2", "q3", "q4"]


# -- by hand ----------------------------------------------------------------------------------------------


def test_a_query_is_given_another_text_another_id_or_both(library: Library) -> None:
    library.runs.save("run", {"q1": {"d1": 1.0}, "q2": {"d2": 1.0}})
    library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    library.queries.rename("q1", text="  another\n text ")
    assert library.queries.get("q1") == Query("q1", "another text")
    library.queries.rename("q1", new_id="first")
    assert library.queries.get("q1") is None
    assert library.queries.all()[0] == Query("first", "another text")
    assert library.runs.load("run") == {"first": {"d1": 1.0}, "q2": {"d2": 1.0}}
    assert library.judgements.ratings() == [("first", "d1", "ada", 2)]
    library.queries.rename("first", text="third", new_id="3")
    assert library.queries.all()[0] == Query("3", "third")
    library.queries.rename("q3", text="with words")
    assert library.queries.get("q3") == Query("q3", "with words", doc_id="d3")
    library.queries.rename("q3", text=" ")  # it has its paper
    assert library.queries.get("q3") == Query("q3", "", doc_id="d3")
    for _ in range(5):
        library.actions.undo()
    assert library.queries.all() == [Query("q1", "first"), Query("q2", "second"), Query("q3", "", "d3")]
    assert library.runs.load("run") == {"q1": {"d1": 1.0}, "q2": {"d2": 1.0}}


@pytest.mark.parametrize(
    ("query_id", "wanted", "said"),
    [
        ("q1", {"text": " "}, "The query is empty"),
        ("q1", {}, "The query 'q1' already has this text and id"),
        ("q1", {"text": "first", "new_id": "q1"}, "The query 'q1' already has this text and id"),
        ("q1", {"new_id": "q2"}, "has a query 'q2', or had it before"),
        ("q1", {"new_id": "gone"}, "has a query 'gone', or had it before"),
        ("q1", {"new_id": ""}, "A query cannot have the id ''"),
        ("nope", {"text": "x"}, "No query 'nope' in this library; nothing was changed"),
        ("gone", {"text": "x"}, "No query 'gone' in this library; nothing was changed"),
    ],
)
def test_a_query_that_cannot_be_called_that_stays_as_it_is(
    library: Library, query_id: str, wanted: dict[str, str], said: str
) -> None:
    library.queries.add([Query("gone", "removed")])
    library.queries.remove(["gone"])
    before = library.queries.all()
    with pytest.raises(BadInput, match=said):
        library.queries.rename(query_id, **wanted)
    assert library.queries.all() == before


def test_removed_queries_are_hidden_until_they_are_back(library: Library) -> None:
    library.judgements.record("q2", "d1", assessor="ada", relevance=1)
    library.queries.remove(["q2", "q1", "q2"])
    assert [query.query_id for query in library.queries.all()] == ["q3"]
    assert library.queries.get("q2") is None
    assert library.queries.add([Query("q2", "second"), Query("q3", "", doc_id="d3"), Query("q4", "new")]) == 2
    assert [query.query_id for query in library.queries.all()] == ["q2", "q3", "q4"]
    assert library.judgements.ratings() == [("q2", "d1", "ada", 1)]
    with pytest.raises(BadInput, match="No query was named"):
        library.queries.remove([])
    with pytest.raises(BadInput, match="No query 'q1' in this library"):
        library.queries.remove(["q2", "q1"])
    assert library.queries.get("q2") == Query("q2", "second")


def test_a_campaigns_queries_cannot_be_renamed_or_removed(library: Library) -> None:
    library.campaigns.create("team")
    queries = library.campaign("team").queries
    queries.add([Query("q1", "of the team")])
    with pytest.raises(BadInput, match="A campaign's queries stay as they are"):
        queries.rename("q1", text="x")
    with pytest.raises(BadInput, match="A campaign's queries stay as they are"):
        queries.remove(["q1"])
    library.queries.rename("q1", text="of the library")
    library.queries.remove(["q2"])
    assert queries.all() == [Query("q1", "of the team")]
    assert library.queries.get("q1") == Query("q1", "of the library")


def test_a_query_goes_with_the_undo_of_its_first_grade_unless_something_stands_on_it(
    library: Library,
) -> None:
    """A grade or a note of anybody keeps it; undone judgements are no longer there, though their log is."""
    queries, judgements = library.queries, library.judgements
    judgements.record("q1", "d1", assessor="ada", relevance=1)
    judgements.set_note("q2", "d1", assessor="bob", note="why?")
    assert [queries.withdraw(each) for each in ("q1", "q2", "nope")] == [False] * 3
    judgements.undo(assessor="ada")
    assert queries.withdraw("q1")
    assert (queries.get("q1"), queries.count(), queries.withdraw("q1")) == (None, 2, False)
    assert judgements.redo(assessor="ada") is None, "it is not of a hidden query"
    assert queries.withdraw("q1", redo=True)
    assert judgements.redo(assessor="ada") is not None
    assert [(j.query_id, j.relevance) for j in judgements.current(assessor="ada")] == [("q1", 1)]
    assert (library.actions.all(), queries.withdraw("q1")) == ([], False)


def test_a_campaigns_query_is_not_withdrawn_with_the_librarys_of_the_same_id(library: Library) -> None:
    library.campaigns.create("team")
    queries = library.campaign("team").queries
    queries.add([Query("q1", "of the team")])
    assert library.queries.withdraw("q1")
    assert queries.all() == [Query("q1", "of the team")]


@pytest.mark.parametrize("other", [Query("q1", "other text"), Query("q1", "first", doc_id="d1")])
def test_a_query_id_with_another_meaning_is_refused_by_name(library: Library, other: Query) -> None:
    with pytest.raises(LibraryError, match="q1"):
        library.queries.add([Query("q9", "fine"), other])
    assert library.queries.get("q9") is None


def test_two_meanings_of_an_id_in_one_call_are_refused(library: Library) -> None:
    with pytest.raises(LibraryError, match="q9"):
        library.queries.add([Query("q9", "one"), Query("q9", "two")])
    assert library.queries.get("q9") is None


def test_a_query_by_an_unknown_paper_or_without_id_is_bad_input(library: Library) -> None:
    with pytest.raises(BadInput, match="nope"):
        library.queries.add([Query("q9", "", doc_id="nope")])
    with pytest.raises(BadInput, match="id"):
        library.queries.add([Query("", "text")])


def test_a_query_by_a_merged_paper_is_one_by_the_paper_itself(library: Library) -> None:
    library.papers.alias([("smith", "d1")])
    library.queries.add([Query("q9", "", doc_id="smith")])
    assert library.queries.get("q9") == Query("q9", "", doc_id="d1")
    assert library.queries.add([Query("q9", "", doc_id="smith"), Query("q9", "", doc_id="d1")]) == 0


def test_the_pool_keeps_pairs_once_in_the_order_of_insertion(library: Library) -> None:
    assert library.pool.add([("q2", "d5"), ("q1", "d9"), ("q1", "d1")]) == 3
    assert library.pool.add([("q1", "d1"), ("q1", "d0"), ("q1", "d0")]) == 1
    assert library.pool.pairs() == [("q2", "d5"), ("q1", "d9"), ("q1", "d1"), ("q1", "d0")]
    assert library.pool.pairs(query_id="q1") == [("q1", "d9"), ("q1", "d1"), ("q1", "d0")]
    assert library.pool.pairs(query_id="nope") == []
    assert library.pool.count() == 4


def test_the_pool_takes_pairs_that_were_judged_before(library: Library) -> None:
    library.judgements.record("q1", "d1", assessor="ada", relevance=1)
    assert library.pool.add([("q1", "d2"), ("q1", "d1")]) == 2
    assert library.pool.pairs() == [("q1", "d2"), ("q1", "d1")]


def test_the_pool_refuses_unknown_ids_as_a_whole(library: Library) -> None:
    with pytest.raises(BadInput, match="2 papers not in this library: 'x', 'y'"):
        library.pool.add([("q1", "d1"), ("q1", "x"), ("q1", "y")])
    with pytest.raises(BadInput, match="1 query not in this library: 'q8'"):
        library.pool.add([("q8", "d1")])
    assert library.pool.count() == 0


def test_a_run_comes_back_with_its_scores_best_first(library: Library) -> None:
    run = {"q1": {"d1": 0.1, "d2": 12.5, "d3": -3.0}, "q2": {}, "external": {"not here": 1 / 3}}
    library.runs.save("bm25", run)
    loaded = library.runs.load("bm25")
    assert loaded == run
    assert list(loaded) == ["q1", "q2", "external"]
    assert list(loaded["q1"]) == ["d2", "d1", "d3"]


def test_saving_under_a_tag_replaces_what_was_there(library: Library) -> None:
    before = datetime.now(UTC)
    library.runs.save("a", {"q1": {"d1": 1.0}, "q2": {"d2": 1.0}}, fingerprint="f1", mode="semantic")
    library.runs.save("b", {"q1": {"d1": 1.0}})
    library.runs.save("a", {"q1": {"d5": 2.0}}, fingerprint="f2", mode="hybrid")
    assert library.runs.load("a") == {"q1": {"d5": 2.0}}
    stored = {run.tag: run for run in library.runs.all()}
    assert set(stored) == {"a", "b"}
    assert (stored["a"].fingerprint, stored["a"].mode, stored["a"].n_queries) == ("f2", "hybrid", 1)
    assert before <= stored["b"].created_at <= stored["a"].created_at <= datetime.now(UTC)


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf")])
def test_a_score_that_is_no_number_is_refused_and_the_old_run_stays(library: Library, score: float) -> None:
    library.runs.save("a", {"q1": {"d1": 1.0}})
    with pytest.raises(BadInput, match=r"Paper 'd2' of query 'q1'"):
        library.runs.save("a", {"q1": {"d1": 2.0, "d2": score}})
    assert library.runs.load("a") == {"q1": {"d1": 1.0}}


def test_scores_of_numpy_are_kept_as_floats(library: Library) -> None:
    library.runs.save("np", {"q1": {"d1": np.float32(0.1)}})  # type: ignore[dict-item]
    (score,) = library.runs.load("np")["q1"].values()
    assert type(score) is float
    assert score == float(np.float32(0.1))


def test_runs_without_tag_or_ids_are_bad_input_and_unknown_tags_errors(library: Library) -> None:
    with pytest.raises(BadInput, match="tag"):
        library.runs.save("", {"q1": {"d1": 1.0}})
    with pytest.raises(BadInput, match="empty id"):
        library.runs.save("a", {"q1": {"": 1.0}})
    with pytest.raises(LibraryError, match="nope"):
        library.runs.load("nope")


def test_a_removed_run_is_gone_and_others_stay(library: Library) -> None:
    library.runs.save("a", {"q1": {"d1": 1.0}})
    library.runs.save("b", {"q1": {"d2": 1.0}})
    library.runs.remove("a")
    library.runs.remove("a")
    assert [run.tag for run in library.runs.all()] == ["b"]
    assert library.runs.load("b") == {"q1": {"d2": 1.0}}

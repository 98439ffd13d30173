"""Grades, states and notes: what is recorded, refused, undone, and exported."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from assay.campaign_types import Assignment, CampaignStatus
from assay.errors import BadInput
from assay.library import Library
from assay.types import Judgement, JudgementState, Paper, Query

if TYPE_CHECKING:
    from assay.library import CampaignStore

GRADE, UNSURE, LATER, UNREADABLE, CONFLICT = JudgementState


def grade(doc_id: str, relevance: int, note: str = "", *, assessor: str = "ada") -> Judgement:
    return Judgement("q1", doc_id, assessor, GRADE, relevance, note)


def test_a_grade_is_returned_and_found(library: Library) -> None:
    given = library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    assert given == grade("d1", 2)
    assert library.judgements.get("q1", "d1", assessor="ada") == given
    assert library.judgements.get("q1", "d1", assessor="bob") is None
    assert library.judgements.get("q1", "d2", assessor="ada") is None
    assert library.judgements.get("nope", "nope", assessor="ada") is None
    assert library.judgements.current() == [given]


def test_a_later_judgement_replaces_an_earlier_one_of_the_same_assessor(library: Library) -> None:
    record = library.judgements.record
    record("q1", "d1", assessor="ada", relevance=2)
    record("q1", "d1", assessor="bob", relevance=1)
    record("q1", "d1", assessor="ada", state=UNSURE)
    assert library.judgements.current() == [
        Judgement("q1", "d1", "ada", UNSURE),
        grade("d1", 1, assessor="bob"),
    ]
    assert library.judgements.assessors() == ["ada", "bob"]


def test_current_is_by_query_then_paper_and_can_be_narrowed(library: Library) -> None:
    record = library.judgements.record
    for query_id, doc_id, assessor in [("q2", "d1", "bob"), ("q1", "d9", "ada"), ("q1", "d2", "bob")]:
        record(query_id, doc_id, assessor=assessor, relevance=0)

    def pairs(**which: str) -> list[tuple[str, str]]:
        return [(j.query_id, j.doc_id) for j in library.judgements.current(**which)]

    assert pairs() == [("q1", "d2"), ("q1", "d9"), ("q2", "d1")]
    assert pairs(query_id="q1") == [("q1", "d2"), ("q1", "d9")]
    assert pairs(assessor="bob") == [("q1", "d2"), ("q2", "d1")]
    assert pairs(query_id="q2", assessor="ada") == []


NO_GRADES: list[Any] = [None, -1, 3, 1.0, 1.5, "2", True, False, np.int64(1), np.bool_(True)]


def test_only_the_integers_0_1_2_are_grades(library: Library) -> None:
    for relevance in NO_GRADES:
        with pytest.raises(BadInput, match="0, 1 or 2"):
            library.judgements.record("q1", "d1", assessor="ada", relevance=relevance)
        if relevance is not None:
            with pytest.raises(BadInput, match=r"0, 1 or 2.*query 'q1', paper 'd2'"):
                library.judgements.import_qrels({"q1": {"d1": 1, "d2": relevance}}, assessor="ada")
    assert library.judgements.history() == []


def test_states_other_than_grade_carry_no_relevance(library: Library) -> None:
    for state in (UNSURE, LATER, UNREADABLE):
        with pytest.raises(BadInput, match="not a grade"):
            library.judgements.record("q1", "d1", assessor="ada", state=state, relevance=1)
        assert library.judgements.record("q1", "d1", assessor="ada", state=state).state is state


NO_SENSE: list[dict[str, Any]] = [
    {"query_id": "nope"},
    {"doc_id": "nope"},
    {"assessor": ""},
    {"assessor": " ada"},
    {"assessor": "a\tb"},
    {"assessor": "a" * 101},
    {"state": "perhaps", "relevance": None},
    {"active_ms": -1},
    {"active_ms": 1.5},
    {"active_ms": 10**30},
]


def test_what_makes_no_sense_is_bad_input_and_leaves_no_trace(library: Library) -> None:
    fine = {"query_id": "q1", "doc_id": "d1", "assessor": "ada", "relevance": 1}
    for wrong in NO_SENSE:
        with pytest.raises(BadInput):
            library.judgements.record(**{**fine, **wrong})
    assert library.judgements.history() == []
    assert library.judgements.assessors() == []


def test_a_note_is_independent_of_the_grade(library: Library) -> None:
    judgements = library.judgements
    judgements.record("q1", "d1", assessor="ada", relevance=2)
    assert judgements.set_note("q1", "d1", assessor="ada", note="see §3\n“well”") == grade(
        "d1", 2, "see §3\n“well”"
    )
    assert judgements.record("q1", "d1", assessor="ada", relevance=0) == grade("d1", 0, "see §3\n“well”")
    judgements.record("q1", "d1", assessor="ada", state=UNREADABLE)
    assert judgements.set_note("q1", "d1", assessor="ada", note="") == Judgement(
        "q1", "d1", "ada", UNREADABLE
    )


def test_a_note_alone_is_no_grade_and_no_state(library: Library) -> None:
    noted = library.judgements.set_note("q1", "d1", assessor="ada", note="first look")
    assert noted == Judgement("q1", "d1", "ada", None, None, "first look")
    assert library.judgements.current() == [noted]
    assert library.judgements.qrels() == {}
    assert library.judgements.record("q1", "d1", assessor="ada", relevance=1) == grade("d1", 1, "first look")


def test_a_note_left_as_it_is_is_no_event(library: Library) -> None:
    for _ in range(3):
        library.judgements.set_note("q1", "d1", assessor="ada", note="same")
    assert len(library.judgements.history()) == 1


def test_clear_withdraws_the_grade_and_leaves_the_note(library: Library) -> None:
    judgements = library.judgements
    judgements.record("q1", "d1", assessor="ada", relevance=2)
    judgements.record("q1", "d2", assessor="ada", relevance=1)
    judgements.set_note("q1", "d2", assessor="ada", note="why")
    judgements.clear("q1", "d1", assessor="ada")
    judgements.clear("q1", "d2", assessor="ada")
    assert judgements.get("q1", "d1", assessor="ada") is None
    assert judgements.current() == [Judgement("q1", "d2", "ada", None, None, "why")]
    assert judgements.qrels() == {}
    n_events = len(judgements.history())
    judgements.clear("q1", "d1", assessor="ada")  # nothing left to withdraw
    assert len(judgements.history()) == n_events


def test_judging_by_an_alias_judges_the_paper(library: Library) -> None:
    library.papers.alias([("smith", "d1")])
    assert library.judgements.record("q1", "smith", assessor="ada", relevance=2) == grade("d1", 2)
    assert library.judgements.get("q1", "smith", assessor="ada") == grade("d1", 2)


def test_a_removed_paper_can_still_be_judged_and_undone(library: Library) -> None:
    library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    library.papers.remove(["d1", "d2"])
    library.judgements.record("q1", "d2", assessor="ada", relevance=1)
    assert library.judgements.qrels() == {"q1": {"d1": 2, "d2": 1}}
    assert library.judgements.undo(assessor="ada") == ("q1", "d2", None)
    assert library.judgements.get("q1", "d1", assessor="ada") == grade("d1", 2)


def test_undo_goes_back_and_redo_comes_forward(library: Library) -> None:
    judgements = library.judgements
    judgements.record("q1", "d1", assessor="ada", relevance=0)
    judgements.record("q1", "d1", assessor="ada", relevance=2)
    judgements.set_note("q1", "d1", assessor="ada", note="n")
    judgements.clear("q1", "d1", assessor="ada")
    judgements.record("q1", "d2", assessor="ada", state=UNSURE)
    back = [judgements.undo(assessor="ada") for _ in range(6)]
    assert back == [
        ("q1", "d2", None),
        ("q1", "d1", grade("d1", 2, "n")),
        ("q1", "d1", grade("d1", 2)),
        ("q1", "d1", grade("d1", 0)),
        ("q1", "d1", None),
        None,
    ]
    forward = [judgements.redo(assessor="ada") for _ in range(6)]
    assert forward == [
        ("q1", "d1", grade("d1", 0)),
        ("q1", "d1", grade("d1", 2)),
        ("q1", "d1", grade("d1", 2, "n")),
        ("q1", "d1", Judgement("q1", "d1", "ada", None, None, "n")),
        ("q1", "d2", Judgement("q1", "d2", "ada", UNSURE)),
        None,
    ]


def test_a_new_grade_after_an_undo_leaves_nothing_to_redo(library: Library) -> None:
    judgements = library.judgements
    judgements.record("q1", "d1", assessor="ada", relevance=1)
    judgements.record("q1", "d2", assessor="ada", relevance=1)
    judgements.undo(assessor="ada")
    judgements.record("q1", "d3", assessor="ada", relevance=0)
    assert judgements.redo(assessor="ada") is None
    assert judgements.undo(assessor="ada") == ("q1", "d3", None)
    assert judgements.undo(assessor="ada") == ("q1", "d1", None)
    assert judgements.undo(assessor="ada") is None


def test_what_is_said_again_under_a_known_id_counts_once(library: Library) -> None:
    """As by a browser that never got its answer, also after the assessor has done something else."""
    store, ids = library.judgements, ("first", "second", "third", "fourth")
    for name in ids[:1] * 2 + ids[1:2] * 2 + ids[:1]:
        store.record("q1", "d1", assessor="ada", relevance=2 if name == "first" else 0, event_uuid=name)
    for _ in range(2):
        assert store.undo(assessor="ada", event_uuid="third") == ("q1", "d1", grade("d1", 2))
    for _ in range(2):
        store.set_note("q1", "d2", assessor="ada", note="said", event_uuid="fourth")
    assert [each.event_uuid for each in store.history()[::-1]] == list(ids)
    others: tuple[dict[str, Any], ...] = (
        {"relevance": 1},
        {"relevance": 2, "assessor": "bob"},
        {"relevance": None},
    )
    for wrong in others:
        given = {"assessor": "ada", "event_uuid": "first"} | wrong
        given |= {"state": UNSURE} if given["relevance"] is None else {}
        with pytest.raises(BadInput, match="belongs to another judgement"):
            store.record("q1", "d1", **given)
    with pytest.raises(BadInput, match="belongs to another judgement"):
        store.redo(assessor="ada", event_uuid="third")
    assert len(store.history()) == 4


def test_undo_concerns_the_assessors_own_events_only(library: Library) -> None:
    library.judgements.record("q1", "d1", assessor="ada", relevance=1)
    library.judgements.record("q1", "d1", assessor="bob", relevance=2)
    assert library.judgements.undo(assessor="ada") == ("q1", "d1", None)
    assert library.judgements.undo(assessor="ada") is None
    assert library.judgements.undo(assessor="nobody") is None
    assert library.judgements.redo(assessor="bob") is None
    assert library.judgements.qrels() == {"q1": {"d1": 2}}


def test_history_is_the_log_newest_first(library: Library) -> None:
    judgements = library.judgements
    judgements.record("q1", "d1", assessor="ada", relevance=1)
    judgements.set_note("q1", "d1", assessor="ada", note="n")
    judgements.record("q2", "d2", assessor="bob", state=UNREADABLE)
    judgements.undo(assessor="ada")
    judgements.redo(assessor="ada")
    events = judgements.history()
    assert [(e.assessor, e.kind, e.query_id, e.doc_id, e.relevance, e.note) for e in events] == [
        ("ada", "redo", "q1", "d1", None, None),
        ("ada", "undo", "q1", "d1", None, None),
        ("bob", "unreadable", "q2", "d2", None, None),
        ("ada", "note", "q1", "d1", None, "n"),
        ("ada", "grade", "q1", "d1", 1, None),
    ]
    assert [e.seq for e in events] == sorted((e.seq for e in events), reverse=True)
    assert len({e.event_uuid for e in events}) == 5
    assert all(timedelta(0) <= datetime.now(UTC) - e.occurred_at < timedelta(minutes=5) for e in events)
    assert judgements.history(assessor="bob") == [events[2]]
    assert judgements.history(limit=2) == events[:2]


def test_each_event_names_the_one_before_it_of_that_pair_and_assessor(library: Library) -> None:
    judgements = library.judgements
    for doc_id, assessor in [("d1", "ada"), ("d2", "ada"), ("d1", "bob"), ("d1", "ada")]:
        judgements.record("q1", doc_id, assessor=assessor, relevance=1)
    judgements.undo(assessor="ada")
    uuids = [e.event_uuid for e in reversed(judgements.history())]
    with library._database.read() as connection:
        rows = connection.exec_driver_sql("SELECT supersedes, target FROM judgement_event ORDER BY seq").all()
    assert [tuple(row) for row in rows] == [
        (None, None),
        (None, None),
        (None, None),
        (uuids[0], None),
        (uuids[3], uuids[3]),
    ]


def test_what_stands_on_one_paper_is_found_under_any_of_its_names(library: Library) -> None:
    judgements = library.judgements
    for query_id in ("q1", "q2"):
        for doc_id in ("d1", "d2"):
            judgements.record(query_id, doc_id, assessor="ada", relevance=1)
    judgements.record("q1", "d1", assessor="bob", state=UNSURE)
    judgements.set_note("q3", "d1", assessor="bob", note="n")
    library.papers.alias([("twin", "d1")])
    everything = judgements.current()
    of_d1 = [standing for standing in everything if standing.doc_id == "d1"]
    assert len(everything) == 6
    assert len(of_d1) == 4
    assert judgements.current(doc_id="d1") == judgements.current(doc_id="twin") == of_d1
    assert judgements.current(doc_id="d1", assessor="bob") == [s for s in of_d1 if s.assessor == "bob"]
    assert judgements.current(doc_id="d1", query_id="q1") == [s for s in of_d1 if s.query_id == "q1"]
    assert judgements.current(doc_id="d3") == judgements.current(doc_id="nope") == []


def test_the_count_of_a_query_is_that_of_its_papers_with_a_grade_that_stands(library: Library) -> None:
    judgements = library.judgements
    assert judgements.counts() == {}
    for assessor, doc_id in [("ada", "d1"), ("bob", "d1"), ("ada", "d2"), ("ada", "d3")]:
        judgements.record("q1", doc_id, assessor=assessor, relevance=0)
    judgements.record("q1", "d4", assessor="ada", state=UNSURE)
    judgements.set_note("q1", "d5", assessor="ada", note="n")
    judgements.clear("q1", "d3", assessor="ada")
    judgements.record("q2", "d1", assessor="bob", state=LATER)
    judgements.record("q3", "d1", assessor="bob", relevance=2)
    library.papers.remove(["d2"])  # hidden, but its grades are still exported
    assert judgements.counts() == {"q1": 2, "q3": 1}
    assert judgements.counts() == {query_id: len(docs) for query_id, docs in judgements.qrels().items()}


def test_qrels_hold_grades_only_and_the_lower_median_of_several(library: Library) -> None:
    grades = {"d1": [2], "d2": [0, 2], "d3": [0, 1, 2], "d4": [1, 2, 2, 1], "d5": [2, 2, 0]}
    for doc_id, given in grades.items():
        for n, relevance in enumerate(given):
            library.judgements.record("q1", doc_id, assessor=f"a{n}", relevance=relevance)
    library.judgements.record("q1", "d6", assessor="a0", state=UNSURE)
    library.judgements.record("q1", "d1", assessor="a1", state=LATER)
    assert library.judgements.qrels() == {"q1": {"d1": 2, "d2": 0, "d3": 1, "d4": 1, "d5": 2}}
    assert library.judgements.qrels(assessor="a1") == {"q1": {"d2": 2, "d3": 1, "d4": 2, "d5": 2}}
    assert library.judgements.qrels(assessor="nobody") == {}


def test_imported_qrels_come_back_and_only_new_grades_are_events(library: Library) -> None:
    judgements = library.judgements
    qrels = {"q1": {"d1": 2, "d2": 0}, "q3": {"d5": 1}}
    judgements.set_note("q1", "d1", assessor="ada", note="kept")
    assert judgements.import_qrels(qrels, assessor="ada") == 3
    assert judgements.qrels(assessor="ada") == qrels
    assert judgements.get("q1", "d1", assessor="ada") == grade("d1", 2, "kept")
    assert judgements.import_qrels(qrels, assessor="ada") == 0
    assert judgements.import_qrels({"q1": {"d1": 1, "d2": 0}}, assessor="ada") == 1
    assert judgements.import_qrels(qrels, assessor="bob") == 3
    assert len(judgements.history()) == 1 + 3 + 1 + 3
    assert judgements.import_qrels({}, assessor="ada") == 0
    assert judgements.undo(assessor="ada") == ("q1", "d1", grade("d1", 2, "kept"))


def test_unknown_ids_in_qrels_are_listed_and_nothing_is_written(library: Library) -> None:
    qrels = {"q1": {"d1": 1, **{f"x{n}": 1 for n in range(9)}}}
    with pytest.raises(BadInput, match=r"9 papers not in this library: 'x0', .*'x4', \.\.\."):
        library.judgements.import_qrels(qrels, assessor="ada")
    with pytest.raises(BadInput, match="1 query not in this library: 'q7'"):
        library.judgements.import_qrels({"q1": {"d1": 1}, "q7": {"d1": 1}}, assessor="ada")
    assert library.judgements.history() == []


def test_of_two_grades_of_merged_papers_the_higher_counts(library: Library) -> None:
    library.papers.alias([("twin", "d1")])
    assert library.judgements.import_qrels({"q1": {"d1": 0, "twin": 2}}, assessor="ada") == 1
    assert library.judgements.qrels() == {"q1": {"d1": 2}}


def test_thousands_of_grades_are_imported_at_once(empty: Library) -> None:
    empty.papers.add([(Paper(f"d{n}", "T"), ()) for n in range(2500)])
    empty.queries.add([Query(f"q{n}", f"text {n}") for n in range(3)])
    qrels = {f"q{q}": {f"d{d}": (d + q) % 3 for d in range(2500)} for q in range(2)}
    assert empty.judgements.import_qrels(qrels, assessor="ada") == 5000
    assert empty.judgements.qrels() == qrels


# -- reading much, and in a campaign -----------------------------------------------------------------------


def test_ratings_are_the_grades_that_stand_one_row_an_assessor(library: Library) -> None:
    judgements = library.judgements
    for assessor, doc_id, relevance in [
        ("bob", "d2", 0),
        ("ada", "d2", 2),
        ("ada", "d1", 1),
        ("ada", "d3", 1),
    ]:
        judgements.record("q1", doc_id, assessor=assessor, relevance=relevance)
    judgements.record("q2", "d1", assessor="bob", relevance=2)
    judgements.record("q1", "d1", assessor="ada", relevance=0)
    judgements.record("q1", "d3", assessor="ada", state=UNSURE)
    judgements.set_note("q1", "d4", assessor="ada", note="n")
    library.papers.remove(["d2"])
    assert judgements.ratings() == [
        ("q1", "d1", "ada", 0),
        ("q1", "d2", "bob", 0),
        ("q1", "d2", "ada", 2),
        ("q2", "d1", "bob", 2),
    ]


SEARCHED: list[tuple[dict[str, Any], list[str]]] = [
    ({"query_id": "q2"}, ["d3", "d2"]),
    ({"query_id": "q2", "assessor": "bob"}, ["d3"]),
    ({"query_id": "nope"}, []),
    ({"text": "SECOND"}, ["d3", "d2"]),  # the text of q2
    ({"text": "number 1"}, ["d11", "d1"]),  # the titles of d1 and d11
    ({"text": "straße"}, ["d4"]),  # the note, in another case
    ({"text": "STRASSE", "assessor": "bob"}, []),
    ({"text": "number", "limit": 2}, ["d11", "d4"]),
    ({"text": "nothing like it"}, []),
    ({"text": "%"}, []),
]


def test_the_history_is_searched_by_query_text_title_and_note(library: Library) -> None:
    judgements = library.judgements
    judgements.record("q1", "d1", assessor="ada", relevance=1)
    judgements.record("q2", "d2", assessor="ada", relevance=1)
    judgements.record("q2", "d3", assessor="bob", relevance=1)
    judgements.set_note("q1", "d4", assessor="ada", note="an der Straße")
    judgements.record("q1", "d11", assessor="ada", relevance=1)
    for asked, found in SEARCHED:
        assert [event.doc_id for event in judgements.history(**asked)] == found, asked


def test_whoever_is_deactivated_is_refused_and_keeps_what_they_gave(library: Library) -> None:
    judgements = library.judgements
    for doc_id in ("d1", "d2"):
        judgements.record("q1", doc_id, assessor="ada", relevance=2)
    judgements.undo(assessor="ada")
    before = judgements.current(), judgements.history()
    library.annotators.set_active("ada", False)
    for refused in (
        lambda: judgements.record("q1", "d3", assessor="ada", relevance=1),
        lambda: judgements.record("q1", "d1", assessor="ada", state=UNSURE),
        lambda: judgements.set_note("q1", "d1", assessor="ada", note="n"),
        lambda: judgements.clear("q1", "d1", assessor="ada"),
        lambda: judgements.undo(assessor="ada"),
        lambda: judgements.redo(assessor="ada"),
        lambda: judgements.import_qrels({"q1": {"d3": 1}}, assessor="ada"),
    ):
        with pytest.raises(BadInput, match=r"'ada' is deactivated.*assay assessor activate ada"):
            refused()
    assert (judgements.current(), judgements.history()) == before
    library.annotators.set_active("ada", True)
    assert judgements.redo(assessor="ada") == ("q1", "d2", grade("d2", 2))


def test_a_campaign_that_is_closed_in_mid_grading_refuses_the_next_grade_and_keeps_the_others(
    library: Library,
) -> None:
    store = open_campaign(library)
    store.judgements.record("q1", "d1", assessor="ada", relevance=2)
    library.campaigns.set_status("set", CampaignStatus.CLOSED)
    for refused in (
        lambda: store.judgements.record("q1", "d2", assessor="ada", relevance=1),
        lambda: store.judgements.set_note("q1", "d1", assessor="ada", note="n"),
        lambda: store.judgements.clear("q1", "d1", assessor="ada"),
        lambda: store.judgements.undo(assessor="ada"),
    ):
        with pytest.raises(BadInput, match=r"closed.*nothing was written"):
            refused()
    assert store.judgements.current() == [grade("d1", 2)]
    assert len(store.judgements.history()) == 1


def test_a_campaigns_judgements_and_the_librarys_own_do_not_mix(library: Library) -> None:
    store = open_campaign(library)
    store.judgements.record("q1", "d1", assessor="ada", relevance=2)
    library.judgements.record("q1", "d1", assessor="ada", relevance=0)
    library.judgements.record("q2", "d1", assessor="bob", relevance=1)
    assert store.judgements.qrels() == {"q1": {"d1": 2}}
    assert store.judgements.ratings() == [("q1", "d1", "ada", 2)]
    assert library.judgements.qrels() == {"q1": {"d1": 0}, "q2": {"d1": 1}}
    assert store.judgements.counts() == {"q1": 1}
    assert store.judgements.assessors() == ["ada"]
    assert [event.relevance for event in store.judgements.history()] == [2]
    assert [event.relevance for event in library.judgements.history()] == [1, 0]
    assert store.judgements.get("q1", "d1", assessor="ada") == grade("d1", 2)
    assert store.judgements.get("q2", "d1", assessor="bob") is None
    with pytest.raises(BadInput, match="1 query not in this library: 'q2'"):
        store.judgements.record("q2", "d1", assessor="ada", relevance=1)
    assert store.judgements.undo(assessor="ada") == ("q1", "d1", None)
    assert library.judgements.qrels(assessor="ada") == {"q1": {"d1": 0}}


def open_campaign(library: Library) -> CampaignStore:
    """A campaign "set" with the query q1 and the pairs d1 and d2, which are ada's."""
    library.campaigns.create("set")
    store = library.campaign("set")
    store.freeze_corpus()
    store.queries.add([Query("q1", "first")])
    store.pool.add([("q1", "d1"), ("q1", "d2")])
    store.add_assessor("ada")
    library.campaigns.set_status("set", CampaignStatus.OPEN)
    store.assignments.add([Assignment("q1", doc_id, "ada", doc_id) for doc_id in ("d1", "d2")])
    return store


def test_the_latest_judgement_is_undone_only_if_it_is_among_the_pairs_given(library: Library) -> None:
    judgements = library.judgements
    for doc_id in ("d1", "d2"):
        judgements.record("q1", doc_id, assessor="ada", relevance=2)
    assert judgements.undo(assessor="ada", among={("q1", "d1")}) is None
    assert judgements.undo(assessor="ada", among={("q1", "d1"), ("q1", "d2")}) == ("q1", "d2", None)
    assert judgements.redo(assessor="ada", among={("q1", "d1")}) is None
    turned = judgements.redo(assessor="ada", among={("q1", "d2")})
    assert turned is not None
    assert turned[:2] == ("q1", "d2")

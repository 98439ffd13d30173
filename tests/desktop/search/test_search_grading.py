"""Grades given on the search page: a search becomes a query with its first grade."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from PySide6.QtWidgets import QLabel

from assay.codec import from_json
from assay.errors import LibraryError
from assay.ingest.queries import add_query
from assay.library.campaigns.judgements import Judgements
from assay.searching.types import ComparedFormats, SearchResults
from assay.types import Graded, SearchMode
from assay_desktop.pages.search.model import SearchState, SeedChip, text_chip
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.search.presenters.grading import GradingPresenter
from assay_desktop.pages.search.presenters.inspecting import InspectorPresenter
from assay_desktop.pages.search.widgets.inspector import Inspector

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.theme import Theme

SEED = SeedChip("p1", label="Karpukhin 2020", title="Dense passage retrieval")


@pytest.fixture
def page() -> Mock:
    return Mock(spec=SearchPage)


@pytest.fixture
def grading(page: Mock, search_context: AppContext) -> GradingPresenter:
    return GradingPresenter(page, search_context)


def given(library: Any) -> list[tuple[str, str, str, int]]:
    return [(j.query_id, j.doc_id, j.assessor, j.relevance) for j in library.library.judgements.current()]


def test_the_first_grade_makes_a_query_of_the_text(
    grading: GradingPresenter, library: Any, page: Mock
) -> None:
    grading.set_state(SearchState("  dense   retrieval "))
    grading.grade("p2", 2)
    assert [(q.text, q.doc_id) for q in library.library.queries.all()] == [("dense retrieval", None)]
    (query,) = library.library.queries.all()
    assert given(library) == [(query.query_id, "p2", "ada", 2)]
    page.show_grades.assert_called_with({"p2": 2})


def test_later_grades_go_to_the_same_query(grading: GradingPresenter, library: Any) -> None:
    grading.set_state(SearchState("dense retrieval"))
    grading.grade("p1", 0)
    grading.grade("p2", 1)
    assert len(library.library.queries.all()) == 1
    assert {(doc_id, grade) for _, doc_id, _, grade in given(library)} == {("p1", 0), ("p2", 1)}


def test_a_search_from_one_paper_makes_a_query_of_the_paper(grading: GradingPresenter, library: Any) -> None:
    grading.set_state(SearchState(seeds=(SEED,)))
    grading.grade("p2", 1)
    assert [query.doc_id for query in library.library.queries.all()] == ["p1"]


def test_several_papers_without_text_cannot_be_graded(
    grading: GradingPresenter, library: Any, page: Mock
) -> None:
    grading.set_state(SearchState(seeds=(SEED, SeedChip("p2", 1, label="Robertson 1994", title="Okapi"))))
    grading.grade("p3", 1)
    assert given(library) == []
    assert page.show_gradable.call_args.args == (False,)
    assert page.show_gradable.call_args.kwargs["why_not"]


def test_a_text_is_graded_for_whatever_seed_papers_help_to_find_results(
    grading: GradingPresenter, library: Any, page: Mock
) -> None:
    """The text is the query, typed or on a chip; the seeds only change what is found for it."""
    papers = (SEED, SeedChip("p2", 1, label="Robertson 1994", title="Okapi"))
    for state in (SearchState("bees", seeds=papers), SearchState(seeds=(*papers, text_chip("bees")))):
        grading.set_state(state)
        assert page.show_gradable.call_args.args == (True,)
        grading.grade("p3", 1)
    grading.set_state(SearchState(seeds=(text_chip("bees"), text_chip("bats"))))
    assert page.show_gradable.call_args.args == (False,), "of two texts neither is the query"
    assert [(query.text, query.doc_id) for query in library.library.queries.all()] == [("bees", None)]


def test_what_only_passes_filters_cannot_be_graded(grading: GradingPresenter, page: Mock) -> None:
    grading.set_state(SearchState("year:2020"))
    grading.set_answer(SearchResults(listed=True))
    assert page.show_gradable.call_args.args == (False,)
    assert "words" in page.show_gradable.call_args.kwargs["why_not"]
    grading.set_state(SearchState("year:2020 bees"))
    grading.set_answer(SearchResults())
    assert page.show_gradable.call_args.args == (True,)


@pytest.mark.parametrize("text", ["year:2020", " author:doe  -venue:arxiv ", "year:", "-bees"])
def test_fields_alone_become_no_query_before_they_are_answered_either(
    grading: GradingPresenter, library: Any, page: Mock, text: str
) -> None:
    grading.set_state(SearchState(text))
    grading.grade("p1", 2)
    assert (library.library.queries.all(), given(library)) == ([], [])
    assert "words" in page.show_strip.call_args.args[0]


@pytest.mark.parametrize("text", ["bees year:2020", '"dense retrieval" year:2020', "k-means", "re: bees"])
def test_words_beside_fields_are_graded(
    grading: GradingPresenter, library: Any, page: Mock, text: str
) -> None:
    grading.set_state(SearchState(text))
    grading.grade("p1", 2)
    assert [query.text for query in library.library.queries.all()] == [text]
    assert page.show_gradable.call_args.kwargs["why_not"] == ""


def test_grades_given_before_are_shown_on_the_results(
    grading: GradingPresenter, library: Any, page: Mock
) -> None:
    query = add_query(library.library, "dense retrieval")
    library.library.judgements.record(query.query_id, "p1", assessor="ada", relevance=1)
    library.library.judgements.record(query.query_id, "p2", assessor="eve", relevance=2)
    grading.set_state(SearchState("dense retrieval"))
    grading.read()
    page.show_grades.assert_called_with({"p1": 1})
    page.show_others.assert_called_with(0)


def test_grades_that_only_others_gave_are_said_and_not_shown_as_own(
    grading: GradingPresenter, library: Any, page: Mock, theme: Theme, qtbot: QtBot
) -> None:
    """The sidebar counts them too: without a word the rows would contradict it."""
    query = add_query(library.library, "dense retrieval")
    for doc_id, who in (("p1", "sample"), ("p2", "sample"), ("p2", "eve")):
        library.library.judgements.record(query.query_id, doc_id, assessor=who, relevance=1)
    grading.set_state(SearchState("dense retrieval"))
    grading.read()
    page.show_grades.assert_called_with({})
    page.show_others.assert_called_with(2)
    inspector = Inspector(theme)
    qtbot.addWidget(inspector)
    inspector.show_others(2)
    texts = [each.text() for each in inspector.foot.findChildren(QLabel) if not each.isHidden()]
    assert "2 papers graded by others only" in texts


def test_a_grade_that_comes_back_to_another_search_is_saved_but_not_shown(
    grading: GradingPresenter, library: Any, page: Mock, search_context: AppContext
) -> None:
    lane: Any = search_context.lane
    grading.set_state(SearchState("dense retrieval"))
    lane.hold()
    grading.grade("p1", 2)
    grading.set_state(SearchState("late interaction"))
    lane.let_go()
    (query,) = library.library.queries.all()
    assert given(library) == [(query.query_id, "p1", "ada", 2)]
    assert library.library.queries.all()[0].text == "dense retrieval"
    assert {"p1": 2} not in [call.args[0] for call in page.show_grades.call_args_list]


def test_a_grade_that_cannot_be_saved_is_told_and_marked_until_it_is(
    grading: GradingPresenter, library: Any, page: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise LibraryError("The disk is full.")

    grading.set_state(SearchState("dense retrieval"))
    with monkeypatch.context() as patch:
        patch.setattr(Judgements, "record", refuse)
        grading.grade("p2", 2)
    assert library.library.queries.all() == [], "a query is made with a grade or not at all"
    assert "The disk is full." in page.show_strip.call_args.args[0]
    page.show_unsaved.assert_called_with({"p2"})
    grading.set_state(SearchState("late interaction"))
    page.show_unsaved.assert_called_with(set())
    grading.set_state(SearchState("dense retrieval"))
    page.show_unsaved.assert_called_with({"p2"})
    grading.grade("p2", 1)
    page.show_unsaved.assert_called_with(set())


def test_the_inspector_reads_the_history_of_the_paper_alone(
    page: Mock, library: Any, search_context: AppContext
) -> None:
    query = add_query(library.library, "dense retrieval")
    library.library.judgements.record(query.query_id, "p1", assessor="ada", relevance=1)
    library.library.judgements.record(query.query_id, "p2", assessor="eve", relevance=2)
    inspector = InspectorPresenter(page, search_context)
    inspector.open_tab("history")
    inspector.select("p1")
    ((lines,), _) = page.show_history.call_args
    assert [(line.query, line.assessor, line.relevance) for line in lines] == [("dense retrieval", "ada", 1)]


def test_similar_papers_are_asked_for_only_when_their_tab_is_open(
    page: Mock, engine: Any, search_context: AppContext, answer: Callable[..., dict[str, Any]]
) -> None:
    inspector = InspectorPresenter(page, search_context)
    inspector.select("p1")
    assert engine.requests == []
    inspector.open_tab("similar")
    assert (engine.requests[0].op, engine.requests[0].doc_id) == ("similar", "p1")
    inspector.select("p2")
    engine.requests[0].done(answer("p3"))
    assert page.show_similar.call_args.args == ([],)
    engine.requests[1].done(answer("p1"))
    assert [card.doc_id for card in page.show_similar.call_args.args[0]] == ["p1"]


def test_similar_papers_are_ranked_as_the_search_is_and_by_grades_where_it_is(
    page: Mock, engine: Any, search_context: AppContext, answer: Callable[..., dict[str, Any]]
) -> None:
    inspector = InspectorPresenter(page, search_context)
    state = SearchState("bees", mode=SearchMode.HYBRID)
    inspector.set_state(state)
    inspector.open_tab("similar")
    inspector.select("p1")
    for changed in (
        replace(state, text="bees and"),
        replace(state, mode=SearchMode.KEYWORD),
        replace(state, grades=(Graded("p2", 2),)),
    ):
        inspector.set_state(changed)
    asked = [(each.mode, each.learn) for each in engine.requests]
    assert asked == [("hybrid", False), ("keyword", False), ("hybrid", True)], "what is typed changes nothing"
    engine.requests[-1].done({**answer("p3", "p2"), "before": {"p3": 2, "p2": 2}})
    assert [card.badges for card in page.show_similar.call_args.args[0]] == [("↑1",), ()]


def test_why_shows_the_rank_in_each_channel(
    page: Mock, search_context: AppContext, answer: Callable[..., dict[str, Any]]
) -> None:
    inspector = InspectorPresenter(page, search_context)
    inspector.set_answer(from_json(answer("p1", "p2"), SearchResults))
    inspector.open_tab("why")
    inspector.select("p2")
    (reasons,) = page.show_why.call_args.args
    assert [(rank.channel, rank.rank) for rank in reasons.ranks] == [("keyword", 2), ("semantic", 3)]
    assert (reasons.score, reasons.mode, reasons.formats) == (pytest.approx(1 / 62), "hybrid", "")


def test_why_names_the_vectors_that_were_compared(
    page: Mock, search_context: AppContext, answer: Callable[..., dict[str, Any]]
) -> None:
    inspector = InspectorPresenter(page, search_context)
    formats = ComparedFormats(("QRY",), "PRX")
    inspector.set_answer(replace(from_json(answer("p1"), SearchResults), formats=formats))
    inspector.open_tab("why")
    inspector.select("p1")
    assert page.show_why.call_args.args[0].formats.startswith(
        "The query uses the model's vectors for queries (QRY)"
    )

"""Rankings that learn from grades, on the search page: offered, followed by each grade, and undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from assay.types import Filters, Graded
from assay_desktop.pages.search.model import Place, tabs_of
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.search.presenters.feedback import FeedbackPresenter
from assay_desktop.pages.search.presenters.search import SearchPresenter
from assay_desktop.pages.search.presenters.tabbing import KEPT, TabsPresenter
from assay_desktop.widgets.papers.card import badge_words

if TYPE_CHECKING:
    from assay_desktop.context import AppContext

Answer = Callable[..., dict[str, Any]]


@pytest.fixture
def page() -> Mock:
    return Mock(spec=SearchPage)


@pytest.fixture
def search(page: Mock, search_context: AppContext, engine: Any, answer: Answer) -> Iterator[SearchPresenter]:
    made = SearchPresenter(page, search_context)
    made.start()
    made.set_text("dense")
    made.search_now()
    engine.requests[-1].done(answer("p1", "p2"))
    yield made
    made.clear()  # no timer may fire into the next test


@pytest.fixture
def feedback(page: Mock, search: SearchPresenter) -> FeedbackPresenter:
    return FeedbackPresenter(page, search)


def badges(page: Mock) -> list[tuple[str, ...]]:
    return [card.badges for card in page.show_new_order.call_args.args[0]]


def test_nothing_is_reordered_until_it_is_wanted(
    feedback: FeedbackPresenter, page: Mock, engine: Any
) -> None:
    n = len(engine.requests)
    feedback.take({})
    page.show_feedback.assert_called_with(0, on=False)
    feedback.take({"p3": 2})
    page.show_feedback.assert_called_with(1, on=False)
    assert len(engine.requests) == n


def test_without_a_grade_the_key_says_what_is_missing(feedback: FeedbackPresenter, page: Mock) -> None:
    feedback.turn(True)
    assert page.show_message.call_args.args == ("Grade a result first, then rank the others by it.",)


def test_the_rest_takes_new_places_and_says_how_far_it_moved(
    feedback: FeedbackPresenter, page: Mock, engine: Any, answer: Answer
) -> None:
    feedback.take({"p3": 2, "p1": 0})
    feedback.turn(True)
    asked = engine.requests[-1]
    assert asked.request.grades == (Graded("p1", 0), Graded("p3", 2))
    page.show_feedback.assert_called_with(2, on=True)
    asked.done(answer("p2", "p3", "p1") | {"before": {"p1": 1, "p2": 2}})
    assert [first for first, *_ in badges(page)] == ["↑1", "↑", "↓2"]
    assert "2 grades used" in page.show_rerank_note.call_args.args[0]
    assert [badge_words(badge) for badge in ("↑2", "↓3", "↑")] == [
        "Up 2 because grades are used",
        "Down 3 because grades are used",
        "Not listed before grades were used",
    ]


def test_each_further_grade_counts_at_once_and_off_is_as_it_was(
    feedback: FeedbackPresenter, search: SearchPresenter, page: Mock, engine: Any, answer: Answer
) -> None:
    feedback.take({"p3": 2})
    feedback.turn(True)
    engine.requests[-1].done(answer("p3", "p1", "p2"))
    n = len(engine.requests)
    feedback.take({"p3": 2})
    assert len(engine.requests) == n, "the same grades are not asked for again"
    feedback.take({"p3": 2, "p2": 1})
    assert engine.requests[-1].request.grades == (Graded("p2", 1), Graded("p3", 2))
    feedback.turn(False)
    assert engine.requests[-1].request.grades == ()
    engine.requests[-1].done(answer("p1", "p2", "p3"))
    assert not any(badge[0] in "↑↓" for each in badges(page) for badge in each)
    assert search.state.grades == ()
    feedback.turn(True)
    feedback.take({})
    assert search.state.grades == (), "the last grade was undone"


def test_another_search_forgets_the_grades(
    feedback: FeedbackPresenter, search: SearchPresenter, engine: Any
) -> None:
    feedback.take({"p3": 2})
    feedback.turn(True)
    search.set_full_text(True)
    search.set_filters(Filters(year_from=1990))
    assert engine.requests[-1].request.grades, "the same need, asked otherwise"
    search.set_text("dense passages")
    search.search_now()
    assert engine.requests[-1].request.grades == ()


def test_a_tab_keeps_its_grades_and_marks(
    feedback: FeedbackPresenter,
    search: SearchPresenter,
    search_context: AppContext,
    page: Mock,
    engine: Any,
    answer: Answer,
) -> None:
    page.place, page.listed.return_value = Place(), ([], [])
    tabs = TabsPresenter(page, search, search_context, name_of=lambda _state: "")
    search.state_changed.emit(search.state)
    feedback.take({"p3": 2})
    feedback.turn(True)
    engine.requests[-1].done(answer("p3", "p1", "p2") | {"before": {"p1": 1, "p2": 2}})
    tabs.new()
    search.set_text("other")
    search.search_now()
    engine.requests[-1].done(answer("p2"))
    tabs.step(1)
    assert search.state.grades == (Graded("p3", 2),)
    shown = page.show_results.call_args.args[0]
    assert [card.badges[0] for card in shown] == ["↑", "↓1", "↓1"]
    again = tabs_of(search_context.session.get(KEPT))
    assert again is not None
    assert again.current.state.grades == (Graded("p3", 2),), "and so does the next session"


def test_a_saved_search_is_the_same_with_grades(feedback: FeedbackPresenter, search: SearchPresenter) -> None:
    before = search.state.search
    feedback.take({"p3": 2})
    feedback.turn(True)
    assert search.state.grades
    assert search.state.search == before

"""What the search presenter asks of the engine, and what it lets the page show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from assay.ingest.queries import add_query
from assay.types import Filters, Paper, SearchMode, Seed
from assay_desktop.context import AppContext, Change
from assay_desktop.pages.search.model import QueryLine
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.search.presenters.search import PAUSE_MS, TYPING_MS, SearchPresenter, read_sidebar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

PAPERS = (Paper("p1", "Dense passage retrieval"), Paper("p2", "Okapi at TREC-3"))
Answer = "Callable[..., dict[str, Any]]"


@pytest.fixture
def page() -> Mock:
    return Mock(spec=SearchPage)


@pytest.fixture
def presenter(page: Mock, search_context: AppContext) -> Iterator[SearchPresenter]:
    made = SearchPresenter(page, search_context)
    made.start()
    yield made
    made.clear()  # no timer may fire into the next test


def test_typing_asks_once_for_keyword_results_after_the_last_key(
    presenter: SearchPresenter, engine: Any, qtbot: QtBot
) -> None:
    for text in ("d", "de", "dense"):
        presenter.set_text(text)
    assert engine.requests == []
    qtbot.waitUntil(lambda: len(engine.requests) == 1, timeout=TYPING_MS * 4)
    assert engine.requests[0].request.text == "dense"
    assert engine.requests[0].request.mode == "keyword"
    assert engine.requests[0].request.prefix is True


def test_a_pause_asks_for_the_chosen_mode(presenter: SearchPresenter, engine: Any, qtbot: QtBot) -> None:
    presenter.set_text("dense")
    qtbot.waitUntil(lambda: len(engine.requests) == 2, timeout=PAUSE_MS * 3)
    assert [each.request.mode for each in engine.requests] == ["keyword", "hybrid"]
    assert engine.requests[1].request.prefix is False


def test_only_the_latest_search_is_shown(
    presenter: SearchPresenter, engine: Any, page: Mock, answer: Answer
) -> None:
    presenter.set_text("first")
    presenter.search_now()
    presenter.set_text("second")
    presenter.search_now()
    first, second = engine.requests
    second.done(answer("p2"))
    first.done(answer("p1"))
    ((cards,), _) = page.show_results.call_args
    assert page.show_results.call_count == 1
    assert [card.doc_id for card in cards] == ["p2"]


def test_an_answer_to_a_text_that_was_cleared_is_not_shown(
    presenter: SearchPresenter, engine: Any, page: Mock, answer: Answer
) -> None:
    presenter.set_text("dense")
    presenter.search_now()
    presenter.set_text("")
    engine.requests[0].done(answer("p1"))
    page.show_results.assert_not_called()
    page.show_welcome.assert_called_with(total=3, indexed=True)


def test_seeds_become_seeds_of_the_request_with_their_signs(presenter: SearchPresenter, engine: Any) -> None:
    presenter.add_seed("p1", 1)
    presenter.add_seed("p2", -1)
    presenter.set_text("compression")
    presenter.search_now()
    assert engine.requests[-1].request.seeds == (Seed("p1"), Seed("p2", -1))
    assert engine.requests[-1].request.text == "compression"


def test_flipping_and_removing_a_seed_searches_again(presenter: SearchPresenter, engine: Any) -> None:
    presenter.add_seed("p1", 1)
    presenter.add_seed("p2", 1)
    presenter.flip_seed("p2")
    assert [seed.sign for seed in engine.requests[-1].request.seeds] == [1, -1]
    presenter.remove_seed("p1")
    assert [seed.doc_id for seed in engine.requests[-1].request.seeds] == ["p2"]


def test_a_seed_added_twice_stays_one_with_the_new_sign(presenter: SearchPresenter) -> None:
    presenter.add_seed("p1", 1)
    presenter.add_seed("p1", -1)
    assert [(seed.doc_id, seed.sign) for seed in presenter.state.seeds] == [("p1", -1)]


def test_chips_say_first_author_and_year_or_the_title(presenter: SearchPresenter) -> None:
    for doc_id in ("p1", "p2", "p3"):
        presenter.add_seed(doc_id, 1)
    assert [seed.label for seed in presenter.state.seeds] == [
        "Karpukhin 2020",
        "Robertson 1994",
        "标题检索研究",
    ]


def test_find_similar_starts_anew_from_the_paper(presenter: SearchPresenter, engine: Any) -> None:
    presenter.set_text("old text")
    presenter.find_similar("p1")
    request = engine.requests[-1].request
    assert request.text == ""
    assert [seed.doc_id for seed in request.seeds] == ["p1"]


def test_filters_go_with_the_request(presenter: SearchPresenter, engine: Any) -> None:
    presenter.set_text("dense")
    presenter.set_filters(Filters(2019, 2022, ("EMNLP",), has_file=True))
    assert engine.requests[-1].request.filters == Filters(
        year_from=2019, year_to=2022, venues=("EMNLP",), has_file=True
    )


def test_without_the_model_a_search_falls_back_to_keyword_and_says_so(
    presenter: SearchPresenter, engine: Any, page: Mock, answer: Answer
) -> None:
    engine.become(semantic="loading")
    presenter.set_text("dense")
    presenter.search_now()
    assert engine.requests[-1].request.mode == "keyword"
    engine.requests[-1].done(answer("p1", mode="keyword"))
    assert "still loading" in page.show_strip.call_args.args[0]


def test_the_search_that_fell_back_runs_again_when_the_model_is_ready(
    presenter: SearchPresenter, engine: Any, page: Mock, answer: Answer
) -> None:
    engine.become(semantic="loading")
    presenter.set_text("dense")
    presenter.search_now()
    engine.requests[-1].done(answer("p1", mode="keyword"))
    engine.become(semantic="ready")
    assert engine.requests[-1].request.mode == "hybrid"
    engine.requests[-1].done(answer("p1"))
    assert page.show_strip.call_args.args[0] == ""


def test_keyword_results_that_came_during_an_index_job_are_corrected(
    presenter: SearchPresenter, engine: Any, page: Mock, search_context: AppContext, answer: Answer
) -> None:
    presenter.set_text("dense")
    presenter.search_now()
    engine.requests[-1].done(answer("p1"))
    search_context.changes.changed.emit(Change(index=True))
    assert engine.requests[-1].request.mode == "hybrid"
    engine.become(semantic="loading")  # said while the search was on its way
    engine.requests[-1].done(answer("p2", mode="keyword"))
    assert "still loading" in page.show_strip.call_args.args[0]
    asked = len(engine.requests)
    engine.become(semantic="ready")
    assert len(engine.requests) == asked + 1
    assert engine.requests[-1].request.mode == "hybrid"
    engine.requests[-1].done(answer("p1"))
    engine.become(semantic="ready", indexed=2)
    assert len(engine.requests) == asked + 1


def test_results_of_indexes_that_were_being_replaced_are_corrected(
    presenter: SearchPresenter, engine: Any, answer: Answer
) -> None:
    presenter.set_text("dense")
    presenter.set_mode(SearchMode.KEYWORD)
    engine.requests[-1].done(answer("p1", mode="keyword") | {"outdated": True})
    assert presenter.answer is None
    asked = len(engine.requests)
    engine.become(opened=1)
    assert len(engine.requests) == asked + 1
    engine.requests[-1].done(answer("p1", "p2", mode="keyword"))
    assert presenter.answer is not None
    engine.become(opened=2)
    assert len(engine.requests) == asked + 1


def test_a_dead_engine_is_told_with_a_way_to_restart(
    presenter: SearchPresenter, engine: Any, page: Mock
) -> None:
    engine.restart = Mock()
    engine.become(phase="dead")
    assert "stopped" in page.show_strip.call_args.args[0]
    presenter.act_on_strip(page.show_strip.call_args.kwargs["action"])
    engine.restart.assert_called_once_with()


def test_a_missing_index_offers_to_build_it(
    presenter: SearchPresenter, engine: Any, page: Mock, search_context: AppContext, answer: Answer
) -> None:
    engine.become(semantic="absent", indexed=0)
    presenter.set_text("dense")
    presenter.search_now()
    engine.requests[-1].done(answer("p1", mode="keyword"))
    presenter.act_on_strip(page.show_strip.call_args.kwargs["action"])
    jobs: Any = search_context.jobs
    assert jobs.added == [["index"]]


@pytest.mark.parametrize(
    ("encoded_by", "said"),
    [
        ((), "No papers are indexed yet"),
        (("assay-papers",), "assay-papers has changed since the papers were encoded"),
        (("older", "tuned"), "No papers are indexed with assay-papers yet (the index is of older, tuned)"),
    ],
)
def test_a_missing_index_is_told_with_the_models_that_have_one(
    presenter: SearchPresenter,
    engine: Any,
    page: Mock,
    answer: Answer,
    encoded_by: tuple[str, ...],
    said: str,
) -> None:
    engine.become(semantic="absent", indexed=0, model="assay-papers", encoded_by=encoded_by)
    presenter.set_text("dense")
    presenter.search_now()
    engine.requests[-1].done(answer("p1", mode="keyword"))
    assert page.show_strip.call_args.args[0].startswith(said)


def test_an_engine_that_never_answered_does_not_make_the_library_look_empty(
    search_context: AppContext, engine: Any, page: Mock
) -> None:
    engine.restart = Mock()
    engine.become(phase="dead", total=0, indexed=0)
    SearchPresenter(page, search_context).start()
    page.show_welcome.assert_called_with(total=3, indexed=True)


def test_a_search_that_fails_on_a_dead_engine_leaves_the_way_to_restart(
    presenter: SearchPresenter, engine: Any, page: Mock
) -> None:
    presenter.set_text("dense")
    presenter.search_now()
    engine.become(phase="dead", message="The search engine stopped 3 times in a row.")
    engine.requests[-1].failed("EngineError", "The search engine stopped 3 times in a row.")
    assert page.show_strip.call_args.kwargs["action"] == "Restart now"
    page.show_busy.assert_called_with(False)


def test_a_failed_search_says_why(presenter: SearchPresenter, engine: Any, page: Mock) -> None:
    presenter.set_text("dense")
    presenter.search_now()
    engine.requests[-1].failed(
        "EngineError", "The search engine stopped twice on this search. Change the search and try again."
    )
    assert "stopped twice" in page.show_strip.call_args.args[0]


def test_nothing_found_is_a_state_of_its_own(
    presenter: SearchPresenter, engine: Any, page: Mock, answer: Answer
) -> None:
    presenter.set_text("zzz")
    presenter.search_now()
    engine.requests[-1].done(answer())
    page.show_nothing_found.assert_called_once_with(presenter.state, waiting=0)


def test_queries_of_the_library_run_as_text_or_as_paper(presenter: SearchPresenter, engine: Any) -> None:
    presenter.run_query(QueryLine("q1", "hard negatives", "hard negatives", None, 0))
    assert engine.requests[-1].request.text == "hard negatives"
    presenter.run_query(QueryLine("q2", "Dense passage retrieval", "Dense passage retrieval", "p1", 0))
    assert engine.requests[-1].request.text == ""
    assert engine.requests[-1].request.seeds[0].doc_id == "p1"


def test_the_chosen_mode_is_remembered(presenter: SearchPresenter, search_context: AppContext) -> None:
    presenter.set_mode(SearchMode.SEMANTIC)
    assert search_context.settings.search_mode == "semantic"


def test_the_line_counts_papers_and_time_and_its_tooltip_names_the_vectors(
    presenter: SearchPresenter, engine: Any, page: Mock, answer: Answer
) -> None:
    presenter.set_text("dense")
    presenter.add_seed("p2", 1)
    engine.requests[-1].done(answer("p1"))
    shown = page.show_results.call_args.kwargs
    assert shown["summary"] == "1 of 3 papers · 3 ms"
    assert "one vector per text" in shown["details"]


@pytest.mark.parametrize(
    ("asked", "details"),
    [
        (["QRY"], "The query uses the model's vectors for queries (QRY)."),
        (["PRX"], "Seed papers and results use the model's vectors for similarity (PRX)."),
        (["QRY", "PRX"], "results use the model's vectors for similarity (PRX)."),
    ],
)
def test_a_model_of_several_formats_says_which_were_compared(
    presenter: SearchPresenter, engine: Any, page: Mock, answer: Answer, asked: list[str], details: str
) -> None:
    presenter.set_text("dense")
    presenter.search_now()
    engine.requests[-1].done(answer("p1") | {"formats": {"queries": asked, "papers": "PRX"}})
    shown = page.show_results.call_args.kwargs
    assert shown["summary"] == "1 of 3 papers · 3 ms"
    assert details in shown["details"]


def test_new_papers_refresh_sidebar_and_results(
    presenter: SearchPresenter, engine: Any, page: Mock, search_context: AppContext
) -> None:
    presenter.set_text("dense")
    presenter.search_now()
    n_requests, n_sidebars = len(engine.requests), page.show_queries.call_count
    search_context.changes.changed.emit(Change(papers=True))
    assert (len(engine.requests), page.show_queries.call_count) == (n_requests + 1, n_sidebars + 1)


def test_the_sidebar_counts_the_papers_judged_for_each_query_without_reading_every_judgement(
    workspace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.library.papers.add([(paper, [f"test:{paper.doc_id}"]) for paper in PAPERS])
    asked, other = (
        add_query(workspace.library, "dense retrieval"),
        add_query(workspace.library, "late interaction"),
    )
    for doc_id, assessor in (("p1", "ada"), ("p1", "eve"), ("p2", "eve")):
        workspace.library.judgements.record(asked.query_id, doc_id, assessor=assessor, relevance=1)
    monkeypatch.delattr(type(workspace.library.judgements), "current")
    lines = read_sidebar(workspace, assessor="ada").queries
    judged = {line.query_id: (line.n_judged, line.n_others) for line in lines}
    assert judged == {asked.query_id: (2, 1), other.query_id: (0, 0)}  # p2 has no grade but eve's

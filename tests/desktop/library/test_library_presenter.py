"""What the library's presenter does with the intents of a page, on a real library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from assay.errors import LibraryError
from assay.types import Paper
from assay_desktop.context import Change
from assay_desktop.pages.library.model import PaperTable
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.pages.library.presenter import LibraryPresenter

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext


class FakePage:
    """Remember what it was shown, as a page that has no other methods than the page's own."""

    scrolled = 0

    def __init__(self) -> None:
        self.shown: list[tuple[str, Any]] = []

    def __getattr__(self, name: str) -> Any:
        assert hasattr(LibraryPage, name)
        return lambda *values, **named: self.shown.append((name, values or tuple(named.values())))

    def facts_shown(self) -> tuple[str, ...]:
        return ()

    def last(self, name: str) -> Any:
        return [values for shown, values in self.shown if shown == name][-1]


PAPERS = (
    Paper("old", "Zipf's law of words", authors=("George Zipf",), year=1949, venue="Book"),
    Paper("mid", "A vector space model", authors=("Gerard Salton",), year=1975, venue="CACM"),
    Paper("new", "Dense passage retrieval", authors=("Vladimir Karpukhin",), year=2020, venue="EMNLP"),
    Paper("undated", "Éclair of neural ranking", venue="EMNLP"),
)


@pytest.fixture
def page() -> FakePage:
    return FakePage()


@pytest.fixture
def table(qtbot: QtBot) -> PaperTable:
    return PaperTable()


@pytest.fixture
def presenter(page: FakePage, table: PaperTable, context: AppContext, workspace: Any) -> LibraryPresenter:
    workspace.library.papers.add([(paper, [f"test:{paper.doc_id}"]) for paper in PAPERS])
    made = LibraryPresenter(page, table, context)
    made.start()
    return made


def ids(table: PaperTable) -> list[str]:
    return [table.doc_id(row) for row in range(table.rowCount())]


def test_papers_stand_in_the_order_of_adding_at_first(presenter: LibraryPresenter, table: PaperTable) -> None:
    assert ids(table) == ["old", "mid", "new", "undated"]


def test_header_sorts_and_papers_without_a_value_come_last(presenter: Any, table: PaperTable) -> None:
    table.sort_wanted.emit("year", True)
    assert ids(table) == ["new", "mid", "old", "undated"]
    table.sort_wanted.emit("title", False)
    assert ids(table) == ["mid", "new", "undated", "old"]


def test_filter_waits_for_a_pause_and_only_the_last_words_are_listed(
    presenter: LibraryPresenter, page: FakePage, table: PaperTable, context: Any, qtbot: QtBot
) -> None:
    sources_of(page, qtbot)
    before = context.lane.n_calls
    for typed in ("d", "de", "den", "dense"):
        presenter.set_filter(typed)
    assert context.lane.n_calls == before
    qtbot.waitUntil(lambda: ids(table) == ["new"])
    assert context.lane.n_calls == before + 1
    assert page.last("show_count") == (1, 4)


def test_filter_finds_titles_authors_and_venues_without_accents(
    presenter: Any, table: Any, qtbot: QtBot
) -> None:
    presenter.set_filter("eclair EMNLP")
    qtbot.waitUntil(lambda: ids(table) == ["undated"])


def test_filter_without_match_says_what_was_sought(presenter: Any, page: FakePage, qtbot: QtBot) -> None:
    presenter.set_filter("nothing like it")
    qtbot.waitUntil(lambda: any(name == "show_no_match" for name, _ in page.shown))
    assert page.last("show_no_match") == ("nothing like it",)


def sources_of(page: FakePage, qtbot: QtBot) -> tuple[list[Any], str]:
    """They are read after the rows, so that these come first."""
    qtbot.waitUntil(lambda: any(name == "show_sources" for name, _ in page.shown))
    return page.last("show_sources")


def test_sources_count_years_and_venues(presenter: Any, page: FakePage, qtbot: QtBot) -> None:
    sources, chosen = sources_of(page, qtbot)
    counted = [(source.key, source.count) for source in sources]
    assert counted == [
        ("all", 4), ("recent", 4), ("year:2020", 1), ("year:before", 2),
        ("venue:EMNLP", 2), ("venue:Book", 1), ("venue:CACM", 1),
    ]  # fmt: skip
    assert chosen == "all"


def test_source_restricts_the_table(presenter: Any, page: FakePage, table: Any, qtbot: QtBot) -> None:
    sources = {source.key: source for source in sources_of(page, qtbot)[0]}
    presenter.set_source(sources["year:before"])
    assert ids(table) == ["old", "mid"]
    presenter.select("mid")
    presenter.set_source(sources["recent"])
    assert page.last("select_row") == (0,)
    assert ids(table) == ["undated", "new", "mid", "old"]


def test_rows_are_fetched_when_the_table_wants_them(presenter: Any, table: PaperTable, qtbot: QtBot) -> None:
    table.forget_rows()
    assert table.index(0, 0).data() == "…"
    qtbot.waitUntil(lambda: table.index(0, 0).data() == "Zipf's law of words")


def test_rows_at_the_top_of_another_order_come_with_it(
    presenter: Any, table: PaperTable, qtbot: QtBot
) -> None:
    asked: list[list[str]] = []
    table.rows_wanted.connect(asked.append)
    presenter.set_sort("title", False)
    assert [table.index(row, 0).data() for row in range(4)] == [
        "A vector space model",
        "Dense passage retrieval",
        "Éclair of neural ranking",
        "Zipf's law of words",
    ]
    qtbot.wait(20)
    assert not asked


def test_selection_reads_the_paper_and_outlives_a_refresh(
    presenter: Any, page: FakePage, context: Any
) -> None:
    presenter.select("mid")
    assert page.last("show_paper")[0].paper.title == "A vector space model"
    context.changes.changed.emit(Change(papers=True))
    assert page.last("select_row") == (1,)
    presenter.select("")
    assert page.last("show_paper") == (None,)


def test_paper_that_was_asked_for_before_the_selection_went_away_is_not_shown(
    presenter: Any, page: FakePage, context: Any, workspace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[Any] = []
    with monkeypatch.context() as patch:
        patch.setattr(context.lane, "submit", lambda call, done, *_, **__: late.append((call, done)))
        presenter.select("mid")
    presenter.select("")
    for call, done in late:
        done(call(workspace))
    assert page.last("show_paper") == (None,)


def test_paper_becomes_a_query_and_the_pages_hear_of_it(
    presenter: Any, page: FakePage, context: Any, workspace: Any
) -> None:
    news: list[Change] = []
    context.changes.changed.connect(news.append)
    presenter.add_query("mid")
    assert [query.doc_id for query in workspace.library.queries.all()] == ["mid"]
    assert news == [Change(queries=True)]


def test_change_of_judgements_alone_reads_nothing(presenter: Any, context: Any) -> None:
    before = context.lane.n_calls
    context.changes.changed.emit(Change(judgements=True, runs=True))
    assert context.lane.n_calls == before


def test_empty_library_is_said(page: FakePage, table: PaperTable, context: AppContext) -> None:
    LibraryPresenter(page, table, context).start()
    assert any(name == "show_empty_library" for name, _ in page.shown)


def test_error_of_the_library_is_shown_on_the_page(
    presenter: Any, page: FakePage, workspace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise LibraryError("The library cannot be read.")

    monkeypatch.setattr(type(workspace.library.papers), "ids", refuse)
    presenter.refresh()
    assert page.last("show_error") == ("The library cannot be read.",)


def test_columns_are_remembered(
    presenter: Any, page: FakePage, table: PaperTable, context: AppContext
) -> None:
    from PySide6.QtCore import QByteArray

    presenter.save_shape(QByteArray(b"columns"), QByteArray(b"panes"))
    other = FakePage()
    LibraryPresenter(other, table, context).start()
    assert other.last("restore_shape") == (QByteArray(b"columns"), QByteArray(b"panes"))


def test_the_next_session_shows_the_same_part_of_the_library_and_the_same_paper(
    presenter: Any, page: FakePage, table: PaperTable, context: AppContext, qtbot: QtBot
) -> None:
    page.scrolled = 7
    found, _ = sources_of(page, qtbot)
    presenter.set_source(next(source for source in found if source.key == "venue:EMNLP"))
    presenter.select("undated")
    other, again = FakePage(), PaperTable()
    other.scrolled = 7
    made = LibraryPresenter(other, again, context)
    made.start()
    assert ids(again) == ["new", "undated"]
    assert other.last("select_row") == (1,)
    assert other.last("show_scroll") == (7,)
    assert sources_of(other, qtbot)[1] == "venue:EMNLP"


@pytest.mark.parametrize("kept", [7, {}, {"source": "x", "filters": {"year_from": "soon"}}])
def test_a_place_that_cannot_be_read_counts_as_none(
    presenter: Any, table: PaperTable, context: AppContext, kept: object
) -> None:
    context.session.put("library/listing", kept)
    again = PaperTable()
    LibraryPresenter(FakePage(), again, context).start()
    assert ids(again) == ["old", "mid", "new", "undated"]

"""The shell: pages, keys, palette, status line, jobs, and what follows from a job."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QLineEdit, QWidget
from seeing import words
from shiboken6 import isValid

from assay.errors import LibraryError
from assay.types import Paper, Query
from assay_desktop.background.engine_client import EngineClient, EngineState
from assay_desktop.background.job import Job
from assay_desktop.background.jobs import Jobs
from assay_desktop.context import Change
from assay_desktop.pages.library.widgets.identifiers_dialog import IdentifiersDialog
from assay_desktop.shell.main_window import PAGES, MainWindow
from assay_desktop.shell.widgets.command_palette import CommandPalette
from assay_desktop.shell.widgets.job_panel import JobPanel
from assay_desktop.shell.widgets.shortcuts_sheet import ShortcutsSheet
from assay_desktop.shell.widgets.status_bar import StatusBar, StatusItem
from assay_desktop.shell.widgets.toast import Toast
from assay_desktop.theme import DARK, ROW_HEIGHT, row_height
from assay_desktop.widgets.state_panel import EmptyState
from assay_desktop.widgets.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.theme import Theme


Opens: TypeAlias = "Callable[[AppContext], MainWindow]"


@pytest.fixture
def opens(faults: Faults, tmp_path: Path, qtbot: QtBot) -> Opens:
    def show(context: AppContext) -> MainWindow:
        made = MainWindow(context, faults, tmp_path / "library")
        qtbot.addWidget(made)
        made.show()
        return made

    return show


def work(jobs: Jobs, qtbot: QtBot, title: str, *args: str, n: int = 1) -> list[Job]:
    """The jobs that are over when `n` are, of which the first is this one."""
    over: list[Job] = []
    jobs.finished.connect(over.append)
    jobs.add(title, list(args))
    qtbot.waitUntil(lambda: len(over) == n, timeout=10_000)
    return over


@pytest.fixture
def window(context: AppContext, opens: Opens, qtbot: QtBot) -> MainWindow:
    made = opens(context)
    qtbot.waitExposed(made)
    made.activateWindow()
    return made


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    held = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        held |= modifier
    target = QApplication.focusWidget() or window
    qtbot.keyClick(target, key, held)


CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_ctrl_and_a_digit_open_the_pages(window: MainWindow, qtbot: QtBot) -> None:
    pages = ("library", "search", "discovery", "judging", "evaluation", "training", "settings")
    for number, page in enumerate(pages):
        window.open_page("search" if page == "library" else "library")
        press(qtbot, window, Qt.Key(Qt.Key.Key_1 + number), CTRL)
        assert window.page_key == page
    window.open_page("library")
    press(qtbot, window, Qt.Key.Key_Comma, CTRL)
    assert window.page_key == "settings"


def test_pages_are_made_on_first_use(window: MainWindow) -> None:
    assert list(window._pages) == ["library"]
    window.open_page("settings")
    assert list(window._pages) == ["library", "settings"]


class _Dressings(QObject):
    """Counts how often each widget is told of another style sheet."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[int] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange:
            self.counts[id(watched)] += 1
        return False


def _switch_to_dark(theme: Theme, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if by == "choice":
        theme.set_choice("dark")
    else:
        theme.set_choice("system")
        monkeypatch.setattr(theme, "_wanted", lambda: DARK)  # offscreen, the system has no scheme
        QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
        theme.set_choice("dark")  # the same to see; and no later test's signal reaches it


@pytest.mark.dressed
@pytest.mark.parametrize("by", ["system", pytest.param("choice", marks=pytest.mark.soak)])
def test_another_theme_dresses_each_widget_once_and_what_is_shown_later_has_its_colours(
    window: MainWindow, context: AppContext, qtbot: QtBot, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in PAGES[:-1]:  # the last is made after the switch
        window.open_page(key)
    polished = Qt.WidgetAttribute.WA_WState_Polished  # the others are dressed when they are first shown
    widgets = [each for each in window.findChildren(QWidget) if each.testAttribute(polished)]
    dressings = _Dressings()
    QApplication.instance().installEventFilter(dressings)
    _switch_to_dark(context.theme, by, monkeypatch)
    seen = [each for each in widgets if each.isVisible()]
    assert all(dressings.counts[id(each)] for each in seen)
    qtbot.waitUntil(  # the hidden pages too
        lambda: all(dressings.counts[id(each)] for each in widgets if isValid(each))
    )
    QApplication.instance().removeEventFilter(dressings)
    counts = [dressings.counts[id(each)] for each in widgets if isValid(each)]
    assert len(seen) < 0.2 * len(counts)
    assert len(counts) > 1000
    assert sum(counts) < 1.2 * len(counts)  # a few take another role; Qt alone dresses each 14 times
    for key in PAGES:
        window.open_page(key)
        assert _main_color(window.page(key)) in {DARK.window, DARK.panel}, key
    window.open_shortcuts()
    assert _main_color(window.findChildren(ShortcutsSheet)[0]) in {DARK.window, DARK.panel, DARK.raised}


def _main_color(widget: QWidget) -> str:
    image = widget.grab().toImage()
    pixels = [image.pixelColor(x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9)]
    return Counter(each.name().upper() for each in pixels).most_common(1)[0][0]


def test_ctrl_f_goes_to_the_filter_of_the_library_and_from_elsewhere_to_the_search(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.open_page("settings")
    press(qtbot, window, Qt.Key.Key_F, CTRL)
    assert window.page_key == "search"
    assert isinstance(QApplication.focusWidget(), QLineEdit)


def test_ctrl_i_opens_the_import_dialog_over_the_library(window: MainWindow, qtbot: QtBot) -> None:
    window.open_page("settings")
    press(qtbot, window, Qt.Key.Key_I, CTRL)
    assert window.page_key == "library"
    dialogs = window.findChildren(QFileDialog)
    assert len(dialogs) == 1
    dialogs[0].reject()


def test_files_of_a_second_start_are_imported(
    window: MainWindow, context: AppContext, tmp_path: Path
) -> None:
    window.open_page("settings")
    window.open_files([])
    assert (window.page_key, context.jobs.all()) == ("settings", ())
    (tmp_path / "a.bib").write_text("@misc{a, title = {Owls}}")
    window.open_files([tmp_path / "a.bib"])
    assert window.page_key == "library"
    (job,) = context.jobs.all()
    assert job.args[-1] == str(tmp_path / "a.bib")


def test_ctrl_j_shows_and_hides_the_jobs(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.findChild(JobPanel)
    press(qtbot, window, Qt.Key.Key_J, CTRL)
    assert panel.isVisible()
    press(qtbot, window, Qt.Key.Key_J, CTRL)
    assert not panel.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_F1, Qt.Key.Key_Question])
def test_f1_and_question_mark_open_the_sheet_of_keys(window: MainWindow, qtbot: QtBot, key: Qt.Key) -> None:
    press(qtbot, window, key)
    sheets = window.findChildren(ShortcutsSheet)
    assert len(sheets) == 1
    sheets[0].close()


@pytest.mark.dressed
def test_sheet_of_keys_lists_every_state_that_judging_has_a_key_for(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, Qt.Key.Key_F1)
    sheet = window.findChild(ShortcutsSheet)
    assert {"U", "S", "X", "N", "Esc"} <= {each.text() for each in sheet.findChildren(QLabel)}
    assert sheet.sizeHint().height() <= 720
    sheet.close()


def test_palette_runs_what_its_letters_abbreviate(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, Qt.Key.Key_P, CTRL, SHIFT)
    palette = window.findChild(CommandPalette)
    qtbot.keyClicks(palette.field, "go ev")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.page_key == "evaluation"


def test_palette_finds_papers_collections_queries_and_settings(
    window: MainWindow, context: AppContext, workspace: Any, qtbot: QtBot
) -> None:
    workspace.library.papers.add([(Paper(name, f"A paper on {name}"), ()) for name in ("bees", "bats")])
    workspace.library.collections.make("Bees of mine")
    workspace.library.queries.add([Query("q1", "how bees dance")])

    def opened() -> CommandPalette:
        window.open_palette()
        return next(each for each in window.findChildren(CommandPalette) if each.isVisible())

    def choose(typed: str, kind: str) -> None:
        palette = opened()
        qtbot.keyClicks(palette.field, typed)
        qtbot.waitUntil(lambda: any(each.kind == kind for each in palette._shown))
        while palette._shown[palette.rows.currentRow()].kind != kind:
            qtbot.keyClick(palette.field, Qt.Key.Key_Down)
        qtbot.keyClick(palette.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: not isValid(palette))  # else its end would close the next one

    choose("look-ups", "settings")
    assert window.page_key == "settings"
    assert window.page("settings").sections.currentItem().text() == "Look-ups"
    choose("bats", "paper")
    assert window.page_key == "library"
    qtbot.waitUntil(lambda: window.page("library").selected() == ["bats"])
    choose("bees", "collection")
    qtbot.waitUntil(lambda: window.page("library")._sources.currentIndex().data() == "Bees of mine")
    choose("bees", "query")
    assert window.page_key == "search"
    assert window.page("search").box.field.text() == "how bees dance"
    palette = opened()
    assert [each.kind for each in palette._shown[:4]] == ["query", "collection", "paper", "settings"]
    qtbot.keyClicks(palette.field, "wasps of Ohio")
    assert [(each.kind, each.key) for each in palette._shown] == [("search", "wasps of Ohio")]
    qtbot.waitUntil(lambda: "No matches" in words(palette.rows))
    assert "Search papers for “wasps of Ohio”" in words(palette.rows)
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    page = window.page("search")
    assert page.box.field.text() == "wasps of Ohio"
    assert page.tabs.count() == 2, "what was searched for before stays in its tab"


@pytest.mark.parametrize("kind", ["paper", "query", "collection"])
def test_more_in_the_palette_leads_to_all_of_them(
    kind: str, window: MainWindow, workspace: Any, qtbot: QtBot
) -> None:
    """By keys alone: the entry stands below those that are shown."""
    workspace.library.papers.add(
        [(Paper(f"b{n}", f"{'Wasps' if n > 10 else 'Bees'} {n}"), ()) for n in range(14)]
    )
    for n in range(9):
        workspace.library.collections.make(f"Bees {n}")
    workspace.library.queries.add([Query(f"q{n}", f"bees {n}") for n in range(9)])
    window.open_palette()
    palette = next(each for each in window.findChildren(CommandPalette) if each.isVisible())
    qtbot.keyClicks(palette.field, "bees")
    qtbot.waitUntil(lambda: any(each.kind == "more" for each in palette._shown))
    while (palette._shown[palette.rows.currentRow()].kind, palette._shown[palette.rows.currentRow()].key) != (
        "more",
        kind,
    ):
        qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    if kind == "query":
        queries = window.page("search")._side.queries
        qtbot.waitUntil(lambda: len(queries.lines) == 9)
        assert window.page_key == "search"
        assert queries.hasFocus()
        assert queries.more.isChecked()
        return
    library = window.page("library")
    assert window.page_key == "library"
    if kind == "paper":
        qtbot.waitUntil(lambda: len(library.listed()[0]) == 11)
        assert library.filter.text() == "bees"
    else:
        assert library._sources.hasFocus()


@pytest.mark.dressed
def test_ctrl_plus_and_minus_change_the_size_of_text_everywhere(
    window: MainWindow, context: AppContext, qtbot: QtBot
) -> None:
    window.open_page("settings")
    box = window.page("settings").size_box
    title = window.page("settings").sections
    before = title.fontMetrics().height()
    try:
        press(qtbot, window, Qt.Key.Key_Plus, CTRL)
        press(qtbot, window, Qt.Key.Key_Plus, CTRL)
        assert (context.settings.text_size, box.currentData()) == (125, 125)
        assert title.fontMetrics().height() > before
        assert row_height() == round(ROW_HEIGHT * 1.25)
        window.page("settings").rows_box.setCurrentIndex(1)
        assert row_height() < round(ROW_HEIGHT * 1.25)
    finally:
        press(qtbot, window, Qt.Key.Key_0, CTRL)
        window.page("settings").rows_box.setCurrentIndex(0)
    assert row_height() == ROW_HEIGHT
    assert title.fontMetrics().height() == before


def test_arrow_keys_move_in_the_palette_while_its_field_has_focus(window: MainWindow, qtbot: QtBot) -> None:
    window.open_palette()
    palette = window.findChild(CommandPalette)
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.rows.currentRow() == 1
    qtbot.keyClick(palette.field, Qt.Key.Key_Up)
    qtbot.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.rows.currentRow() == palette.rows.count() - 1
    palette.close()


def test_no_two_commands_share_a_key(window: MainWindow) -> None:
    keys = [key for command in window._commands for key in command.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.dressed
def test_window_opens_where_it_was_left(context: AppContext, opens: Opens) -> None:
    first = opens(context)
    first.open_page("evaluation")
    first.resize(first.minimumWidth(), 640)
    first.close()
    second = opens(context)
    assert second.page_key == "evaluation"
    free = second.screen().availableGeometry().width()  # less than a page takes, on the screen of the tests
    width = max(min(first.width(), free), second.minimumSizeHint().width())
    assert (second.width(), second.height()) == (width, 640)


@pytest.mark.dressed
def test_window_leaves_room_on_the_screen_for_its_frame_at_first_and_when_it_was_left_taller(
    context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot
) -> None:
    screen = QApplication.primaryScreen().availableGeometry()
    first = MainWindow(context, faults, tmp_path / "library")
    qtbot.addWidget(first)
    assert first.height() <= min(800, screen.height() - 40)
    first.show()
    first.resize(900, screen.height() + 200)
    first.move(0, 90)
    first.close()
    second = MainWindow(context, faults, tmp_path / "library")
    qtbot.addWidget(second)
    assert second.height() <= screen.height() - 40
    assert second.y() + second.height() + 40 <= screen.bottom() + 1


def shown_values(bar: StatusBar) -> list[str]:
    return [item.accessibleName() for item in bar.findChildren(StatusItem) if item.isVisible()]


def test_status_line_names_library_model_and_coverage(window: MainWindow, context: AppContext) -> None:
    context.engine.state_changed.emit(EngineState("all-MiniLM-L6-v2", "ready", 150, 200, phase="ready"))
    names = shown_values(window.findChild(StatusBar))
    assert names == ["Library library", "Model all-MiniLM-L6-v2", "Indexed 75 %", "Offline", "Guide"]


@pytest.mark.parametrize(
    ("item", "section"), [("Library", "library"), ("Model", "model"), ("Offline", "lookups")]
)
def test_an_item_of_the_status_line_opens_its_own_section(
    window: MainWindow, context: AppContext, qtbot: QtBot, item: str, section: str
) -> None:
    context.engine.state_changed.emit(EngineState("m", "ready", 9, 9, phase="ready"))
    bar = window.findChild(StatusBar)
    clicked = next(each for each in bar.findChildren(StatusItem) if each.accessibleName().startswith(item))
    qtbot.mouseClick(clicked, Qt.MouseButton.LeftButton)
    settings = window.page("settings")
    assert settings._keys[settings._stack.currentIndex()] == section
    assert settings.sections.currentRow() == settings._stack.currentIndex()


@pytest.mark.parametrize(("indexed", "said"), [(9, "All papers are in the"), (7, "2 papers are not in the")])
def test_a_click_on_the_coverage_starts_nothing_unasked(
    window: MainWindow, context: AppContext, monkeypatch: pytest.MonkeyPatch, indexed: int, said: str
) -> None:
    state = EngineState("m", "ready", indexed, 9, phase="ready")
    monkeypatch.setattr(type(context.engine), "state", property(lambda _engine: state))
    window.findChild(StatusBar).index_clicked.emit()
    assert not context.jobs.all()
    toast = window.findChild(Toast)
    assert said in toast.text
    assert toast._action.isVisible() == (indexed < 9)


def test_dead_engine_is_said_and_a_click_restarts_it(
    window: MainWindow, context: AppContext, qtbot: QtBot
) -> None:
    context.engine.state_changed.emit(EngineState(phase="dead", message="The search engine stopped."))
    bar = window.findChild(StatusBar)
    assert "Search stopped" in shown_values(bar)
    stopped = next(item for item in bar.findChildren(StatusItem) if item.value == "Search stopped")
    qtbot.mouseClick(stopped, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: context.engine.is_running)


def test_unforeseen_fault_is_a_toast_with_details_to_copy(
    window: MainWindow, faults: Faults, caplog: pytest.LogCaptureFixture
) -> None:
    faults.report(ZeroDivisionError("one over nothing"))
    toast = window.findChild(Toast)
    assert toast.isVisible()
    assert "ZeroDivisionError" in toast.text
    toast.copy_details()
    assert "one over nothing" in QApplication.clipboard().text()


def test_foreseen_error_is_a_toast_without_a_traceback(window: MainWindow, faults: Faults) -> None:
    assert faults.report(LibraryError("The disk is full.")).details == ""
    assert window.findChild(Toast).text == "The disk is full."


CHILD = "import json, sys; print(json.dumps({'new': 2, 'merged': 0, 'conflict': 0, 'failed': []}))"


@pytest.fixture
def working(context: AppContext, tmp_path: Path) -> AppContext:
    """Jobs whose child imports two papers."""
    jobs = Jobs(tmp_path / "library", command=(sys.executable, "-c", CHILD))
    return replace(context, jobs=jobs)


def test_import_is_followed_by_news_and_by_an_index_run(
    working: AppContext, opens: Opens, qtbot: QtBot
) -> None:
    opens(working)
    news: list[Change] = []
    working.changes.changed.connect(news.append)
    over = work(working.jobs, qtbot, "Import a.bib", "import", "a.bib", n=2)
    assert [job.kind for job in over] == ["import", "index"]
    assert news == [Change(papers=True), Change(index=True)]
    working.jobs.close()


def test_import_that_brought_nothing_queues_nothing(
    context: AppContext, opens: Opens, tmp_path: Path, qtbot: QtBot
) -> None:
    child = CHILD.replace("'new': 2", "'new': 0")
    working = replace(context, jobs=Jobs(tmp_path / "library", command=(sys.executable, "-c", child)))
    opens(working)
    work(working.jobs, qtbot, "Import a.bib", "import", "a.bib")
    assert [job.kind for job in working.jobs.all()] == ["import"]


def test_failed_job_is_said_and_leads_to_the_jobs(
    context: AppContext, opens: Opens, tmp_path: Path, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    failing = (sys.executable, "-c", "import sys; sys.exit(7)")
    working = replace(context, jobs=Jobs(tmp_path / "library", command=failing))
    window = opens(working)
    work(working.jobs, qtbot, "Index the library", "index")
    assert "Index the library failed" in window.findChild(Toast).text


@pytest.mark.parametrize(("page", "by_toast"), [("library", False), ("evaluation", True)])
def test_a_failed_import_is_said_once_by_the_library_where_that_is_in_sight(
    page: str,
    by_toast: bool,
    context: AppContext,
    opens: Opens,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toasts: list[str] = []
    monkeypatch.setattr(Toast, "say", lambda _self, text, **_more: toasts.append(text))
    failing = (sys.executable, "-c", "import sys; sys.exit(7)")
    working = replace(context, jobs=Jobs(tmp_path / "library", command=failing))
    window = opens(working)
    window.open_page("library")
    window.open_page(page)
    work(working.jobs, qtbot, "Import papers.bib", "import", "papers.bib")
    assert any("Import papers.bib failed" in text for text in toasts) is by_toast
    strips = window.page("library").outcomes.strips
    assert any("Import papers.bib failed" in each.text for each in strips if not each.isHidden())


def test_job_asked_for_in_a_second_window_is_refused_with_a_toast(
    context: AppContext, opens: Opens, tmp_path: Path
) -> None:
    context.jobs.start()
    second = Jobs(tmp_path / "library", command=(sys.executable, "-c", CHILD))
    window = opens(replace(context, jobs=second))
    window.build_index()
    assert second.all() == ()
    assert "another Assay window" in window.findChild(Toast).text
    second.close()


def test_enter_presses_the_button_that_has_the_focus(window: MainWindow, qtbot: QtBot) -> None:
    window.open_page("discovery")
    button = next(each for each in window.page("discovery").findChildren(QAbstractButton) if each.isVisible())
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert len(pressed) == 1


def test_a_cancelled_dialog_of_identifiers_leads_back_to_the_page_that_asked(
    window: MainWindow, qtbot: QtBot
) -> None:
    """Explore asks for what is missing; to its settings of look-ups, the dialog leads on and not back."""
    for leave, wanted in (("cancel", "discovery"), ("look-ups", "settings")):
        window.open_page("discovery")
        window.page("discovery").identifiers_requested.emit("10.5555/moss.1")  # type: ignore[attr-defined]
        dialog = next(each for each in window.findChildren(IdentifiersDialog) if each.isVisible())
        if leave == "cancel":
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
        else:
            dialog._open_lookups()
        assert window.page_key == wanted


def test_enter_presses_the_one_button_of_an_empty_page(window: MainWindow, qtbot: QtBot) -> None:
    window.open_page("discovery")
    shown = lambda: [each for each in window.findChildren(EmptyState) if each.isVisible()]  # noqa: E731
    qtbot.waitUntil(lambda: bool(shown()))
    state = shown()[0]
    assert state.primary is not None
    pressed: list[bool] = []
    state.primary.clicked.connect(lambda: pressed.append(True))
    window.page("discovery").clearFocus()
    window.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Return)
    assert len(pressed) == 1


def test_the_reader_leads_back_to_where_it_was_opened(window: MainWindow, qtbot: QtBot) -> None:
    window.open_page("search")
    search = window.page("search")
    search.focus_results()
    before = search.focusWidget()
    window.read_paper("no paper of this id")
    assert window.page_key == "reader"
    window.page("reader").back_wanted.emit()
    assert (window.page_key, QApplication.focusWidget()) == ("search", before)


def test_engine_given_up_is_said_loudly_with_a_way_to_restart_it(
    context: AppContext, opens: Opens, tmp_path: Path, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    engine = EngineClient(tmp_path, command=(sys.executable, "-c", "import sys; sys.exit('no model')"))
    window = opens(replace(context, engine=engine))
    engine.start()
    qtbot.waitUntil(lambda: engine.gave_up, timeout=15_000)
    toast = window.findChild(Toast)
    assert toast.isVisible()
    assert "3 times in a row (no model)" in toast.text
    assert "Restart" in [each.text() for each in toast.findChildren(QAbstractButton) if each.isVisible()]
    engine.stop()


def test_engine_given_up_is_said_once_by_the_search_page_where_that_is_in_sight(
    context: AppContext, opens: Opens, tmp_path: Path, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    engine = EngineClient(tmp_path, command=(sys.executable, "-c", "import sys; sys.exit('no model')"))
    window = opens(replace(context, engine=engine))
    window.open_page("search")
    engine.start()
    qtbot.waitUntil(lambda: engine.gave_up, timeout=15_000)
    assert not window.findChild(Toast).isVisible()
    strip = next(each for each in window.page("search").findChildren(Strip) if each.isVisible())
    assert "3 times in a row (no model)" in strip.text
    assert "Restart now" in [each.text() for each in strip.findChildren(QAbstractButton) if each.isVisible()]
    engine.stop()


def test_theme_chosen_in_the_palette_is_the_choice_that_settings_show(
    window: MainWindow, context: AppContext
) -> None:
    window.open_page("settings")
    box = window.page("settings").theme_box
    before = context.theme.choice
    for title, choice in (("Theme: dark", "dark"), ("Theme: light", "light"), ("Theme: match", "system")):
        next(each for each in window._commands if each.title.startswith(title)).run()
        assert box.currentData() == choice
    context.theme.set_choice(before)

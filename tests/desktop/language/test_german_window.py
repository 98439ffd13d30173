"""The real window in German: every page speaks it, and no word of it is cut off in a small window."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QRadioButton,
    QTabBar,
    QWidget,
)

from assay.campaigns.campaign import create_campaign
from assay.lookup import HOSTS
from assay.types import Paper
from assay.workspace import Workspace
from assay_desktop.context import Change
from assay_desktop.pages.campaigns.model import Tab
from assay_desktop.pages.campaigns.page import CampaignsPage
from assay_desktop.shell.widgets.guide_window import GuideWindow
from assay_desktop.text.language import _texts_of, speak
from assay_desktop.widgets.elided import ElidedLabel
from shots.shot_libraries import odd_library
from shots.shot_stage import Stage, stage
from shots.shots import PAGES

if TYPE_CHECKING:
    from assay_desktop.pages.search.page import SearchPage

CAMPAIGN = "Pilot"


pytestmark = pytest.mark.dressed


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Iterator[Stage]:
    """The smallest window that is drawn, on a library with papers and a campaign; the engine rests."""
    folder = odd_library(tmp_path_factory.mktemp("german") / "library")
    with Workspace.open(folder) as workspace:
        create_campaign(workspace, CAMPAIGN, seed=1, sample=2, assessors=("Ada", "Kim"))
    speak(qapp, "de")
    with stage(folder, start_engine=False) as scene:
        yield scene
    speak(qapp, "en")


@pytest.fixture(autouse=True)
def _english(german: Stage) -> None:
    """In place of the fixture that keeps other tests in English."""


def scenes(german: Stage) -> Iterator[tuple[str, QWidget]]:
    """Each page in turn, and each tab of a campaign."""
    for key in PAGES:
        page = german.page(key)
        yield key, page
        if isinstance(page, CampaignsPage):
            page.open_campaign(CAMPAIGN)
            for tab in Tab:
                page.open_tab(tab)
                german.settle()
                yield f"{key}, {tab}", page


def words_of(widget: QWidget) -> Iterator[str]:
    """All that a widget says, seen or heard."""
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    if isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(place) for place in range(widget.count()))
    if isinstance(widget, QTabBar):
        yield from (widget.tabText(place) for place in range(widget.count()))
    if isinstance(widget, QAbstractItemView) and not isinstance(widget, QListView):
        model = widget.model()
        columns = range(model.columnCount()) if model is not None else ()
        yield from (str(model.headerData(column, Qt.Orientation.Horizontal) or "") for column in columns)


def english() -> re.Pattern[str]:
    """Every English text of the window that is another in German, with anything in its places.

    Words of one small letter case stand in recipes and runs too, where they stay as they are.
    """
    known = _texts_of("de")
    same = {text.source for text, said in known.items() if text.source == said}
    texts = {text.source for text in known if re.search(r"[A-Z]|[a-z] [a-z]", text.source)} - same
    said = (re.escape(text) for text in texts if re.search(r"[a-z]{3}", text))
    whole = (re.sub(r"\\\{\d.*?\\\}", ".*", each) for each in said)
    return re.compile("|".join(f"(?:{each})" for each in whole))


def test_no_page_speaks_english(german: Stage) -> None:
    pattern = english()
    said = {
        (name, words)
        for name, _ in scenes(german)
        for widget in german.window.findChildren(QWidget)
        for words in words_of(widget)
        if pattern.fullmatch(words.strip()) and HOSTS["openlibrary"].title not in words  # which is a name
    }
    assert not said, "\n".join(f"  {name}: {words}" for name, words in sorted(said))


def test_pages_speak_german(german: Stage) -> None:
    german.page("library")
    assert german.window.isVisible()
    said = {words for widget in german.window.findChildren(QWidget) for words in words_of(widget)}
    assert {
        "Bibliothek",
        "Suche",
        "Beurteilen",
        "Auswerten",
        "Trainieren",
        "Einstellungen",
        "Hinzufügen…",
    } <= said
    assert any("Strg+" in words for words in said)


def needed(widget: QWidget) -> int:
    """The pixels without which a widget of one line would cut its words; 0 for those that elide or wrap."""
    if isinstance(widget, QLabel):
        elides = isinstance(widget, ElidedLabel) or widget.wordWrap() or not widget.text()
        return 0 if elides else widget.sizeHint().width()
    if isinstance(widget, QPushButton | QCheckBox | QRadioButton):
        return widget.sizeHint().width() if widget.text() else 0
    if isinstance(widget, QAbstractButton) and type(widget).__name__ == "_ActivityButton":
        return widget.sizeHint().width() - 8  # its air
    if isinstance(widget, QComboBox) and not widget.isEditable():
        return widget.fontMetrics().horizontalAdvance(widget.currentText()) + 30
    return 0


def test_nothing_is_cut_off_in_the_small_window(german: Stage) -> None:
    cut = {
        (
            name,
            type(widget).__name__,
            next(filter(None, words_of(widget)), ""),
            needed(widget),
            widget.width(),
        )
        for name, _ in scenes(german)
        for widget in german.window.findChildren(QWidget)
        if widget.isVisible() and needed(widget) > widget.width()
    }
    assert not cut, "\n".join(str(each) for each in sorted(cut))


def test_every_page_fits_the_narrowest_window(german: Stage) -> None:
    german.window.resize(900, 800)
    for name, _ in scenes(german):
        german.settle()
        assert german.window.width() == 900, name
    german.window.resize(1280, 800)


def test_years_and_all_tabs_of_a_paper_are_seen_in_the_small_window(german: Stage) -> None:
    page = cast("SearchPage", german.page("search"))
    german.context.changes.changed.emit(Change(papers=True))
    german.settle()
    years = [field for field in page.findChildren(QLineEdit) if field.property("kind") == "year"]
    assert len(years) == 2
    for field in years:
        room = field.width() - 2 * 5 - 2 * 2  # its border and padding, and what Qt leaves beside the text
        assert field.fontMetrics().horizontalAdvance(field.placeholderText()) <= room
    page._inspector.show_paper(Paper("moss", "Moss"))
    german.settle()
    tabs = page._inspector.findChild(QTabBar)
    assert tabs is not None
    for number in range(tabs.count()):
        tabs.setCurrentIndex(number)
        assert tabs.tabRect(0).left() == 0
        assert tabs.tabRect(tabs.count() - 1).right() < tabs.width()


def test_the_guide_says_that_it_is_in_english(german: Stage) -> None:
    guide = GuideWindow(german.context.theme, "# Assay", german.window)
    assert "Dieses Handbuch gibt es bisher nur auf Englisch." in {
        each.text() for each in guide.findChildren(QLabel)
    }
    guide.deleteLater()


@pytest.mark.parametrize(
    ("given", "kept", "nav"),
    [
        ("", "de", "Bibliothek"),
        ("en", "de", "Library"),
        pytest.param("de", "", "Bibliothek", marks=pytest.mark.soak),
    ],
)
def test_the_window_opens_in_the_language_given_or_else_the_one_kept(
    given: str, kept: str, nav: str, tmp_path: Path
) -> None:
    """A real process: the option counts for once, the setting for good."""
    command = ["--library", str(tmp_path / "library"), "desktop", *(["--language", given] if given else [])]
    code = f"""
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication
import assay.cli, assay_desktop.app, assay_desktop.shell.main_window as main_window
from assay_desktop.settings import Settings
if {kept!r}: Settings().set_language({kept!r})

class Window(main_window.MainWindow):
    def show(self):
        super().show()
        print(*[each.text() for each in self.findChildren(QAbstractButton)], sep="|")
        QTimer.singleShot(0, QApplication.quit)

main_window.MainWindow = Window
assay.cli.main({command!r})
"""
    home = {name: str(tmp_path / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    environment = {**os.environ, **home, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    assert nav in done.stdout.split("|")

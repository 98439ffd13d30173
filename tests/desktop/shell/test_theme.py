"""Contrast of every pair of colours in use, by the formula of WCAG 2.2, and what a change of theme does."""

from __future__ import annotations

import re
from dataclasses import asdict
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QComboBox, QCompleter, QLabel, QLineEdit, QPushButton, QWidget
from seeing import contrast
from shiboken6 import delete

from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.theme import DARK, LIGHT, Palette, Theme, number_font
from assay_desktop.widgets.icons import pixmap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.theme import ThemeChoice


pytestmark = pytest.mark.dressed

GROUNDS = ("window", "panel", "raised", "selection", "hover")
WORDS = [*product(("text", "muted", "accent", "danger"), GROUNDS), ("on_accent", "accent")]
SHAPES = [
    *product(("grade0", "grade1", "grade2"), ("window", "panel", "raised", "selection")),
    *product(("faint", "accent", "warning", "danger"), ("window", "panel", "raised")),
]


def test_the_formula_gives_the_known_ratio_of_black_and_white() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_words_stand_out_at_least_four_and_a_half_to_one(palette: Palette) -> None:
    colors = asdict(palette)
    low = {pair: contrast(colors[pair[0]], colors[pair[1]]) for pair in WORDS}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_marks_and_outlines_stand_out_at_least_three_to_one(palette: Palette) -> None:
    colors = asdict(palette)
    low = {pair: contrast(colors[pair[0]], colors[pair[1]]) for pair in SHAPES}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 3} == {}


def test_style_sheet_writes_enabled_words_in_colours_that_are_tested_for_words() -> None:
    sheet = (files("assay_resources") / "themes" / "assay.qss").read_text(encoding="utf-8")
    rules = [rule for rule in re.findall(r"[^{}]+\{[^}]*\}", sheet) if ":disabled" not in rule]
    used = {color for rule in rules for color in re.findall(r"[ ;{]color: \$(\w+)", rule)}
    assert used <= {foreground for foreground, _ in WORDS}


@pytest.fixture
def own_theme(qapp: QApplication, theme: Theme) -> Iterator[Theme]:
    own = Theme("light")
    yield own
    own.set_choice("light")


def test_choice_changes_the_palette_and_tells_painters_once(own_theme: Theme) -> None:
    changes: list[None] = []
    own_theme.changed.connect(lambda: changes.append(None))
    own_theme.set_choice("dark")
    own_theme.set_choice("dark")
    assert own_theme.is_dark
    assert own_theme.color("window").name().upper() == DARK.window
    assert len(changes) == 1


def test_style_sheet_has_every_colour_filled_in(own_theme: Theme) -> None:
    assert "$" not in own_theme.style_sheet()
    own_theme.set_choice("dark")
    assert DARK.accent in own_theme.style_sheet()
    assert LIGHT.accent not in own_theme.style_sheet()


def test_roles_reach_widgets(own_theme: Theme, qapp: QApplication) -> None:
    title, button = QLabel("title"), QPushButton("go")
    title.setProperty("role", "page-title")
    button.setProperty("kind", "primary")
    for widget in (title, button):
        widget.ensurePolished()
    assert title.font().pixelSize() == 18
    assert button.palette().buttonText().color().name().upper() == LIGHT.on_accent


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_completions_of_a_field_stand_on_a_ground_of_ours(
    own_theme: Theme, choice: ThemeChoice, qtbot: QtBot
) -> None:
    """Their list is a window of its own, with nothing below it: see-through, it was black on black."""
    own_theme.set_choice(choice)
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setCompleter(QCompleter(["paper.bib", "paper.ris"]))
    field.show()
    field.completer().setCompletionPrefix("pap")
    field.completer().complete()
    popup = field.completer().popup()
    picture = popup.grab().toImage()
    ground = picture.pixelColor(picture.width() - 6, picture.height() - 4).name().upper()
    popup.hide()
    assert ground == own_theme.palette.raised


def test_numbers_are_as_wide_as_each_other(qapp: QApplication) -> None:
    from PySide6.QtGui import QFontMetricsF

    metrics = QFontMetricsF(number_font())
    assert metrics.horizontalAdvance("1111") == pytest.approx(metrics.horizontalAdvance("8888"))


def test_icon_is_painted_in_its_colour(own_theme: Theme) -> None:
    image = pixmap("books", own_theme.color("accent"), 20).toImage()
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    assert {pixel.name().upper() for pixel in pixels if pixel.alpha() > 250} == {LIGHT.accent}


def test_unknown_icon_is_our_own_mistake(own_theme: Theme) -> None:
    with pytest.raises(KeyError):
        pixmap("no-such-glyph", own_theme.color("text"), 16)


def test_what_is_in_sight_changes_at_once_and_the_rest_soon(own_theme: Theme, qtbot: QtBot) -> None:
    shown, hidden = (QPushButton(text) for text in ("in sight", "on another page"))
    for button in (shown, hidden):
        qtbot.addWidget(button)
        button.setProperty("kind", "primary")
        button.ensurePolished()
    gone = QPushButton("closed meanwhile")
    gone.ensurePolished()
    shown.show()

    def words(button: QPushButton) -> str:
        return button.palette().buttonText().color().name().upper()

    own_theme.set_choice("dark")
    assert (words(shown), words(hidden)) == (DARK.on_accent, LIGHT.on_accent)
    delete(gone)
    qtbot.waitUntil(lambda: words(hidden) == DARK.on_accent)


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_lists_of_combo_boxes_show_all_their_rows_in_one_style(qtbot: QtBot, choice: ThemeChoice) -> None:
    theme = Theme(choice)
    shown = []
    for editable in (False, True):
        box = QComboBox()
        qtbot.addWidget(box)
        box.setEditable(editable)
        box.addItems(["keyword", "semantic", "hybrid", "by paper"])
        box.show()
        box.showPopup()
        view = box.view()
        last = view.visualRect(view.model().index(3, 0))
        assert view.viewport().rect().contains(last)
        chosen = view.visualRect(view.model().index(box.currentIndex(), 0)).center()
        picture = view.viewport().grab().toImage()
        shown.append(picture.pixelColor(view.viewport().width() - 12, chosen.y()).name())
        box.hidePopup()
    assert shown == [theme.color("selection").name()] * 2


class Dressings(QObject):
    """Counts how often widgets are dressed, by the events that Qt sends them for it."""

    n = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.n += event.type() == QEvent.Type.StyleChange
        return super().eventFilter(watched, event)


@pytest.mark.parametrize("key", ["campaigns", "evaluation", "training"])
def test_a_page_is_dressed_few_times_while_it_is_made(
    key: str, context: AppContext, faults: Faults, workspace: Workspace, qtbot: QtBot
) -> None:
    """Each container that widgets are put into dresses them once more: the large ones stand first.

    Its first visit takes as long as that: 13 times a widget took 0.32 s, 8 take 0.2 s.
    """
    window = MainWindow(context, faults, workspace.folder)
    qtbot.addWidget(window)
    dressings, app = Dressings(), QApplication.instance()
    app.installEventFilter(dressings)
    try:
        page = window.page(key)
    finally:
        app.removeEventFilter(dressings)
    assert dressings.n < 9 * len(page.findChildren(QWidget))
    assert key != "evaluation" or not page.findChildren(BenchmarksView), "made when it is first shown"

"""A new training begins here: a card for each goal, with what there is for it, and Start."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QMenu, QWidget

from assay_desktop.pages.training.goal_words import (
    data_words,
    gain_words,
    goal_about,
    goal_title,
    is_tested,
    lacks_words,
    test_words,
    time_words,
)
from assay_desktop.theme import S1, S2, S3, S4, S6, scaled
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.controls.ask_path import ask_path
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, put_forward, scrolled
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.work_line import WorkLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from assay.goals.types import TrainingGoal, TrainingGoals
    from assay_desktop.theme import Theme

_FILTER: Final = "Recipes (*.toml);;All files (*)"
_CARD_PX: Final = 330  # a card is at least as wide
_NAME_PX: Final = 44


class GoalCard(QFrame):
    """One goal: what it is for, what there is, and its buttons."""

    start_wanted = Signal()
    advanced_wanted = Signal()
    check_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "raised")
        self._title = label(role="paper-title")
        self._about = label(role="muted", wrap=True)
        self._lacks = label(role="strong", wrap=True)
        self.start = button(self.tr("Start"), self.start_wanted.emit)
        self.advanced = button(self.tr("Advanced…"), self.advanced_wanted.emit)
        self.advanced.setToolTip(self.tr("Open the recipe as a form, check it, change it"))
        self.check = button(self.tr("Measure time"), self.check_wanted.emit, kind="link")
        self.check.setProperty("place", "column")  # its words stand below those above
        self.check.setToolTip(self.tr("Time a few steps; nothing is kept"))
        self._values = [label(wrap=True) for _ in range(4)]
        grid = QGridLayout()
        grid.setHorizontalSpacing(S3)
        grid.setVerticalSpacing(S1)
        grid.setColumnMinimumWidth(0, _NAME_PX)
        grid.setColumnStretch(1, 1)
        names = (self.tr("Data"), self.tr("Time"), self.tr("Gain"), self.tr("Test"))
        for row, (name, value) in enumerate(zip(names, self._values, strict=True)):
            grid.addWidget(label(name, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, row, 1)
        acts = hbox(self.check, STRETCH, self.advanced, self.start, gap=S2)
        parts = (self._title, self._about, grid, self._lacks)
        vbox(*parts, STRETCH, acts, on=self, gap=S2, margins=(S4, S3, S4, S3))

    def show_goal(self, goal: TrainingGoal, *, locked: str, first: bool) -> None:
        """Show the goal; `locked` says why none can start now; the `first` to try has the page's accent."""
        title = goal_title(goal.name)
        self._title.setText(title)
        self._about.setText(goal_about(goal.name))
        texts = (data_words(goal), time_words(goal), gain_words(goal), test_words(goal))
        for value, text in zip(self._values, texts, strict=True):
            value.setText(text)
        lacks = lacks_words(goal)
        self._lacks.setText(lacks)
        self._lacks.setVisible(bool(lacks))
        why = lacks or locked
        self.start.setEnabled(not why)
        key = ("training.start",) if first else ()
        hint(self.start, why or self.tr("Train with this goal's recipe ({0})"), *key)
        self.check.setVisible(not lacks and goal.time is None and bool(goal.recipe))
        self.check.setEnabled(not locked)
        self.advanced.setEnabled(bool(goal.recipe) or goal.name == "grades")
        for each, name in (
            (self.start, self.tr("Start: {0}")),
            (self.advanced, self.tr("Advanced: {0}")),
            (self.check, self.tr("Measure time: {0}")),
        ):
            each.setAccessibleName(name.format(title))
        put_forward(self.start, primary=first)

    @property
    def texts(self) -> tuple[str, ...]:
        """Data, time, gain and test, as they are shown."""
        return tuple(value.text() for value in self._values)

    @property
    def lacks(self) -> str:
        """Why it cannot start, as it is shown; "" where it can."""
        return self._lacks.text()


class GoalsView(QWidget):
    """Widgets only."""

    start_wanted = Signal(str)  # a goal's name
    advanced_wanted = Signal(str)
    check_wanted = Signal(str)
    preset_chosen = Signal(str)
    file_chosen = Signal(str)
    recipe_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.cards: dict[str, GoalCard] = {}  # by the names of their goals
        self._columns = 0
        self._locked = ""
        self._found: TrainingGoals | None = None
        self._first = ""  # the goal with the accent
        self.strip = Strip(theme)
        self.work = WorkLine()
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._state = label(self.tr("Counting training data…"), "muted")
        self._grid = QGridLayout()
        self._grid.setSpacing(S3)
        cards = scrolled(boxed(vbox(self._grid, STRETCH, margins=(0, 0, S2, 0))))
        parts = (self._build_head(), self.strip, self.work, self._state, (cards, 1))
        vbox(*parts, on=self, gap=S3, margins=(S6 + S2, S4, S6, S4))

    def _build_head(self) -> QHBoxLayout:
        about = ElidedLabel("muted")
        about.show_text(self.tr("What should the model be good at?"))
        ask = partial(ask_path, self, self.tr("Open a recipe"), self.file_chosen.emit, files=_FILTER)
        self.file = button(self.tr("Open a recipe…"), ask, hint=self.tr("Open a saved recipe file"))
        self.recipe = button(self.tr("Recipe"), self.recipe_wanted.emit)
        self.recipe.setToolTip(self.tr("Continue your last recipe"))
        return hbox(
            label(self.tr("New training"), "page-title"), about, STRETCH, self.file, self.recipe, gap=S2
        )

    # --- what there is to see

    def show_presets(self, presets: Sequence[tuple[str, str]]) -> None:
        """Offer the published recipes: (name, what it is) of each."""
        self._menu.clear()
        for name, title in presets:
            action = self._menu.addAction(name)
            action.setToolTip(title)
            action.setStatusTip(title)
            action.triggered.connect(lambda _checked=False, name=name: self.preset_chosen.emit(name))

    def show_goals(self, found: TrainingGoals) -> None:
        """Show a card for each goal."""
        self._found = found
        self._state.hide()
        for goal in found.goals:
            if goal.name not in self.cards:
                self.cards[goal.name] = self._new_card(goal.name)
        self._columns = 0
        self._arrange()
        self._show_cards()

    def show_counting(self) -> None:
        """Say that it is counted, where nothing is shown yet."""
        self._state.setText(self.tr("Counting training data…"))
        self._state.setVisible(self._found is None)

    def show_locked(self, why: str) -> None:
        """Let nothing start, and say why; "" lets it again."""
        self._locked = why
        self._show_cards()

    def show_error(self, text: str) -> None:
        self._state.hide()
        self.strip.say(text, tone="danger")

    def start_first(self) -> None:
        """Start the goal with the accent, where there is one."""
        if self._first:
            self.cards[self._first].start.click()

    # --- inner

    def _new_card(self, name: str) -> GoalCard:
        card = GoalCard()
        card.start_wanted.connect(lambda: self.start_wanted.emit(name))
        card.check_wanted.connect(lambda: self.check_wanted.emit(name))
        if name == "paper":
            card.advanced.setMenu(self._menu)
        else:
            card.advanced_wanted.connect(lambda: self.advanced_wanted.emit(name))
        return card

    def _show_cards(self) -> None:
        goals = self._found.goals if self._found is not None else ()
        possible = sorted((goal for goal in goals if not goal.lacks), key=is_tested, reverse=True)
        self._first = possible[0].name if possible else ""
        for goal in goals:
            self.cards[goal.name].show_goal(goal, locked=self._locked, first=goal.name == self._first)

    def _arrange(self) -> None:
        """Lay the cards out in as many columns as are wide enough."""
        room = self.width() - 2 * (S6 + S2)
        columns = max(1, min(3, (room + S3) // (scaled(_CARD_PX) + S3)))
        if columns == self._columns or not self.cards:
            return
        self._columns = columns
        for place, card in enumerate(self.cards.values()):
            self._grid.addWidget(card, place // columns, place % columns)
        for column in range(3):
            self._grid.setColumnStretch(column, int(column < columns))

    def minimumSizeHint(self) -> QSize:
        """As wide as one column: with less room the cards stand below each other."""
        return QSize(scaled(_CARD_PX) + 2 * (S6 + S2), super().minimumSizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:  # another text size
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

"""What is searched for and how: tabs, box, modes, what was understood, second model, a strip of news."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QTabBar, QToolButton, QWidget

from assay.types import Combine, SearchMode
from assay_desktop.pages.search.model import SearchState
from assay_desktop.pages.search.widgets.saved import KeptLine
from assay_desktop.pages.search.widgets.search_box import SearchBox
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.theme import S1, S2, Theme, set_px
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.controls.menu_button import MenuButton
from assay_desktop.widgets.controls.mode_switch import ModeSwitch
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.flow_row import FlowRow, n_lines
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.strip import Strip

_tr = translator("search")

WIDEST_PX: Final = 220
NARROWEST_PX: Final = 96
_BUTTON_PX: Final = 18


class TabStrip(QTabBar):
    """The tabs of the searches, with signals for what the user wants; a single tab needs no strip."""

    chosen = Signal(int)
    close_wanted = Signal(int)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._telling = True
        self.setAccessibleName(name)
        self.setProperty("kind", "strip")
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setMovable(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setUsesScrollButtons(True)
        self.currentChanged.connect(self._tell)
        theme.changed.connect(self._paint_buttons)
        self.hide()

    def show_tabs(self, titles: Sequence[str], at: int) -> None:
        """Show these tabs and says nothing of it."""
        self._telling = False
        while self.count() > len(titles):
            self.removeTab(self.count() - 1)
        for place, title in enumerate(titles):
            if place == self.count():
                self.addTab("")
                self.setTabButton(place, QTabBar.ButtonPosition.RightSide, self._button())
            shown = title.replace("&", "&&")  # else it would underline a letter
            if self.tabText(place) != shown:
                self.setTabText(place, shown)
                self.setTabToolTip(place, title)
                self.setAccessibleTabName(place, title)
        self.setCurrentIndex(at)
        self._telling = True
        self.setVisible(len(titles) > 1)

    def tabSizeHint(self, index: int) -> QSize:
        """Make a tab as wide as its title, within limits; many share the room there is."""
        wanted = super().tabSizeHint(index)
        room = self.width() // max(1, self.count())
        return QSize(
            max(NARROWEST_PX, min(wanted.width(), WIDEST_PX, max(room, NARROWEST_PX))), wanted.height()
        )

    def minimumTabSizeHint(self, index: int) -> QSize:
        return QSize(NARROWEST_PX, super().minimumTabSizeHint(index).height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and at >= 0:
            self.close_wanted.emit(at)
        else:
            super().mouseReleaseEvent(event)

    def _tell(self, at: int) -> None:
        if self._telling and at >= 0:
            self.chosen.emit(at)

    def _button(self) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        set_px(button, width=_BUTTON_PX, height=_BUTTON_PX)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Ctrl+W closes the tab that has the focus
        button.setToolTip(self.tr("Close this search"))
        button.setAccessibleName(self.tr("Close this search"))
        button.setIcon(icon("x", self._theme.color("muted")))
        button.clicked.connect(lambda: self.close_wanted.emit(self._place_of(button)))
        return button

    def _place_of(self, button: QToolButton) -> int:
        side = QTabBar.ButtonPosition.RightSide
        return next(at for at in range(self.count()) if self.tabButton(at, side) is button)

    def _paint_buttons(self) -> None:
        for at in range(self.count()):
            button = self.tabButton(at, QTabBar.ButtonPosition.RightSide)
            if isinstance(button, QToolButton):
                button.setIcon(icon("x", self._theme.color("muted")))


class CombineChoice(QWidget):
    """How several seeds combine; only there where two or more pull, and vectors are compared."""

    is_on = False  # whether it is chosen otherwise than usual

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        name = self.tr("Match")
        self._names = {
            Combine.MEAN: self.tr("Average"),
            Combine.MAX: self.tr("Any seed"),
            Combine.MIN: self.tr("Every seed"),
        }
        self._entries = [
            (self.tr("Average: close to the average of all seeds"), Combine.MEAN, True),
            (self.tr("Any seed: close to one of them (maximum similarity)"), Combine.MAX, True),
            (self.tr("Every seed: close to all of them (minimum similarity)"), Combine.MIN, True),
        ]
        self.button = MenuButton(theme, name)
        self.button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)  # never cut
        self.chosen = self.button.chosen
        hbox(label(name, "muted"), self.button, on=self, gap=S1)
        self.hide()

    def show_state(self, state: SearchState) -> None:
        self.button.show_entries(self._entries, state.combine)
        self.is_on = state.combine is not Combine.MEAN
        self.button.show_text(self._names[state.combine])
        self.setVisible(bool(state.seeds) and state.n_towards > 1 and state.mode is not SearchMode.KEYWORD)


class Modes(QWidget):
    """The three modes; with them, for the head to place, the switch for full texts and the summary."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._modes = ModeSwitch(
            theme,
            {
                SearchMode.KEYWORD: (self.tr("Keyword"), self.tr("Papers with these words (BM25)")),
                SearchMode.SEMANTIC: (self.tr("Semantic"), self.tr("Papers with similar meaning (vectors)")),
                SearchMode.HYBRID: (self.tr("Hybrid"), self.tr("Keyword and semantic rankings combined")),
            },
        )
        self.chosen = self._modes.chosen
        self.full_text = QCheckBox(self.tr("Full text"))
        self.full_text.hide()
        self.feedback = QCheckBox(self.tr("Use grades"))
        hint(self.feedback, self.tr("Move up papers like those graded 1 or 2 ({0})"), "search.grades")
        self.feedback.hide()
        self.summary = ElidedLabel("caption", between=" · ")  # how many, how fast
        self._selected, self._summary, self._note = "", ("", ""), ("", "")  # each with what its tooltip says
        hbox(self._modes, on=self)

    def choose(self, mode: SearchMode, *, full_text: bool) -> None:
        """Mark what is chosen without saying so."""
        self._modes.choose(mode)
        self.full_text.setChecked(full_text)

    def offer_full_texts(self, n: int, *, passages: int) -> None:
        """Offer the search in `n` papers' full texts, of which `passages` have vectors; hide it without."""
        tip = self.tr("Also search the full text of {0} {0:paper|papers} by keyword, passage by passage")
        if passages:
            tip = self.tr(
                "Also search the full text of {0} {0:paper|papers} by keyword and vectors, passage by passage"
            )
        self.full_text.setToolTip(tip.format(numeral(n)))
        self.full_text.setVisible(n > 0)

    def offer_feedback(self, n: int, *, on: bool) -> None:
        """Offer to rank by this search's `n` grades too; without any the switch is not there."""
        self.feedback.setChecked(on)
        self.feedback.setVisible(n > 0)

    def show_summary(self, text: str, details: str = "") -> None:
        """Show the summary; `details` are for the tooltip."""
        self._summary = text, details or text
        self._show()

    def show_note(self, text: str, details: str = "") -> None:
        """Show behind the summary what the second model did; `details` are for the tooltip."""
        self._note = text, details or text
        self._show()

    def show_selected(self, n: int) -> None:
        """Show before the summary how many results are selected, where they are several."""
        self._selected = self.tr("{0} selected").format(numeral(n)) if n > 1 else ""
        self._show()

    def _show(self) -> None:
        parts = ((self._selected, ""), self._summary, self._note)
        self.summary.show_text(" · ".join(text for text, _ in parts if text))
        self.summary.setToolTip(escape_markup("\n".join(details for _, details in parts if details)))


class RerankChoice(QWidget):
    """The second model; without any to choose from it is not there."""

    is_on = False

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        name = self.tr("Rerank")
        self.button = MenuButton(theme, name, most=180)
        hbox(label(name, "muted"), self.button, on=self, gap=S1)
        self.show_models([], "")

    def show_models(self, models: Sequence[str], chosen: str) -> None:
        """Offer the models and none."""
        none = self.tr("None: keep the order")
        entries = [(short_name(model), model, True) for model in models]
        self.button.show_entries([(none, "", True), *entries], chosen)
        self.is_on = bool(chosen)
        self.button.show_text(short_name(chosen) or self.tr("none"))
        self.setVisible(bool(models))


def short_name(model: str) -> str:
    """A model's name, or the last part of where its folder is."""
    return Path(model).name if Path(model).is_absolute() else model


class Choices(QWidget):
    """The choices below the box, and at the end what was found: one line, so that no result moves.

    Choices without room there are behind a button, which counts those of them that are not as usual.
    """

    def __init__(self, modes: Modes, starts: CombineChoice, rerank: RerankChoice) -> None:
        super().__init__()
        self._modes = modes
        self._parts: tuple[QWidget, ...] = (starts, modes.feedback, rerank, modes.full_text)
        self._slots = [boxed(hbox(part)) for part in self._parts]
        for part in self._parts:
            part.installEventFilter(self)
        self.options = button(self.tr("Options"), self._fit, kind="link", hint=self.tr("Show all choices"))
        self.options.setCheckable(True)
        flow = FlowRow(S2, end=True)
        for each in (modes, *self._slots, self.options, modes.summary):
            flow.addWidget(each)
        self.setLayout(flow)

    def _fit(self) -> None:
        offered = [part for part in self._parts if not part.isHidden()]
        ends = [self._modes.sizeHint().width(), self._modes.summary.minimumSizeHint().width()]
        widths = [*ends, *(part.sizeHint().width() for part in offered)]
        n_shown = len(offered)
        if n_lines(widths, self.width(), S2) > 1:
            widths.insert(0, self.options.sizeHint().width())
            while n_shown and n_lines(widths, self.width(), S2) > 1:
                n_shown -= 1
                widths.pop()
        folded = offered[n_shown:]
        self._modes.summary.setVisible(self.options.isChecked() or n_lines(widths, self.width(), S2) == 1)
        n_on = sum(part.is_on for part in folded if isinstance(part, CombineChoice | RerankChoice))
        n_on += sum(part.isChecked() for part in folded if isinstance(part, QCheckBox))
        self.options.setText(self.tr("Options ({0})").format(numeral(n_on)) if n_on else self.tr("Options"))
        self.options.setVisible(bool(folded))
        for part, slot in zip(self._parts, self._slots, strict=True):
            slot.setVisible(part in offered and (part not in folded or self.options.isChecked()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}:
            self._fit()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done


class FilterLine(QWidget):
    """One muted line; it is only there where something restricts the search or was not understood."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ElidedLabel("caption")
        hbox(self.text, STRETCH, on=self)
        self.hide()

    def show_words(self, words: Sequence[str], faults: Sequence[str]) -> None:
        """Show `words`, each of which says a restriction, and `faults`, which are sentences."""
        only = self.tr("Only: {0}").format("; ".join(words)) if words else ""
        self.text.show_text(" · ".join(filter(None, (only, *faults))))
        self.text.setToolTip(escape_markup("\n".join(filter(None, (only, *faults)))))
        self.setVisible(bool(words or faults))


def fields_help() -> str:
    """Return what may be typed next to words, for the tooltip of the box."""
    lines = [
        _tr("You can also type filters:"),
        _tr("author:cohan   an author's name, or the start of it"),
        _tr("year:2019..2022   also 2019, 2019.. and ..2022"),
        _tr("venue:acl   words of the venue's name"),
        _tr('tag:"graph learning"   words of a keyword'),
        _tr("collection:thesis   words of a collection's name"),
        _tr("has:pdf   judged:no   read:no   note:replicate"),
        _tr("id:W2911   doi:10.1145/3366423   one paper"),
        _tr('"exact phrase"   in the title or the abstract'),
        _tr("-word   -venue:arxiv   exclude these papers"),
        _tr("Press Enter to search, and Down for the results, where grade keys work."),
    ]
    return "\n".join(lines)


SIDE_PX = 20


class SearchHead(QWidget):
    """Above the results, from the tabs downwards."""

    submitted = Signal()
    _is_saved = False

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.box = SearchBox(theme, self.tr("Search by keyword, semantically, or from a paper"))
        self.box.field.setToolTip(fields_help())
        self.box.field.returnPressed.connect(self.submitted)
        self.tabs = TabStrip(theme, self.tr("Open searches"))
        search = button(self.tr("Search"), self.submitted.emit, kind="primary")
        self.save = QToolButton()
        set_px(self.save, width=40, height=40)
        self.save.setAccessibleName(self.tr("Save this search"))
        hint(self.save, self.tr("Save this search ({0})"), "search.save")
        buttons = boxed(hbox(search, self.save, gap=S2))
        buttons.setMinimumHeight(self.save.height())
        search.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.MinimumExpanding)
        self._theme = theme
        theme.changed.connect(self._paint_save)
        self._paint_save()
        self.starts = CombineChoice(theme)
        self.modes = Modes(theme)
        self.filter_line = FilterLine()
        self.kept = KeptLine()
        self.rerank = RerankChoice(theme)
        self.strip = Strip(theme)
        self.choices = Choices(self.modes, self.starts, self.rerank)
        vbox(
            self.tabs,
            hbox((self.box, 1), (buttons, 0, Qt.AlignmentFlag.AlignTop), gap=S2),
            self.choices,
            self.filter_line,
            self.kept,
            self.strip,
            on=self,
            gap=S2,
            margins=(SIDE_PX, 0, SIDE_PX, S2),
        )

    def show_saved(self, *, saved: bool, savable: bool) -> None:
        """Fill the mark for a search that is saved."""
        self._is_saved = saved
        self.save.setEnabled(savable)
        self._paint_save()

    def _paint_save(self) -> None:
        glyph = "bookmark-simple-fill" if self._is_saved else "bookmark-simple"
        self.save.setIcon(icon(glyph, self._theme.color("accent" if self._is_saved else "muted")))

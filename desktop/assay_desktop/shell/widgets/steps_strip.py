"""The first steps above the pages: what is done, what comes next, and the way there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from assay_desktop.theme import S1, S2, S3, S4, repolish
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.icons import pixmap
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from assay_desktop.shell.first_steps import Steps
    from assay_desktop.theme import Theme

_NAMES: Final = ("papers", "index", "search", "grade")
_ICON_PX: Final = 16


class StepsStrip(QFrame):
    """Two lines; nothing in it has to be done, and nothing else waits for it."""

    import_wanted = Signal()
    sample_wanted = Signal()
    index_wanted = Signal()
    search_wanted = Signal()
    guide_wanted = Signal()
    dismissed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._steps: Steps | None = None
        self.setProperty("role", "notice")
        self._icons: dict[str, QLabel] = {}
        self._titles: dict[str, QLabel] = {}
        self._says = QLabel()
        self._says.setProperty("role", "body")
        upper = self._build_steps()
        lower = self._build_ways()
        column = QVBoxLayout(self)
        column.setContentsMargins(S4, S2, S3, S2)
        column.setSpacing(S1)
        column.addLayout(upper)
        column.addLayout(lower)
        theme.changed.connect(self._paint)
        self.hide()

    def _build_steps(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(S2)
        row.addWidget(label(self.tr("First steps"), "section"))
        row.addSpacing(S3)
        titles = (self.tr("Add papers"), self.tr("Index them"), self.tr("Search"), self.tr("Grade a result"))
        for name, title in zip(_NAMES, titles, strict=True):
            self._icons[name] = QLabel()
            self._titles[name] = label(title, "muted")
            row.addWidget(self._icons[name])
            row.addWidget(self._titles[name])
            row.addSpacing(S3)
        row.addStretch(1)
        row.addWidget(self._button(self.tr("User guide"), self.guide_wanted))
        dismiss = self._button(self.tr("Dismiss"), self.dismissed)
        dismiss.setToolTip(self.tr("“First steps” in the command palette brings it back"))
        row.addWidget(dismiss)
        return row

    def _build_ways(self) -> QHBoxLayout:
        self._ways = {
            "import": self._button(self.tr("Import papers…"), self.import_wanted),
            "sample": self._button(self.tr("Add the sample library"), self.sample_wanted),
            "index": self._button(self.tr("Index now"), self.index_wanted),
            "search": self._button(self.tr("Go to Search"), self.search_wanted),
        }
        row = QHBoxLayout()
        row.setSpacing(S2)
        row.addWidget(self._says)
        for way in self._ways.values():
            row.addWidget(way)
        row.addStretch(1)
        return row

    def _button(self, text: str, signal: object) -> QPushButton:
        made = QPushButton(text)
        made.setProperty("kind", "link")
        made.clicked.connect(signal)
        return made

    def show_steps(self, steps: Steps) -> None:
        """Ticks what has happened, and says what comes next."""
        if steps == self._steps:
            return
        self._steps = steps
        self._say(steps)
        self._paint()

    def _say(self, steps: Steps) -> None:
        ways: tuple[str, ...] = ()
        if not steps.papers:
            text, ways = (
                self.tr("Import reference files or PDFs, or add 156 sample papers to try Assay."),
                ("import", "sample"),
            )
        elif not steps.index:
            text, ways = (
                self.tr("Indexing starts automatically after an import. Keyword search works right away."),
                ("index",),
            )
        elif not steps.search:
            text, ways = self.tr("Type a question in your own words."), ("search",)
        elif not steps.grade:
            text, ways = self.tr("Select a result, and press {0}, {1} or {2}."), ("search",)
        else:
            text = self.tr(
                "That's the loop: Evaluate scores your search against your grades; Train improves it."
            )
        names = ("grade.0", "grade.1", "grade.2") if steps.search and not steps.grade else ()
        hint(self._says, text, *names)
        for name, way in self._ways.items():
            way.setVisible(name in ways)

    def _paint(self) -> None:
        steps = self._steps
        if steps is None:
            return
        upcoming = next((name for name in _NAMES if not getattr(steps, name)), "")
        for name in _NAMES:
            done = bool(getattr(steps, name))
            color = "accent" if done else "text" if name == upcoming else "faint"
            glyph = "check-circle" if done else "circle"
            self._icons[name].setPixmap(pixmap(glyph, self._theme.color(color), _ICON_PX))
            self._icons[name].setAccessibleName(self.tr("done") if done else self.tr("not done yet"))
            self._titles[name].setProperty("role", "strong" if name == upcoming else "muted")
            repolish(self._titles[name])

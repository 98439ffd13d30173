"""What helps at the start and later: the first steps above the pages, the user guide next to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel

from assay_desktop.theme import S1, S2, S3, S4, repolish
from assay_desktop.widgets.boxes import boxed, hbox, vbox
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.flow_row import FlowRow
from assay_desktop.widgets.icons import pixmap
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from assay.workspace import Workspace
    from assay_desktop.background.engine_client import EngineState
    from assay_desktop.context import AppContext, Change
    from assay_desktop.shell.widgets.guide_window import GuideWindow
    from assay_desktop.shell.widgets.toast import Toast
    from assay_desktop.theme import Theme

_SETTING: Final = "first-steps"
_SEARCHED: Final = "first-steps-searched"
_OPEN, _CLOSED = "open", "closed"


@dataclass(frozen=True, slots=True)
class Steps:
    """What has happened so far."""

    papers: bool = False
    index: bool = False
    search: bool = False
    grade: bool = False

    @property
    def all_done(self) -> bool:
        return self.papers and self.index and self.search and self.grade


class FirstSteps(QObject):
    """Looks on as the library, the engine and the grades change; tells the strip."""

    def __init__(self, view: StepsStrip, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._context = view, context
        self._steps = Steps(search=bool(context.session.get(_SEARCHED)))
        context.changes.changed.connect(self._hear)
        context.engine.state_changed.connect(self._hear_engine)
        context.engine.answered.connect(self._hear_answer)

    def start(self) -> None:
        """Show the strip where it was open, and where a library is empty and it was never closed."""
        self._look()

    def open(self) -> None:
        """Come back, as the user asked; with what has happened since ticked."""
        self._context.session.put(_SETTING, _OPEN)
        self._view.setVisible(True)
        self._look()

    def close(self) -> None:
        """Go away, from other libraries too: the command palette brings it back."""
        self._context.session.put(_SETTING, _CLOSED)
        self._context.settings.set_text(_SETTING, _CLOSED)
        self._view.setVisible(False)

    @property
    def _is_open(self) -> bool:
        return bool(self._context.session.get(_SETTING) == _OPEN)

    def _look(self) -> None:
        assessor = self._context.settings.assessor
        self._context.lane.submit(
            lambda workspace: _facts(workspace, assessor), self._tell, lambda _error: None, key=_SETTING
        )

    def _tell(self, facts: tuple[bool, bool]) -> None:
        has_papers, has_grades = facts
        settings, state = self._context.settings, self._context.engine.state
        if not has_papers and not settings.text(_SETTING) and self._context.session.get(_SETTING) is None:
            self._context.session.put(_SETTING, _OPEN)
        self._steps = replace(self._steps, papers=has_papers, grade=has_grades)
        if has_papers and state.phase == "starting" and self._view.isHidden():
            return  # whether they are indexed is not known yet: the engine says so
        self._show(replace(self._steps, index=state.indexed > 0))

    def _hear(self, change: Change) -> None:
        if self._is_open and (change.papers or change.judgements or change.assessor):
            self._look()

    def _hear_engine(self, state: EngineState) -> None:
        if state.phase != "starting" and self._is_open and not self._steps.all_done:
            self._show(replace(self._steps, index=self._steps.index or state.indexed > 0))

    def _hear_answer(self, op: str) -> None:
        if op == "search" and not self._steps.search and self._steps.papers:
            self._context.session.put(_SEARCHED, True)
            self._show(replace(self._steps, search=True))

    def _show(self, steps: Steps) -> None:
        """Show the steps where they are open; once all are done the strip goes."""
        self._steps = steps
        self._view.show_steps(steps)
        if self._is_open and steps.all_done:
            self.close()
        self._view.setVisible(self._is_open)


def _facts(workspace: Workspace, assessor: str) -> tuple[bool, bool]:
    """Return whether there are papers, and whether this person has graded any."""
    library = workspace.library
    return library.papers.count() > 0, bool(library.judgements.current(assessor=assessor))


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
        vbox(upper, lower, on=self, gap=S1, margins=(S4, S2, S3, S2))
        theme.changed.connect(self._paint)
        self.hide()

    def _build_steps(self) -> FlowRow:
        row = FlowRow(S4, end=True)
        row.addWidget(label(self.tr("First steps"), "section"))
        titles = (self.tr("Add papers"), self.tr("Index them"), self.tr("Search"), self.tr("Grade a result"))
        for name, title in zip(_NAMES, titles, strict=True):
            self._icons[name] = QLabel()
            self._titles[name] = label(title, "muted")
            row.addWidget(boxed(hbox(self._icons[name], self._titles[name], gap=S1)))
        guide = button(self.tr("User guide"), self.guide_wanted.emit, kind="link")
        dismiss = button(self.tr("Dismiss"), self.dismissed.emit, kind="link")
        dismiss.setToolTip(self.tr("To see it again, choose “First steps” in the command palette"))
        row.addWidget(boxed(hbox(guide, dismiss, gap=S2)))
        return row

    def _build_ways(self) -> FlowRow:
        self._ways = {
            "import": button(self.tr("Import papers…"), self.import_wanted.emit, kind="link"),
            "sample": button(self.tr("Open the sample library"), self.sample_wanted.emit, kind="link"),
            "index": button(self.tr("Index now"), self.index_wanted.emit, kind="link"),
            "search": button(self.tr("Go to Search"), self.search_wanted.emit, kind="link"),
        }
        row = FlowRow(S2)
        for each in (self._says, *self._ways.values()):
            row.addWidget(each)
        return row

    def show_steps(self, steps: Steps) -> None:
        """Tick what has happened, and says what comes next."""
        if steps == self._steps:
            return
        self._steps = steps
        self._say(steps)
        self._paint()

    def _say(self, steps: Steps) -> None:
        ways: tuple[str, ...] = ()
        if not steps.papers:
            text, ways = (
                self.tr("Import reference files or PDFs, or try Assay on a library of 156 sample papers."),
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
            text, ways = self.tr("Select a result and press {0}, {1} or {2}."), ("search",)
        else:
            text = ""
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


class WindowHelp(QObject):
    """Lives as long as the window."""

    def __init__(self, context: AppContext, window: QWidget, toast: Toast) -> None:
        super().__init__(window)
        self._context, self._window, self._toast = context, window, toast
        self._guide: GuideWindow | None = None
        self.strip = StepsStrip(context.theme)
        self._steps = FirstSteps(self.strip, context, self)
        self.strip.guide_wanted.connect(self.open_guide)
        self.strip.dismissed.connect(self._steps.close)

    def start(self) -> None:
        """Show the first steps where they are open, once their strip is in the window."""
        self._steps.start()

    def open_steps(self) -> None:
        """Bring the first steps back."""
        self._steps.open()

    def open_guide(self) -> None:
        """One guide at a time; it comes to the front where it is open already."""
        if self._guide is None:
            from assay_desktop.shell.widgets.guide_window import GuideWindow
            from assay_desktop.text.guide import guide_text

            try:
                text = guide_text()
            except OSError:
                self._toast.say(self.tr("The guide is missing from this installation; install Assay again."))
                return
            self._guide = GuideWindow(self._context.theme, text, self._window)
            self._guide.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self._guide.show()
        self._guide.raise_()
        self._guide.activateWindow()

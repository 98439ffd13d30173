"""The dialogs that show what would come in before it does: a colleague's bundle, others' judgements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QHeaderView, QPlainTextEdit, QTreeWidget, QTreeWidgetItem, QWidget

from assay.campaign_types import HeldBack, MergeReport
from assay.campaigns.types import ImportPreview
from assay.types import GRADES
from assay_desktop.pages.campaigns.model import NewImport
from assay_desktop.pages.campaigns.widgets.case import state_words
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import counted, numeral
from assay_desktop.text.translate import translator
from assay_desktop.widgets.controls.fields import choices, text_field
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.tables.table import HEADER_HEIGHT

_tr = translator("campaigns")

_ROW_PX: Final = 26
_MOST_ROWS: Final = 9
_GRADE_PX: Final = 136
_OPEN_ROWS: Final = 200  # of more changes the list of an assessor starts closed


class HeldBackTree(QTreeWidget):
    """Nobody is ticked at first: nothing in somebody's name changes unless the user says so."""

    def __init__(self, held_back: Sequence[HeldBack]) -> None:
        super().__init__()
        self._held = tuple(held_back)
        self.setAccessibleName(self.tr("Held back, by assessor"))
        self.setHeaderLabels(
            [self.tr("Assessor, query and paper"), self.tr("Here"), self.tr("In the bundle")]
        )
        self.setUniformRowHeights(True)
        self.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        header = self.header()
        header.setAccessibleName(self.tr("Columns"))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, _GRADE_PX)
        n_rows = 0
        for held in self._held:
            top = QTreeWidgetItem(self)
            top.setText(0, f"{held.assessor}: {self._reasons(held)}")
            top.setFlags(top.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            top.setCheckState(0, Qt.CheckState.Unchecked)
            top.setToolTip(0, escape_markup(self.tr("Merge all of these events")))
            top.setFirstColumnSpanned(True)
            top.setSizeHint(0, QSize(0, _ROW_PX))
            for texts in self._changes(held):
                row = QTreeWidgetItem(top)
                row.setSizeHint(0, QSize(0, _ROW_PX))
                for column, text in enumerate(texts):
                    row.setText(column, text)
                    row.setToolTip(column, escape_markup(text))
            top.setExpanded(len(held.changes) <= _OPEN_ROWS)
            n_rows += 1 + len(held.changes)
        self.setFixedHeight(HEADER_HEIGHT + _ROW_PX * min(n_rows, _MOST_ROWS) + 4)

    @property
    def accepted(self) -> tuple[HeldBack, ...]:
        """What was held back of those who are ticked."""
        ticked = Qt.CheckState.Checked
        return tuple(
            held
            for place, held in enumerate(self._held)
            if (item := self.topLevelItem(place)) is not None and item.checkState(0) == ticked
        )

    def _reasons(self, held: HeldBack) -> str:
        parts = [counted(held.n_events, self.tr("event"), self.tr("events"))]
        if held.changes:
            n = counted(len(held.changes), self.tr("grade"), self.tr("grades"))
            parts.append(self.tr("{0} would change").format(n))
        if held.foreign:
            parts.append(self.tr("{0} from another machine").format(numeral(held.foreign)))
        if held.overruled:
            parts.append(self.tr("{0} in place of others' adjudications").format(numeral(held.overruled)))
        return " · ".join(parts)

    def _changes(self, held: HeldBack) -> Iterator[tuple[str, str, str]]:
        for change in held.changes:
            pair = f"{change.query_id} · {change.doc_id}"
            yield pair, state_words(change.before), state_words(change.after) or self.tr("withdrawn")


_WIDTH: Final = 620
_HELD_WIDTH: Final = 780  # with the grades that would change
_MARGINS_PX: Final = 200  # margins, and the words at the left
_LIST_PX: Final = 130
_NAMED: Final = 200  # lines of a report that are shown
_SETTLED_MS: Final = 350


class MergeDialog(FormDialog):
    """What a bundle would bring; nothing is written until Merge is pressed.

    Grades in somebody's name that wait for a word are listed, and taken over for whom the user ticks.
    """

    merge_wanted = Signal(str, bool, object, str)  # path, create, the HeldBack that were accepted, the plan

    def __init__(self, parent: QWidget, path: str, report: MergeReport, *, create: bool) -> None:
        super().__init__(parent, _tr("Merge bundle"), action=_tr("Merge"), width=_WIDTH)
        self._path, self._create, self._plan = path, create, report.plan
        self.form.addRow(self.tr("File"), label(Path(path).name))
        for words, new, known in (
            (self.tr("Events"), report.events_new, report.events_known),
            (self.tr("Adjudications"), report.adjudications_new, report.adjudications_known),
            (self.tr("Pairs"), report.pairs_new, None),
            (self.tr("Assignments"), report.assignments_new, None),
            (self.tr("Releases"), report.releases_new, None),
        ):
            text = self.tr("{0} new").format(numeral(new))
            if known is not None:
                text += self.tr(", {0} already here").format(numeral(known))
            self.form.addRow(words, label(text, "number"))
        self._show_conflicts(report)
        self.held = HeldBackTree(report.held_back)
        if report.held_back:
            self._show_held()
        self._show_notes(report.notes)
        if create:
            self.show_note(self.tr("This campaign is new here: merging creates it, with its papers."))
        self.on_action(self._tell)
        self._fit()

    def _show_conflicts(self, report: MergeReport) -> None:
        conflicts = report.conflicts
        if not conflicts:
            self.form.addRow(self.tr("Conflicts"), label(self.tr("none"), "number"))
            return
        n = counted(len(conflicts), self.tr("pair"), self.tr("pairs"))
        text = self.tr("{0} judged differently on two machines; their assessors must judge them again.")
        self.form.addRow(self.tr("Conflicts"), label(text.format(n), wrap=True))
        lines = [f"{each.assessor}: {each.query_id} · {each.doc_id}" for each in conflicts]
        self.form.addRow("", _listed(self.tr("Conflicts"), lines))

    def _show_held(self) -> None:
        text = self.tr(
            "These events would change grades or come from an unknown machine. Ask the assessors, then "
            "tick the names to merge. Others are left out."
        )
        self.setMinimumWidth(_HELD_WIDTH)
        held = label(text, wrap=True)
        held.setMinimumHeight(held.heightForWidth(_HELD_WIDTH - _MARGINS_PX))  # a form asks too little for it
        self.form.addRow(self.tr("Held back"), held)
        self.form.addRow("", framed(self.held))

    def _show_notes(self, notes: Sequence[str]) -> None:
        if notes:
            self.form.addRow(self.tr("Notes"), _listed(self.tr("Notes"), notes))

    def _tell(self) -> None:
        self.action.setEnabled(False)
        self.merge_wanted.emit(self._path, self._create, self.held.accepted, self._plan)


class ImportDialog(FormDialog):
    """The preview follows the choices; only a file that can be read whole can be imported."""

    preview_wanted = Signal(object)  # NewImport
    import_wanted = Signal(object)  # NewImport

    def __init__(self, parent: QWidget, path: str) -> None:
        super().__init__(parent, _tr("Import judgements"), action=_tr("Import"), width=_WIDTH)
        self._path = path
        self._format = choices(
            self.tr("Format"),
            [
                (self.tr("Detect"), "auto"),
                (self.tr("TREC qrels"), "trec"),
                (self.tr("BEIR folder"), "beir"),
                (self.tr("Quepid CSV (book or case)"), "quepid"),
            ],
        )
        self._assessor = text_field(self.tr("Assessor if the file names none"), "imported")
        self._map = text_field(self.tr("Grade mapping"), hint=self.tr("such as 3=2, 4=2"))
        self._create = QCheckBox(self.tr("Add missing papers and queries by id only"))
        self._found = label(role="strong", wrap=True)
        self._grades = label(role="number", wrap=True)
        self._problems = _listed(self.tr("Problems and notes"), ())
        for row_words, field in (
            (self.tr("File"), label(Path(path).name)),
            (self.tr("Format"), self._format),
            (self.tr("Assessor"), self._assessor),
            (self.tr("Grades"), self._map),
            ("", self._create),
            (self.tr("Found"), self._found),
            ("", self._grades),
            ("", self._problems),
        ):
            self.form.addRow(row_words, field)
        self._problems.hide()
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self._ask)
        self._format.currentIndexChanged.connect(self._changed)
        self._create.toggled.connect(self._changed)
        self._assessor.textChanged.connect(self._changed)
        self._map.textChanged.connect(self._changed)
        self.on_action(self._tell)
        self._changed()

    @property
    def filled(self) -> NewImport | None:
        """What is filled in; None where the grades are not to be understood."""
        grades = parse_grade_map(self._map.text())
        if grades is None:
            return None
        return NewImport(
            path=self._path,
            format=str(self._format.currentData()),
            assessor=self._assessor.text().strip() or "imported",
            create_missing=self._create.isChecked(),
            grade_map=grades,
        )

    def show_preview(self, preview: ImportPreview) -> None:
        rows = counted(preview.n_rows, self.tr("judgement"), self.tr("judgements"))
        queries = counted(preview.n_queries, self.tr("query"), self.tr("queries"))
        papers = counted(preview.n_docs, self.tr("paper"), self.tr("papers"))
        text = self.tr("{0} of {1} and {2}: {3} new, {4} changed, {5} already here.")
        self._found.setText(
            text.format(
                rows,
                queries,
                papers,
                numeral(preview.n_new),
                numeral(preview.n_changed),
                numeral(preview.n_known),
            )
        )
        grades = [
            self.tr("{0} with grade {1}").format(numeral(n), grade)
            for grade, n in sorted(preview.grades.items())
        ]
        self._grades.setText(", ".join(grades))
        unknown = [
            *(self.tr("query not here: {0}").format(each) for each in preview.unknown_queries),
            *(self.tr("paper not here: {0}").format(each) for each in preview.unknown_docs),
        ]
        lines = [*preview.problems, *unknown, *preview.notes]
        self._problems.setPlainText("\n".join(lines[:_NAMED]))
        self._problems.setVisible(bool(lines))
        blocked = bool(preview.problems) or (bool(unknown) and not self._create.isChecked())
        self.show_problem("")
        self.action.setEnabled(bool(preview.n_rows) and not blocked)

    def show_refusal(self, text: str) -> None:
        """Say why nothing of the file can be imported as it is asked for."""
        self._found.setText("")
        self._grades.setText("")
        self._problems.hide()
        self.show_problem(text)
        self.action.setEnabled(False)

    def _changed(self, *_: object) -> None:
        self.action.setEnabled(False)
        self._found.setText(self.tr("reading the file…"))
        self._settled.start()

    def _ask(self) -> None:
        request = self.filled
        if request is None:
            self.show_refusal(self.tr("Write each as theirs=ours, such as 3=2; ours are 0, 1 and 2."))
        else:
            self.preview_wanted.emit(request)

    def _tell(self) -> None:
        request = self.filled
        if request is not None:
            self.action.setEnabled(False)
            self.import_wanted.emit(request)


def _listed(name: str, lines: Sequence[str]) -> QPlainTextEdit:
    field = QPlainTextEdit("\n".join(lines[:_NAMED]))
    field.setReadOnly(True)
    field.setAccessibleName(name)
    field.setFixedHeight(_LIST_PX)
    field.setTabChangesFocus(True)
    return field


def parse_grade_map(text: str) -> tuple[tuple[int, int], ...] | None:
    """ "3=2, 4=2" as ((3, 2), (4, 2)); () for nothing; None where it maps to what is no grade of ours."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        theirs, equals, ours = (piece.strip() for piece in part.partition("="))
        if not equals or not theirs.removeprefix("-").isdecimal() or not ours.isdecimal():
            return None
        if int(ours) not in GRADES:
            return None
        found.append((int(theirs), int(ours)))
    return tuple(found)

"""What came out of a run: its model, measured next to the one in use, and what to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QWidget

from assay.models.types import ModelComparison
from assay_desktop.pages.training.comparisons import measure_columns, measure_rows, verdict, warnings_of
from assay_desktop.pages.training.words import local_time
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.theme import S1, S2, S3
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed, put_forward
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table
from assay_desktop.widgets.work_line import WorkLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.background.work import Work


_MOST_ROWS: Final = 8
_tr = translator("training")


class EvaluateButton(QPushButton):
    """Opens a menu of what a model can be measured on."""

    wanted = Signal(str)  # "library", "campaign:NAME" or "beir"

    def __init__(self) -> None:
        super().__init__()
        self.setText(self.tr("Evaluate"))
        self.setToolTip(self.tr("Compare with the active model"))
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self.show_campaigns(())

    def show_campaigns(self, campaigns: Sequence[str]) -> None:
        self._menu.clear()
        self._add(self.tr("On this library's own judgements"), "library")
        for name in campaigns:
            self._add(self.tr("On the latest release of {0}").format(name), f"campaign:{name}")
        self._add(self.tr("On a BEIR folder…"), "beir")

    def _add(self, text: str, value: str) -> None:
        action = self._menu.addAction(text.replace("&", "&&"))
        action.triggered.connect(lambda _checked=False: self.wanted.emit(value))


class ComparisonTable(QWidget):
    """What speaks against the test, a verdict in a sentence, the numbers, and what to know of them."""

    def __init__(self) -> None:
        super().__init__()
        self._warning = QFrame()
        self._warning.setProperty("role", "strip")
        self._warning.setProperty("tone", "warning")
        self._warned = label(role="strong", wrap=True)
        vbox(self._warned, on=self._warning, margins=(S3, S2, S3, S2))
        self._warning.hide()
        self._verdict = label(role="strong", wrap=True)
        self._on = label(role="caption", wrap=True)
        self._notes = label(role="caption", wrap=True)
        self.model = RowsModel(self)
        self.table = plain_table(self.model, self.tr("Both models, measure by measure"))
        self.table.setSortingEnabled(False)  # what was tested stands first; and the names need the room
        above = (self._warning, self._verdict, self._on, S1)
        vbox(*above, framed(self.table), self._notes, STRETCH, on=self, gap=S1)

    def show_comparison(self, compared: ModelComparison) -> None:
        warnings, first, rows = warnings_of(compared), compared.decides, measure_rows(compared)
        self._warned.setText("\n".join(warnings))
        self._warning.setVisible(bool(warnings))
        self._verdict.setText(verdict(compared))
        self._on.setText(
            self.tr(
                "{0} against {1} on {2}: {3} {3:query|queries}, {4} {4:paper|papers}. {5} better, {6} "
                "worse, {7} equal. {8}."
            ).format(
                compared.model.model,
                compared.against.model,
                compared.test_set,
                numeral(compared.n_queries),
                numeral(compared.n_papers),
                first.wins,
                first.losses,
                first.ties,
                local_time(compared.created),
            )
        )
        self.model.show(measure_columns(compared), rows)
        self.table.fit_height(len(rows), most=_MOST_ROWS)
        self._notes.setText("\n".join(compared.notes))
        self._notes.setVisible(bool(compared.notes))


def show_promotion(promote: QPushButton, *, in_use: bool, locked: bool, gains: bool) -> None:
    """Let the button promote, with the accent for a model that `gains`, or say why it cannot."""
    put_forward(promote, primary=gains and not in_use)
    promote.setEnabled(not in_use and not locked)
    why = _tr("Wait until the current task ends.") if locked else ""
    if in_use:
        why = _tr("This is the active model.")
    text = why or _tr("Make this the active model ({0})")
    hint(promote, text, *(() if why else ("training.promote",)))


class ResultPanel(QWidget):
    """Below a run that has finished."""

    promotion_wanted = Signal()
    keep_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._summary = label(role="muted", wrap=True)
        self.keep = button(self.tr("Add to models"), self.keep_wanted.emit)
        self.keep.setToolTip(self.tr("Add it to the models to use it"))
        self.evaluate = EvaluateButton()
        self.promote = button(self.tr("Promote…"), self.promotion_wanted.emit)
        self.work = WorkLine()
        acts = (self.keep, self.evaluate, self.promote)
        head = hbox(label(self.tr("Result"), "section"), S2, (self._summary, 1), *acts, gap=S2)
        vbox(head, self.work, on=self, gap=S2, margins=(0, S1, 0, 0))

    def show_model(
        self,
        model_id: str,
        *,
        in_use: bool,
        campaigns: Sequence[str],
        work: Work | None = None,
        locked: bool = False,
        gains: bool = False,
    ) -> None:
        """Show the run's model; "" where the registry has it not. `work` is what is under way with it.

        `locked`: something is under way with any model, and nothing can be promoted or kept meanwhile. It
        `gains` where it is better than the active model beyond chance.
        """
        self.work.show_work(work)
        if not model_id:
            text = self.tr("The model is only in the run's folder.")
        elif in_use:
            text = self.tr("{0} is the active model.").format(model_id)
        else:
            text = self.tr("Saved as {0}.").format(model_id)
        self._summary.setText(text)
        self.keep.setVisible(not model_id)
        self.evaluate.setVisible(bool(model_id) and not in_use)
        self.keep.setEnabled(not locked)
        self.evaluate.setEnabled(work is None and not locked)
        self.evaluate.show_campaigns(campaigns)
        self.promote.setVisible(bool(model_id))
        show_promotion(self.promote, in_use=in_use, locked=work is not None or locked, gains=gains)
        self.show()

"""What the page asks about runs: a model and its mode, another name, whether one is to be deleted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from assay.types import SearchMode
from assay_desktop.text.translate import translator
from assay_desktop.widgets.controls.fields import choices, text_field
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.controls.model_choice import ModelChoice
from assay_desktop.widgets.controls.question import ask

_tr = translator("evaluation")


ModelChosen = Callable[[SearchMode, str, str], None]
"""Takes the mode, the model and the name of the run."""


class ModelRunDialog(FormDialog):
    """The name follows the model until somebody types one."""

    run_wanted = Signal(object, str, str)  # SearchMode, model, tag

    def __init__(self, parent: QWidget, models: Sequence[tuple[str, str]], *, taken: Collection[str]) -> None:
        super().__init__(parent, _tr("Add a model's run"), action=_tr("Add run"), width=520)
        self._taken = taken
        self.model = ModelChoice(models)
        modes = (
            (self.tr("Semantic (vectors)"), SearchMode.SEMANTIC),
            (self.tr("Hybrid (with keywords)"), SearchMode.HYBRID),
        )
        self.mode = choices(self.tr("Mode"), modes)
        self.name = text_field(self.tr("Name"))
        self.form.addRow(self.tr("Model"), self.model)
        self.form.addRow(self.tr("Mode"), self.mode)
        self.form.addRow(self.tr("Name"), self.name)
        self.show_note(
            self.tr("Papers without this model's vectors are encoded first; see Jobs for progress.")
        )
        self.model.changed.connect(self._suggest)
        self.mode.currentIndexChanged.connect(self._suggest)
        self.name.textChanged.connect(self._dress)
        self.on_action(self._tell)
        self._suggest()

    def _suggest(self) -> None:
        """Suggest a name that no run has: the model's, with the mode where both are not vectors alone."""
        plain = self.model.box.currentText().partition(" (")[0].partition(" · ")[0]
        if self.mode.currentData() == SearchMode.HYBRID:
            plain += "-hybrid"
        tries = (plain, *(f"{plain}-{n}" for n in range(2, len(self._taken) + 3)))
        self.name.setText(next(each for each in tries if each not in self._taken))

    def _dress(self) -> None:
        name = self.name.text().strip()
        self.show_problem(
            self.tr("A run with this name exists; it is replaced.") if name in self._taken else ""
        )
        self.action.setEnabled(bool(name))

    def _tell(self) -> None:
        mode = SearchMode(self.mode.currentData())
        self.run_wanted.emit(mode, self.model.model, self.name.text().strip())
        self.accept()


def ask_removal(parent: QWidget, tag: str, agreed: Callable[[], None]) -> None:
    """Ask over `parent` before a run is deleted; Return cancels."""
    title, more = (
        _tr("Delete the run “{0}”?").format(tag),
        _tr("Your grades stay. You can make or import the run again."),
    )
    ask(parent, title, more, yes=_tr("Delete"), agreed=agreed, danger=True)

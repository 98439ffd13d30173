"""What the page asks about runs: a model and its mode, another name, whether one is to be deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from assay.types import SearchMode
from assay_desktop.text.translate import translator
from assay_desktop.theme import repolish
from assay_desktop.widgets.controls.fields import choices, text_field
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.controls.model_choice import ModelChoice

_tr = translator("evaluation")


ModelChosen = Callable[[str, SearchMode, str], None]
"""Takes the model, the mode and the name of the run."""


class ModelRunDialog(FormDialog):
    """The name follows the model until somebody types one."""

    run_wanted = Signal(str, object, str)  # model, SearchMode, tag

    def __init__(self, parent: QWidget, models: Sequence[tuple[str, str]], *, taken: frozenset[str]) -> None:
        super().__init__(parent, _tr("A run of a model"), action=_tr("Add run"), width=520)
        self._taken = taken
        self.model = ModelChoice(models)
        self.mode = choices(
            self.tr("Mode"),
            [
                (self.tr("Semantic (vectors)"), SearchMode.SEMANTIC.value),
                (self.tr("Hybrid (with keywords, fused by rank)"), SearchMode.HYBRID.value),
            ],
        )
        self.name = text_field(self.tr("Name"))
        self.form.addRow(self.tr("Model"), self.model)
        self.form.addRow(self.tr("Mode"), self.mode)
        self.form.addRow(self.tr("Name"), self.name)
        self.show_note(
            self.tr(
                "Vectors that this library does not have of the model are made first; see Jobs for progress."
            )
        )
        for signal in (self.model.changed, self.mode.currentIndexChanged):
            signal.connect(self._suggest)
        self.name.textChanged.connect(self._dress)
        self.on_action(self._tell)
        self._suggest()

    def _suggest(self) -> None:
        """Suggest a name that no run has: the model's, with the mode where both are not vectors alone."""
        words = self.model.box.currentText().partition(" (")[0].partition(" · ")[0]
        hybrid = self.mode.currentData() == SearchMode.HYBRID.value
        plain = f"{words}-hybrid" if hybrid else words
        tries = [plain, *(f"{plain}-{n}" for n in range(2, len(self._taken) + 3))]
        self.name.setText(next(each for each in tries if each not in self._taken))

    def _dress(self) -> None:
        name = self.name.text().strip()
        again = self.tr("A run of this name is there and is replaced.") if name in self._taken else ""
        self.show_problem(again)
        self.action.setEnabled(bool(name))

    def _tell(self) -> None:
        mode = SearchMode(self.mode.currentData())
        self.run_wanted.emit(self.model.model, mode, self.name.text().strip())
        self.accept()


def ask_removal(parent: QWidget, tag: str, agreed: Callable[[], None]) -> FormDialog:
    """Ask over `parent` before a run is deleted; Return cancels."""
    dialog = FormDialog(parent, _tr("Delete the run “{0}”?").format(tag), action=_tr("Delete"))
    dialog.show_note(_tr("Your grades stay. The run can be made or imported again."))
    dialog.action.setProperty("kind", "danger")
    dialog.action.setDefault(False)
    repolish(dialog.action)
    dialog.cancel.setFocus()

    def agree() -> None:
        dialog.accept()
        agreed()

    dialog.on_action(agree)
    dialog.open()
    return dialog

"""Fields of the recipe's form: each knows its key, says when it was changed, and shows what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLineEdit, QSizePolicy, QWidget

from assay_desktop.text.figures import plain, typed
from assay_desktop.theme import S1, S2, S3
from assay_desktop.widgets.boxes import STRETCH, vbox
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LABEL_PX: Final = 92
_SECOND_LABEL_PX: Final = 74
_LEAST_PX: Final = 60


class _Control(QWidget):
    """A control and, below it, why its value is refused. `show_value` of each kind says no `changed`.

    What is no value at all (words where a number belongs) never leaves the field: it is `refused`, with the
    reason, until it is mended or another value is shown.
    """

    changed = Signal(str, object)  # key, value
    refused = Signal(str, str, str)  # key, what was written, why; "" for why once it is mended

    def __init__(self, key: str, name: str, control: QWidget, hint: str) -> None:
        super().__init__()
        self.key, self.name = key, name
        self.setToolTip(hint)
        self._refusal = ""
        control.setAccessibleName(name)
        control.setMinimumWidth(_LEAST_PX)
        self.setFocusProxy(control)
        self._problem = label(role="danger", wrap=True)
        self._problem.hide()
        vbox(control, self._problem, STRETCH, on=self, gap=S1)

    def show_problem(self, text: str) -> None:
        """Say what is wrong with the value; what the field refuses itself comes first."""
        text = self._refusal or text
        self._problem.setText(text)
        self._problem.setVisible(bool(text))

    def show_refused(self, _written: str, why: str) -> None:
        """Say it again, in a field that was made again."""
        self._refusal = why
        self.show_problem(why)

    def commit(self) -> None:
        """Say now what was typed and not said yet."""

    def forget(self) -> None:
        """Go back to the value that was shown last."""
        self._refusal = ""
        self.show_problem("")

    @property
    def problem(self) -> str:
        return self._problem.text()

    @property
    def refusal(self) -> str:
        return self._refusal


class TextField(_Control):
    """Words, or a number that is written as people write it: 2e-5."""

    def __init__(
        self,
        key: str,
        name: str,
        kind: type[str] | type[int] | type[float] = str,
        *,
        hint: str = "",
        keeps_blanks: bool = False,
    ) -> None:
        self.edit = QLineEdit()
        super().__init__(key, name, self.edit, hint)
        self._kind, self._keeps_blanks = kind, keeps_blanks
        self._shown = ""
        self.edit.editingFinished.connect(self.commit)

    def show_value(self, value: Any) -> None:
        text = plain(value) if isinstance(value, float) else str(value)
        if self._refusal and text == self._shown:
            return
        self._shown, self._refusal = text, ""
        if not self.edit.hasFocus() or not self.edit.isModified():
            with QSignalBlocker(self.edit):
                self.edit.setText(text)

    def forget(self) -> None:
        super().forget()
        with QSignalBlocker(self.edit):
            self.edit.setText(self._shown)

    def show_refused(self, written: str, why: str) -> None:
        with QSignalBlocker(self.edit):
            self.edit.setText(written)
        super().show_refused(written, why)

    def commit(self) -> None:
        text = self.edit.text() if self._keeps_blanks else self.edit.text().strip()
        if text == self._shown:
            if self._refusal:
                self._refuse(text, "")
            return
        self.edit.setModified(False)
        try:
            value = self._kind(typed(text)) if self._kind is not str else text
        except ValueError:
            self._refuse(text, self._why_not(text))
            return
        self._shown = text
        self._refuse(text, "")
        self.changed.emit(self.key, value)

    def _why_not(self, text: str) -> str:
        if not text:
            return self.tr("Enter a number.")
        if self._kind is int:
            return self.tr("{0} is not a whole number.").format(text)
        return self.tr("{0} is not a number.").format(text)

    def _refuse(self, written: str, why: str) -> None:
        if why != self._refusal or why:
            self._refusal = why
            self.show_problem(why)
            self.refused.emit(self.key, written, why)


class ChoiceField(_Control):
    """One of a few words; others can be written where the field is `free`."""

    def __init__(
        self, key: str, name: str, choices: Iterable[tuple[str, str]], *, hint: str = "", free: bool = False
    ) -> None:
        """`choices` are (value, what a person reads)."""
        self.box = QComboBox()
        super().__init__(key, name, self.box, hint)
        self.box.setEditable(free)
        self.box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box.setMinimumContentsLength(4)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._free = free
        self._shown = ""
        self.show_choices(choices)
        self.box.activated.connect(
            lambda _index: self._tell(
                self.box.currentText() if self.box.currentData() is None else self.box.currentData()
            )
        )
        line = self.box.lineEdit()
        if line is not None:
            line.setAccessibleName(name)
            line.editingFinished.connect(self.commit)

    def show_choices(self, choices: Iterable[tuple[str, str]]) -> None:
        with QSignalBlocker(self.box):
            self.box.clear()
            for value, words in choices:
                self.box.addItem(words, value)
        self.show_value(self._shown)

    def show_value(self, value: Any) -> None:
        self._shown = str(value)
        with QSignalBlocker(self.box):
            place = self.box.findData(self._shown)
            if place >= 0:
                self.box.setCurrentIndex(place)
            elif self._free:
                self.box.setEditText(self._shown)
            else:  # a word that is none of the choices: the text holds it, and says so
                self.box.setCurrentIndex(-1)
                self.box.setPlaceholderText(self._shown)

    def commit(self) -> None:
        if not self._free:
            return
        text = self.box.currentText().strip()
        place = self.box.findText(text)
        self._tell(str(self.box.itemData(place)) if place >= 0 else text)

    def _tell(self, value: str) -> None:
        if (value or not self._free) and value != self._shown:
            self._shown = value
            self.changed.emit(self.key, value)


class CheckField(_Control):
    """Yes or no."""

    def __init__(self, key: str, name: str, words: str) -> None:
        self.box = QCheckBox(words)
        super().__init__(key, name, self.box, "")
        self.box.toggled.connect(lambda yes: self.changed.emit(self.key, yes))

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self.box):
            self.box.setChecked(bool(value))


Field: TypeAlias = TextField | ChoiceField | CheckField


def in_pairs(*fields: Field) -> list[list[Field]]:
    """Return rows of two fields each."""
    return [list(fields[at : at + 2]) for at in range(0, len(fields), 2)]


class FieldGrid(QWidget):
    """Fields below each other, their names at the left; two short ones may share a line."""

    def __init__(self, rows: Sequence[Sequence[Field]]) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(S3)
        grid.setVerticalSpacing(S2)
        grid.setColumnMinimumWidth(0, LABEL_PX)
        grid.setColumnMinimumWidth(2, _SECOND_LABEL_PX)  # so that grids below each other stand in line
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        for number, fields in enumerate(rows):
            for place, field in enumerate(fields):
                name = label(field.name, "muted")
                name.setBuddy(field)
                grid.addWidget(name, number, 2 * place, Qt.AlignmentFlag.AlignTop)
                name.setContentsMargins(0, 0 if isinstance(field, CheckField) else 7, 0, 0)
                span = 3 if len(fields) == 1 else 1
                grid.addWidget(field, number, 2 * place + 1, 1, span)

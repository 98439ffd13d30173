"""All keys in a table to look through; one is chosen by pressing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLabel, QWidget

from assay_desktop.keys import key_words
from assay_desktop.pages.settings.model import Conflict, KeyRow
from assay_desktop.theme import S2, S3
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.controls.fields import text_field
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import plain_table

_Key = Qt.Key
_HELD: Final = frozenset({_Key.Key_Shift, _Key.Key_Control, _Key.Key_Alt, _Key.Key_Meta, _Key.Key_AltGr})
_MOVING: Final = frozenset(
    {
        *(_Key.Key_Tab, _Key.Key_Backtab, _Key.Key_Return, _Key.Key_Enter, _Key.Key_Space),
        *(_Key.Key_Backspace, _Key.Key_Delete, _Key.Key_Home, _Key.Key_End),
        *(_Key.Key_Up, _Key.Key_Down, _Key.Key_Left, _Key.Key_Right),
    }
)
"""They move within lists, fields and pages everywhere, so that alone they can be given to nothing else."""


class KeyRecorder(QLabel):
    """Listens while it has the focus."""

    pressed = Signal(str)  # the key as Qt writes it
    refused = Signal(str)  # the key, which moves the focus or a choice everywhere
    left = Signal()  # Esc, or the focus went elsewhere

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "recorder")
        self.setText(self.tr("Press a key…"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Press the new key, or Esc to cancel"))

    def event(self, event: QEvent) -> bool:
        """Take keys before the window's shortcuts and the order of focus do."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self._take(event)
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}:
            self.left.emit()

    def _take(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers()
        if key in _HELD or not event.key():
            return  # more is to come
        if key == Qt.Key.Key_Escape:
            self.left.emit()
            return
        name = key_name(event)
        strong = held & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if key in _MOVING and (key in {_Key.Key_Tab, _Key.Key_Backtab} or not strong):
            self.refused.emit(name)
        else:
            self.pressed.emit(name)


def key_name(event: QKeyEvent) -> str:
    """Return the key of an event as Qt writes it: "?" and not "Shift+?", for Shift is how it is typed."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    typed = event.text()
    if len(typed) == 1 and typed.isprintable() and not typed.isalpha() and not typed.isspace():
        held &= ~Qt.KeyboardModifier.ShiftModifier
    return QKeySequence(QKeyCombination(held, Qt.Key(event.key()))).toString()


_TABLE_PX: Final = 300


class KeyChoices(QWidget):
    """Widgets only: what is wanted leaves as a signal with the name of the action."""

    pressed = Signal(str, str, bool)  # name, key, whether next to the others
    taken = Signal(str, str, bool)  # the same, though others have the key
    swapped = Signal(str, str)  # name, key
    cleared = Signal(str)
    reset_one = Signal(str)
    reset_all = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[KeyRow] = ()
        self._waiting_for: KeyRow | None = None  # a key for it is awaited
        self._adding = False
        self._conflict: Conflict | None = None
        self._model = RowsModel(self)
        self.search = text_field(self.tr("Find a command or a key"), hint=self.tr("Find a command or a key"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show_rows)
        self.table = plain_table(self._model, self.tr("Commands and their keys"))
        self.table.setFixedHeight(_TABLE_PX)
        self.table.installEventFilter(self)
        self.table.doubleClicked.connect(lambda _index: self._ask(adding=False))
        self.table.selectionModel().selectionChanged.connect(self._show_choice)
        column = vbox(
            self.search, framed(self.table), self._build_buttons(), self._build_question(), on=self, gap=S2
        )
        hint = self.tr(
            "Single-letter shortcuts are off while you type. Tab, arrows, Enter and Space cannot be "
            "reassigned."
        )
        column.addWidget(label(hint, "caption", wrap=True))
        self._show_choice()

    # -- building ---------------------------------------------------------------------------------------

    def _build_buttons(self) -> QWidget:
        self.change = button(self.tr("Change…"), lambda: self._ask(adding=False))
        self.change.setToolTip(self.tr("Change the selected command's key"))
        self.add = button(self.tr("Add…"), lambda: self._ask(adding=True))
        self.add.setToolTip(self.tr("Add a key to the selected command"))
        self.clear = button(self.tr("Remove"), lambda: self._tell(self.cleared))
        self.clear.setToolTip(self.tr("Remove the keys of the selected command"))
        self.reset = button(self.tr("Reset"), lambda: self._tell(self.reset_one))
        self.reset.setToolTip(self.tr("Reset the selected command's keys"))
        self.reset_every = button(self.tr("Reset all"), self.reset_all.emit)
        self.reset_every.setToolTip(self.tr("Reset all keys to their defaults"))
        self._buttons = boxed(
            hbox(self.change, self.add, self.clear, self.reset, STRETCH, self.reset_every, gap=S2)
        )
        return self._buttons

    def _build_question(self) -> QWidget:
        """Return where a key is pressed, and where it is said who has it already."""
        self._prompt = label(role="body", wrap=True)
        self.recorder = KeyRecorder()
        self.recorder.pressed.connect(self._record)
        self.recorder.refused.connect(self._refuse)
        self.recorder.left.connect(self._give_up)
        self.swap = button(self.tr("Swap the keys"), self._swap)
        self.take = button(self.tr("Reassign"), self._take)
        self.leave = button(self.tr("Cancel"), self._end)
        self._settling = boxed(hbox(self.swap, self.take, self.leave, STRETCH, gap=S2))
        holder = boxed(
            vbox(
                self._prompt,
                (self.recorder, 0, Qt.AlignmentFlag.AlignLeft),
                self._settling,
                gap=S3,
                margins=(0, S2, 0, S2),
            )
        )
        self._question = holder
        self._question.hide()
        return holder

    # -- what there is to see ---------------------------------------------------------------------------

    def show_keys(self, rows: Sequence[KeyRow]) -> None:
        self._rows = rows
        self._end()
        self._show_rows()

    def show_conflict(self, conflict: Conflict) -> None:
        """Name who has the key, and offer what can be done."""
        self._conflict = conflict
        self._waiting_for = None
        text = self.tr("{0} is used for {1}. Use it for “{2}” instead?")
        self._prompt.setText(
            text.format(key_words(conflict.key), self.tr(", ").join(conflict.holders), conflict.title)
        )
        self.recorder.hide()
        self._settling.show()
        self._question.show()
        self.swap.setVisible(conflict.may_swap)
        (self.swap if conflict.may_swap else self.take).setFocus()

    def select(self, name: str) -> None:
        """Select the row of this action, if it is listed."""
        row = self._model.find(lambda each: each.action.name == name)
        if row >= 0:
            self.table.selectRow(row)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter asks for the key of the selected row."""
        key = event.key() if isinstance(event, QKeyEvent) else None
        if event.type() == QEvent.Type.KeyPress and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._ask(adding=False)
            return True
        return super().eventFilter(watched, event)

    # -- inner ------------------------------------------------------------------------------------------

    def _show_rows(self) -> None:
        chosen = self._chosen()
        words = self.search.text().casefold().split()
        shown = [row for row in self._rows if all(word in _spoken(row) for word in words)]
        columns = [
            Column(self.tr("Command"), lambda row: row.action.title, number=False),
            Column(self.tr("Where"), lambda row: row.action.group, number=False),
            Column(self.tr("Keys"), self._keys_of, number=False),
        ]
        self._model.show(columns, shown)
        if chosen is not None:
            self.select(chosen.action.name)
        self._show_choice()

    def _keys_of(self, row: KeyRow) -> str:
        keys = row.keys or "–"
        return self.tr("{0}   (default {1})").format(keys, row.usual) if row.usual else keys

    def _chosen(self) -> KeyRow | None:
        rows = self.table.selectionModel().selectedRows()
        row: KeyRow | None = self._model.row(rows[0].row()) if rows else None
        return row

    def _show_choice(self) -> None:
        row = self._chosen()
        for each in (self.change, self.add):
            each.setEnabled(row is not None)
        self.clear.setEnabled(row is not None and bool(row.keys))
        self.reset.setEnabled(row is not None and bool(row.usual))
        self.reset_every.setEnabled(any(each.usual for each in self._rows))

    def _ask(self, *, adding: bool) -> None:
        self._waiting_for, self._adding = self._chosen(), adding
        if self._waiting_for is None:
            return
        text = self.tr("Press one more key for “{0}”, or Esc to cancel.")
        if not adding:
            text = self.tr("Press the key for “{0}”, or Esc to cancel.")
        self._prompt.setText(text.format(self._waiting_for.action.title))
        self._settling.hide()
        self.recorder.show()
        self._question.show()
        self.recorder.setFocus()

    def _record(self, key: str) -> None:
        if self._waiting_for is not None:
            row, self._waiting_for = self._waiting_for, None
            self.pressed.emit(row.action.name, key, self._adding)

    def _refuse(self, key: str) -> None:
        text = self.tr("{0} is reserved for navigation. Press another key, or Esc.")
        self._prompt.setText(text.format(key))

    def _give_up(self) -> None:
        """Ask for no key any more: the recorder was left before one was pressed."""
        if self._waiting_for is not None:
            self._end()

    def _swap(self) -> None:
        if self._conflict is not None:
            self.swapped.emit(self._conflict.name, self._conflict.key)

    def _take(self) -> None:
        if self._conflict is not None:
            self.taken.emit(self._conflict.name, self._conflict.key, self._conflict.adding)

    def _tell(self, signal: SignalInstance) -> None:
        row = self._chosen()
        if row is not None:
            signal.emit(row.action.name)

    def _end(self) -> None:
        """Ask nothing any more; the table has the focus again if the question had it."""
        if self._question.isHidden():
            return
        had_focus = self._question.isAncestorOf(self.focusWidget() or self)
        self._waiting_for = self._conflict = None
        self._question.hide()
        if had_focus:
            self.table.setFocus()


def _spoken(row: KeyRow) -> str:
    return f"{row.action.title} {row.action.group} {row.keys}".casefold()

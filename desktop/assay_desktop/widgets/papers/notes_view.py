"""A person's notes on a paper: Markdown to read, and a field to write it in."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import S2, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.markdown_view import MarkdownView
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

_FIELD_PX = 160


class NotesView(QWidget):
    """What is written is kept when it is saved, and when another paper comes into its place."""

    written = Signal(str, str, str)  # doc_id, Markdown, the Markdown that was there before

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._doc_id = ""
        self.text = MarkdownView(theme)
        self.text.setAccessibleName(self.tr("Notes"))
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.height_changed.connect(self._fit)
        self.field = _NoteField()
        self.field.setAccessibleName(self.tr("Notes in Markdown"))
        self.field.setPlaceholderText(self.tr("Markdown: # heading, **bold**, - list"))
        self.field.setMinimumHeight(_FIELD_PX)
        self.field.saved.connect(self.save)
        self._write = button(self.tr("Write"), self.edit, kind="link")
        self._write.setAccessibleName(self.tr("Write notes"))
        save = button(self.tr("Save"), self.save, kind="primary", hint=self.tr("Ctrl+Enter, or Esc"))
        cancel = button(self.tr("Cancel"), self.give_up)
        self._buttons = boxed(hbox(save, cancel, STRETCH, gap=S2))
        head = hbox(label(self.tr("Notes"), "section"), STRETCH, self._write, gap=S2)
        vbox(head, self.text, self.field, self._buttons, on=self, gap=S2)
        self._show_field(writing=False)

    @property
    def is_writing(self) -> bool:
        return not self.field.isHidden()

    def show_notes(self, doc_id: str, markdown: str) -> None:
        """Show a paper's notes; what is being written of this very one stays, of another it is kept."""
        if doc_id != self._doc_id and self.is_writing:
            self.save()
        if doc_id == self._doc_id and self.is_writing:
            return
        self._doc_id = doc_id
        self.text.show_markdown(markdown)
        self.setEnabled(bool(doc_id))
        self._show_field(writing=False)

    def edit(self) -> None:
        """Open the field, or go to it where it is open."""
        if self._doc_id:
            if not self.is_writing:
                self.field.setPlainText(self.text.markdown)
            self._show_field(writing=True)
            self.field.setFocus()

    def save(self) -> None:
        if not self.is_writing:
            return
        text = self.field.toPlainText().strip()
        self._show_field(writing=False)
        before = self.text.markdown
        if text != before.strip():
            self.text.show_markdown(text)
            self._show_field(writing=False)
            self.written.emit(self._doc_id, text, before)

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep what was written where the page, or the program, is left meanwhile."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.save()

    def give_up(self) -> None:
        self._show_field(writing=False)

    def _show_field(self, *, writing: bool) -> None:
        had = self.field.hasFocus()
        empty = not self.text.markdown.strip()
        self.field.setVisible(writing)
        self._buttons.setVisible(writing)
        self.text.setVisible(not writing and not empty)
        self._write.setVisible(not writing)
        self._write.setText(self.tr("Write") if empty else self.tr("Edit"))
        self._write.setToolTip(escape_markup(self.tr("Write notes on this paper in Markdown")))
        if had and not writing:
            self._write.setFocus()

    def _fit(self) -> None:
        self.text.setFixedHeight(self.text.text_height())


class _NoteField(QPlainTextEdit):
    saved = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        held = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if (enter and held) or event.key() == Qt.Key.Key_Escape:
            self.saved.emit()
        else:
            super().keyPressEvent(event)

"""The paper to judge, and the note on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from assay.campaigns.types import JudgingView
from assay.types import Paper, shown_title
from assay_desktop.pages.judging.model import removed_paper
from assay_desktop.theme import S1, S2, S3, S6, S8, Theme, set_px
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.key_hints import hint, key_label
from assay_desktop.widgets.reading import MAX_LINE_PX, ReadingLabel, label
from assay_desktop.widgets.section import allow, button

_PASSING = {
    Qt.FocusReason.ActiveWindowFocusReason,  # another window; the note is still open on the way back
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
}


Pieces = Sequence[tuple[str, bool]]
_TITLE_TIMES = 1.25  # as large as the text
_LINE_PX = 14  # the size of letters for which a line of MAX_LINE_PX is about 80 of them
_WIDE = 1000  # its share of the room, as far as its widest


class NoteField(QPlainTextEdit):
    """Escape and Ctrl+Enter leave it; so does whatever else takes the focus within the window."""

    left = Signal()
    lost_focus = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if event.key() == Qt.Key.Key_Escape or (
            enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _PASSING:
            self.lost_focus.emit()

    def sizeHint(self) -> QSize:
        return QSize(400, 84)


class PaperPane(QWidget):
    """The paper to judge, and the assessor's note on it."""

    note_edited = Signal(str)
    note_left = Signal()
    note_finished = Signal()  # by a key: the focus may go back to judging

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._column = QWidget()
        column = vbox(on=self._column, gap=S2)
        hbox(STRETCH, (self._column, _WIDE), STRETCH, on=self, margins=(S8, S8, S8, S6))
        self._title = ReadingLabel("page-title", line_height=105)
        self._place = label(role="muted", wrap=True)
        self._text = ReadingLabel(line_height=130)
        for widget in (self._title, self._place, self._text):
            column.addWidget(widget)
        self._place.setContentsMargins(0, 0, 0, S2)
        column.addSpacing(S3)
        column.addLayout(self._build_note())
        column.addStretch(1)

    def _build_note(self) -> QVBoxLayout:
        self._open_note = button(self.tr("Note…"), self.edit_note, kind="link")
        self._open_note.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._note_key = key_label("judging.note")
        self._note_hint = label(self.tr("Esc saves the note."), "caption")
        self._note_hint.hide()
        self._shown_note = label(role="body", wrap=True)
        self._note = NoteField()
        self._note.setAccessibleName(self.tr("Note on this pair"))
        self._note.setPlaceholderText(self.tr("Your note"))
        set_px(self._note, height=84)
        self._note.setTabChangesFocus(True)
        self._note.textChanged.connect(self._tell)
        self._note.left.connect(self._finish)
        self._note.lost_focus.connect(self.leave_note)
        self._open_pdf = button(self.tr("PDF"), lambda: None, kind="link")
        self.pdf_wanted = self._open_pdf.clicked
        self._open_pdf.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        hint(self._open_pdf, self.tr("Show or hide the paper's PDF ({0})"), "judging.pdf")
        self._pdf_key = key_label("judging.pdf")
        parts = (self._open_note, self._note_key, self._note_hint, S3, self._open_pdf, self._pdf_key)
        return vbox(self._shown_note, self._note, hbox(*parts, STRETCH, gap=S1))

    def allow_pdf(self, allowed: bool) -> None:
        for each in (self._open_pdf, self._pdf_key):
            each.setVisible(allowed)

    def show_has_pdf(self, there: bool) -> None:
        allow(self._open_pdf, but="" if there else self.tr("This paper has no PDF."))

    def show_px(self, px: int) -> None:
        """Show the text in this size, of the usual text size; the lines stay about as many letters long."""
        self._title.set_px(round(px * _TITLE_TIMES))
        self._text.set_px(px)
        set_px(self._column, most=round(MAX_LINE_PX * px / _LINE_PX))

    def show_marks(self, title: Pieces, text: Pieces) -> None:
        """Mark words in the texts that are shown."""
        self._title.show_pieces(title)
        if text:
            self._text.show_pieces(text)

    def show_view(self, view: JudgingView) -> None:
        paper = view.paper
        if paper is None and view.pair is not None:
            paper = removed_paper(view.pair[1])
        if paper is None:
            return
        self._title.show_text(shown_title(paper))
        self._place.setText(year_of(paper))
        self._place.setVisible(bool(self._place.text()))
        self._text.show_text(paper.abstract or self.tr("No abstract."))
        kept = view.judgement.note if view.judgement is not None else ""
        self._show_note(kept if view.draft is None else view.draft)

    def minimumSizeHint(self) -> QSize:
        """Return no size: Qt would take the height of wrapped texts in a pane much narrower than this one."""
        return QSize(0, 0)

    def edit_note(self) -> None:
        self._note.show()
        self._shown_note.hide()
        self._open_note.hide()
        self._note_key.hide()
        self._note_hint.show()
        self._note.setFocus()
        self._tell()  # from here on the pair on screen is one that is written about

    def _show_note(self, note: str) -> None:
        self._note.blockSignals(True)
        self._note.setPlainText(note)
        self._note.blockSignals(False)
        self._fold()

    def _fold(self) -> None:
        """Turn the field into the text that it holds."""
        note = self._note.toPlainText()
        had_focus = self._note.hasFocus()
        self._note.hide()
        self._note_hint.hide()
        self._shown_note.setText(note)
        self._shown_note.setVisible(bool(note))
        self._open_note.setText(self.tr("Edit the note…") if note else self.tr("Note…"))
        self._open_note.show()
        self._note_key.show()
        if had_focus:  # hiding the field hands it to whatever comes next, outside of the page
            self.note_finished.emit()

    def leave_note(self) -> None:
        """Fold the field, if it is open, and have the note saved."""
        if not self._note.isHidden():
            self._fold()
            self.note_left.emit()

    def _finish(self) -> None:
        self.leave_note()
        self.note_finished.emit()

    def _tell(self) -> None:
        self.note_edited.emit(self._note.toPlainText())


def year_of(paper: Paper) -> str:
    """Return all that is shown of where a paper comes from: authors and venues would bias the assessor."""
    return "" if paper.year is None else str(paper.year)

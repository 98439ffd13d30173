"""The guideline: its versions to read, the newest to edit, and what it looks like to assessors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from assay_desktop.text.figures import minute
from assay_desktop.widgets.markdown_view import MarkdownView
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.campaign_types import Guideline
    from assay_desktop.theme import Theme

_LEAST_PX = 200


class GuidelineEditor(QWidget):
    """Saving makes a new version; older ones stay to be read. What is typed and not saved survives news."""

    saved = Signal(str)  # Markdown

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._versions: tuple[Guideline, ...] = ()
        self._name = ""
        self._version = QComboBox()
        self._version.setAccessibleName(self.tr("Version of the guideline"))
        self._version.activated.connect(self._show_version)
        self._preview = button(self.tr("Preview"), self._toggle_preview, kind="link")
        self._preview.setCheckable(True)
        self._save = button(self.tr("Save"), self._tell)
        section = Section(self.tr("Guideline"), self._version, self._preview, self._save)
        self._text = QPlainTextEdit()
        self._text.setAccessibleName(self.tr("Guideline in Markdown"))
        self._text.setPlaceholderText(self.tr("What do 0, 1 and 2 mean here? Markdown."))
        self._text.setTabChangesFocus(True)
        self._text.textChanged.connect(self._dress)
        self._read = MarkdownView(theme)
        self._read.setAccessibleName(self.tr("Guideline as assessors see it"))
        self._stack = QStackedWidget()
        self._stack.addWidget(self._text)
        self._stack.addWidget(self._read)
        self._stack.setMinimumHeight(_LEAST_PX)
        section.add(self._stack, 1)
        self._note = label(role="caption", wrap=True)
        section.add(self._note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(section)
        self._dress()

    def show_versions(self, name: str, versions: Sequence[Guideline]) -> None:
        """The guidelines of the campaign `name`, the oldest first."""
        keep = name == self._name and self.is_edited and not self._reading_old
        self._name, self._versions = name, tuple(versions)
        self._version.clear()
        for guideline in reversed(self._versions):
            self._version.addItem(self.tr("Version {0}").format(guideline.version), guideline.version)
        self._version.setVisible(bool(versions))
        if not keep:
            self._text.setPlainText(self._newest)
        self._dress()

    @property
    def is_edited(self) -> bool:
        """Whether there is something to save."""
        return bool(self._text.toPlainText().strip()) and self._text.toPlainText() != self._shown

    @property
    def _newest(self) -> str:
        return self._versions[-1].markdown if self._versions else ""

    @property
    def _reading_old(self) -> bool:
        return self._version.currentIndex() > 0

    @property
    def _shown(self) -> str:
        """The saved text of the version that is chosen."""
        chosen = self._version.currentData()
        return next((each.markdown for each in self._versions if each.version == chosen), "")

    def _show_version(self, _index: int) -> None:
        self._text.setPlainText(self._shown)
        self._dress()

    def _toggle_preview(self) -> None:
        self._read.show_markdown(self._text.toPlainText())
        self._stack.setCurrentIndex(1 if self._preview.isChecked() else 0)

    def _dress(self) -> None:
        edited = self.is_edited and not self._reading_old
        following = self._versions[-1].version + 1 if self._versions else 1
        self._text.setReadOnly(self._reading_old)
        self._save.setEnabled(edited)
        self._save.setText(self.tr("Save as version {0}").format(following) if edited else self.tr("Save"))
        if self._reading_old:
            note = self.tr("An earlier version: grades given under it keep its number.")
        elif edited:
            note = self.tr("Not saved yet. Saving makes a new version; grades name theirs.")
        elif self._versions:
            newest = self._versions[-1]
            note = self.tr("Saved {0}.").format(minute(newest.created_at))
        else:
            note = self.tr("Assessors see it beside every pair.")
        self._note.setText(note)

    def _tell(self) -> None:
        self.saved.emit(self._text.toPlainText())

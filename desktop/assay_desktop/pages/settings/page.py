"""The settings page: one calm column of groups."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QProcess, QSignalBlocker, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assay.interpreter import python
from assay_desktop.pages.settings.model import VERSION, LibraryFacts
from assay_desktop.pages.settings.widgets.backups import Backups
from assay_desktop.pages.settings.widgets.check import LibraryCheck
from assay_desktop.pages.settings.widgets.keys import KeyChoices
from assay_desktop.pages.settings.widgets.lookups import LookUps
from assay_desktop.pages.settings.widgets.watched import WatchedFolders
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, S4, S6, S8
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QShowEvent

    from assay_desktop.theme import Theme

_WIDTH: Final = 640
_LABEL_WIDTH: Final = 132
_BUTTON_PX: Final = 32


class SettingsPage(QWidget):
    """Widgets only; a choice leaves as a signal the moment it is made."""

    theme_chosen = Signal(str)
    language_chosen = Signal(str)
    assessor_named = Signal(str)
    model_chosen = Signal(str)  # the folder of a model
    watch_wanted = Signal(str)  # a folder
    look_wanted = Signal()
    folder_let_go = Signal(str)
    shown = Signal()
    reopen_wanted = Signal()  # a backup was restored: the window is of another library now
    message = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._folder = Path()
        self.strip = Strip(theme)
        column = QVBoxLayout()
        column.setContentsMargins(S8, S6, S8, S6)
        column.setSpacing(S2)
        column.addWidget(label(self.tr("Settings"), "page-title"))
        column.addWidget(self.strip)
        for heading, build in (
            (self.tr("Appearance"), self._build_appearance),
            (self.tr("Keyboard"), self._build_keys),
            (self.tr("Judging"), self._build_judging),
            (self.tr("Library"), self._build_library),
            (self.tr("Watched folders"), self._build_watched),
            (self.tr("Look-ups"), self._build_lookups),
            (self.tr("Model"), self._build_model),
            (self.tr("Backups"), self._build_backups),
            (self.tr("About"), self._build_about),
        ):
            column.addSpacing(S4)
            column.addWidget(label(heading, "section"))
            column.addWidget(_hairline())
            column.addLayout(build())
        column.addStretch(1)
        self._scroll(column)

    def _scroll(self, column: QVBoxLayout) -> None:
        content = QWidget()
        content.setLayout(column)
        content.setMaximumWidth(_WIDTH + 2 * S8)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(content, 1)
        row.addStretch(0)
        row.setAlignment(content, Qt.AlignmentFlag.AlignTop)
        self._area = area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the control that has it
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(holder)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    # -- groups -----------------------------------------------------------------------------------------

    def _build_appearance(self) -> QGridLayout:
        self.theme_box = QComboBox()
        for text, choice in (
            (self.tr("Match system"), "system"),
            (self.tr("Light"), "light"),
            (self.tr("Dark"), "dark"),
        ):
            self.theme_box.addItem(text, choice)
        self.theme_box.setAccessibleName(self.tr("Theme"))
        self.theme_box.setFixedWidth(200)
        self.theme_box.currentIndexChanged.connect(
            lambda _: self.theme_chosen.emit(str(self.theme_box.currentData()))
        )
        return _rows([(self.tr("Theme"), self.theme_box), *self._language_rows()])

    def _language_rows(self) -> list[tuple[str, QWidget]]:
        self.language_box = QComboBox()
        for text, choice in ((self.tr("Match system"), "system"), ("English", "en"), ("Deutsch", "de")):
            self.language_box.addItem(text, choice)  # a language is named in itself
        self.language_box.setAccessibleName(self.tr("Language"))
        self.language_box.setFixedWidth(200)
        self.language_box.currentIndexChanged.connect(
            lambda _: self.language_chosen.emit(str(self.language_box.currentData()))
        )
        hint = label(self.tr("Takes effect after a restart."), "caption", wrap=True)
        return [(self.tr("Language"), self.language_box), ("", hint)]

    def _build_keys(self) -> QVBoxLayout:
        self.keys = KeyChoices()
        column = QVBoxLayout()
        column.setContentsMargins(0, S2, 0, 0)
        column.addWidget(self.keys)
        return column

    def _build_judging(self) -> QGridLayout:
        self.assessor = QLineEdit()
        self.assessor.setAccessibleName(self.tr("Your name as an assessor"))
        self.assessor.setFixedWidth(200)
        self.assessor.editingFinished.connect(lambda: self.assessor_named.emit(self.assessor.text()))
        hint = label(self.tr("New grades are saved under this name."), "caption", wrap=True)
        return _rows([(self.tr("Assessor"), self.assessor), ("", hint)])

    def _build_library(self) -> QVBoxLayout:
        self.folder = _value()
        self.papers = _value()
        buttons = _row(
            _button(self.tr("Show folder"), self._reveal_library),
            _button(self.tr("Open another library…"), self._choose_library),
        )
        self.check = LibraryCheck()
        rows = [(self.tr("Folder"), self.folder), (self.tr("Papers"), self.papers), ("", buttons)]
        column = QVBoxLayout()
        column.setSpacing(S3)
        column.addLayout(_rows(rows))
        column.addWidget(self.check)
        return column

    def _build_watched(self) -> QGridLayout:
        self.watched = WatchedFolders()
        self.watched.add_wanted.connect(self._choose_watched)
        self.watched.look_wanted.connect(self.look_wanted)
        self.watched.removed.connect(self.folder_let_go)
        return _rows([(self.tr("Folders"), self.watched)])

    def _build_lookups(self) -> QVBoxLayout:
        self.lookups = LookUps()
        column = QVBoxLayout()
        column.addWidget(self.lookups)
        return column

    def _build_model(self) -> QGridLayout:
        self.model = _value()
        self.max_length = _value()
        text = self.tr(
            "Choose a sentence-transformers model folder. Switching models re-indexes the library."
        )
        button = _row(_button(self.tr("Use another model…"), self._choose_model))
        return _rows(
            [
                (self.tr("Name"), self.model),
                (self.tr("Text length"), self.max_length),
                ("", button),
                ("", label(text, "caption", wrap=True)),
            ]
        )

    def _build_backups(self) -> QVBoxLayout:
        self.backups = Backups()
        column = QVBoxLayout()
        column.addWidget(self.backups)
        return column

    def _build_about(self) -> QGridLayout:
        version = _value(self.tr("Assay {0}").format(VERSION))
        network = label(
            self.tr(
                "Assay goes online only for look-ups you enable. Searches and grades stay on this computer."
            ),
            "body",
            wrap=True,
        )
        return _rows([(self.tr("Version"), version), (self.tr("Network"), network)])

    # -- what there is to see ---------------------------------------------------------------------------

    def show_choices(self, *, theme: str, language: str, assessor: str) -> None:
        with QSignalBlocker(self.theme_box):
            self.theme_box.setCurrentIndex(max(0, self.theme_box.findData(theme)))
        with QSignalBlocker(self.language_box):
            self.language_box.setCurrentIndex(max(0, self.language_box.findData(language)))
        self.assessor.setText(assessor)

    def show_library(self, facts: LibraryFacts) -> None:
        self._folder = facts.folder
        self.folder.setText(str(facts.folder))
        self.papers.setText(numeral(facts.n_papers))
        self.model.setText(facts.model)
        text = self.tr("{0} tokens of title and abstract")
        self.max_length.setText(text.format(numeral(facts.max_length)))
        self.watched.show_folders(facts.watched)

    def show_backups(self) -> None:
        """Brings the backups into view."""
        self._area.ensureWidgetVisible(self.backups)
        self.backups.table.setFocus()

    def show_check(self) -> None:
        """Brings the check of the library into view."""
        self._area.ensureWidgetVisible(self.check)
        self.check.start.setFocus()

    def show_lookups(self) -> None:
        """Brings the look-ups into view."""
        self._area.ensureWidgetVisible(self.lookups)

    def show_error(self, text: str) -> None:
        self.strip.say(text, tone="danger", action=self.tr("Try again"), act=self.shown.emit)

    def show_message(self, text: str) -> None:
        self.message.emit(text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    # -- acts of the desktop ----------------------------------------------------------------------------

    def _reveal_library(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))

    def _choose_library(self) -> None:
        title = self.tr("Open a library's folder, or an empty one for a new library")
        self._ask_folder(title, _open_library)

    def _choose_watched(self) -> None:
        self._ask_folder(
            self.tr("Choose a folder to import papers from automatically"), self.watch_wanted.emit
        )

    def _choose_model(self) -> None:
        self._ask_folder(self.tr("Choose the folder of a model"), self.model_chosen.emit)

    def _ask_folder(self, title: str, chosen: Callable[[str], None]) -> None:
        dialog = QFileDialog(self, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(chosen)
        dialog.open()


def _open_library(folder: str) -> None:
    """In a window of its own: a library has one process, with its own engine and jobs."""
    program, *words = python("-m", "assay", "--library", folder, "desktop")
    QProcess.startDetached(program, words)


def _rows(rows: list[tuple[str, QWidget]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setContentsMargins(0, S2, 0, 0)
    grid.setHorizontalSpacing(S4)
    grid.setVerticalSpacing(S3)
    grid.setColumnMinimumWidth(0, _LABEL_WIDTH)
    grid.setColumnStretch(1, 1)
    for number, (name, widget) in enumerate(rows):
        if name:
            made = label(name, "muted")
            is_field = isinstance(widget, QComboBox | QLineEdit)
            if not is_field and not isinstance(widget, QLabel):
                made.setMinimumHeight(_BUTTON_PX)  # its first line is that of a button
            place = Qt.AlignmentFlag.AlignVCenter if is_field else Qt.AlignmentFlag.AlignTop
            grid.addWidget(made, number, 0, place)
        if widget.maximumWidth() < _WIDTH:
            grid.addWidget(widget, number, 1, Qt.AlignmentFlag.AlignLeft)
        else:
            grid.addWidget(widget, number, 1)
    return grid


def _value(text: str = "") -> QLabel:
    made = label(text, "body", wrap=True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def _button(text: str, act: Callable[[], None]) -> QPushButton:
    button = QPushButton(text)
    button.clicked.connect(act)
    return button


def _row(*buttons: QPushButton) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(S2)
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    return holder


def _hairline() -> QFrame:
    line = QFrame()
    line.setProperty("role", "hairline")
    return line

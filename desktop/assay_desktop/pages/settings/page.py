"""The settings page: one calm column of groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assay.types import Fusion
from assay_desktop.actions.opening import open_outside
from assay_desktop.background.children import open_window
from assay_desktop.pages.settings.model import VERSION, LibraryFacts
from assay_desktop.pages.settings.widgets.backups import Backups
from assay_desktop.pages.settings.widgets.check import LibraryCheck
from assay_desktop.pages.settings.widgets.keys import KeyChoices
from assay_desktop.pages.settings.widgets.lookups import LookUps
from assay_desktop.pages.settings.widgets.references import References
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import minute, numeral
from assay_desktop.text.settings_words import section_titles
from assay_desktop.theme import ROW_HEIGHT, S2, S3, S4, S6, S8, SIZES, Theme, set_px
from assay_desktop.widgets.boxes import STRETCH, boxed, clear, hairline, hbox, vbox
from assay_desktop.widgets.controls.fields import choices, text_field
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.flow_row import FlowRow
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, scrolled
from assay_desktop.widgets.strip import Strip

if TYPE_CHECKING:
    from assay.library.watched import WatchedFolder


_ZOTERO: Final = "zotero:"  # begins the name of a library of a running Zotero


class WatchedFolders(QWidget):
    """A line a folder with a button to let it go; below them those to add another, or a running Zotero."""

    add_wanted = Signal()
    zotero_wanted = Signal()
    look_wanted = Signal()
    removed = Signal(str)  # path

    def __init__(self) -> None:
        super().__init__()
        self._lines = vbox(gap=S2)
        self._add = button(self.tr("Watch a folder…"), self.add_wanted.emit)
        self.zotero = button(
            self.tr("Watch Zotero…"), self.zotero_wanted.emit, hint=self.tr("Zotero must be running")
        )
        self._look = button(self.tr("Check now"), self.look_wanted.emit)
        hint = self.tr(
            "New PDFs and reference files in these folders are imported automatically. If a file "
            "disappears, it is marked “missing” and its paper is kept. A running Zotero adds its "
            "items, collections, PDFs, notes and highlights."
        )
        row = FlowRow(S2)
        for each in (self._add, self.zotero, self._look):
            row.addWidget(each)
        vbox(
            self._lines,
            row,
            label(hint, "caption", wrap=True),
            on=self,
            gap=S2,
        )

    def show_folders(self, folders: Sequence[WatchedFolder]) -> None:
        clear(self._lines)
        for folder in folders:
            self._lines.addWidget(self._line(folder))
        self._look.setVisible(bool(folders))

    def _line(self, folder: WatchedFolder) -> QWidget:
        last = (
            self.tr("checked {0}").format(minute(folder.looked_at))
            if folder.looked_at
            else self.tr("not checked yet")
        )
        title = self._title(folder.path)
        path = ElidedLabel("body")  # one line, whatever the window's width and language
        path.show_text(title)
        path.setToolTip(escape_markup(folder.path))
        remove = button(
            self.tr("Stop watching"),
            lambda: self.removed.emit(folder.path),
            hint=self.tr("Papers from this folder stay in the library"),
        )
        remove.setAccessibleName(self.tr("Stop watching {0}").format(title))
        return boxed(hbox(path, STRETCH, label(last, "caption"), remove, gap=S2))

    def _title(self, name: str) -> str:
        if not name.startswith(_ZOTERO):
            return name
        group = name.rpartition("/")[2].removeprefix(_ZOTERO)
        return self.tr("Zotero, group {0}").format(group) if group else self.tr("Zotero (running)")


_WIDTH: Final = 640
_LIST_PX: Final = 144
_LABEL_WIDTH: Final = 132
_BUTTON_PX: Final = 32


class SettingsPage(QWidget):
    """Widgets only; a choice leaves as a signal the moment it is made."""

    theme_chosen = Signal(str)
    measures_chosen = Signal(int, bool)  # text size in per cent, whether rows are compact
    language_chosen = Signal(str)
    assessor_named = Signal(str)
    model_chosen = Signal(str)  # the folder of a model
    fusion_chosen = Signal(str)  # a `Fusion`
    watch_wanted = Signal(str)  # a folder
    shown = Signal()
    reopen_wanted = Signal()  # a backup was restored: the window is of another library now
    message = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._folder = Path()
        self.strip = Strip(theme)
        builds = {
            "appearance": self._build_appearance,
            "keys": self._build_keys,
            "judging": self._build_judging,
            "references": self._build_references,
            "library": self._build_library,
            "watched": self._build_watched,
            "lookups": self._build_lookups,
            "model": self._build_model,
            "backups": self._build_backups,
            "about": self._build_about,
        }
        self.sections, self._stack = QListWidget(), QStackedWidget()
        self.sections.setAccessibleName(self.tr("Sections"))
        set_px(self.sections, width=_LIST_PX)
        self._keys = [key for key, _title in section_titles()]
        for key, title in section_titles():
            item = QListWidgetItem(title, self.sections)
            item.setSizeHint(QSize(0, ROW_HEIGHT))
            self._stack.addWidget(_section(title, builds[key]()))
        self.sections.currentRowChanged.connect(self._stack.setCurrentIndex)
        self.sections.setCurrentRow(0)
        self.setFocusProxy(self.sections)
        left = boxed(
            vbox(
                label(self.tr("Settings"), "page-title"), (self.sections, 1), gap=S4, margins=(S4, S6, S2, S4)
            )
        )
        left.setProperty("role", "sidebar")
        left.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        strip = boxed(vbox(self.strip, margins=(S8, S4, S8, 0)))
        hbox(left, (vbox(strip, (self._stack, 1), gap=0), 1), on=self, gap=0)

    # -- groups -----------------------------------------------------------------------------------------

    def _build_appearance(self) -> QGridLayout:
        self.theme_box = choices(
            self.tr("Theme"),
            [(self.tr("Match system"), "system"), (self.tr("Light"), "light"), (self.tr("Dark"), "dark")],
        )
        set_px(self.theme_box, width=200)
        self.theme_box.currentIndexChanged.connect(
            lambda _: self.theme_chosen.emit(str(self.theme_box.currentData()))
        )
        rows = [(self.tr("Theme"), self.theme_box), *self._size_rows(), *self._language_rows()]
        tip = self.tr("System theme and language, 100 %, comfortable rows")
        self.reset = button(self.tr("Reset appearance"), self._reset_appearance, hint=tip)
        return _rows([*rows, ("", boxed(hbox(self.reset, STRETCH)))])

    def _reset_appearance(self) -> None:
        for box, value in (
            (self.theme_box, "system"),
            (self.size_box, 100),
            (self.rows_box, False),
            (self.language_box, "system"),
        ):
            box.setCurrentIndex(box.findData(value))

    def _size_rows(self) -> list[tuple[str, QWidget]]:
        self.size_box = choices(
            self.tr("Text size"), [(self.tr("{0} %").format(size), size) for size in SIZES]
        )
        rows = [(self.tr("Comfortable"), False), (self.tr("Compact"), True)]
        self.rows_box = choices(self.tr("Rows"), rows)
        for box in (self.size_box, self.rows_box):
            set_px(box, width=200)
            box.currentIndexChanged.connect(
                lambda _: self.measures_chosen.emit(self.size_box.currentData(), self.rows_box.currentData())
            )
        return [(self.tr("Text size"), self.size_box), (self.tr("Rows"), self.rows_box)]

    def _language_rows(self) -> list[tuple[str, QWidget]]:
        self.language_box = QComboBox()
        for text, choice in ((self.tr("Match system"), "system"), ("English", "en"), ("Deutsch", "de")):
            self.language_box.addItem(text, choice)  # a language is named in itself
        self.language_box.setAccessibleName(self.tr("Language"))
        set_px(self.language_box, width=200)
        self.language_box.currentIndexChanged.connect(
            lambda _: self.language_chosen.emit(str(self.language_box.currentData()))
        )
        hint = label(self.tr("Takes effect after a restart."), "caption", wrap=True)
        return [(self.tr("Language"), self.language_box), ("", hint)]

    def _build_keys(self) -> QVBoxLayout:
        self.keys = KeyChoices()
        return vbox(self.keys, margins=(0, S2, 0, 0))

    def _build_judging(self) -> QGridLayout:
        self.assessor = text_field(self.tr("Your name as an assessor"))
        set_px(self.assessor, width=200)
        self.assessor.editingFinished.connect(lambda: self.assessor_named.emit(self.assessor.text()))
        hint = label(self.tr("New grades are saved under this name."), "caption", wrap=True)
        return _rows([(self.tr("Assessor"), self.assessor), ("", hint)])

    def _build_references(self) -> QVBoxLayout:
        self.references = References()
        return vbox(self.references)

    def _build_library(self) -> QVBoxLayout:
        self.folder = _value()
        self.papers = _value()
        show = button(self.tr("Show folder"), self._reveal_library)
        other = button(self.tr("Open another library…"), self.choose_library)
        buttons = boxed(hbox(show, other, STRETCH, gap=S2))
        self.check = LibraryCheck()
        rows = [(self.tr("Folder"), self.folder), (self.tr("Papers"), self.papers), ("", buttons)]
        rows.append((self.tr("Integrity"), self.check.acts))
        return vbox(_rows(rows), self.check, gap=S3)

    def _build_watched(self) -> QGridLayout:
        self.watched = WatchedFolders()
        self.watched.add_wanted.connect(self._choose_watched)
        return _rows([(self.tr("Folders"), self.watched)])

    def _build_lookups(self) -> QVBoxLayout:
        self.lookups = LookUps()
        return vbox(self.lookups)

    def _build_model(self) -> QGridLayout:
        self.model = _value()
        self.max_length = _value()
        text = self.tr(
            "Choose a sentence-transformers model folder; trained models are under Train > Models. Switching "
            "models re-indexes the library."
        )
        self.passages = QCheckBox(self.tr("Semantic search in full texts"))
        hint = self.tr(
            "Encodes about 30 passages per PDF for Full text searches. Turning it off deletes their vectors."
        )
        another = button(self.tr("Use another model…"), self._choose_model)
        self.fusion_box = choices(
            self.tr("Hybrid search"),
            [
                (self.tr("By score"), Fusion.SCORES.value),
                (self.tr("By rank (RRF)"), Fusion.RRF.value),
            ],
        )
        set_px(self.fusion_box, width=200)
        self.fusion_box.currentIndexChanged.connect(
            lambda _: self.fusion_chosen.emit(str(self.fusion_box.currentData()))
        )
        joins = self.tr("How hybrid search combines keyword and semantic results.")
        return _rows(
            [
                (self.tr("Name"), self.model),
                (self.tr("Text length"), self.max_length),
                ("", boxed(hbox(another, STRETCH, gap=S2))),
                ("", label(text, "caption", wrap=True)),
                (self.tr("Hybrid search"), self.fusion_box),
                ("", label(joins, "caption", wrap=True)),
                (self.tr("Full texts"), self.passages),
                ("", label(hint, "caption", wrap=True)),
            ]
        )

    def _build_backups(self) -> QVBoxLayout:
        self.backups = Backups()
        return vbox(self.backups)

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
        with QSignalBlocker(self.fusion_box):
            self.fusion_box.setCurrentIndex(self.fusion_box.findData(facts.fusion.value))
        self.passages.setChecked(facts.passages)
        self.watched.show_folders(facts.watched)

    def show_section(self, key: str) -> None:
        """Show a section: "library", "lookups", "model" and so on."""
        self.sections.setCurrentRow(self._keys.index(key))

    def show_backups(self) -> None:
        """Bring the backups into view."""
        self.show_section("backups")
        self.backups.table.setFocus()

    def show_check(self) -> None:
        """Bring the check of the library into view."""
        self.show_section("library")
        self.check.start.setFocus()

    def show_measures(self, size: int, *, compact: bool) -> None:
        """Show the text size and the density that are in force."""
        for box, value in ((self.size_box, size), (self.rows_box, compact)):
            with QSignalBlocker(box):
                box.setCurrentIndex(max(0, box.findData(value)))

    def show_error(self, text: str) -> None:
        self.strip.say(text, tone="danger", action=self.tr("Try again"), act=self.shown.emit)

    def show_message(self, text: str) -> None:
        self.message.emit(text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    # -- acts of the desktop ----------------------------------------------------------------------------

    def _reveal_library(self) -> None:
        open_outside(str(self._folder), self.message.emit)

    def choose_library(self) -> None:
        """Ask for a folder, and open it in a window of its own."""
        title = self.tr("Open a library's folder, or an empty one for a new library")
        self._ask_folder(title, open_window)

    def _choose_watched(self) -> None:
        self._ask_folder(
            self.tr("Choose a folder to import papers from automatically"), self.watch_wanted.emit
        )

    def choose_zotero(self, libraries: Mapping[str, str]) -> None:
        """Watch the user's own library of Zotero; offer it and the groups where there are any."""
        if len(libraries) == 1:
            self.watch_wanted.emit(next(iter(libraries)))
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name, title in libraries.items():
            text = title.replace("&", "&&") or self.tr("My library")
            menu.addAction(text, partial(self.watch_wanted.emit, name))
        menu.popup(self.watched.zotero.mapToGlobal(self.watched.zotero.rect().bottomLeft()))

    def _choose_model(self) -> None:
        self._ask_folder(self.tr("Choose the folder of a model"), self.model_chosen.emit)

    def _ask_folder(self, title: str, chosen: Callable[[str], None]) -> None:
        dialog = QFileDialog(self, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(chosen)
        dialog.open()


def _section(title: str, content: QLayout) -> QWidget:
    """Return a section, which scrolls on its own."""
    column = vbox(label(title, "page-title"), hairline(), gap=S3, margins=(S8, S6, S8, S6))
    column.addLayout(content)
    column.addStretch(1)
    inner = boxed(column)
    set_px(inner, most=_WIDTH + 2 * S8)
    holder = QWidget()
    row = hbox((inner, 1), on=holder)
    row.addStretch(0)
    area = scrolled(holder)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the control that has it
    return area


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
            is_field = isinstance(widget, QCheckBox | QComboBox | QLineEdit)
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

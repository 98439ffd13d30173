"""The reader: a PDF to scroll, search and copy from, with its outline at the side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QIntValidator
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from assay.types import HIGHLIGHT_COLOURS, Highlight, shown_title
from assay_desktop.pages.reader.model import source_of
from assay_desktop.pages.reader.widgets.selection_bar import SelectionBar
from assay_desktop.pages.reader.widgets.side import ReaderSide
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1, S2, S3, S4, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, hairline, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import text_field
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.controls.menu_button import MenuButton
from assay_desktop.widgets.controls.side_panes import RIGHT, SidePanes
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.pdf.file_menu import FileMenu, ask_file
from assay_desktop.widgets.pdf.pdf_view import FindField
from assay_desktop.widgets.pdf.scroll import PdfScroll
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.state_panel import StatePanel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QHBoxLayout

    from assay.pdf.types import TextOnPage
    from assay.types import Paper
    from assay_desktop.keys import Keys

SIDE: Final = 300
_FIELD_PX: Final = 52


class ReaderPage(QWidget):
    """Widgets only: what the reader wants leaves as a signal, what there is to see comes through `show_*`."""

    paper_wanted = Signal(str)  # doc_id
    back_wanted = Signal()
    outside_wanted = Signal()
    match_wanted = Signal(int)  # 1 the next, -1 the one before
    copy_wanted = Signal(bool)  # with its source
    dark_chosen = Signal(bool)
    highlight_wanted = Signal(str)  # a colour; "" for the last one
    comment_wanted = Signal()  # on the selected text
    selection_cleared = Signal()
    state_chosen = Signal(str)  # one of READ_STATES, or ""
    next_state_wanted = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()
    undo_offered = Signal(str, str, object)  # what was done, the button's words, what it calls
    paper_changed = Signal()
    markdown_wanted = Signal(str)  # path to write to
    annotated_wanted = Signal(str)  # likewise
    message = Signal(str)

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self.open_paper = self.paper_wanted.emit
        self.show_message = self.show_refusal = self.message.emit
        self._theme = theme
        self._icons: list[tuple[QToolButton, str]] = []
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.view = PdfScroll(theme)
        self.bar = SelectionBar(theme, self.view)
        self._selection: Sequence[TextOnPage] = ()
        self.side = ReaderSide(theme)
        self.state = StatePanel(theme)
        self._markdown = self.tr("Highlights and notes as Markdown…")
        self._annotated = self.tr("Copy of the PDF with highlights…")
        self._stack = stacked(self.state, self.view)
        middle = QFrame()
        middle.setProperty("role", "panel")
        self._tools = boxed(self._build_tools())
        vbox(self._build_title(), self._tools, S1, hairline(), (self._stack, 1), on=middle, gap=S1)
        self.panes = SidePanes(theme, middle, right=self.side, sizes=[700, SIDE], on=self)
        vbox(self.panes, on=self)
        self.view.place_changed.connect(self._show_place)
        self.view.zoom_changed.connect(self._show_zoom)
        self.side.outline.place_wanted.connect(self.view.go_to)
        self.side.highlights.chosen.connect(self._show_highlight)
        self.bar.colour_chosen.connect(self.highlight_wanted)
        self.bar.comment_wanted.connect(self.focus_comment)
        self.bar.copy_wanted.connect(self._copy_from_bar)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()
        self._bind_keys(keys)
        self.setFocusProxy(self.view)
        self.show_no_paper()

    # -- building ---------------------------------------------------------------------------------------

    def _build_title(self) -> QHBoxLayout:
        back = self._tool("arrow-left", self.tr("Back ({0})"), "reader.back", self.back_wanted.emit)
        self._title = ElidedLabel("strong")
        self._source = ElidedLabel("caption")
        self.outside = button(
            self.tr("Open"), self.outside_wanted.emit, kind="link", hint=self.tr("Open in your PDF reader")
        )
        hint(self.outside, self.tr("Open in your PDF reader ({0})"), "reader.outside")
        self.reading = MenuButton(self._theme, self.tr("Reading list"))
        self.reading.chosen.connect(lambda state: self.state_chosen.emit(str(state)))
        self.show_reading_state("")
        self.reading.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        around = (S3, S3, S4, 0)
        self.more = FileMenu(self._theme)
        self.more.chosen.connect(self._act)
        self.state.action_requested.connect(self.more.run)
        at_end = hbox(self.reading, self.more, self.outside, gap=S2)
        return hbox(back, self._title, self._source, STRETCH, at_end, gap=S2, margins=around)

    def _build_tools(self) -> QHBoxLayout:
        self.page_field = text_field(self.tr("Page"))
        self.page_field.setFixedWidth(_FIELD_PX)
        self.page_field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.page_field.setValidator(QIntValidator(1, 1_000_000, self))
        self.page_field.returnPressed.connect(self._go_to_page)
        hint(self.page_field, self.tr("Go to a page ({0})"), "reader.go-to")
        self._count = label(role="caption")
        self._smaller = self._tool("minus", self.tr("Smaller ({0})"), "text.smaller")
        self._zoom = label(role="caption")
        self._zoom.setMinimumWidth(40)
        self._zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._larger = self._tool("plus", self.tr("Larger ({0})"), "text.larger")
        fit_icon = "arrows-out-line-horizontal"
        self._fit = self._tool(fit_icon, self.tr("Fit the width ({0})"), "text.usual")
        self._fit.setCheckable(True)
        self._dark = self._tool("moon", self.tr("Dark pages ({0})"), "reader.dark")
        self._dark.setCheckable(True)
        self.find_field = FindField()
        self.find_field.setMinimumWidth(120)
        self.find_field.setMaximumWidth(280)
        hint(self.find_field, self.tr("Find in this PDF ({0})"), "box")
        self.find_edited = self.find_field.textEdited
        self.find_field.next_wanted.connect(self.match_wanted)
        self._found = label(role="caption")
        next_match = self.tr("Next match ({0})")
        self._next = self._tool("caret-down", next_match, "reader.next")
        previous = self.tr("Previous match ({0})")
        self._previous = self._tool("caret-up", previous, "reader.previous")
        return hbox(
            self.page_field,
            self._count,
            S2,
            self._smaller,
            self._zoom,
            self._larger,
            self._fit,
            self._dark,
            STRETCH,
            (self.find_field, 1),
            self._found,
            self._previous,
            self._next,
            gap=S1,
            margins=(S4, 0, S4, 0),
        )

    def _tool(
        self, name: str, words: str, action: str, call: Callable[[], None] | None = None
    ) -> QToolButton:
        """Return a button that does what the key of an action does, or `call`."""
        made = QToolButton()
        made.setAutoRaise(True)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setAccessibleName(words.replace(" ({0})", ""))
        hint(made, words, action)
        made.clicked.connect(lambda _checked=False: (call or self.calls()[action])())
        self._icons.append((made, name))
        return made

    def _paint_icons(self) -> None:
        for each, name in self._icons:
            each.setIcon(icon(name, self._theme.color("text")))

    def calls(self) -> dict[str, Callable[[], None]]:
        """What the page's keys start."""
        return {
            "box": partial(self._focus, self.find_field),
            "reader.back": self.leave,
            "reader.next": partial(self.match_wanted.emit, 1),
            "reader.previous": partial(self.match_wanted.emit, -1),
            "text.larger": partial(self.view.step_zoom, 1),
            "text.smaller": partial(self.view.step_zoom, -1),
            "text.usual": partial(self.view.set_zoom, 0.0),
            "reader.dark": self.toggle_dark,
            "reader.go-to": partial(self._focus, self.page_field),
            "reader.copy": lambda: self.copy_wanted.emit(False),
            "reader.copy-source": lambda: self.copy_wanted.emit(True),
            "reader.outside": self.outside_wanted.emit,
            "reader.highlight": lambda: self.highlight_wanted.emit(""),
            **{
                f"reader.colour-{number}": partial(self.highlight_wanted.emit, colour)
                for number, colour in enumerate(HIGHLIGHT_COLOURS, start=1)
            },
            "reader.comment": self.focus_comment,
            "reader.remove": self.side.highlights.want_removing,
            "reader.highlights": partial(self._open_side, "highlights"),
            "reader.notes": self.write_notes,
            "reader.state": self.next_state_wanted.emit,
            "undo": self.undo_wanted.emit,
            "redo": self.redo_wanted.emit,
        }

    def _bind_keys(self, keys: Keys) -> None:
        for name, call in self.calls().items():
            keys.bind(name, self, call)

    # -- what there is to see ---------------------------------------------------------------------------

    def show_paper(self, paper: Paper) -> None:
        """Name the paper; its pages come later."""
        self.side.outline.show_outline(())
        self.show_selection(())
        self._stack.setCurrentWidget(self.view)
        self.reading.show()
        self.more.show()
        self._title.show_text(shown_title(paper))
        self._source.show_text(source_of(paper))
        self.find_field.clear()
        self.show_found(0, 0)

    def show_selection(self, selection: Sequence[TextOnPage]) -> None:
        """Take what is selected now; the bar comes once the mouse has let go."""
        self._selection = selection
        if self.bar.isAncestorOf(QApplication.focusWidget() or self):
            self.view.setFocus()
        self.bar.show_at(())

    def offer_marks(self) -> None:
        """Offer, next to the selected text, what can be done with it."""
        self.bar.show_at(self._selection)

    def show_empty(
        self, sentence: str, *, action: str = "", second: str = "", icon: str = "file-pdf"
    ) -> None:
        """Show, in place of the pages, why there are none and what can be done."""
        self.side.outline.show_outline(())
        self.state.show_message(icon, sentence, action=action, second=second)
        self.show_readable(readable=False)

    def show_no_paper(self) -> None:
        self.reading.hide()
        self.more.hide()
        self._title.show_text("")
        self._source.show_text("")
        words = self.tr("Select a paper in Library or Search and press Enter to read it here.")
        self.show_empty(words, icon="book-open")

    def show_without_pdf(self, sentence: str, can_find: bool) -> None:
        """Show why there are no pages, and how to get some."""
        second = self.more.find_words if can_find else ""
        self.show_empty(sentence, action=self.more.attach_words, second=second)

    def show_file_actions(self, doc_id: str, *, can_find: bool, has_file: bool) -> None:
        """Offer what can be done with the paper's file."""
        more = [(self._markdown, True), (self._annotated, has_file)]
        self.more.show_file(doc_id, has_file=has_file, can_find=can_find, more=more)

    def _act(self, entry: object) -> None:
        """Ask where to write what the file's menu offers of the reader."""
        if entry == self._markdown:
            ask_file(self, self._markdown, self.markdown_wanted.emit, suffix="md")
        elif entry == self._annotated:
            ask_file(self, self._annotated, self.annotated_wanted.emit, suffix="pdf")

    def show_found(self, at: int, count: int, *, whole: bool = True, searched: bool = False) -> None:
        """Show which match is the present one, of how many; `whole`: all pages were looked through."""
        more = "" if whole else "+"
        words = self.tr("{0} of {1}").format(numeral(at), f"{numeral(count)}{more}")
        nothing = self.tr("Nothing found") if whole else self.tr("Searching…")
        self._found.setText("" if not searched else words if count else nothing)
        for each in (self._next, self._previous):
            each.setEnabled(count > 0)

    def show_reading_state(self, state: str) -> None:
        """Show whether the paper is to be read, or was."""
        words = {"": self.tr("No mark"), "to read": self.tr("To read"), "read": self.tr("Read")}
        self.reading.show_text(words[state] if state else self.tr("Mark as…"))
        self.reading.show_entries([(text, each, True) for each, text in words.items()], state)

    def offer_undo(self, text: str, undo: Callable[[], None]) -> None:
        self.undo_offered.emit(text, self.tr("Undo"), undo)

    def show_dark(self, dark: bool) -> None:
        self._dark.setChecked(dark)
        self.view.set_dark(dark)

    def show_readable(self, *, readable: bool) -> None:
        """Show the pages, or in their place why there are none."""
        self._stack.setCurrentWidget(self.view if readable else self.state)
        self.setFocusProxy(self.view if readable else self.state)
        self._tools.setVisible(readable)
        self.side.outline.say_none(readable=readable)
        self.outside.setVisible(readable)

    def _show_place(self) -> None:
        if not self.view.page_count:
            return
        if not self.page_field.hasFocus():
            self.page_field.setText(str(self.view.page))
        self._count.setText(self.tr("of {0}").format(numeral(self.view.page_count)))
        self.view.setAccessibleDescription(
            self.tr("page {0} of {1}").format(self.view.page, self.view.page_count)
        )
        self.side.outline.mark(self.view.place)

    def _show_zoom(self) -> None:
        self._zoom.setText(self.tr("{0} %").format(round(100 * self.view.zoom)))
        self._fit.setChecked(self.view.fits)

    # -- moving -----------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leave the field that is written in (which ends finding), else the selection, else the page."""
        focus = QApplication.focusWidget()
        if self.side.notes.is_writing and self.side.notes.isAncestorOf(focus or self):
            self.side.notes.save()
        elif isinstance(focus, QLineEdit | QPlainTextEdit) and self.isAncestorOf(focus):
            self.view.setFocus()
            if focus is self.find_field:
                self._end_finding()
        elif self._selection:
            self.selection_cleared.emit()
        else:
            self.back_wanted.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # a window that is minimised is not left
            self._end_finding()

    def _end_finding(self) -> None:
        self.find_field.clear()
        self.find_edited.emit("")

    def _focus(self, field: QLineEdit) -> None:
        if self._tools.isVisible():  # without a PDF a hidden field would take the keys with it
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()

    def toggle_dark(self) -> None:
        if self._tools.isVisible():  # or nobody would see what it did, until the next PDF
            self.dark_chosen.emit(not self.view.is_dark)

    def focus_comment(self) -> None:
        """Write a comment on the selected text, which is highlighted for it, or on the chosen highlight."""
        if self._selection:
            self.comment_wanted.emit()
        elif self.side.highlights.current is not None:
            self._open_side("highlights")
            self.side.highlights.comment.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _copy_from_bar(self) -> None:
        self.copy_wanted.emit(False)
        self.bar.show_at(())

    def write_notes(self) -> None:
        """Write notes on the paper."""
        self._open_side("notes")
        self.side.notes.edit()

    def _open_side(self, tab: str) -> None:
        self.panes.reveal(RIGHT)
        self.side.open_tab(tab)
        if tab == "highlights":
            self.side.highlights.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_highlight(self, one: Highlight) -> None:
        if one.boxes and self.view.page_count >= one.page:
            self.view.reveal(one.page, one.boxes[0])

    def _go_to_page(self) -> None:
        if self.page_field.text():
            self.view.setFocus()
            self.view.go_to_page(int(self.page_field.text()))

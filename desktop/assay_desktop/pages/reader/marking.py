"""What the reader leaves in a paper: highlights, notes, and whether it was read. Each is one action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.items import notes_text
from assay.types import HIGHLIGHT_COLOURS, Highlight
from assay_desktop.actions.filing import FilingPresenter
from assay_desktop.widgets.pdf.column import Overlay

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QObject

    from assay.errors import AssayError
    from assay.library import Action
    from assay.pdf.types import TextOnPage
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext, Change
    from assay_desktop.pages.reader.page import ReaderPage
    from assay_desktop.pages.reader.presenter import OpenPaper

_COLOUR: Final = "reader/colour"


class MarkingPresenter(FilingPresenter):
    """Shows what the library holds after each change: nothing is seen before it is kept."""

    def __init__(self, page: ReaderPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(page, context, parent)
        self._page = page
        self._open: OpenPaper | None = None
        self._selection: Sequence[TextOnPage] = ()
        self._shown: set[str] | None = None  # the uuids of the highlights that are shown
        self._commenting = False  # on the next highlight, once it is kept
        self._written = "", ""  # a highlight and its comment that the list does not have yet
        view = page.side.highlights
        page.highlight_wanted.connect(self.highlight)
        page.comment_wanted.connect(self.comment)
        page.view.overlay_clicked.connect(self.choose)
        view.colour_wanted.connect(self.change_colour)
        view.comment_written.connect(self.write_comment)
        view.removing_wanted.connect(self.remove)
        page.side.notes.written.connect(self.write_notes)
        page.state_chosen.connect(self.set_state)
        page.next_state_wanted.connect(self.mark_on)
        page.undo_wanted.connect(self.undo)
        page.redo_wanted.connect(self.redo)
        context.changes.changed.connect(self._hear)
        page.side.highlights.colours.chosen.connect(self._keep_colour)

    def open(self, found: OpenPaper) -> None:
        """Show what was left in this paper."""
        another = self._open is None or self._open.paper.doc_id != found.paper.doc_id
        self._open = found
        if another:
            self._selection, self._shown = (), None
            self._page.side.highlights.show_highlights(())
        self._page.side.notes.show_notes(found.paper.doc_id, notes_text(found.paper))
        self._read()

    def select(self, selection: Sequence[TextOnPage]) -> None:
        """Remember the text that the next highlights are made of, a page each."""
        self._selection = [place for place in selection if place.boxes]

    def highlight(self, colour: str) -> None:
        """Highlight the selected text in a colour ("": the last one), or dye the chosen highlight."""
        colour = colour or self._context.settings.text(_COLOUR) or HIGHLIGHT_COLOURS[0]
        if self._selection and self._open is not None:
            self._keep_colour(colour)
            doc_id, sha256 = self._open.paper.doc_id, self._open.pdf.sha256
            made = [
                Highlight(doc_id, sha256, place.page, place.boxes, colour, place.text)
                for place in self._selection
            ]
            self._page.selection_cleared.emit()
            self._do(lambda library: library.annotations.add(*made))
        elif self._page.side.highlights.uuid:
            self.change_colour(self._page.side.highlights.uuid, colour)
        else:
            self._page.message.emit(self.tr("Select text on a page first."))

    def comment(self) -> None:
        """Highlight the selected text; its comment is written next."""
        self._commenting = bool(self._selection)
        self.highlight("")

    def choose(self, uuid: str) -> None:
        """Choose the highlight that was clicked on the page."""
        if uuid:
            self._page.side.open_tab("highlights")
            self._page.side.highlights.choose(uuid)

    def change_colour(self, uuid: str, colour: str) -> None:
        known = self._page.side.highlights.highlight(uuid)
        if known is not None and known.colour != colour:
            self._do(lambda library: library.annotations.change(uuid, colour=colour))

    def write_comment(self, uuid: str, comment: str) -> None:
        """Write it once, however often its field is left before the list has it."""

        def refused(error: AssayError) -> None:
            self._written = "", ""
            self._host.show_refusal(str(error))

        if self._written != (uuid, comment):
            self._written = uuid, comment
            change = lambda ws: ws.library.annotations.change(uuid, comment=comment)  # noqa: E731 - as short as it is
            self._context.lane.submit(change, self._done, refused)

    def remove(self, uuid: str) -> None:
        if uuid:
            self._do(lambda library: library.annotations.remove(uuid))

    def mark_on(self) -> None:
        """Give the paper the reading mark that follows the one it has."""
        self._set_state(None)

    def set_state(self, state: str) -> None:
        self._set_state(state)

    # -- inner ------------------------------------------------------------------------------------------

    def _set_state(self, state: str | None) -> None:
        if self._open is not None:
            doc_id = self._open.paper.doc_id
            self._do(lambda library: library.annotations.set_state(state, [doc_id]))

    def _tell(self, actions: Sequence[Action]) -> None:
        """Tell other pages too, but of highlights, which they do not show."""
        if all("highlight" in action.kind for action in actions):
            self._page.paper_changed.emit()
        else:
            super()._tell(actions)

    def _keep_colour(self, colour: str) -> None:
        self._context.settings.set_text(_COLOUR, colour)

    def _hear(self, change: Change) -> None:
        if change.papers and self._open is not None:
            self._page.paper_changed.emit()

    def _read(self) -> None:
        if self._open is None:
            return
        doc_id = self._open.paper.doc_id
        read: Callable[[Workspace], tuple[list[Highlight], str]] = lambda ws: (  # noqa: E731
            ws.library.annotations.highlights([doc_id]),
            ws.library.annotations.states([doc_id]).get(doc_id, ""),
        )
        self._context.lane.submit(read, lambda found: self._show(doc_id, *found), key="reader-marks")

    def _show(self, doc_id: str, highlights: list[Highlight], state: str) -> None:
        if self._open is None or self._open.paper.doc_id != doc_id:
            return
        uuids = [one.uuid for one in highlights]
        new = [] if self._shown is None else [each for each in uuids if each not in self._shown]
        chosen, self._shown = next(iter(new), ""), set(uuids)
        self._written = "", ""
        self._page.side.highlights.show_highlights(highlights, chosen=chosen)
        here = [one for one in highlights if one.sha256 == self._open.pdf.sha256]
        overlays = [Overlay(one.page, one.boxes, one.colour, name=one.uuid) for one in here]
        self._page.view.show_layer("highlights", overlays)
        self._page.show_reading_state(state)
        if chosen and self._commenting:
            self._commenting = False
            self._page.focus_comment()

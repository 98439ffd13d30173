"""What a person does to papers, collections and tags: written at once, with a way back, indexed later."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from assay_desktop.actions.filing import FilingPresenter

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject, SignalInstance

    from assay.errors import AssayError
    from assay.library import Action, Library
    from assay.library.collection_store import Collections
    from assay.library.tags import Tags
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.library.page_filing import Filing
    from assay_desktop.pages.library.sources import Source


class LibraryFiling(FilingPresenter):
    """Files papers, and edits, removes, undoes and tells what was done."""

    def __init__(self, page: LibraryPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(page, context, parent)
        self._page = page

    # -- wishes -----------------------------------------------------------------------------------------

    def listen(self, wishes: Filing) -> None:
        """Write each wish by one call of the library."""
        self.file_by(wishes)
        acts: tuple[tuple[SignalInstance, Callable[..., Action]], ...] = (
            (wishes.take_out_wanted, lambda library, path, ids: library.collections.take_out(path, ids)),
            (wishes.collection_wanted, lambda library, path: library.collections.make(path)),
            (wishes.move_wanted, lambda library, path, into: library.collections.move(path, into)),
            (wishes.take_off_wanted, lambda library, name, ids: library.tags.take_off(name, ids)),
            (wishes.remove_wanted, lambda library, ids: library.edits.remove(ids)),
            (wishes.mark_wanted, lambda library, ids: library.annotations.set_state(None, ids)),
            (wishes.bring_back_wanted, lambda library, ids: library.edits.bring_back(ids)),
            (wishes.rename_wanted, lambda library, part, name: _store(library, part).rename(part.name, name)),
            (wishes.delete_wanted, lambda library, part: _store(library, part).delete(part.name)),
            (self._page.pane.files.reading_confirmed, lambda library, sha256: library.files.settle(sha256)),
        )
        for wanted, act in acts:
            wanted.connect(partial(self._do, act))

    def edit(self, doc_id: str, values: dict[str, str]) -> None:
        """Write fields of a paper; what cannot be written so is said in the form."""

        def write(workspace: Workspace) -> Action:
            from assay.ingest.editing import edit_paper

            return edit_paper(workspace.library, doc_id, values)

        def done(action: Action) -> None:
            self._page.close_form(doc_id)
            self._done(action)

        def failed(error: AssayError) -> None:
            self._page.show_form_fault(doc_id, str(error), getattr(error, "field", ""))

        self._context.lane.submit(write, done, failed)

    # -- the history ------------------------------------------------------------------------------------

    def undo_to(self, pk: int) -> None:
        """Undo every change down to this one, this one too."""
        self._context.lane.submit(lambda ws: ws.library.actions.undo_to(pk), self._were_undone, self._fail)

    def read_history(self) -> None:
        read = lambda ws: ws.library.actions.all()  # noqa: E731 - as short as it is
        self._context.lane.submit(read, self._page.show_history, self._fail, key="library-history")

    # -- what follows -----------------------------------------------------------------------------------

    def _were_undone(self, actions: list[Action]) -> None:
        if len(actions) == 1:
            self._was_undone(actions[0])
            return
        self._page.show_message(self.tr("{0} changes undone").format(len(actions)))
        self._tell(actions)


def _store(library: Library, part: Source) -> Collections | Tags:
    """Return where a collection or a tag is kept."""
    return library.tags if part.group == "tag" else library.collections

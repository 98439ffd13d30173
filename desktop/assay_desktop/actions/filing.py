"""Papers filed by hand, from any page: written at once, with a way back, indexed later."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from assay_desktop.context import Change
from assay_desktop.text.action_words import action_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.errors import AssayError
    from assay.library import Action, Library
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.widgets.papers.paper_filing import PaperFiling

INDEX_AFTER_MS: Final = 5000
"""The index follows once nothing was written for so long: one indexing for many edits."""

_READ_BY_THE_INDEX: Final = frozenset({"edit", "accept", "bring back", "merge", "import", "watch"})
"""Kinds of actions that change what is searched. What was removed is left out of results anyway."""


class FilingPage(Protocol):
    """A page on which papers are filed."""

    def offer_undo(self, text: str, undo: Callable[[], None]) -> object: ...
    def show_message(self, text: str) -> None: ...
    def show_refusal(self, text: str) -> None: ...


class FilingPresenter(QObject):
    """Every wish is one action of the library's history."""

    undone = Signal(int)  # the action whose papers are again as they were before it

    def __init__(self, page: FilingPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host, self._context = page, context
        self._index_due = QTimer(self, singleShot=True, interval=INDEX_AFTER_MS)
        self._index_due.timeout.connect(self._index)

    def file_by(self, wishes: PaperFiling) -> None:
        """Write what is wanted of collections and tags."""
        collect: Callable[..., Action] = lambda library, path, ids: library.collections.add(path, ids)  # noqa: E731
        tag: Callable[..., Action] = lambda library, name, ids: library.tags.add(name, ids)  # noqa: E731
        wishes.collect_wanted.connect(partial(self._do, collect))
        wishes.tag_wanted.connect(partial(self._do, tag))

    def _do(self, act: Callable[..., Action], *what: object) -> None:
        refused = lambda error: self._host.show_refusal(str(error))  # noqa: E731 - as short as it is
        self._context.lane.submit(lambda ws: act(ws.library, *what), self._done, refused)

    def _done(self, action: Action) -> None:
        self._host.offer_undo(action_words(action), partial(self._undo_if_last, action.pk))
        self._tell([action])

    def write_notes(self, doc_id: str, text: str, seen: str) -> None:
        """Write a paper's notes, which were `seen` when the writing began."""

        def write(library: Library) -> Action:
            from assay.ingest.editing import write_notes

            return write_notes(library, doc_id, text, seen=seen)

        self._do(write)

    def undo(self) -> None:
        """Undo the library's last change, no matter who made it."""
        self._context.lane.submit(lambda ws: ws.library.actions.undo(), self._was_undone, self._fail)

    def redo(self) -> None:
        self._context.lane.submit(lambda ws: ws.library.actions.redo(), self._was_redone, self._fail)

    def _undo_if_last(self, pk: int) -> None:
        """Undo the action that was shown, and none that was done since by somebody else."""
        undo = lambda ws: ws.library.actions.undo(expected=pk)  # noqa: E731 - as short as it is
        self._context.lane.submit(undo, self._was_undone, self._fail)

    def _was_undone(self, action: Action) -> None:
        self._host.show_message(self.tr("Undone: {0}").format(action_words(action)))
        self._tell([action])
        self.undone.emit(action.pk)

    def _was_redone(self, action: Action) -> None:
        self._host.show_message(self.tr("Done again: {0}").format(action_words(action)))
        self._tell([action])

    def _tell(self, actions: Sequence[Action]) -> None:
        self._context.changes.changed.emit(Change(papers=True))
        if any(action.kind in _READ_BY_THE_INDEX for action in actions):
            self._index_due.start()

    def _index(self) -> None:
        if not self._context.jobs.is_waiting(["index"]):
            self._context.jobs.add(self.tr("Index the library"), ["index"])

    def _fail(self, error: AssayError) -> None:
        self._host.show_message(str(error))


class NamesPresenter(QObject):
    """Tells a page's pickers and menus which collections and tags there are, where nothing else does."""

    def __init__(self, wishes: PaperFiling, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wishes, self._context = wishes, context
        context.changes.changed.connect(self._hear)

    def read(self) -> None:
        show = lambda names: self._wishes.show_names(*names)  # noqa: E731 - as short as it is
        self._context.lane.submit(_names, show, key="filing-names")

    def _hear(self, change: Change) -> None:
        if change.papers:
            self.read()


def _names(workspace: Workspace) -> tuple[list[str], list[str]]:
    """Return the paths of all collections, and all tags."""
    library = workspace.library
    return [one.path for one in library.collections.all()], [name for name, _ in library.tags.all()]

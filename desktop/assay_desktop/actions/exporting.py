"""Exports of what a page lists: a dialog, a job, and a word when it is done."""

from __future__ import annotations

import uuid
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from PySide6.QtCore import QObject, Signal

from assay.ingest.types import Exported
from assay_desktop.text.figures import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext

    Ask = Callable[[str, Callable[[Path], None]], None]  # title, called with the chosen path

_IDS: Final = "export-{0}.ids"
_VAULT: Final = "export/vault"  # the setting that holds the folder of the last notes


@runtime_checkable
class Listing(Protocol):
    """A page that lists papers."""

    def listed(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the ids in the order shown, and those of the selected papers."""


class Exports(QObject):
    """Exports are jobs: 100,000 papers take half a minute, in which the library's thread is needed."""

    message = Signal(str)

    def __init__(
        self,
        context: AppContext,
        page: Callable[[], object],
        ask: Ask,
        ask_folder: Callable[..., None],
        parent: QObject | None = None,
    ) -> None:
        """`page` gives the page that is shown; `ask` is `ask_where`, `ask_folder` is `ask_path`."""
        super().__init__(parent)
        self._jobs = context.jobs
        self._settings = context.settings
        self._page = page
        self._ask_where, self._ask_folder = ask, ask_folder
        context.jobs.finished.connect(self._tell)

    def calls(self) -> dict[str, Callable[[], object]]:
        """Return what starts each of its actions."""
        return {
            "export.listed": self.export_listed,
            "export.selected": self.export_selected,
            "export.notes": lambda: self.export_notes(self._listed()[0]),
        }

    def export_listed(self) -> None:
        """Ask where to write the papers that the page shows, in the order shown."""
        self.export(self._listed()[0])

    def export_selected(self) -> None:
        self.export(self._listed()[1])

    def write(self, doc_ids: Sequence[str], path: Path) -> None:
        """Queue the export; a file of that name is replaced, as the user has said by then."""
        title = self.tr("Export {0} to {1}").format(self._counted(len(doc_ids)), path.name)
        self._add(title, doc_ids, path, "--force")

    def write_notes(self, doc_ids: Sequence[str], folder: str) -> None:
        """Queue the notes of these papers; what the user wrote in notes of before is kept."""
        self._settings.set_text(_VAULT, folder)
        vault = Path(folder)
        title = self.tr("Write notes on {0} into {1}").format(self._counted(len(doc_ids)), vault.name)
        self._add(title, doc_ids, vault, "--notes")

    def _add(self, title: str, doc_ids: Sequence[str], out: Path, option: str) -> None:
        names = self._names_file()
        names.parent.mkdir(parents=True, exist_ok=True)
        names.write_text("".join(f"{doc_id}\n" for doc_id in doc_ids), encoding="utf-8")
        self._jobs.add(title, ["export", str(out), "--ids", str(names), *self._keys(), option])

    def _keys(self) -> list[str]:
        """Return the words by which citation keys are made as the settings say."""
        rule, renew = self._settings.key_rule, self._settings.renews_keys
        return ["--key-rule", rule, *(["--new-keys"] if renew else [])] if rule else []

    def _listed(self) -> tuple[Sequence[str], Sequence[str]]:
        page = self._page()
        return page.listed() if isinstance(page, Listing) else ((), ())

    def export(self, doc_ids: Sequence[str]) -> None:
        """Ask where to write these papers, in this order."""
        if self._has_papers(doc_ids):
            title = self.tr("Export {0}").format(self._counted(len(doc_ids)))
            self._ask_where(title, partial(self.write, doc_ids))

    def export_notes(self, doc_ids: Sequence[str]) -> None:
        """Ask for the vault, or another folder, in which each of these papers gets a Markdown note."""
        if self._has_papers(doc_ids):
            title = self.tr("A folder for notes on {0}").format(self._counted(len(doc_ids)))
            self._ask_folder(title, partial(self.write_notes, doc_ids), start=self._settings.text(_VAULT))

    def _has_papers(self, doc_ids: Sequence[str]) -> bool:
        if not doc_ids:
            self.message.emit(self.tr("Nothing to export here. List papers in Library or Search first."))
        return bool(doc_ids)

    def _names_file(self) -> Path:
        """Return a new file for a job's ids. Those of jobs that nobody can run again any more go."""
        folder = self._jobs.folder
        used = {word for job in self._jobs.all() for word in job.args}
        for old in folder.glob(_IDS.format("*")):
            if str(old) not in used:
                old.unlink(missing_ok=True)
        return folder / _IDS.format(uuid.uuid4().hex)

    def _tell(self, job: Job) -> None:
        """Report a finished export; the window reports a failure, as that of any job."""
        if job.kind == "export" and job.state == "done":
            answer = job.answer(Exported)
            shown = self._counted(answer.exported)
            self.message.emit(self.tr("{0} exported to {1}").format(shown, Path(answer.out).name))

    def _counted(self, n: int) -> str:
        return counted(n, self.tr("paper"), self.tr("papers"))

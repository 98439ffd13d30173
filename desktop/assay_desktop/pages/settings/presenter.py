"""Choices of the settings page: kept at once, without an OK button."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QObject

from assay_desktop.background.job_kinds import LookThroughFolders
from assay_desktop.context import Change
from assay_desktop.pages.settings.model import LibraryFacts, let_go, read_facts, watch_folder
from assay_desktop.text.language import choice_of

if TYPE_CHECKING:
    from assay.errors import AssayError
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext
    from assay_desktop.theme import ThemeChoice


class SettingsView(Protocol):
    """What a page must be able to show."""

    def show_choices(self, *, theme: str, language: str, assessor: str) -> None: ...
    def show_library(self, facts: LibraryFacts) -> None: ...
    def show_error(self, text: str) -> None: ...
    def show_message(self, text: str) -> None: ...


class SettingsPresenter(QObject):
    """Intents of the page -> settings, theme and lane."""

    def __init__(self, page: SettingsView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._context = context
        context.changes.changed.connect(self._hear)
        context.theme.chosen.connect(self._show_choices)

    def start(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Shows the choices and the library as they are now."""
        self._show_choices()
        self._context.lane.submit(read_facts, self._page.show_library, self._fail, key="settings-facts")

    def set_theme(self, choice: str) -> None:
        theme = cast("ThemeChoice", choice)
        self._context.settings.set_theme(theme)
        self._context.theme.set_choice(theme)

    def set_language(self, choice: str) -> None:
        """In force from the next start on, as the page says."""
        self._context.settings.set_language(choice_of(choice))

    def set_assessor(self, name: str) -> None:
        """Grades given from now on carry this name; those given before keep theirs."""
        settings = self._context.settings
        if name.strip() and name.strip() != settings.assessor:
            settings.set_assessor(name)
            # The grades that are on screen somewhere are now another person's.
            self._context.changes.changed.emit(Change(assessor=True, judgements=True))

    def use_model(self, folder: str) -> None:
        """Queues an index run with another model; the library keeps it once that has succeeded."""
        title = self.tr("Index with {0}").format(PurePath(folder).name)
        self._context.jobs.add(title, ["index", "--model", folder])

    def watch(self, folder: str) -> None:
        """Watches a folder from now on, and looks through it at once."""

        def done(facts: LibraryFacts) -> None:
            self._page.show_library(facts)
            self.look()

        self._context.lane.submit(lambda ws: watch_folder(ws, folder), done, self._fail)

    def let_go(self, folder: str) -> None:
        """Watches a folder no more."""
        self._context.lane.submit(lambda ws: let_go(ws, folder), self._page.show_library, self._fail)

    def look(self) -> None:
        """Queues a look through all watched folders."""
        self._context.jobs.add(self.tr("Look through the watched folders"), list(LookThroughFolders.command))

    def _show_choices(self) -> None:
        settings = self._context.settings
        self._page.show_choices(theme=settings.theme, language=settings.language, assessor=settings.assessor)

    def _hear(self, change: Change) -> None:
        if change.index or change.papers or change.assessor:
            self.refresh()

    def _fail(self, error: AssayError) -> None:
        self._page.show_error(str(error))


class CheckView(Protocol):
    """What the section must be able to show."""

    def show_check(self, job: Job | None) -> None: ...


class CheckPresenter(QObject):
    """Shows the latest check, whoever queued it."""

    def __init__(self, view: CheckView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._jobs = view, context.jobs
        self._shown: Job | None = None
        context.jobs.changed.connect(self.refresh)

    def check(self) -> None:
        """Queues a check, unless one waits or runs."""
        self._add(self.tr("Check library"), ["check"])

    def repair(self) -> None:
        """Queues a check that also repairs what can be repaired."""
        self._add(self.tr("Repair library"), ["check", "--repair"])

    def cancel(self) -> None:
        if self._shown is not None and self._shown.is_open:
            self._jobs.cancel(self._shown.id)

    def refresh(self) -> None:
        job = next((job for job in reversed(self._jobs.all()) if job.kind == "check"), None)
        if job != self._shown:
            self._shown = job
            self._view.show_check(job)

    def _add(self, title: str, words: list[str]) -> None:
        if self._shown is None or not self._shown.is_open:
            self._jobs.add(title, words)

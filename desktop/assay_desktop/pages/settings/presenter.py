"""Choices of the settings page, kept at once without an OK button; the check, backups, keys and look-ups."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal

from assay.types import Fusion
from assay_desktop.actions.suggesting import SuggestionLine, accept, decline, read_suggestions
from assay_desktop.background.job_kinds import LookThroughFolders
from assay_desktop.context import Change
from assay_desktop.keys import key_words
from assay_desktop.pages.settings.model import (
    Conflict,
    HostLine,
    KeyRow,
    LibraryFacts,
    LookUpFacts,
    join_by,
    let_go,
    read_facts,
    watch_folder,
    zotero_libraries,
)
from assay_desktop.text.language import choice_of

if TYPE_CHECKING:
    from pathlib import Path

    from assay.errors import AssayError
    from assay.library import BackupFacts, RestorePreview
    from assay.location import Location
    from assay.workspace import Workspace
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext
    from assay_desktop.key_table import Action
    from assay_desktop.keys import Keys
    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.pages.settings.widgets.backups import Backups
    from assay_desktop.pages.settings.widgets.check import LibraryCheck
    from assay_desktop.pages.settings.widgets.keys import KeyChoices
    from assay_desktop.pages.settings.widgets.lookups import LookUps
    from assay_desktop.theme import ThemeChoice


class SettingsPresenter(QObject):
    """Intents of the page -> settings, theme and lane."""

    def __init__(self, page: SettingsPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._context = context
        context.changes.changed.connect(self._hear)
        context.theme.chosen.connect(self._show_choices)
        context.theme.changed.connect(self._show_choices)

    def start(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show the choices and the library as they are now."""
        self._show_choices()
        self._context.lane.submit(read_facts, self._page.show_library, self._fail, key="settings-facts")

    def set_theme(self, choice: str) -> None:
        theme = cast("ThemeChoice", choice)
        self._context.settings.set_theme(theme)
        self._context.theme.set_choice(theme)

    def set_measures(self, size: int, compact: bool) -> None:
        """Show text at this size and rows at this density from now on."""
        self._context.settings.set_text_size(size)
        self._context.settings.set_compact(compact)
        self._context.theme.set_measures(size, compact=compact)

    def set_language(self, choice: str) -> None:
        """Keep a language, in force from the next start on, as the page says."""
        self._context.settings.set_language(choice_of(choice))

    def set_assessor(self, name: str) -> None:
        """Let grades given from now on carry this name; those given before keep theirs."""
        settings = self._context.settings
        if name.strip() and name.strip() != settings.assessor:
            settings.set_assessor(name)
            # The grades that are on screen somewhere are now another person's.
            self._context.changes.changed.emit(Change(assessor=True, judgements=True))

    def use_model(self, folder: str) -> None:
        """Queue an index run with another model; the library keeps it once that has succeeded."""
        title = self.tr("Index with {0}").format(PurePath(folder).name)
        self._context.jobs.add(title, ["index", "--model", folder])

    def join_by(self, fusion: str) -> None:
        """Let hybrid search join its two rankings so, in searches from now on."""

        def done(facts: LibraryFacts) -> None:
            self._page.show_library(facts)
            self._context.changes.changed.emit(Change(index=True))

        self._context.lane.submit(lambda ws: join_by(ws, Fusion(fusion)), done, self._fail)

    def use_passages(self, on: bool) -> None:
        """Queue an index run that gives passages of full texts vectors, or deletes their index."""
        title = self.tr("Encode full-text passages") if on else self.tr("Delete passage vectors")
        self._context.jobs.add(title, ["index", "--passages" if on else "--no-passages"])

    def watch(self, folder: str) -> None:
        """Watch a folder from now on, and looks through it at once."""

        def done(facts: LibraryFacts) -> None:
            self._page.show_library(facts)
            self.look()

        self._context.lane.submit(lambda ws: watch_folder(ws, folder), done, self._fail)

    def find_zotero(self) -> None:
        """Ask a running Zotero which libraries it has."""
        self._context.lane.submit(zotero_libraries, self._page.choose_zotero, self._fail)

    def let_go(self, folder: str) -> None:
        """Watch a folder no more."""
        self._context.lane.submit(lambda ws: let_go(ws, folder), self._page.show_library, self._fail)

    def look(self) -> None:
        """Queue a look through all watched folders."""
        self._context.jobs.add(self.tr("Check watched folders"), list(LookThroughFolders.command))

    def _show_choices(self) -> None:
        settings = self._context.settings
        self._page.show_choices(theme=settings.theme, language=settings.language, assessor=settings.assessor)
        self._page.show_measures(settings.text_size, compact=settings.compact)

    def _hear(self, change: Change) -> None:
        if change.index or change.papers or change.assessor:
            self.refresh()

    def _fail(self, error: AssayError) -> None:
        self._page.show_error(str(error))


class CheckPresenter(QObject):
    """Shows the latest check, no matter who queued it."""

    def __init__(self, view: LibraryCheck, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._jobs = view, context.jobs
        self._shown: Job | None = None
        context.jobs.changed.connect(self.refresh)

    def check(self) -> None:
        """Queue a check, unless one waits or runs."""
        self._add(self.tr("Check library"), ["check"])

    def repair(self) -> None:
        """Queue a check that also repairs what can be repaired."""
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


class BackupsPresenter(QObject):
    """Works next to the library, which may be one that cannot be opened any more."""

    message = Signal(str)
    restored = Signal()  # everything in the window is of another library now

    def __init__(self, view: Backups, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._context = view, context
        self._was_running = False  # the engine, before a restore

    def refresh(self) -> None:
        self._context.lane.outside(partial(_list, self._location), self._view.show_backups, self._refuse)

    def back_up(self) -> None:
        def done(_path: Path) -> None:
            self.message.emit(self.tr("Library backed up."))
            self.refresh()

        self._context.lane.submit(lambda workspace: workspace.library.backup(), done, self._refuse)

    def look(self, backup: Path) -> None:
        """Say what a restore would change."""
        self._context.lane.outside(
            partial(_preview, self._location, backup), self._view.show_preview, self._refuse
        )

    def restore(self, backup: Path) -> None:
        """Let go of the library and put the backup in its place; says why where that cannot be."""
        if self._context.jobs.running:
            self._view.show_problem(self.tr("A job is running. Cancel it, or wait until it ends."))
            return
        self._view.show_restoring(True)
        self._was_running = self._context.engine.is_running
        self._context.engine.stop()
        self._context.lane.outside(
            partial(_restore, self._location, backup), self._tell_restored, self._fail, closed=True
        )

    @property
    def _location(self) -> Location:
        return self._context.jobs.location

    def _tell_restored(self, _aside: object) -> None:
        self.restored.emit()

    def _fail(self, error: AssayError) -> None:
        """Say what failed; the library is as it was, and is used on."""
        if self._was_running:
            self._context.engine.start()
        self._view.show_restoring(False)
        self._refuse(error)

    def _refuse(self, error: AssayError) -> None:
        self._view.show_problem(str(error))


def _list(location: Location) -> list[BackupFacts]:
    from assay.library import backup_facts

    return backup_facts(location)


def _preview(location: Location, backup: Path) -> RestorePreview:
    from assay.library import preview_restore

    return preview_restore(location, backup)


def _restore(location: Location, backup: Path) -> Path | None:
    from assay.library import restore_backup

    return restore_backup(location, backup)


class KeysPresenter(QObject):
    """Intents of the section -> the keys in force."""

    def __init__(self, view: KeyChoices, keys: Keys, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._keys = view, keys
        keys.changed.connect(self.refresh)

    def refresh(self) -> None:
        self._view.show_keys([self._row(action) for action in self._keys.actions()])

    def press(self, name: str, key: str, *, adding: bool) -> None:
        """Put `key` in place of an action's keys, or next to them; ask first where others have it."""
        holders = self._keys.holders(name, key)
        if not holders:
            self.take(name, key, adding=adding)
            return
        self._view.show_conflict(
            Conflict(
                name,
                self._keys.action(name).title,
                key,
                tuple(self.tr("{0} ({1})").format(each.title, each.group) for each in holders),
                adding,
                may_swap=not adding and self._keys.may_swap(name, key),
            )
        )

    def take(self, name: str, key: str, *, adding: bool) -> None:
        """Take the key from anyone who has it."""
        self._keys.give(name, [*(self._keys.of(name) if adding else ()), key])

    def swap(self, name: str, key: str) -> None:
        self._keys.swap(name, key)

    def clear(self, name: str) -> None:
        """Leave the action without a key."""
        self._keys.give(name, [])

    def reset(self, name: str) -> None:
        self._keys.reset(name)

    def reset_all(self) -> None:
        self._keys.reset_all()

    def _row(self, action: Action) -> KeyRow:
        usual = ""
        if self._keys.is_changed(action.name):
            usual = key_words(*action.keys) or self.tr("none")
        return KeyRow(action, key_words(*self._keys.of(action.name)), usual)


RUN = ["lookup", "run"]
SHOWN = 2000
"""Requests that are listed, the latest."""


class LookUpsPresenter(QObject):
    """Intents of the group -> the person's settings, a job, the lane."""

    message = Signal(str)

    def __init__(self, view: LookUps, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._context = view, context
        context.changes.changed.connect(self._hear)

    def refresh(self) -> None:
        self._context.lane.submit(read_lookups, self._view.show_facts, self._fail, key="settings-lookups")

    def turn(self, host: str, on: bool) -> None:
        """Let this host be asked from now on, or no more. Nothing is sent by it."""
        self._context.lane.submit(partial(_turn, host=host, on=on), self._changed, self._fail)

    def set_contact(self, contact: str) -> None:
        self._context.lane.submit(partial(_set_contact, contact=contact), self._changed, self._fail)

    def run(self) -> None:
        """Queue a look-up of the papers that lack something."""
        if not self._context.jobs.is_waiting(RUN):
            self._context.jobs.add(self.tr("Look up papers"), RUN)

    def accept(self, lines: list[SuggestionLine]) -> None:
        """Write these into their papers; the index follows."""
        self._context.lane.submit(partial(accept, lines=lines), self._accepted, self._fail)

    def decline(self, lines: list[SuggestionLine]) -> None:
        self._context.lane.submit(partial(decline, lines=lines), self._changed, self._fail)

    def _accepted(self, done: str) -> None:
        self.message.emit(done)
        if not self._context.jobs.is_waiting(["index"]):
            self._context.jobs.add(self.tr("Index the library"), ["index"])
        self._context.engine.reload()
        self._context.changes.changed.emit(Change(papers=True, lookups=True))

    def _changed(self, _none: None) -> None:
        self._context.changes.changed.emit(Change(lookups=True))

    def _hear(self, change: Change) -> None:
        if change.lookups or change.papers:
            self.refresh()

    def _fail(self, error: AssayError) -> None:
        self._view.show_problem(str(error))


def read_lookups(workspace: Workspace) -> LookUpFacts:
    """Read things as they are now. Raises BadInput or LibraryError for a damaged file."""
    from assay.ingest.lookups import LookUps
    from assay.lookup import HOSTS, Consent

    consent = Consent.load()
    hosts = tuple(
        HostLine(host.name, host.title, host.domain, host.name in consent.hosts) for host in HOSTS.values()
    )
    requests = tuple(LookUps(workspace.library).log(limit=SHOWN))
    return LookUpFacts(hosts, consent.contact, requests, tuple(read_suggestions(workspace)))


def _turn(_workspace: Workspace, *, host: str, on: bool) -> None:
    from assay.lookup import Consent

    Consent.load().with_host(host, on=on).save()


def _set_contact(_workspace: Workspace, *, contact: str) -> None:
    from assay.lookup import Consent

    Consent.load().with_contact(contact).save()

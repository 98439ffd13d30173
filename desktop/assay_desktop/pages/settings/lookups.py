"""Look-ups in the settings: which hosts are on, what was asked of them, and what they suggest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from assay_desktop.actions.suggesting import SuggestionLine, accept, decline, read_suggestions
from assay_desktop.context import Change

if TYPE_CHECKING:
    from assay.errors import AssayError
    from assay.lookup import SentRequest
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext

RUN = ["lookup", "run"]
SHOWN = 2000
"""Requests that are listed, the latest."""


@dataclass(frozen=True, slots=True)
class HostLine:
    """One host: its name for the program, its title, where it is, whether it may be asked."""

    name: str
    title: str
    domain: str
    on: bool


@dataclass(frozen=True, slots=True)
class LookUpFacts:
    """All that the group shows; `requests` come the latest first."""

    hosts: tuple[HostLine, ...] = ()
    contact: str = ""
    requests: tuple[SentRequest, ...] = ()
    suggestions: tuple[SuggestionLine, ...] = ()

    @property
    def on(self) -> tuple[str, ...]:
        """The titles of the hosts that are on."""
        return tuple(host.title for host in self.hosts if host.on)


class LookUpsView(Protocol):
    """What the group must be able to show."""

    def show_facts(self, facts: LookUpFacts) -> None: ...
    def show_problem(self, text: str) -> None: ...


class LookUpsPresenter(QObject):
    """Intents of the group -> the person's settings, a job, the lane."""

    told = Signal(str)

    def __init__(self, view: LookUpsView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._context = view, context
        context.changes.changed.connect(self._hear)

    def refresh(self) -> None:
        self._context.lane.submit(read_facts, self._view.show_facts, self._fail, key="settings-lookups")

    def turn(self, host: str, on: bool) -> None:
        """Lets this host be asked from now on, or no more. Nothing is sent by it."""
        self._context.lane.submit(partial(_turn, host=host, on=on), self._changed, self._fail)

    def set_contact(self, contact: str) -> None:
        self._context.lane.submit(partial(_set_contact, contact=contact), self._changed, self._fail)

    def run(self) -> None:
        """Queues a look-up of the papers that lack something."""
        if not self._context.jobs.is_waiting(RUN):
            self._context.jobs.add(self.tr("Look papers up"), RUN)

    def accept(self, lines: list[SuggestionLine]) -> None:
        """Writes these into their papers; the index follows."""
        self._context.lane.submit(partial(accept, lines=lines), self._accepted, self._fail)

    def decline(self, lines: list[SuggestionLine]) -> None:
        self._context.lane.submit(partial(decline, lines=lines), self._changed, self._fail)

    def _accepted(self, done: str) -> None:
        self.told.emit(done)
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


def read_facts(workspace: Workspace) -> LookUpFacts:
    """As things are now. Raises BadInput or LibraryError for a damaged file."""
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

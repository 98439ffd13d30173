"""The chosen campaign, and the one way in which all tabs read and change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from assay_desktop.context import Change
from assay_desktop.keys import key_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.campaigns.campaign import CampaignWork
    from assay.errors import AssayError
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext

T = TypeVar("T")


class CampaignContext(QObject):
    """Everything goes over the library's lane; what comes back for another campaign is not heard."""

    chosen = Signal(str)  # the campaign's name, "" for none
    outdated = Signal()  # what is known of the chosen campaign may be out of date
    failed = Signal(str)  # what did not work, and what to do
    succeeded = Signal()  # a change was saved
    message = Signal(str)  # an outcome worth a toast
    busy = Signal(bool)

    def __init__(self, app: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.app = app
        self._name = ""
        self._n_waiting = 0

    @property
    def name(self) -> str:
        return self._name

    def choose(self, name: str) -> None:
        """Choose the campaign of the page; choosing the same one again reloads it."""
        self._name = name
        self.chosen.emit(name)

    def read(
        self,
        call: Callable[[Workspace, CampaignWork], T],
        show: Callable[[T], None],
        failed: Callable[[AssayError], None] | None = None,
        *,
        key: str,
    ) -> None:
        """Read of the chosen campaign and show it; of several reads with one `key` only the latest."""
        from assay.campaigns.campaign import CampaignWork

        name = self._name
        if name:
            self.submit(
                lambda ws: call(ws, CampaignWork(ws, name)),
                lambda found: show(found) if self._name == name else None,
                lambda error: (failed or self._fail)(error) if self._name == name else None,
                key=f"campaign-{key}",
            )

    def act(
        self,
        call: Callable[[Workspace, CampaignWork], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[AssayError], None] | None = None,
        *,
        change: Change | None = None,
    ) -> None:
        """Change the chosen campaign and tell the window what was touched."""
        from assay.campaigns.campaign import CampaignWork

        name = self._name
        if name:
            self.change(lambda ws: call(ws, CampaignWork(ws, name)), done, failed, change=change)

    def change(
        self,
        call: Callable[[Workspace], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[AssayError], None] | None = None,
        *,
        change: Change | None = None,
    ) -> None:
        """Write as `act`, for what concerns no campaign that is there yet, or several."""

        def saved(result: T) -> None:
            self.succeeded.emit()
            if done is not None:
                done(result)
            self.app.changes.changed.emit(change or Change(campaigns=True))

        self.submit(call, saved, failed or self._fail)

    def submit(
        self,
        call: Callable[[Workspace], T],
        done: Callable[[T], None],
        failed: Callable[[AssayError], None] | None = None,
        *,
        key: str | None = None,
    ) -> None:
        """Call on the lane; `busy` is emitted while one without a key runs: superseded ones never end."""
        waits = key is None
        if waits:
            self._wait(1)

        def answered(result: T) -> None:
            if waits:
                self._wait(-1)
            done(result)

        def refused(error: AssayError) -> None:
            if waits:
                self._wait(-1)
            (failed or self._fail)(error)

        self.app.lane.submit(call, answered, refused, key=key)

    def _wait(self, step: int) -> None:
        self._n_waiting += step
        if self._n_waiting in {0, step}:
            self.busy.emit(self._n_waiting > 0)

    def _fail(self, error: AssayError) -> None:
        self.failed.emit(str(error))


class TabPresenter(QObject):
    """One tab: it reads what it shows when it comes on screen, and again when that has changed."""

    lacking = Signal(str)  # nothing of the chosen campaign is shown: why ("" while it is read)
    arrived = Signal()  # what is shown is of the chosen campaign

    def __init__(self, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._visible = False
        self._stale = True
        self._shown = ""  # the campaign that is on screen
        context.chosen.connect(self._choose)
        context.outdated.connect(self._renew)
        context.app.changes.changed.connect(self._hear)

    def set_visible(self, visible: bool) -> None:
        """Note whether the tab is on screen."""
        self._visible = visible
        if visible and self._stale:
            self.refresh()

    def refresh(self) -> None:
        """Read again, at once."""
        self._stale = False
        if self._context.name:
            self.load()

    def load(self) -> None:
        """Ask for what the tab shows, by way of `read`."""

    def read(
        self, call: Callable[[Workspace, CampaignWork], T], show: Callable[[T], None], *, key: str
    ) -> None:
        """Read what the whole tab shows."""
        name = self._context.name

        def arrive(found: T) -> None:
            show(found)
            self._shown = name
            self.arrived.emit()

        self._context.read(call, arrive, self._not_read, key=key)

    def concerns(self, change: Change) -> bool:
        """Return whether the tab shows something that `change` touched."""
        return change.campaigns or change.judgements or change.queries or change.runs

    def reset(self) -> None:
        """Forget all: another campaign was chosen, and what is on screen is not of it."""

    def _not_read(self, error: AssayError) -> None:
        self._stale = True
        if self._shown != self._context.name:
            key = key_words(self._context.app.keys.first("campaigns.retry"))
            self.lacking.emit(self.tr("Could not load this. {0} tries again.").format(key))
        self._context.failed.emit(str(error))

    def _choose(self, name: str) -> None:
        if name != self._shown:
            self._shown = ""
            self.lacking.emit("")
        self.reset()
        self._renew()

    def _hear(self, change: Change) -> None:
        if self.concerns(change):
            self._renew()

    def _renew(self) -> None:
        self._stale = True
        if self._visible:
            self.refresh()

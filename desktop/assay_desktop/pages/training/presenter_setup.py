"""The recipe that is being written: opened, edited as form or text, checked by a dry run, and started."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTemporaryDir, Signal

from assay.errors import AssayError, RecipeError
from assay_desktop import children
from assay_desktop.child import Child
from assay_desktop.pages.training import draft as drafts
from assay_desktop.pages.training.draft import Draft, read_draft
from assay_desktop.pages.training.model import Preflight, preflight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.context import AppContext
    from assay_desktop.pages.training.model import Shelf
    from assay_desktop.trainings import Trainings

FIRST: Final = "judgements-small"
"""The preset that a new training begins from: it needs nothing but grades that are there."""

_TEXT, _FOLDER, _SOURCE = "training/draft", "training/draft-folder", "training/draft-source"


class SetupPage(Protocol):
    """What the presenter needs of the page."""

    def show_presets(self, presets: Sequence[tuple[str, str]]) -> None: ...
    def show_bases(self, bases: Sequence[str]) -> None: ...
    def show_draft(self, draft: Draft) -> None: ...
    def show_check_busy(self, stage: str, done: int, total: int | None) -> None: ...
    def show_check_failure(self, text: str) -> None: ...
    def show_check_cancelled(self) -> None: ...
    def show_preflight(self, found: Preflight) -> None: ...
    def show_setup_error(self, text: str) -> None: ...
    def ask_second(self, name: str) -> None: ...
    def open_new(self) -> None: ...
    def show_message(self, text: str) -> None: ...


class SetupPresenter(QObject):
    """Holds the draft; it is kept in the settings, so that it is there again with the next window."""

    run_started = Signal(object)  # Path

    def __init__(
        self, page: SetupPage, context: AppContext, trainings: Trainings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._page, self._context, self._trainings = page, context, trainings
        self._child: Child | None = None
        self._place = QTemporaryDir()
        self.draft = Draft("", trainings.library)
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.cancel_check)

    # --- intents

    def start(self) -> None:
        """Shows the draft of last time, or the first preset."""
        from assay.training.presets import preset_names, preset_title
        from assay.training.recipe import DEFAULT_BASE

        self._page.show_presets([(name, preset_title(name)) for name in preset_names()])
        self._page.show_bases([DEFAULT_BASE])
        settings = self._context.settings
        text = settings.text(_TEXT)
        if text:
            folder = Path(settings.text(_FOLDER) or str(self._trainings.library))
            self._take(read_draft(text, folder=folder, source=settings.text(_SOURCE)))
        else:
            self.open_preset(FIRST)

    def show_shelf(self, shelf: Shelf) -> None:
        """One can begin from any trained model too."""
        from assay.training.recipe import DEFAULT_BASE

        trained = [card.model_id for card in shelf.cards if not card.damage]
        self._page.show_bases([DEFAULT_BASE, *trained])
        self._page.show_draft(self.draft)

    def open_preset(self, name: str) -> None:
        from assay.training.presets import preset

        self._take(read_draft(preset(name), folder=self._trainings.library, source=name))

    def open_file(self, path: str) -> None:
        """Relative paths of the recipe begin where its file lies."""
        file = Path(path)
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            self._page.show_setup_error(self.tr("{0} cannot be read: {1}.").format(file.name, error))
            return
        self._take(read_draft(text, folder=file.parent, source=file.name))

    def open_text(self, text: str, source: str) -> None:
        """The recipe of a run, whose paths are full ones."""
        self._take(read_draft(text, folder=self._trainings.library, source=source))
        self._page.open_new()

    def save(self, path: str) -> None:
        file = Path(path)
        try:
            file.write_text(self.draft.text, encoding="utf-8")
        except OSError as error:
            self._page.show_setup_error(self.tr("{0} cannot be written: {1}.").format(file.name, error))
            return
        self._page.show_message(self.tr("The recipe is saved as {0}.").format(file.name))

    def edit_text(self, text: str) -> None:
        if text != self.draft.text:
            self._take(read_draft(text, folder=self.draft.folder, source=self.draft.source))

    def change_key(self, key: str, value: Any) -> None:
        self._change(lambda: drafts.with_key(self.draft, key, value))

    def add_stage(self) -> None:
        self._change(lambda: drafts.with_stage(self.draft))

    def add_objective(self, stage: int) -> None:
        self._change(lambda: drafts.with_objective(self.draft, stage))

    def remove(self, key: str) -> None:
        self._change(lambda: drafts.without(self.draft, key))

    # --- the check

    def check(self) -> None:
        """`assay train --dry-run` as a child, on a copy of the recipe with its paths in full."""
        self.cancel_check()
        path = Path(self._place.filePath("recipe.toml"))
        try:
            path.write_text(drafts.as_asked(self.draft), encoding="utf-8")
        except RecipeError as error:
            self._page.show_check_failure(str(error))
            return
        location = self._context.jobs.location
        words = ("--json", "train", str(path), "--dry-run", "--progress", "jsonl")
        command = children.command(location, *words)
        self._child = Child("check", command, children.environment(location), self)
        self._child.progressed.connect(
            lambda stage, done, total, _began: self._page.show_check_busy(stage, done, total)
        )
        self._child.ended.connect(self._checked)
        self._page.show_check_busy("", 0, None)
        self._child.start()

    def cancel_check(self) -> None:
        """Ends the dry run; it has changed nothing."""
        if self._child is not None:
            self._child.abandon(200)
            self._child.deleteLater()
            self._child = None
            self._page.show_check_cancelled()

    def _checked(self, state: str, answer: dict[str, Any], error: str) -> None:
        if self._child is None:
            return
        self._child.deleteLater()
        self._child = None
        if state == "cancelled":
            self._page.show_check_cancelled()
            return
        if state != "done":
            self._page.show_check_failure(error)
            return
        try:
            found = preflight_of(answer)
        except (KeyError, TypeError, ValueError):
            self._page.show_check_failure(self.tr("The check answered something that cannot be read."))
            return
        self._page.show_preflight(found)

    # --- the start

    def want_start(self) -> None:
        """Starts the run, once it is agreed that two may share the machine where one is at work already."""
        working = self._trainings.at_work()
        if working:
            self._page.ask_second(working[0].name)
        else:
            self.begin()

    def begin(self) -> None:
        try:
            run = self._trainings.begin(drafts.as_asked(self.draft), name=self.draft.name)
        except AssayError as error:
            self._page.show_setup_error(str(error))
            return
        self.run_started.emit(run)

    # --- inner

    def _change(self, change: Any) -> None:
        try:
            self._take(change())
        except RecipeError as error:
            self._page.show_setup_error(str(error))

    def _take(self, draft: Draft) -> None:
        self.draft = draft
        settings = self._context.settings
        settings.set_text(_TEXT, draft.text)
        settings.set_text(_FOLDER, str(draft.folder))
        settings.set_text(_SOURCE, draft.source)
        self._page.show_draft(draft)

"""The recipe that is being written: opened, edited as form or text, checked by a dry run, and started."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTemporaryDir, Signal

from assay.codec import from_json
from assay.errors import AssayError, BadInput, RecipeError
from assay.training.types import Estimate
from assay_desktop.background.command import Command
from assay_desktop.pages.training.recipe import draft as drafts
from assay_desktop.pages.training.recipe.draft import Draft, Problem, error_of, place_of, read_draft
from assay_desktop.text.core_words import translated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay_desktop.background.trainings import Trainings
    from assay_desktop.context import AppContext
    from assay_desktop.pages.training.catalogue import Catalogue
    from assay_desktop.pages.training.page import TrainingPage

_TEXT, _FOLDER, _SOURCE = "training/draft", "training/draft-folder", "training/draft-source"
_FIRST: Final = "judgements-small"
_WRITTEN: Final = "training/draft-written"
"""Whether the draft was changed since it was opened or saved: then it is not thrown away unasked."""


class SetupPresenter(QObject):
    """Holds the draft; it is kept in the settings, so that it is there again with the next window."""

    run_started = Signal(object)  # Path

    def __init__(
        self, page: TrainingPage, context: AppContext, trainings: Trainings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._page, self._context, self._trainings = page, context, trainings
        self._check = Command(context.jobs.location, self)
        self._check.progressed.connect(
            lambda report, _began: page.setup.show_check_busy(report.stage, report.done, report.total)
        )
        self._check.ended.connect(self._checked)
        self._place = QTemporaryDir()
        self.draft = Draft("", trainings.library)
        self._starting: Draft | None = None  # a goal's; None for the draft that is shown
        self._next: Draft | None = None  # waits until it is agreed that the present draft may go

    # --- intents

    def start(self) -> None:
        """Show the draft of last time, or the first preset."""
        self._page.setup.form.show_bases(_bases())
        settings = self._context.settings
        text = settings.text(_TEXT)
        if text:
            folder = Path(settings.text(_FOLDER) or str(self._trainings.library))
            self._take(read_draft(text, folder=folder, source=settings.text(_SOURCE)))
        else:
            self._open(self._preset(_FIRST))

    def show_catalogue(self, catalogue: Catalogue) -> None:
        """One can begin from any trained model too."""
        trained = [card.model_id for card in catalogue.cards if not card.damage]
        self._page.setup.form.show_bases(list(dict.fromkeys([*_bases(), *trained])))

    def open_preset(self, name: str) -> None:
        self._page.open_recipe()
        self._offer(self._preset(name))

    def open_file(self, path: str) -> None:
        """Open a recipe's file: its relative paths begin where the file lies."""
        self._page.open_recipe()
        file = Path(path)
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            self._page.setup.show_error(self.tr("{0} cannot be read: {1}.").format(file.name, error))
            return
        self._offer(read_draft(text, folder=file.parent, source=file.name))

    def open_text(self, text: str, source: str) -> None:
        """Open the recipe of a goal, or of a run, whose paths are full ones."""
        self._page.open_recipe()
        self._offer(read_draft(text, folder=self._trainings.library, source=source))

    def discard(self) -> None:
        """Let the present draft go, as is agreed."""
        if self._next is not None:
            self._open(self._next)

    def save(self, path: str) -> None:
        file = Path(path)
        try:
            file.write_text(self.draft.text, encoding="utf-8")
        except OSError as error:
            self._page.setup.show_error(self.tr("{0} cannot be written: {1}.").format(file.name, error))
            return
        self._context.settings.set_text(_WRITTEN, "")
        self._page.message.emit(self.tr("Recipe saved as {0}.").format(file.name))

    def edit_text(self, text: str) -> None:
        if text != self.draft.text:
            self._take(read_draft(text, folder=self.draft.folder, source=self.draft.source))
            self._context.settings.set_text(_WRITTEN, "yes")

    def change_key(self, key: str, value: Any) -> None:
        from assay.training.recipe.objective_spec import LIBRARY

        if key.endswith(".kind") and ".objectives[" in key:
            self._change(lambda: drafts.with_kind(self.draft, key, str(value)))
        elif key.endswith(".path") and value == LIBRARY:
            self._change(lambda: drafts.with_library(self.draft, key))
        elif key.endswith(".label"):
            self._change(lambda: drafts.with_label(self.draft, key, str(value)))
        else:
            self._change(lambda: drafts.with_key(self.draft, key, value))

    def add_stage(self) -> None:
        self._change(lambda: drafts.with_stage(self.draft))

    def add_objective(self, stage: int) -> None:
        self._change(lambda: drafts.with_objective(self.draft, stage))

    def remove(self, key: str) -> None:
        self._change(lambda: drafts.without(self.draft, key))

    # --- the check

    def check(self) -> None:
        """Run `assay train --dry-run` as a child, on a copy of the recipe with its paths in full."""
        self.cancel_check()
        path = Path(self._place.filePath("recipe.toml"))
        try:
            drafts.write_request(self.draft, path)
        except AssayError as error:
            self._page.setup.show_check_failure(place_of(self.draft, error))
            return
        self._page.setup.show_check_busy("", 0, None)
        self._check.run("train", str(path), "--dry-run", "--progress", "jsonl")

    def cancel_check(self) -> None:
        """End the dry run; it has changed nothing."""
        if self._check.abandon():
            self._page.setup.preflight.show_nothing()

    def _checked(self, state: str, answer: Mapping[str, object], error: str) -> None:
        if state == "cancelled":
            self._page.setup.preflight.show_nothing()
            return
        if state != "done":
            self._page.setup.show_check_failure(place_of(self.draft, error_of(answer, error)))
            return
        try:
            estimate = from_json(answer, Estimate)
        except BadInput:
            message = self.tr("The check returned an unreadable answer.")
            self._page.setup.show_check_failure(Problem(message))
            return
        self._page.setup.show_preflight(estimate)

    # --- the start

    def want_start(self) -> None:
        """Start the draft; ask first where another run shares the machine."""
        self._starting = None
        self._ask_to_start()

    def start_recipe(self, text: str) -> None:
        """Start the recipe of a goal; the draft stays as it is."""
        self._starting = read_draft(text, folder=self._trainings.library)
        self._ask_to_start()

    def _ask_to_start(self) -> None:
        working = self._trainings.at_work()
        if working:
            self._page.ask_second(working[0].name)
        else:
            self.begin()

    def begin(self) -> None:
        draft = self._starting or self.draft
        try:
            run = self._trainings.begin(drafts.as_requested(draft), name=draft.name)
        except AssayError as error:
            self._page.show_error(translated(error.message))
            return
        self.run_started.emit(run)

    # --- inner

    def _preset(self, name: str) -> Draft:
        from assay.training.recipe.presets import preset

        return read_draft(preset(name), folder=self._trainings.library, source=name)

    def _offer(self, draft: Draft) -> None:
        """Open another recipe, once it is agreed that one that was written may go."""
        if self._context.settings.text(_WRITTEN) and draft.text != self.draft.text:
            self._next = draft
            self._page.ask_discard(self.draft.name or self.draft.source, opened=draft.source)
        else:
            self._open(draft)

    def _open(self, draft: Draft) -> None:
        self._next = None
        self._context.settings.set_text(_WRITTEN, "")
        self._page.setup.form.forget()
        self._take(draft)
        self._page.setup.show_text()

    def _change(self, change: Any) -> None:
        try:
            draft = change()
        except RecipeError as error:
            self._page.setup.show_error(translated(error.message))
            return
        self._take(draft)
        self._context.settings.set_text(_WRITTEN, "yes")

    def _take(self, draft: Draft) -> None:
        self.draft = draft
        settings = self._context.settings
        settings.set_text(_TEXT, draft.text)
        settings.set_text(_FOLDER, str(draft.folder))
        settings.set_text(_SOURCE, draft.source)
        self._page.setup.show_draft(draft)


def _bases() -> list[str]:
    """Return the models that come with Assay: a plain one, and one with a vector for each use."""
    from assay.encoding.model_files.folder import DEFAULT_MODEL
    from assay.training.recipe.recipe import DEFAULT_BASE

    return [DEFAULT_BASE, DEFAULT_MODEL]

"""Which model a library searches with: promoted, rolled back, and measured next to another."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from assay import config as configuration
from assay.config import Config
from assay.errors import BadInput, ModelError
from assay.models.types import Promotion, PromotionPlan
from assay.progress import Progress, silent
from assay.registry.history import Used, put_settings, read_history, write_history
from assay.registry.loading import load_model, open_registry, settings_for
from assay.registry.lock import locked_models
from assay.registry.registry import ModelRegistry
from assay.registry.trusted_models import may_use

if TYPE_CHECKING:
    from assay.encoding import Encoder
    from assay.models.test_sets import TestChoice
    from assay.models.types import ModelComparison
    from assay.workspace import Workspace

_TIMED = 32  # papers

logger = logging.getLogger(__name__)


class ModelWork:
    """What a workspace offers about models. Not for use from two threads at once, as the workspace itself."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.registry = open_registry()

    @property
    def in_use(self) -> str:
        """The model that the library's settings name on the disk, which another process may have changed."""
        return configuration.load(self._workspace.folder).model

    def history(self) -> list[Used]:
        """The models that the library had before, the latest last; raises BadInput."""
        return read_history(self._workspace.folder)

    def plan(self, model: str) -> PromotionPlan:
        """Return what a promotion with re-indexing takes on this machine; nothing is changed.

        Papers whose vectors are cached are not encoded again; of the others a few are timed where this
        machine has not encoded with the model before. Raises ModelError and BadInput.
        """
        from assay.encoding import text_key
        from assay.encoding.reuse import device_of
        from assay.types import TaskFormat

        now = configuration.load(self._workspace.folder)
        encoder = _proven(settings_for(model, now))
        fingerprint = encoder.fingerprint(TaskFormat.PRX)
        manifest = self._workspace.vector_store.peek(fingerprint)
        batches, cache = self._workspace.library.papers.all(items=False), self._workspace.vector_cache()
        texts = [encoder.template.paper_text(one) for batch in batches for one in batch]
        _, known = cache.get(list(map(text_key, texts)), fingerprint=fingerprint, dim=encoder.dim)
        new = [text for text, is_known in zip(texts, known, strict=True) if not is_known]
        pace = cache.pace(fingerprint, device_of(encoder))
        each = pace.seconds / pace.papers if pace is not None and pace.papers else _timed(encoder, new)
        return PromotionPlan(
            model=model,
            before=now.model,
            n_papers=len(texts),
            n_indexed=0 if manifest is None else min(manifest.n, len(texts)),
            n_new=len(new),
            seconds=each * len(new),
        )

    def promote(self, model: str, *, index: bool = False, progress: Progress = silent) -> Promotion:
        """Make `model` the library's, once it has been loaded and has encoded a text.

        With `index` its index is built first, in a folder of its own: until that is whole, the library keeps
        its model and searches as before, also where this process is killed. Without, indexes are left as they
        are: that of the model from before serves again after `rollback`. Raises ModelError, BadInput,
        LibraryError and Cancelled; the library then keeps the model that it has.
        """
        folder = self._workspace.folder
        while True:
            before = configuration.load(folder)
            wanted = settings_for(model, before)
            encoder = _proven(wanted)
            if index:
                self._index(encoder, progress)
            with locked_models(folder):
                if configuration.load(folder) != before:  # another process was quicker: look again
                    continue
                if not (folder / configuration.FILE_NAME).exists():
                    configuration.save(before, folder)  # the default model, to which `rollback` goes back
                put_settings(wanted, folder)
                if self._is_gone(wanted.model):  # another process deleted it while this one was loading it
                    configuration.save(before, folder)
                    raise ModelError(
                        "The model '{0}' was deleted meanwhile. The library keeps {1}.", model, before.model
                    )
                return self._take(wanted, encoder, before=before.model)

    def rollback(self, *, index: bool = False, progress: Progress = silent) -> Promotion:
        """Go back to the model before the present one. Raises BadInput if there was none, ModelError.

        `index` brings its index up to date first, as `promote` does.

        Models that were deleted since are passed over. Of two that roll back at once, the second one goes
        back from where the first one went to.
        """
        folder = self._workspace.folder
        while True:
            state = now, history = configuration.load(folder), self.history()
            left, passed_over = self._to_go_back(now, history)
            wanted = replace(now, model=left[-1].model, max_length=left[-1].max_length)
            encoder = _proven(wanted)
            if index:
                self._index(encoder, progress)
            with locked_models(folder):
                if (configuration.load(folder), self.history()) != state:
                    continue
                configuration.save(wanted, folder)
                write_history(left[:-1], folder)
                logger.info("went back from the model %s to %s", now.model, wanted.model)
                return replace(self._take(wanted, encoder, before=now.model), passed_over=passed_over)

    def _to_go_back(self, now: Config, history: Sequence[Used]) -> tuple[list[Used], tuple[str, ...]]:
        """The history up to the model to go back to, and the deleted ones after it. Raises BadInput."""
        left, passed_over = list(history), dict[str, None]()
        library = self._workspace.library
        while left and (
            left[-1].is_in(now) or self._is_gone(left[-1].model) or not may_use(library, left[-1].model)
        ):
            gone = left.pop()
            if not gone.is_in(now):
                passed_over[gone.model] = None
        if not left:
            raise BadInput("No earlier model of this library is available. Nothing was changed.")
        return left, tuple(passed_over)

    def delete(self, model_id: str) -> int:
        """Delete a model of the registry, and this library's indexes of it; return the papers in the largest.

        An index that serves the same weights under another name stays. Raises BadInput if this or another
        library uses the model, ModelError; LibraryError, with nothing deleted, where the place of the
        vectors does not answer.
        """
        from assay.search.folders import indexes_of

        folder, library = self._workspace.folder, self._workspace.library
        places = (self._workspace.vector_store, library.vector_store("folder"))
        indexes = [(place, found) for place in places for found in indexes_of(place, model_id)]
        delete_model(model_id, folder)
        if Path(configuration.load(folder).model).is_dir():  # it may hold these very weights
            return 0
        kept = {card.encoder_fingerprint for card in self.registry.cards()}
        gone = [(place, found) for place, found in indexes if found.fingerprint not in kept]
        for place, found in gone:
            place.remove(found.fingerprint)
        return max((found.n for _, found in gone), default=0)

    def compare(
        self,
        model: str,
        against: str | None = None,
        *,
        on: TestChoice | None = None,
        measures: Sequence[str] = (),
        seed: int = 0,
        progress: Progress = silent,
    ) -> ModelComparison:
        """Compare `model` with `against` (None: the active model) and keep it on the model's card.

        Positive differences are in favour of `model`. `on` says what they are measured on; the library's own
        judgements if None. The first of `measures` is the one that decides: nDCG@10 if none is given.
        Raises ModelError, BadInput, EvaluationError.
        """
        from assay.models.comparison import compare_models
        from assay.models.test_sets import TestChoice

        return compare_models(
            self._workspace,
            model,
            against or self._workspace.config.model,
            on=on or TestChoice(),
            measures=measures,
            seed=seed,
            progress=progress,
        )

    def _index(self, encoder: Encoder, progress: Progress) -> None:
        """Bring the index of a model up to date that the library does not search with yet."""
        from assay.search import index_folder, update_index
        from assay.types import TaskFormat

        library = self._workspace.library
        update_index(
            library,
            encoder,
            store=self._workspace.vector_store,
            folder=index_folder(self._workspace.folder, encoder.fingerprint(TaskFormat.PRX)),
            cache=self._workspace.vector_cache(),
            progress=progress,
        )

    def _take(self, config: Config, encoder: Encoder, *, before: str) -> Promotion:
        self._workspace.take_model(config, encoder)
        manifest = self._workspace.index_manifest()
        n_papers, n_indexed = self._workspace.library.papers.count(), 0 if manifest is None else manifest.n
        return Promotion(
            model=config.model,
            before=before,
            max_length=config.max_length,
            dim=encoder.dim,
            n_papers=n_papers,
            n_indexed=n_indexed,
            must_index=n_indexed != n_papers,
            changed=config.model != before,
        )

    def _is_gone(self, model: str) -> bool:
        return self.registry.is_id(model) and model not in self.registry


def _proven(config: Config) -> Encoder:
    """The model of the settings, after it has encoded a text: damaged weights yield what is not a number."""
    from assay.types import TaskFormat

    encoder = load_model(config)
    encoder.encode([encoder.template.join("A title", "An abstract")], format=TaskFormat.PRX)
    return encoder


def _timed(encoder: Encoder, texts: Sequence[str]) -> float:
    """Return the seconds that one of these texts takes; some from all over the library are timed."""
    from assay.types import TaskFormat

    some = texts[:: max(1, len(texts) // _TIMED)][:_TIMED]
    if not some:
        return 0.0
    started = time.perf_counter()
    encoder.encode(some, format=TaskFormat.PRX)
    return (time.perf_counter() - started) / len(some)


def delete_model(model_id: str, *libraries: Path) -> None:
    """Delete a model of the registry. Raises BadInput if one of the libraries, or one that has had it, uses
    it, and ModelError.
    """
    registry = open_registry()
    registry.delete(model_id, in_use=lambda: _reason_to_keep(registry, model_id, libraries))


def _reason_to_keep(registry: ModelRegistry, model_id: str, libraries: Sequence[Path]) -> str:
    for folder in dict.fromkeys([*(each.resolve() for each in libraries), *registry.libraries(model_id)]):
        try:
            used = configuration.load(folder).model
        except BadInput as error:
            return (
                f"The model '{model_id}' stays: the library {folder} has used it, and whether it still does "
                f"is not known. {error}"
            )
        if used == model_id:
            return f"The library {folder} uses the model '{model_id}'. Give that library another one first."
    return ""

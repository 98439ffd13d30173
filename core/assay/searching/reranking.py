"""Searches in two stages: what a library's search finds, another model of the same papers puts in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assay import config as configuration
from assay.config import Config
from assay.errors import BadInput
from assay.progress import Progress, silent
from assay.registry.loading import load_model, load_scorer, open_registry, scorer_folder, settings_for
from assay.types import Hit, Query, Run, SearchMode, SearchRequest

if TYPE_CHECKING:
    from assay.encoding import Encoder
    from assay.encoding.scorers import PairScorer
    from assay.search import Reordered, Reranker
    from assay.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Cascade:
    """A search in two stages, and its name in the paper's notation."""

    tag: str
    candidates: list[Hit]
    reordered: Reordered


class Reranking:
    """What a workspace offers about second stages. Keeps the last model that it was given."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._kept: tuple[Config, Encoder | PairScorer] | None = None

    def search(self, request: SearchRequest, model: str, *, n: int) -> Cascade:
        """Load `model`, and let it put the `n` first results of the request's mode in order.

        Raises BadInput for fewer candidates than results and for a model of other papers, ModelError,
        StaleIndex.
        """
        from assay.searching.search import search

        reranker = self._loaded(model, n=n, k=request.k)
        candidates = search(self._workspace, replace(request, k=n))
        tag = self.tag(request.mode, reranker)
        return Cascade(tag, candidates, reranker.reorder(request, candidates))

    def run(
        self,
        queries: Sequence[Query],
        model: str,
        *,
        mode: SearchMode,
        n: int,
        k: int,
        progress: Progress = silent,
    ) -> tuple[Run, str]:
        """Return the same for many queries, and the cascade's name. Raises as `search` does."""
        from assay.searching.search import make_run

        reranker = self._loaded(model, n=n, k=k)
        first = make_run(self._workspace, queries, mode=mode, k=n, progress=progress)
        run = reranker.reorder_run(first, queries, n=n, k=k, progress=progress)
        return run, self.tag(mode, reranker)

    def _loaded(self, model: str, *, n: int, k: int) -> Reranker:
        """Load before the first stage, so that what does not fit is said at once."""
        if n < k:
            raise BadInput(
                "{0} candidates cannot give {1} results. Ask for at least as many.",
                n,
                k,
                advice="That is `--candidates {1}`.",
            )
        settings = self.settings(model)
        if scorer_folder(model) is None:
            self._workspace.encoder()  # whose vectors are compared, and `model` may be the very same
        if self.encoder(settings) is None:
            self.keep(settings, load_second_stage(settings))
        return self.reranker(settings)

    def settings(self, model: str) -> Config:
        """The settings under which `load_model` loads it. Raises ModelError if it is damaged.

        Its papers are cut where the library's are, or their vectors would not be those of the index.
        """
        config = self._workspace.config
        return settings_for(model, config, max_length=config.max_length)

    def encoder(self, settings: Config) -> Encoder | PairScorer | None:
        """The model of these settings if it is in memory: the library's own, or the one that was kept."""
        if settings == self._workspace.config and self._workspace.has_model:
            return self._workspace.encoder()
        return self._kept[1] if self._kept is not None and self._kept[0] == settings else None

    def keep(self, settings: Config, encoder: Encoder | PairScorer) -> None:
        """Take a model that was loaded with these settings, in the place of the last one."""
        self._kept = settings, encoder

    def reranker(self, settings: Config) -> Reranker:
        """The second stage of a model in memory. Raises BadInput for one of other papers, StaleIndex."""
        from assay.encoding.scorers import PairScorer
        from assay.search import Reranker, TextReranker

        encoder = self.encoder(settings)
        assert encoder is not None, settings.model  # noqa: S101 - our callers loaded it
        if isinstance(encoder, PairScorer):
            return TextReranker(self._workspace.searcher(lexical_only=True), encoder)
        return Reranker(self._workspace.searcher(), encoder)

    def tag(self, mode: SearchMode, reranker: Reranker) -> str:
        """The cascade from a search of this mode, as the paper writes it."""
        from assay.search import cascade_tag, first_stage

        own = None if SearchMode(mode) is SearchMode.KEYWORD else self._workspace.encoder()
        return cascade_tag(first_stage(mode, own), reranker.encoder)


def load_second_stage(settings: Config) -> Encoder | PairScorer:
    """Load what scores pairs, or compares vectors; it takes seconds. Raises ModelError."""
    return load_scorer(settings.model, device=settings.device) or load_model(settings)


def models_of_papers(workspace: Workspace, fingerprint: str) -> list[str]:
    """Return the sound models of the registry that fit an index of this fingerprint, newest first, and those
    that read query and paper together, which fit any.

    Texts count as cut where the library cuts them, as `Reranking` loads the models. Raises BadInput for its
    settings, ModelError where the registry cannot be read.
    """
    registry, max_length = open_registry(), configuration.load(workspace.folder).max_length
    return [
        card.model_id
        for card in registry.cards()
        if not card.damage
        and (
            scorer_folder(card.model_id) is not None
            or registry.fingerprint_at(card.model_id, max_length) == fingerprint
        )
    ]

"""The models as the window shows them: read on the lane, as a table, and as the facts of one card."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.errors import BadInput, ModelError
from assay.models.types import ModelComparison, kept_comparisons
from assay_desktop.actions.comparing import released
from assay_desktop.pages.training.comparisons import Tested, score_words
from assay_desktop.pages.training.improvement_words import Improved, improved_by
from assay_desktop.pages.training.size_words import formats_cell, size_rows
from assay_desktop.pages.training.words import duration, local_time, n_steps
from assay_desktop.text.figures import numeral, percent
from assay_desktop.text.translate import translator
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Iterable

    from assay.encoding.multiformat.sizes import ModelSize
    from assay.registry.card import Card
    from assay.workspace import Workspace

_tr = translator("training")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The trained models and those that come with Assay, and what the library uses and used."""

    cards: tuple[Card, ...]
    in_use: str
    before: tuple[str, ...]  # the latest last
    campaigns: tuple[str, ...]  # that a model can be measured on
    sizes: Mapping[str, ModelSize] = field(default_factory=dict)  # model id -> size, where it is known
    improved: Mapping[str, Improved] = field(default_factory=dict)  # model id -> what tuning it brought

    def card(self, model: str) -> Card | None:
        return next((card for card in self.cards if card.model_id == model), None)

    def compared(self, model: str) -> ModelComparison | None:
        """Return what was measured last between the model and the active one."""
        card = self.card(model)
        found = [] if card is None else comparisons_of(card)
        return next((one for one in found if one.against.model == self.in_use), None)

    def tested(self, model: str) -> Tested | None:
        """Return what says how the model does next to the active one: a comparison, or its own tuning."""
        compared, improved = self.compared(model), self.improved.get(model)
        if compared is None and improved is not None and improved.found.base == self.in_use:
            return improved
        return compared

    def gains(self, model: str) -> bool:
        """Return whether searching with it is better beyond chance than with the active one."""
        found = self.tested(model)
        return found is not None and found.is_better


def model_columns(catalogue: Catalogue) -> list[Column]:
    """Of the table of models."""
    in_use, sizes = catalogue.in_use, catalogue.sizes
    return [
        Column(_tr("Model"), lambda card: card.name, number=False),
        Column(_tr("Id"), _end_of_id, number=False, hint=_tr("The end of its id")),
        Column(_tr("State"), lambda card: _mark(card, in_use), number=False),
        Column(
            _tr("Vectors"),
            lambda card: formats_cell(sizes.get(card.model_id)),
            number=False,
            hint=_tr("Number of vectors per text, and how they are made"),
        ),
        Column(_tr("Added"), lambda card: local_time(card.created), lambda card: card.created),
        Column(
            _tr("Last score"),
            lambda card: _of_last(card, score_words),
            number=False,
            hint=_tr("With the difference from the compared model"),
        ),
        Column(_tr("Test set"), lambda card: _of_last(card, lambda one: one.test_set), number=False),
    ]


def comparisons_of(card: Card) -> list[ModelComparison]:
    """Return what the card keeps, the newest first."""
    return kept_comparisons(card.scores.values())


def is_packaged(card: Card) -> bool:
    """Return whether it comes with Assay: it can be neither deleted nor exported."""
    from assay.registry.packaged_models import PACKAGED

    return card.model_id in PACKAGED


def _end_of_id(card: Card) -> str:
    return "" if is_packaged(card) else card.model_id[-8:]


def damage_words(card: Card) -> str:
    """Return what a damaged entry means and what to do; its own words come last."""
    return _tr(
        "This model cannot be used: its files have changed since it was added. Add its folder again to "
        "repair it (Add a folder…), or delete it. Details: {0}."
    ).format(card.damage.rstrip("."))


def _of_last(card: Card, words: Callable[[ModelComparison], str]) -> str:
    found = comparisons_of(card)
    return words(found[0]) if found else ""


def _mark(card: Card, in_use: str) -> str:
    if card.damage:
        return _tr("damaged")
    if card.model_id == in_use:
        return _tr("active")
    return _tr("comes with Assay") if is_packaged(card) else ""


def purpose_words(size: ModelSize | None) -> str:
    """Return what a model's vectors are for; "" where that is not known."""
    if size is None:
        return ""
    uses = {
        "QRY": _tr("queries"),
        "PRX": _tr("similar papers"),
        "CLF": _tr("topics"),
        "RGN": _tr("years and scores"),
    }
    if size.n_vectors == 1 or not size.of_format:
        return _tr("One vector per text, for queries and similar papers.")
    known = [uses[name] for name in uses if name in size.of_format]
    return _tr("Separate vectors for {0}.").format(", ".join(known)) if known else ""


def card_summary(card: Card, size: ModelSize | None) -> Sequence[tuple[str, str]]:
    """(name, value) of what one asks first of a model; `card_facts` and `card_sections` have the rest."""
    learned = ", ".join(f"{data.name} ({numeral(data.n_train)})" for data in card.objectives)
    wanted = {_tr("Base"), _tr("Trained"), _tr("Added"), _tr("Formats"), _tr("Parameters"), _tr("Speed")}
    facts = [row for row in card_facts(card, size) if row[0] in wanted]
    licence = _tr("as its base and training data") if card.is_trained else ""
    licence = _packaged_licence(card) or licence
    rows = [(_tr("Trained on"), learned), *facts, (_tr("Licence"), licence)]
    return [(name, value) for name, value in rows if value]


def _packaged_licence(card: Card) -> str:
    """Return the licence of a model that comes with Assay, as NOTICE has it."""
    if not is_packaged(card):
        return ""
    own = _tr("free for any use, no warranty; its base Apache-2.0")
    return own if card.is_trained else "Apache-2.0"


def card_facts(card: Card, size: ModelSize | None = None) -> Sequence[tuple[str, str]]:
    """(name, value) in the order of reading, without what is not known."""
    rows = [
        (_tr("Id"), "" if is_packaged(card) else card.model_id),
        (_tr("Trained") if card.is_trained else _tr("Added"), local_time(card.created)),
        (_tr("Base"), str(card.base.get("id", ""))),
        (_tr("Vectors"), _tr("{0} dimensions").format(numeral(card.dim)) if card.dim else ""),
        (_tr("Texts"), _tr("{0} tokens").format(numeral(card.max_length)) if card.max_length else ""),
        *size_rows(card, size),
        (_tr("Time"), duration(card.seconds) if card.seconds else ""),
        (_tr("Device"), " · ".join(filter(None, (card.device, card.precision)))),
        (_tr("Random seed"), str(card.seed) if card.device else ""),
        (_tr("Fingerprint"), card.fingerprint[:16]),
        (_tr("Versions"), ", ".join(f"{name} {version}" for name, version in card.versions.items())),
    ]
    return [(name, value) for name, value in rows if value]


def card_sections(card: Card) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
    """Return (heading, rows as those of the facts): the model's training data and stages."""
    sources, stages = [], []
    for data in card.objectives:
        words = _tr("{0} {0:example|examples}, {1} held out").format(
            numeral(data.n_train), numeral(data.n_validation)
        )
        sources.append((data.name, words))
    for row in card.stage_facts:
        template = _tr(", best nDCG@10 {0}") if row.by_ndcg else _tr(", best validation {0}")
        loss = "" if row.best is None else template.format(numeral(row.best, 4))
        loss += "" if row.before is None else _tr(" (before {0})").format(numeral(row.before, 4))
        loss += "" if row.share is None else _tr(", interpolation {0}").format(percent(row.share))
        stages.append((row.name, n_steps(row.steps) + loss))
    return [(title, rows) for title, rows in ((_tr("Trained on"), sources), (_tr("Stages"), stages)) if rows]


# --- read on the library's thread


def read_catalogue(workspace: Workspace) -> Catalogue:
    """The trained models and those of Assay, what the library uses and used, and campaigns with a release.

    Raises ModelError or BadInput for what cannot be read; a history that cannot is taken for none.
    """
    from assay.models.promotion import ModelWork
    from assay.registry.packaged_models import packaged_cards

    models = ModelWork(workspace)
    in_use = models.in_use
    try:
        before = tuple(used.model for used in models.history() if used.model != in_use)
    except BadInput:
        before = ()
    cards = (*models.registry.cards(), *packaged_cards())
    return Catalogue(
        cards=cards,
        in_use=in_use,
        before=before,
        campaigns=tuple(released(workspace)),
        sizes=_sizes(
            workspace, dict.fromkeys([*(card.model_id for card in cards if not card.damage), in_use])
        ),
        improved={card.model_id: found for card in cards if (found := improved_by(card)) is not None},
    )


def _sizes(workspace: Workspace, names: Iterable[str]) -> dict[str, ModelSize]:
    """Return sizes, without those that are not whole, or whose base is not on this machine."""
    from assay.encoding.model_files.folder import find_folder
    from assay.encoding.multiformat.sizes import model_size
    from assay.models.promotion import ModelWork

    registry, found = ModelWork(workspace).registry, {}
    for name in names:
        try:
            folder = registry.folder(name) if name in registry else find_folder(name, allow_network=False)
            found[name] = model_size(folder)
        except ModelError as error:
            log.info("the size of %s is not known: %s", name, error)
    return found

"""What the lane reads about models; called on the library's thread."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING

from assay.errors import BadInput, ModelError
from assay_desktop.pages.training.cards import Shelf
from assay_desktop.pages.training.improvements import improved_by

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from assay.encoding.multiformat.sizes import ModelSize
    from assay.workspace import Workspace

log = logging.getLogger(__name__)


def read_shelf(workspace: Workspace) -> Shelf:
    """The trained models and those of Assay, what the library uses and used, and campaigns with a release.

    Raises ModelError or BadInput for what cannot be read; a history that cannot is taken for none.
    """
    from assay.models.packaged_models import packaged_cards

    models = workspace.models
    in_use = models.in_use
    try:
        before = tuple(used.model for used in models.history() if used.model != in_use)
    except BadInput:
        before = ()
    cards = (*models.registry.cards(), *packaged_cards())
    return Shelf(
        cards=cards,
        in_use=in_use,
        before=before,
        campaigns=tuple(_released(workspace)),
        sizes=_sizes(
            workspace, dict.fromkeys([*(card.model_id for card in cards if not card.damage), in_use])
        ),
        improved={card.model_id: found for card in cards if (found := improved_by(card)) is not None},
    )


def _sizes(workspace: Workspace, names: Iterable[str]) -> dict[str, ModelSize]:
    """Without those that are not whole, or whose base is not on this machine."""
    from assay.encoding.model_files.folder import find_folder
    from assay.encoding.multiformat.sizes import model_size

    registry, found = workspace.models.registry, {}
    for name in names:
        try:
            folder = registry.folder(name) if name in registry else find_folder(name, allow_network=False)
            found[name] = model_size(folder)
        except ModelError as error:
            log.info("the size of %s is not known: %s", name, error)
    return found


def indexed_for(model: str, workspace: Workspace) -> int:
    """The papers in the index that a model searches: its own, or that of the model that reads its papers.

    Tuned queries search the index of the model that they were tuned for. Raises ModelError.
    """
    from assay.encoding.coder.folder import is_coder, read_coder
    from assay.search import indexed_models

    registry, names = workspace.models.registry, {model}
    if model in registry and is_coder(registry.folder(model)):
        tuned = read_coder(registry.folder(model))
        names |= {tuned.documents, tuned.papers_model}
    found = indexed_models(workspace.folder)
    return max(found.get(name, 0) for name in names)


def model_of(run: Path, workspace: Workspace) -> str:
    """The id under which the registry keeps the model of a finished run; "" where it has it not."""
    try:
        card = json.loads((run / "card.json").read_text(encoding="utf-8"))
        fingerprint = str(card["fingerprint"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    cards = workspace.models.registry.cards()
    return next((each.model_id for each in cards if each.fingerprint == fingerprint and not each.damage), "")


def _released(workspace: Workspace) -> list[str]:
    names = [campaign.name for campaign in workspace.library.campaigns.all()]
    return [name for name in names if workspace.campaign(name).store.releases.all()]

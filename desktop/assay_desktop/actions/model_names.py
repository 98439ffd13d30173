"""The models that a run can be made with, for a list to choose from: read on the library's thread."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from assay.workspace import Workspace

_tr = translator("model_names")


def read_model_names(workspace: Workspace) -> tuple[tuple[str, str], ...]:
    """(words, the model's name) of the active one, of those trained here and of those that come with Assay.

    Raises ModelError or BadInput for what cannot be read.
    """
    from assay.models.promotion import ModelWork
    from assay.registry.packaged_models import packaged_cards

    models = ModelWork(workspace)
    active = models.in_use
    cards = (*(card for card in models.registry.cards() if not card.damage), *packaged_cards())
    names = {card.model_id: card.name or card.model_id for card in cards}
    shared = Counter(names.values())
    words = {model: f"{name} · {model[-8:]}" if shared[name] > 1 else name for model, name in names.items()}
    others = [(text, model) for model, text in words.items() if model != active]
    return ((_tr("{0} (active)").format(words.get(active, active)), active), *others)

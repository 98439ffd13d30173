"""REGISTRY: trained models and the cards that say how each came to be. Knows neither torch nor SQL."""

from __future__ import annotations

from assay.models.registry.card import Card
from assay.models.registry.difference import Difference, differences
from assay.models.registry.registry import ModelRegistry

__all__ = ["Card", "Difference", "ModelRegistry", "differences"]

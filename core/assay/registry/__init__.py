"""REGISTRY: trained models and the cards that say how each came to be. Knows neither torch nor SQL."""

from __future__ import annotations

from assay.registry.card import Card
from assay.registry.difference import Difference, differences
from assay.registry.registry import ModelRegistry

__all__ = ["Card", "Difference", "ModelRegistry", "differences"]

"""A library opened for work: the one place where the stages of Assay are joined.

The names of this package are loaded when somebody asks for them: a machine with nothing but torch and
sentence-transformers trains models through it, and the window lists papers before it needs a model.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assay.workspace.campaign_imports import ImportPreview
    from assay.workspace.campaign_state import CampaignState
    from assay.workspace.campaigns import CampaignWork
    from assay.workspace.duplicates import DuplicateWork, MergePreview, PlannedMerge
    from assay.workspace.model_comparison import ModelComparison
    from assay.workspace.model_tests import TestChoice
    from assay.workspace.model_work import ModelWork, Promotion
    from assay.workspace.models import delete_model, load_model, load_named, open_registry, resolve_model
    from assay.workspace.reranking import Reranking
    from assay.workspace.workspace import POOL_DEPTH, Workspace

__all__ = [
    "POOL_DEPTH",
    "CampaignState",
    "CampaignWork",
    "DuplicateWork",
    "ImportPreview",
    "MergePreview",
    "ModelComparison",
    "ModelWork",
    "PlannedMerge",
    "Promotion",
    "Reranking",
    "TestChoice",
    "Workspace",
    "delete_model",
    "load_model",
    "load_named",
    "open_registry",
    "resolve_model",
]

_LATE = {
    "POOL_DEPTH": "workspace",
    "CampaignState": "campaign_state",
    "CampaignWork": "campaigns",
    "DuplicateWork": "duplicates",
    "ImportPreview": "campaign_imports",
    "MergePreview": "duplicates",
    "ModelComparison": "model_comparison",
    "ModelWork": "model_work",
    "PlannedMerge": "duplicates",
    "Promotion": "model_work",
    "Reranking": "reranking",
    "TestChoice": "model_tests",
    "Workspace": "workspace",
    "delete_model": "models",
    "load_model": "models",
    "load_named": "models",
    "open_registry": "models",
    "resolve_model": "models",
}
"""Names whose modules are loaded when somebody asks for them: most work needs few of them."""


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LATE[name]}"), name)

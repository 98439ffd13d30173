"""A library opened for work: the one place where the stages of Assay are joined."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from assay.workspace.workspace import POOL_DEPTH, Workspace, load_model

if TYPE_CHECKING:
    from assay.workspace.campaign_imports import ImportPreview
    from assay.workspace.campaign_state import CampaignState
    from assay.workspace.campaigns import CampaignWork

__all__ = ["POOL_DEPTH", "CampaignState", "CampaignWork", "ImportPreview", "Workspace", "load_model"]

_LATE = {
    "CampaignState": "campaign_state",
    "CampaignWork": "campaigns",
    "ImportPreview": "campaign_imports",
}
"""Names whose modules are loaded when somebody asks for them: most work has no campaign."""


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LATE[name]}"), name)

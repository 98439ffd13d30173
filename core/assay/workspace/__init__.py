"""A library opened for work: the one place where the stages of Assay are joined."""

from assay.workspace.workspace import POOL_DEPTH, Workspace, load_model

__all__ = ["POOL_DEPTH", "Workspace", "load_model"]

"""The search engine process, which the window asks: `serve` answers JSON lines, as `process` says."""

from __future__ import annotations

from assay.engine.process import Engine, serve

__all__ = ["Engine", "serve"]

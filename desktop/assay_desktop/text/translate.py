"""Texts of a module, which belong to no widget's class, in the window's language."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication


def translator(context: str) -> Callable[[str], str]:
    """Return what translates the module's texts. Call it `_tr`: `translating` looks for that name."""
    return partial(QCoreApplication.translate, context)

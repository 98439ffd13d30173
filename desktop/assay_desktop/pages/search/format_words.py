"""Which of a model's vectors a search compared, in words. A model with one vector for all gives none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication


def short_formats(answer: Mapping[str, Any]) -> str:
    """ "query as QRY, papers as PRX", for the line above the results."""
    asked, papers = _formats(answer)
    if not papers:
        return ""
    parts = [_tr("query as {0}").format("QRY")] if "QRY" in asked else []
    return ", ".join([*parts, _tr("papers as {0}").format(papers)])


def formats_of(answer: Mapping[str, Any]) -> str:
    """Whole sentences on the same."""
    asked, papers = _formats(answer)
    if not papers:
        return ""
    read = []
    if "QRY" in asked:
        read.append(_tr("Query read as {0}, the model's format for what is asked.").format("QRY"))
    if papers in asked:
        read.append(_tr("The papers searched with, and those found, read as {0}, for what is alike."))
    else:
        read.append(_tr("Papers read as {0}, for what is alike."))
    return " ".join(read).format(papers)


def _formats(answer: Mapping[str, Any]) -> tuple[list[str], str]:
    """Those of the query and its seeds, and that of the papers; nothing where they are all the same."""
    found = answer.get("formats")
    if not isinstance(found, Mapping):
        return [], ""
    asked = found.get("asked")
    return [str(each) for each in asked] if isinstance(asked, list) else [], str(found.get("papers") or "")


def _tr(text: str) -> str:
    return QCoreApplication.translate("search", text)

"""Which of a model's vectors a search compared, in words. A model with one vector for all gives none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication


def formats_of(answer: Mapping[str, Any]) -> str:
    """Whole sentences for the explanation of a result; "" where a model has one vector for all."""
    asked, papers = _formats(answer)
    if not papers:
        return ""
    read = []
    if "QRY" in asked:
        read.append(_tr("The query uses the model's {0} (query) vectors.").format("QRY"))
    if papers in asked:
        read.append(_tr("Seed papers and results use the model's {0} (similarity) vectors."))
    else:
        read.append(_tr("Papers use the model's {0} (similarity) vectors."))
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

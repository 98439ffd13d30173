"""Which of a model's vectors a search compared, in words. A model with one vector for all gives none."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from assay.searching.types import ComparedFormats


def formats_words(formats: ComparedFormats | None) -> str:
    """Return sentences for the explanation of a result; "" where a model has one vector for all."""
    if formats is None:
        return ""
    asked, papers = formats.asked, formats.papers
    read = []
    if "QRY" in asked:
        read.append(_tr("The query uses the model's {0} (query) vectors.").format("QRY"))
    if papers in asked:
        read.append(_tr("Seed papers and results use the model's {0} (similarity) vectors."))
    else:
        read.append(_tr("Papers use the model's {0} (similarity) vectors."))
    return " ".join(read).format(papers)


def _tr(text: str) -> str:
    return QCoreApplication.translate("search", text)

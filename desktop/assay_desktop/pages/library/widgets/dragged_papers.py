"""Papers on their way from a list to a place that takes them, by their ids."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QMimeData

MIME = "application/x-assay-doc-ids"


def papers_to_drag(doc_ids: Sequence[str]) -> QMimeData:
    """What a drag of these papers carries: to other programs their ids as text."""
    carried = QMimeData()
    carried.setData(MIME, QByteArray(json.dumps(list(doc_ids)).encode()))
    carried.setText("\n".join(doc_ids))
    return carried


def dragged_papers(carried: QMimeData) -> list[str]:
    """The doc_ids of a drag that came from this window; [] for any other."""
    return list(json.loads(bytes(carried.data(MIME).data()))) if carried.hasFormat(MIME) else []

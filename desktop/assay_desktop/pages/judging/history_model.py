"""The rows of the history, newest first."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from assay.types import JudgementState
from assay_desktop.text.figures import clock, recent
from assay_desktop.text.verbatim import verbatim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.pages.judging.history import PastPair

PAST_ROLE = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()


class HistoryModel(QAbstractListModel):
    """PAST_ROLE holds the `PastPair`; the other roles say it in words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._past: tuple[PastPair, ...] = ()

    def show(self, past: Sequence[PastPair]) -> None:
        self.beginResetModel()
        self._past = tuple(past)
        self.endResetModel()

    def at(self, row: int) -> PastPair | None:
        return self._past[row] if 0 <= row < len(self._past) else None

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._past)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        past = self.at(index.row())
        if past is None:
            return None
        if role == PAST_ROLE:
            return past
        if role == Qt.ItemDataRole.DisplayRole:
            return past.title
        if role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            said = [past.title, past.query, stand(past), past.judgement.note if past.judgement else ""]
            text = "\n".join(part for part in said if part)
            return verbatim(text) if role == Qt.ItemDataRole.ToolTipRole else text
        return None


def stand(past: PastPair) -> str:
    """Where the pair stands, in one word or two."""
    judgement = past.judgement
    if judgement is None:
        return _tr("taken back")
    if judgement.state is JudgementState.GRADE:
        return _tr("graded {0}").format(judgement.relevance)
    if judgement.state is JudgementState.LATER and judgement.note:
        return _tr("noted")
    return {
        JudgementState.UNSURE: _tr("unsure"),
        JudgementState.LATER: _tr("for later"),
        JudgementState.UNREADABLE: _tr("unreadable"),
        JudgementState.CONFLICT: _tr("in conflict"),
    }[judgement.state]


def when(past: PastPair) -> str:
    """The local time, with the day where it was not today."""
    local = past.when.astimezone()
    today = local.date() == datetime.now().astimezone().date()
    return clock(local) if today else recent(local)


def _tr(text: str) -> str:
    return QCoreApplication.translate("judging", text)

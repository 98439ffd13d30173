"""Tasks to tick, in their suites and formats: a task that is in two suites is ticked in both."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, overload

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from assay_desktop.pages.evaluation.benchmarks.words import (
    group_words,
    metric_words,
    state_words,
    suite_words,
)
from assay_desktop.text.escape_markup import escape_markup

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from assay.benchmarks.types import TaskOption

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_GROUPS: Final = ("CLF", "RGN", "PRX", "SRCH")
NAME, METRICS, STATE = range(3)


@dataclass(eq=False)
class Node:
    """A suite, a format in it, or a task; `depth` counts from 0."""

    name: str
    parent: Node | None = None
    task: TaskOption | None = None
    rows: list[Node] = field(default_factory=list)

    def tasks(self) -> Iterator[TaskOption]:
        """Yield those below it that can be run."""
        if self.task is not None:
            if self.task.present:
                yield self.task
            return
        for each in self.rows:
            yield from each.tasks()

    @property
    def n_tasks(self) -> int:
        return 1 if self.task is not None else sum(each.n_tasks for each in self.rows)

    @property
    def row(self) -> int:
        return 0 if self.parent is None else self.parent.rows.index(self)


class TaskTree(QAbstractItemModel):
    """What is not there cannot be ticked, and says why in its tooltip."""

    ticked = Signal()  # by the user

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._top = self._before = Node("")
        self._chosen: set[str] = set()
        self._muted, self._danger = QColor(), QColor()

    # --- what is shown

    def show(self, tasks: Sequence[TaskOption], chosen: Iterable[str]) -> None:
        self.beginResetModel()
        self._before, self._top = self._top, _tree(tasks)  # indexes that Qt still holds point into the old
        self._chosen = set(chosen)
        self.endResetModel()

    def set_colors(self, muted: QColor, danger: QColor) -> None:
        self._muted, self._danger = muted, danger
        self._tell(_ROOT)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of ticked tasks that are there, in the order of the tree."""
        return tuple(dict.fromkeys(task.id for task in self._top.tasks() if task.id in self._chosen))

    def node(self, index: Index) -> Node:
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, Node) else self._top

    def suites_there(self) -> list[QModelIndex]:
        """Return where a task can be run."""
        return [self.index(row, 0) for row, node in enumerate(self._top.rows) if next(node.tasks(), None)]

    def toggle(self, index: Index) -> None:
        """Tick a task, or all of a suite or format that are there; where all are ticked, none."""
        ids = {task.id for task in self.node(index).tasks()}
        if ids:
            self._chosen = self._chosen - ids if ids <= self._chosen else self._chosen | ids
            self._tell(_ROOT)
            self.ticked.emit()

    def _tell(self, parent: Index) -> None:
        """Tell that every row may have changed: suites share tasks."""
        n = self.rowCount(parent)
        if n:
            self.dataChanged.emit(self.index(0, NAME, parent), self.index(n - 1, STATE, parent))
        for row in range(n):
            self._tell(self.index(row, 0, parent))

    # --- Qt's model

    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:
        rows = self.node(parent).rows
        if not (0 <= row < len(rows) and 0 <= column < self.columnCount()):
            return QModelIndex()
        return self.createIndex(row, column, rows[row])

    @overload
    def parent(self) -> QObject | None: ...
    @overload
    def parent(self, child: Index) -> QModelIndex: ...
    def parent(self, child: Index | None = None) -> QObject | QModelIndex | None:
        if child is None:
            return super().parent()
        above = self.node(child).parent if child.isValid() else None
        return QModelIndex() if above is None or above is self._top else self.createIndex(above.row, 0, above)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return len(self.node(parent).rows) if parent.column() <= 0 else 0

    def columnCount(self, _parent: Index = _ROOT) -> int:
        return 3

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Task"), self.tr("Measures"), self.tr("State"))[section]
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() == NAME and next(self.node(index).tasks(), None):
            return usable | Qt.ItemFlag.ItemIsUserCheckable
        return usable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node, column = self.node(index), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(node, column)
        if role == Qt.ItemDataRole.CheckStateRole and column == NAME:
            return self._tick(node)
        if role == Qt.ItemDataRole.ToolTipRole and node.task is not None:
            return escape_markup(node.task.why or node.task.note) or self._text(node, METRICS) or None
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._color(node, column)
        return None

    def setData(self, index: Index, _value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.toggle(index)
        return True

    def _text(self, node: Node, column: int) -> str:
        if node.task is None:
            there = sum(1 for _ in node.tasks())
            count = self.tr("{0} of {1}").format(there, node.n_tasks) if column == STATE else ""
            return node.name if column == NAME else count
        if column == METRICS:
            return ", ".join(map(metric_words, node.task.metrics))
        return node.name if column == NAME else state_words(node.task.state)

    def _tick(self, node: Node) -> Qt.CheckState | None:
        ids = [task.id for task in node.tasks()]
        if not ids:
            return None
        n = sum(each in self._chosen for each in ids)
        if n in (0, len(ids)):
            return Qt.CheckState.Checked if n else Qt.CheckState.Unchecked
        return Qt.CheckState.PartiallyChecked

    def _color(self, node: Node, column: int) -> QColor | None:
        if node.task is None:
            return self._muted if column != NAME else None
        if node.task.state == "broken" and column == STATE:
            return self._danger
        return None if node.task.present and column == NAME else self._muted


def _tree(tasks: Sequence[TaskOption]) -> Node:
    top = Node("")
    for suite in dict.fromkeys(suite for task in tasks for suite in task.suites):
        own = [task for task in tasks if suite in task.suites]
        node = Node(suite_words(suite), top)
        top.rows.append(node)
        groups = [group for group in _GROUPS if any(task.group == group for task in own)]
        for group in groups:
            above = node
            if len(groups) > 1:
                above = Node(group_words(group), node)
                node.rows.append(above)
            above.rows += [Node(task.name, above, task) for task in own if task.group == group]
    return top

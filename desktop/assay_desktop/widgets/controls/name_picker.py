"""A list of names to choose from, or to name something new in."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidgetItem, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.widgets.controls.list_popup import ListPopup
from assay_desktop.widgets.reading import label

_WIDTH = 420
_ROW_PX = 30
_MAX_ROWS = 9


class NamePicker(ListPopup):
    """A name among `names`, or a new one.

    `new` is what making a new one is called, such as "New tag “{0}”"; "" where none can be made.
    """

    picked = Signal(str)

    def __init__(
        self, title: str, names: Sequence[str], parent: QWidget, *, new: str, text: str = ""
    ) -> None:
        """Ask for a name; `text` stands in the field at first."""
        super().__init__(parent, width=_WIDTH, row_px=_ROW_PX, max_rows=_MAX_ROWS)
        self.field.textChanged.connect(self._refresh)
        self.taken.connect(self._take)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._names, self._new = tuple(names), new
        self.setAccessibleName(title)
        self.field.setAccessibleName(title)
        self.field.setPlaceholderText(
            self.tr("Find or create…") if new else self.tr("A few letters of its name")
        )
        self.rows.setAccessibleName(self.tr("Names"))
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # the end of a path tells it apart
        self._inner.insertWidget(0, label(title, "section"))
        self.field.setText(text)
        self.field.selectAll()
        self._refresh(text)

    def _refresh(self, typed: str) -> None:
        wanted = " ".join(typed.split())
        letters = wanted.casefold()
        found = [name for name in self._names if letters in name.casefold()]
        found.sort(key=lambda name: not name.casefold().startswith(letters))
        self.rows.clear()
        for name in found:
            self._add(name, name)
        if wanted and self._new and all(name.casefold() != letters for name in self._names):
            self._add(self._new.format(wanted), wanted)
        self.rows.setVisible(self.rows.count() > 0)
        self._fit()

    def _add(self, text: str, name: str) -> None:
        item = QListWidgetItem(text)
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setToolTip(escape_markup(text))
        item.setSizeHint(QSize(0, _ROW_PX))  # as wide as the list: what is longer is cut
        self.rows.addItem(item)

    def _take(self) -> None:
        item = self.rows.currentItem()
        if item is not None:
            self.picked.emit(item.data(Qt.ItemDataRole.UserRole))
            self.close()

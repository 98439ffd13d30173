"""What was understood of the fields in the search box, and what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.widgets.elided import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Sequence


class UnderstoodLine(QWidget):
    """One muted line; it is only there where something restricts the search or was not understood."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ElidedLabel("caption")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.text)
        row.addStretch(1)
        self.hide()

    def show_words(self, words: Sequence[str], faults: Sequence[str]) -> None:
        """`words` say a restriction each, `faults` are sentences."""
        only = self.tr("Only: {0}").format("; ".join(words)) if words else ""
        self.text.show_text(" · ".join(filter(None, (only, *faults))))
        self.text.setToolTip(escape_markup("\n".join(filter(None, (only, *faults)))))
        self.setVisible(bool(words or faults))


def fields_help() -> str:
    """What may be typed beside words, for the tooltip of the box."""
    lines = [
        _tr("Beside words you can type what papers must have:"),
        _tr("author:cohan   an author's name, or beginnings of its words"),
        _tr("year:2019..2022   also 2019, 2019.. and ..2022"),
        _tr("venue:acl   words of the venue's name"),
        _tr('tag:"graph learning"   words of a keyword'),
        _tr("collection:thesis   words of a collection's name"),
        _tr("has:pdf   judged:yes   judged:no"),
        _tr("id:W2911   doi:10.1145/3366423   one paper"),
        _tr('"exact phrase"   in the title or the abstract'),
        _tr("-word   -venue:arxiv   what they must not have"),
    ]
    return "\n".join(lines)


def _tr(text: str) -> str:
    return QCoreApplication.translate("search", text)

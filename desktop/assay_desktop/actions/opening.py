"""Files, folders and links in the programs that the system has for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext

_tr = translator("opening")


def open_outside(place: str, say: Callable[[str], object]) -> None:
    """Open a local path, or an http(s) link; where no program takes it, `say` so."""
    url = QUrl(place) if place.startswith(("http://", "https://")) else QUrl.fromLocalFile(place)
    if not QDesktopServices.openUrl(url):
        say(_tr("No program on this computer opens {0}.").format(place))


class PdfOpening(QObject):
    """Opens the PDF of a paper where a list of papers is shown."""

    message = Signal(str)  # why it was not opened

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context

    def open(self, doc_id: str) -> None:
        """Open the paper's first PDF that is still where it was last seen."""
        self._context.lane.submit(lambda ws: _pdf_of(ws, doc_id), self._open, key="pdf-opening")

    def _open(self, path: str) -> None:
        if path:
            open_outside(path, self.message.emit)
        else:
            self.message.emit(_tr("There is no PDF of this paper."))


def _pdf_of(workspace: Workspace, doc_id: str) -> str:
    files = workspace.library.files.of_papers([doc_id]).get(doc_id, [])
    places = (place for one in files for place in one.places if not place.missing)
    return next((place.path for place in places), "")

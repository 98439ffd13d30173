"""Files, folders and links in the programs that the system has for them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from assay_desktop.text.translate import translator

_tr = translator("opening")


def open_outside(place: str, say: Callable[[str], object]) -> None:
    """Open a local path, or an http(s) link; where no program takes it, `say` so."""
    url = QUrl(place) if place.startswith(("http://", "https://")) else QUrl.fromLocalFile(place)
    if not QDesktopServices.openUrl(url):
        say(_tr("No program on this computer opens {0}.").format(place))

"""The program anew on its library, after it has let go of everything."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QProcess

from assay_desktop.background import children

if TYPE_CHECKING:
    from assay.location import Location

log = logging.getLogger(__name__)


def reopen(location: Location) -> None:
    """Starts another `assay desktop`, which outlives this process."""
    program, *words = children.command(location, "desktop")
    process = QProcess()
    process.setProgram(program)
    process.setArguments(words)
    process.setProcessEnvironment(children.environment(location))
    started, pid = process.startDetached()
    log.info("opened anew as process %s" if started else "could not be opened anew (%s)", pid)

"""How the window starts `assay` on its library: as a job, or as the search engine."""

from __future__ import annotations

import logging

from PySide6.QtCore import QProcess, QProcessEnvironment

from assay.interpreter import python
from assay.location import VARIABLE, Location, Server, parsed


def command(location: Location, *words: str) -> list[str]:
    """Return the words of `assay ... *words` on the library.

    A server's address may hold a password, and everybody on the machine can read what a process was started
    with: `environment` carries it instead, which only its user can read.
    """
    place = parsed(location)
    named = () if isinstance(place, Server) else ("--library", str(place))
    return python("-m", "assay", *named, *words)


def environment(location: Location) -> QProcessEnvironment:
    """Return the environment of such a process: UTF-8, unbuffered, and the server's address."""
    variables = QProcessEnvironment.systemEnvironment()
    variables.insert("PYTHONUTF8", "1")
    variables.insert("PYTHONUNBUFFERED", "1")
    if isinstance(parsed(location), Server):
        variables.insert(VARIABLE, str(location))
    return variables


log = logging.getLogger(__name__)


def open_window(location: Location, *options: str) -> None:
    """Start an `assay desktop` that outlives this one: a library has its own, with its engine and jobs."""
    program, *words = command(location, "desktop", *options)
    process = QProcess()
    process.setProgram(program)
    process.setArguments(words)
    process.setProcessEnvironment(environment(location))
    if start_detached(process):
        log.info("a window was opened")
    else:
        log.warning("no window could be opened: %s", process.errorString())


def start_detached(process: QProcess) -> bool:
    """Start a process that outlives this one; False where it could not start.

    PySide6 answers with a bool or, in other versions and in its stub, with a pair that has one.
    """
    answer: object = process.startDetached()
    return bool(answer[0] if isinstance(answer, tuple) else answer)

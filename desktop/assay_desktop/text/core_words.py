"""What the core says in the window's language; where nobody has translated it, in English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

from assay.codec import from_json
from assay.messages import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.errors import AssayError
    from assay.progress import Report

_in_language: Final = QCoreApplication.translate  # of texts that the reader finds in the core


def stage_words(report: Report) -> str:
    """What work is doing, and at which item: "CoView, bm25 (3 of 12), encoding", "encoding part 1 of 2"."""
    stage, item = translated(report.stage), report.item
    if item is None:
        return stage
    names = ", ".join(item.names)
    if names and item.of:
        place = QCoreApplication.translate("core", "{0} ({1} of {2})").format(names, item.number, item.of)
        return ", ".join(filter(None, (place, stage)))
    if names:
        return QCoreApplication.translate("core", "{0} {1}").format(stage, names)
    return QCoreApplication.translate("core", "{0} part {1} of {2}").format(stage, item.number, item.of)


def translated(words: Message | str) -> str:
    """Return a message, or words without values, in the window's language."""
    message = words if isinstance(words, Message) else Message(words)
    values = tuple(each if isinstance(each, str) else translated(each) for each in message.values)
    return str(Message(_in_language("core", message.text), values))


def in_language(error: AssayError) -> AssayError:
    """Let the error say in the window's language what it says, and return it."""
    error.args = (Message(translated(error.message)), *error.args[1:])
    error.advice = ""  # what commands say: the window has buttons
    return error


def error_words(error: Mapping[str, object]) -> str:
    """Return what an error says: {"kind", "message"}, and where it can be translated "text" and "values"."""
    return translated(from_json(error, Message) if "text" in error else str(error.get("message", "")))

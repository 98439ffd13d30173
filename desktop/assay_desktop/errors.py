"""Faults that nobody foresaw: logged in full, and shown to the user as one sentence with its details."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from assay.errors import AssayError
from assay_desktop.text.core_words import translated
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from types import TracebackType

_tr = translator("errors")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Fault:
    """`what` is for reading, `details` (a traceback) for copying into a report; "" where there is none."""

    what: str
    details: str = ""


class Faults(QObject):
    """Collects faults from every thread and emits them on the window's own."""

    occurred = Signal(object)  # Fault

    def report(self, error: BaseException) -> Fault:
        """Log `error` and tell the window. An `AssayError` speaks for itself and needs no details."""
        fault = _fault_of(error)
        if fault.details:
            log.error("unexpected fault", exc_info=error)
        else:
            log.info("reported to the user: %s", error)
        self.occurred.emit(fault)
        return fault

    def install(self) -> None:
        """Become the last resort for exceptions of Qt slots and of threads."""
        sys.excepthook = self._from_hook
        threading.excepthook = self._from_thread

    def _from_hook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            self.report(error.with_traceback(trace))

    def _from_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self.report(args.exc_value)


def unexpected(error: BaseException) -> AssayError:
    """Return an error for callers that wait for an answer, where something of ours broke."""
    text = _tr("Something went wrong in Assay ({0}). Nothing was lost. Try again, or copy the details.")
    return AssayError(text.format(type(error).__name__))


def _fault_of(error: BaseException) -> Fault:
    if isinstance(error, AssayError):
        return Fault(translated(error.message))
    details = "".join(traceback.format_exception(error))
    return Fault(str(unexpected(error)), details)

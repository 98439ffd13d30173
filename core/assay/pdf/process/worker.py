"""The process that reads PDFs: one after another, as standard input names them.

One JSON object a line, both ways: a `ReadCall` in, a `FileAnswer` out; when its input ends, it ends. What a
file does to it, a hang, a crash or a flood of memory, concerns nobody else: see pool.py, which starts it by
`python -m assay.pdf.process.worker LIMITS`.
"""

from __future__ import annotations

import json
import math
import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TextIO, TypeVar

import psutil

from assay.codec import from_json, to_json
from assay.pdf.limits import Limits
from assay.pdf.paper import PdfPaper
from assay.pdf.reading import read_document
from assay.pdf.types import FileAnswer, ReadCall, UnreadablePdf

C = TypeVar("C")

_SPARE_MB = 512  # of addresses, beyond the memory that is really held: libraries reserve more than they use
_GRACE_S = 5
_OVERTIME = 124
_bound = threading.Timer(0, os._exit)


def main() -> None:
    """Answer until standard input ends. The one argument is `Limits` as JSON."""
    import assay.pdf.facts  # noqa: F401 - loaded before time and memory are bound

    limits = Limits(**json.loads(sys.argv[1]))
    serve(limits, ReadCall, lambda call: read_pdf(Path(call.path), limits))


def read_pdf(path: Path, limits: Limits) -> PdfPaper:
    """Return the paper in a file. Raises `UnreadablePdf`."""
    from assay.pdf.facts import paper_of  # with all importers, which a process that draws does without

    return paper_of(path, read_document(path, limits))


def serve(limits: Limits, kind: type[C], answer: Callable[[C], object]) -> None:
    """Answer every line of standard input, one call of this kind each, within the limits."""
    answers = own_output()
    bound_memory(limits.megabytes)
    for line in sys.stdin:
        request = json.loads(line)
        bound_time(limits.seconds)
        try:
            found = FileAnswer(ok=to_json(answer(from_json(request, kind))))  # pixels in base 64
        except UnreadablePdf as error:
            found = FileAnswer(fault=str(error), lasting=error.lasting)
        except MemoryError:
            found = FileAnswer(fault=limits.too_large)
        except Exception as error:  # noqa: BLE001 - whatever a strange file leads to costs that request only
            name = type(error).__name__
            found = FileAnswer(fault=f"the file could not be understood ({name}: {error}): please report it")
        answered = to_json(replace(found, id=request.get("id")))
        print(json.dumps(answered), file=answers, flush=True)  # ASCII: a file may hold half a character
        bound_time(0)


def own_output() -> TextIO:
    """Standard output for the answers alone: what a library prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def bound_memory(megabytes: int) -> None:
    """Have the system refuse addresses beyond what may be used, where it knows such a limit: on Linux.

    Elsewhere, and before it, the parent ends a process that holds too much.
    """
    if sys.platform != "linux":
        return
    import resource

    most = psutil.Process().memory_info().vms + (megabytes + _SPARE_MB) * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash leaves no picture of its memory on the disk


def bound_time(seconds: float) -> None:
    """End this process some seconds after its time, should its parent be gone by then; 0 is for no bound.

    The system does it where it can; on Windows a thread, which needs the file's reader to let it run.
    """
    global _bound  # noqa: PLW0603 - one process reads one file
    if hasattr(signal, "alarm"):
        signal.alarm(math.ceil(seconds + _GRACE_S) if seconds else 0)
        return
    _bound.cancel()
    _bound = threading.Timer(seconds + _GRACE_S, os._exit, [_OVERTIME])
    _bound.daemon = True
    if seconds:
        _bound.start()


if __name__ == "__main__":
    main()

"""The process that draws pages: one request after another, from standard input.

One JSON object a line, both ways: an "id" and a `PageCall` in, `{"id", "ok"}` or `{"id", "fault"}` out. When
its input ends, it ends. A file that hangs or crashes it concerns nobody else: anyone who asked ends it and
starts another.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from assay.codec import from_json, to_json
from assay.pdf.annotating import annotate
from assay.pdf.drawing import Drawer
from assay.pdf.process.worker import bound_memory, bound_time, own_output
from assay.pdf.types import PageCall, UnreadablePdf

MEGABYTES = 1024
SECONDS = 30


def main() -> None:
    """Answer until standard input ends."""
    answers = own_output()
    bound_memory(MEGABYTES)
    drawer = Drawer()
    for line in sys.stdin:
        request = json.loads(line)
        bound_time(SECONDS)
        try:
            answer = {"ok": to_json(_answer(drawer, from_json(request, PageCall)))}  # pixels in base 64
        except UnreadablePdf as error:
            answer = {"fault": str(error)}
        except MemoryError:
            answer = {"fault": "the page needs more memory than it may have"}
        except Exception as error:  # noqa: BLE001 - whatever a strange file leads to costs that request only
            answer = {"fault": f"the page cannot be shown ({type(error).__name__}: {error})"}
        bound_time(0)
        print(json.dumps({"id": request["id"], **answer}), file=answers, flush=True)


def _answer(drawer: Drawer, call: PageCall) -> object:
    path = Path(call.path)
    match call.op:
        case "draw":
            return drawer.draw(path, call.page, width=call.width, words=call.words)
        case "open":
            return drawer.shape(path)
        case "find":
            return drawer.find(path, call.words, call.page, call.last)
        case "annotate":
            return annotate(path, Path(call.target), call.marks)
        case "select":
            return drawer.select(path, call.page, call.box, call.last)


if __name__ == "__main__":
    main()

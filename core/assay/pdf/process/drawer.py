"""The process that draws pages: one request after another, from standard input.

One JSON object a line, both ways: an "id" and a `PageCall` in, a `FileAnswer` with that id out. When
its input ends, it ends. A file that hangs or crashes it concerns nobody else: anyone who asked ends it and
starts another.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from assay.pdf.annotating import annotate
from assay.pdf.drawing import Drawer
from assay.pdf.limits import Limits
from assay.pdf.process.worker import serve
from assay.pdf.types import PageCall

LIMITS = Limits(seconds=30)


def main() -> None:
    """Answer until standard input ends."""
    drawer = Drawer()
    serve(LIMITS, PageCall, partial(_answer, drawer))


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

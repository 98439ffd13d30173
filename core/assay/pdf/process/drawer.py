"""The process that draws pages: one request after another, as it is told on standard input.

One JSON object a line, both ways: `{"id", "op", "path", ...}` in, `{"id", "ok"}` or `{"id", "fault"}` out.
`op` is "draw" (page, width, words), "find" (words) or "text" (page, box). When its input ends, it ends. A
file that hangs or crashes it concerns nobody else: whoever asked ends it and starts another.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from assay.codec import to_json
from assay.pdf.drawing import Drawer
from assay.pdf.process.worker import bound_memory, bound_time, own_output
from assay.pdf.reading import UnreadablePdf

MEGABYTES = 1024
SECONDS = 30

Message = dict[str, Any]


def main() -> None:
    """Answers until standard input ends."""
    answers = own_output()
    bound_memory(MEGABYTES)
    drawer = Drawer()
    operations: dict[str, Callable[[Message], Any]] = {
        "draw": lambda request: _draw(drawer, request),
        "find": lambda request: drawer.pages_with(Path(request["path"]), request["words"]),
        "text": lambda request: drawer.text(Path(request["path"]), request["page"], tuple(request["box"])),
    }
    for line in sys.stdin:
        request = json.loads(line)
        bound_time(SECONDS)
        try:
            answer = {"ok": operations[request["op"]](request)}
        except UnreadablePdf as error:
            answer = {"fault": str(error)}
        except MemoryError:
            answer = {"fault": "the page needs more memory than it may have"}
        except Exception as error:  # noqa: BLE001 - whatever a strange file leads to costs that request only
            answer = {"fault": f"the page cannot be shown ({type(error).__name__}: {error})"}
        bound_time(0)
        print(json.dumps({"id": request["id"], **answer}), file=answers, flush=True)


def _draw(drawer: Drawer, request: Message) -> Message:
    found = drawer.draw(
        Path(request["path"]), request["page"], width=request["width"], words=request.get("words", ())
    )
    answer: Message = to_json(found)  # pixels in base 64
    return answer


if __name__ == "__main__":
    main()

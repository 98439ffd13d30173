"""Work counted, so that a test can say "no more than" without a clock: steps and calls of Python, SQL.

They are the same on an idle machine and on a busy one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlalchemy as sa


def steps(work: Callable[[], object]) -> int:
    """The number of Python's own instructions that `work` takes on this thread.

    What C code does inside one instruction is not counted, a loop over it is. Some hundred times slower than
    `work` alone: give it little to do.
    """
    n = 0

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal n
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        n += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return n


class Calls:
    """The calls of Python functions on this thread while `counted` runs; `n` may be read meanwhile."""

    def __init__(self) -> None:
        self.n = 0

    def _note(self, _frame: FrameType, event: str, _arg: object) -> None:
        self.n += event == "call"

    @contextmanager
    def counted(self) -> Iterator[Calls]:
        before = sys.getprofile()
        sys.setprofile(self._note)
        try:
            yield self
        finally:
            sys.setprofile(before)


@contextmanager
def statements(engine: sa.Engine) -> Iterator[list[str]]:
    """The SQL that the engine is given inside the block."""
    from sqlalchemy import event

    given: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        given.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield given
    finally:
        event.remove(engine, "before_cursor_execute", note)

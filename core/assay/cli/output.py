"""How commands answer: for a person on the terminal, or one JSON object for a script."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.segment import Segment
from rich.table import Table as RichTable
from rich.text import Text

from assay.cli.interrupts import Interrupted
from assay.codec import C1, harmless_json, shallow, to_json
from assay.progress import BYTE_STAGES, Cancelled, IndexUpdated, Item, Progress, Report
from assay.table import Table
from assay.training.runs.control import Wanted

_PICTURES = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"} | {0x7F: "\u2421"}
_INVISIBLE = (
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810)),  # soft hyphen, fillers
    *(*range(0x200B, 0x2010), *range(0x2028, 0x202F), *range(0x2060, 0x2070)),  # zero width, direction, lines
    *(0x3164, 0xFEFF, 0xFFA0, *range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFFC)),  # fillers, BOM, variants
    *(*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)),  # tags, and unassigned
)
"""Characters that take no room: two titles that differ in them alone look the same, and some hide text."""
_VISIBLE = {code: f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}" for code in _INVISIBLE}
_SHOWN = _PICTURES | dict.fromkeys(C1, "\N{REPLACEMENT CHARACTER}") | _VISIBLE


def harmless(text: str) -> str:
    """Return the text with a picture of each control character and an escape of each invisible one."""
    return text if text.isascii() and text.isprintable() else text.translate(_SHOWN)


def _visible(shown: Any) -> Any:
    """Return the same text or table; a text that hides something comes without its inner styles."""
    if isinstance(shown, str):
        return harmless(shown)
    if isinstance(shown, Text):
        plain = harmless(shown.plain)
        if plain == shown.plain:
            return shown
        return Text(plain, style=shown.style, justify=shown.justify, overflow=shown.overflow)
    if isinstance(shown, RichTable):
        for column in shown.columns:
            column._cells[:] = map(_visible, column._cells)
    return shown


class PlainConsole(Console):
    """Shows what it is given as text: only what rich itself adds is obeyed."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print, with invisible characters made visible before widths are measured: they would be cut off."""
        super().print(*map(_visible, objects), **options)

    def on_broken_pipe(self) -> None:
        """Leave it to the command line: a reader that has read enough is no fault."""
        raise BrokenPipeError

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=harmless(segment.text))


Printed: TypeAlias = "str | Text | RichTable"
"""A line of an answer, or several."""

UNDEFINED = "undefined"
"""What stands where a coefficient has no value; in JSON it is null."""


def count(n: int, noun: str) -> str:
    """Count a noun, such as "1 pair", "2 queries"."""
    if n == 1:
        return f"1 {noun}"
    return f"{n:,} {noun.removesuffix('y')}ies" if noun.endswith("ry") else f"{n:,} {noun}s"


def table(
    headings: Sequence[str], rows: Iterable[Sequence[object]], *, none: str = "", fold: bool = False
) -> Printed:
    """Columns for a person, or what to say where there are `none`.

    Headings that begin with "#" are of numbers and stand at the right. Where the terminal is too narrow,
    long words are cut, or folded.
    """
    columns = tuple(heading.removeprefix("#") for heading in headings)
    align = "".join("r" if heading.startswith("#") else "l" for heading in headings)
    cells = tuple(tuple(map(str, row)) for row in rows)
    if none and not cells:
        return none
    made = Table("", columns, cells, align=align).text()
    for column in made.columns if fold else ():
        column.overflow = "fold"
    return made


def first_of(names: Sequence[str], most: int = 20) -> str:
    """Name the first, such as "a, b, c and 4 more"."""
    rest = f" and {len(names) - most:,} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{rest}"


def figure(value: float | None, *, digits: int = 4) -> str:
    return UNDEFINED if value is None else f"{value:.{digits}f}"


UNBROKEN = 10_000  # characters
REPORT_EVERY = 0.1  # seconds between two progress lines of one stage


class ProgressKind(StrEnum):
    """Where progress is shown."""

    AUTO = "auto"  # a bar, if a person is watching
    JSONL = "jsonl"  # one JSON object a line on standard error; "cancel" on standard input stops the work
    NONE = "none"


class Notices(logging.Handler):
    """Shows each notice of a command once, as a line on standard error."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        line = " ".join(record.getMessage().split())
        if line not in self._shown:
            self._shown.add(line)
            sys.stderr.write(f"assay: {harmless(line)}\n")


@dataclass
class Output:
    """What a command writes to. Standard output carries the result alone."""

    as_json: bool = False

    def result(self, payload: object, shown: Printed | Iterable[Printed]) -> None:
        """End a command: `payload` as one JSON object, or what is `shown` to a person, line by line."""
        if self.as_json:
            text = json.dumps(payload, ensure_ascii=False, allow_nan=False, default=shallow)
            sys.stdout.write(harmless_json(text) + "\n")
            return
        terminal = console()
        for each in [shown] if isinstance(shown, str | Text | RichTable) else shown:
            terminal.print(each, soft_wrap=isinstance(each, str))

    def error(
        self, kind: str, message: str, *problems: str, fields: Mapping[str, object] | None = None
    ) -> None:
        """Print a line for what is wrong, and one for each of its `problems`: on standard error.

        With --json one object on standard output, and nothing on standard error.
        """
        lines = [" ".join(line.split()) for line in (message, *problems)]
        if self.as_json:
            named = {**({"problems": lines[1:]} if problems else {}), **(fields or {})}
            answer = json.dumps({"error": {"kind": kind, "message": lines[0], **named}}, ensure_ascii=False)
            sys.stdout.write(harmless_json(answer) + "\n")
        else:
            sys.stderr.write("".join(f"assay: {harmless(line)}\n" for line in lines))

    def cancelled(self, what: Interrupted) -> None:
        """Print what a stopped command has done and how it is resumed: a line, or one object on stdout."""
        if not self.as_json:
            sys.stderr.write(f"assay: {harmless(' '.join(what.message.split()))}\n")
            return
        answer = {"error": {"kind": "Cancelled", "message": what.message}, "cancelled": asdict(what)}
        sys.stdout.write(harmless_json(json.dumps(answer, ensure_ascii=False)) + "\n")

    @contextmanager
    def progress(self, kind: ProgressKind = ProgressKind.AUTO) -> Iterator[Progress]:
        """A callable that long work reports to, and that raises Cancelled when the work should stop.

        How far it came is kept in `reached`, to be said where the command is stopped.
        """
        if kind is ProgressKind.JSONL:
            yield JsonLines(StandardInput())
        elif kind is ProgressKind.NONE or self.as_json or not sys.stderr.isatty():
            yield _quiet
        else:
            columns = (TextColumn("{task.description}"), BarColumn(), _Amount(), TimeRemainingColumn())
            with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
                yield _Bars(bar)


def announce(progress: Progress, event: IndexUpdated) -> None:
    """Report at once to the window's jobs what can be used before the work is over."""
    if isinstance(progress, JsonLines):
        progress.announce(event)


reached: list[Report] = []
"""The last report of the command that runs."""


def how_far() -> str:
    """Return how far the command came, in words; "" where it has reported nothing."""
    if not reached:
        return ""
    last = reached[-1]
    done, total = last.done, last.total
    if last.stage in BYTE_STAGES:
        amount = f"{done / 1e6:.1f}" + (f" of {total / 1e6:.1f}" if total else "") + " MB"
    else:
        amount = f"{done:,}" + (f" of {total:,}" if total else "")
    return f"{last}, {amount}"


def _quiet(stage: str, done: int, total: int | None, item: Item | None = None) -> None:
    """Note how far the command came, with nobody watching."""
    reached[:] = [Report(stage, done, total, item)]


def console() -> Console:
    """Plain text for people; lines are cut to the terminal's width, and never where a program reads them."""
    width = None if sys.stdout.isatty() else UNBROKEN
    return PlainConsole(highlight=False, markup=False, width=width)


class _Amount(MofNCompleteColumn):
    """ "120/900", and "1.2/9.0 MB" of stages that count bytes."""

    def render(self, task: Task) -> Text:
        if task.description not in BYTE_STAGES or task.total is None:
            return super().render(task)
        return Text(f"{task.completed / 1e6:.1f}/{task.total / 1e6:.1f} MB", style="progress.download")


class _Bars:
    """One terminal bar a stage."""

    def __init__(self, bar: Bar) -> None:
        self._bar = bar
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, stage: str, done: int, total: int | None, item: Item | None = None) -> None:
        _quiet(stage, done, total, item)
        words = str(reached[0])
        if words not in self._tasks:
            self._tasks[words] = self._bar.add_task(words, total=total)
        self._bar.update(self._tasks[words], completed=done, total=total)


class StandardInput:
    """Words that a program writes to this one, a line each: "cancel", "pause" or "run"."""

    def __init__(self) -> None:
        self._words: deque[Wanted] = deque()
        threading.Thread(target=self._listen, name="standard input", daemon=True).start()

    def next(self) -> Wanted | None:
        """Return the word that was said first and not asked for yet."""
        return self._words.popleft() if self._words else None

    def _listen(self) -> None:
        for line in sys.stdin:
            match line.strip():
                case "cancel" | "pause" | "run" as word:
                    self._words.append(word)


class JsonLines:
    """Progress for the window's jobs, which cancel by a line on standard input (it works on every system)."""

    def __init__(self, heard: StandardInput) -> None:
        self._heard = heard
        self._cancelled = False
        self._last = Report("", 0, None)
        self._written = 0.0

    def announce(self, event: IndexUpdated) -> None:
        write_line({"event": {"kind": "index_updated", **asdict(event)}})

    def __call__(self, stage: str, done: int, total: int | None, item: Item | None = None) -> None:
        _quiet(stage, done, total, item)
        self._cancelled = self._cancelled or self._heard.next() == "cancel"
        if self._cancelled:
            raise Cancelled
        now = time.monotonic()
        last, (report,) = self._last, reached
        if report.is_of(last) and now - self._written < REPORT_EVERY and done != total:
            return
        self._last, self._written = report, now
        write_line({"progress": report})


def write_line(line: Mapping[str, object]) -> None:
    """Write a line of JSON on standard error, at once."""
    sys.stderr.write(json.dumps(to_json(line)) + "\n")
    sys.stderr.flush()

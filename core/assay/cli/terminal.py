"""Texts on a terminal, which obeys some characters instead of showing them: titles give no orders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from assay.codec import C1

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
    """The same text or table; a text that hides something comes without its inner styles."""
    if isinstance(shown, str):
        return harmless(shown)
    if isinstance(shown, Text):
        plain = harmless(shown.plain)
        if plain == shown.plain:
            return shown
        return Text(plain, style=shown.style, justify=shown.justify, overflow=shown.overflow)
    if isinstance(shown, Table):
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

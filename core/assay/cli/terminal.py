"""Texts on a terminal, which obeys some characters instead of showing them: titles give no orders."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

_PICTURES = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"} | {0x7F: "\u2421"}
_C1 = range(0x80, 0xA0)
_TURNING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))  # the direction of all that follows
_SHOWN = _PICTURES | dict.fromkeys(_C1, "\N{REPLACEMENT CHARACTER}") | dict.fromkeys(_TURNING, "")
_ESCAPED = {code: f"\\u{code:04x}" for code in (0x7F, *_C1, *_TURNING)}


def harmless(text: str) -> str:
    """The text with a picture of each control character, a letter wide, in its place."""
    return text if text.isprintable() else text.translate(_SHOWN)


def harmless_json(text: str) -> str:
    """The same JSON, in which the control characters that JSON allows are written as escapes."""
    return text if text.isascii() and "\x7f" not in text else text.translate(_ESCAPED)


class PlainConsole(Console):
    """Shows what it is given as text: only what rich itself adds is obeyed."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=harmless(segment.text))

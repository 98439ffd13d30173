"""JSON that a terminal and an editor show harmlessly: the same values, control characters escaped."""

from __future__ import annotations

C1 = range(0x80, 0xA0)
_DIRECTIONS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))  # they turn all that follows
_ESCAPED = {code: f"\\u{code:04x}" for code in (0x7F, *C1, *_DIRECTIONS)}


def harmless_json(text: str) -> str:
    """Return the same JSON, in which the control characters that JSON allows are written as escapes."""
    return text if text.isascii() and "\x7f" not in text else text.translate(_ESCAPED)

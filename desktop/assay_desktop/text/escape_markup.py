"""Texts of the library in tooltips and boxes, where Qt takes for markup what looks like it."""

from __future__ import annotations

import html


def escape_markup(text: str) -> str:
    """Return markup that shows exactly this text; a text without "<" is plain to Qt as it is."""
    if "<" not in text:
        return text
    return f'<p style="white-space: pre-wrap">{html.escape(text)}</p>'

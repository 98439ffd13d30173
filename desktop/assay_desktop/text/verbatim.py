"""Texts of the library in tooltips and boxes, where Qt takes for markup what looks like it."""

from __future__ import annotations

import html


def verbatim(text: str) -> str:
    """What shows exactly this text there. Without a "<" in it Qt does so by itself."""
    if "<" not in text:
        return text
    return f'<p style="white-space: pre-wrap">{html.escape(text)}</p>'

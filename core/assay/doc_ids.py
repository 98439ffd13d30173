"""Ids as they are stored: without the characters that break a qrels or run file."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

_UNSAFE = re.compile(r'[\s\x00-\x20\x7f-\x9f\ud800-\udfff"%]|^#')


def safe_id(text: str) -> str:
    """Return the id with whitespace, control characters, `"`, `%` and a leading `#` percent-encoded as UTF-8.

    These are the characters that break a qrels or run file. `original_id` undoes it.
    """

    def encoded(match: re.Match[str]) -> str:
        return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))

    return _UNSAFE.sub(encoded, text)


def original_id(doc_id: str) -> str:
    """Return the id as its source wrote it: the inverse of `safe_id`. Other text comes back as it is."""
    if "%" not in doc_id:
        return doc_id
    try:
        return unquote_to_bytes(doc_id).decode("utf-8", "surrogatepass")
    except UnicodeError:
        return doc_id

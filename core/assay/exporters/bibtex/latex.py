"""Text as LaTeX that shows exactly that text; letters of all scripts stay as they are (UTF-8)."""

from __future__ import annotations

import re

_ESCAPES = {
    "\\": "\\textbackslash{}",
    # Not \{ and \}: BibTeX itself counts these as braces, and a single one would end the file's sense.
    "{": "\\textbraceleft{}",
    "}": "\\textbraceright{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "@": "{@}",  # parsers of BibTeX take @word before a brace for the next entry
}
_APART = (r"-(?=-)", r"`(?=`)", r"'(?=')", r"[?!](?=`)", r",(?=,)", r"<(?=<)", r">(?=>)")
"""Characters that TeX would draw as one with the next: -- becomes a dash."""

_TO_ENCODE = re.compile("|".join((r"[\\{}$&%#_~^@]", *_APART)))


def encode_latex(text: str) -> str:
    """The text with LaTeX's special characters escaped, and with those kept apart that it would join."""
    return _TO_ENCODE.sub(_encoded, text)


def encode_title(title: str) -> str:
    """As `encode_latex`, with braces around words whose capitals must stay where a style lowers a title.

    The first letter of the title needs none: styles keep it.
    """
    words = title.split(" ")
    return " ".join(_protected(word, first=number == 0) for number, word in enumerate(words))


def _encoded(match: re.Match[str]) -> str:
    char = match[0]
    if char in _ESCAPES:
        return _ESCAPES[char]
    return f"\\{char}" if char in "$&%#_" else f"{char}{{}}"


def _protected(word: str, *, first: bool) -> str:
    encoded = encode_latex(word)
    if not any(char.isupper() for char in (word[1:] if first else word)):
        return encoded
    # A brace with a backslash right after it is an accented letter to BibTeX, whose case it changes.
    return f"{{{{{encoded}}}}}" if encoded.startswith("\\") else f"{{{encoded}}}"

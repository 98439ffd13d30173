"""What the core says to people, as an English pattern and its values, so that front ends can translate it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence or a few words: `text` with a place {0}, {1}, ... for each value or further message.

    The text itself is the key to its translations; the window's reader finds it where `message` is called.
    """

    text: str
    values: tuple[str | Message, ...] = ()

    def __str__(self) -> str:
        return self.text.format(*self.values) if self.values else self.text


def message(text: str, *values: object) -> Message:
    """Return the message; `text` must be a plain string there and then, for the reader."""
    return Message(text, tuple(each if isinstance(each, Message) else str(each) for each in values))


def joined(words: Sequence[Message], between: str) -> Message:
    """Return several messages as one."""
    return Message(between.join(f"{{{place}}}" for place in range(len(words))), tuple(words))


def plain(words: Message | str) -> object:
    """Return the message, and those within it, for JSON; a text stays as it is."""
    if isinstance(words, str):
        return words
    return {"text": words.text, "values": [plain(each) for each in words.values]}


def translatable(text: str) -> str:
    """Mark a text without values for translation, where it is also a key or a constant."""
    return text

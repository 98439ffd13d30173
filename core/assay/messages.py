"""What the core says to people, as an English pattern and its values, so that front ends can translate it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class Figure(str):
    """A number as it is written, which knows its noun: "{0} {0:paper|papers}" is "1 paper", "2 papers"."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        return (one if self == "1" else many) if bar else super().__format__(spec)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence or a few words: `text` with a place {0}, {1}, ... for each value or further message,
    and with "{0:paper|papers}" where one is called otherwise than many.

    The text itself is the key to its translations; the window's reader finds it where `message` is called.
    """

    text: str
    values: tuple[str | Message, ...] = ()

    def __str__(self) -> str:
        values = (Figure(each) if isinstance(each, str) else each for each in self.values)
        return self.text.format(*values) if self.values else self.text


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

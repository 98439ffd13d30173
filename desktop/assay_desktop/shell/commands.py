"""What the window can be told to do: what the palette lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from assay_desktop.keys import Keys


@dataclass(frozen=True, slots=True)
class Command:
    """`keys` as Qt writes them ("Ctrl+I"); the first is shown, () for none."""

    title: str
    run: Callable[[], object]
    keys: tuple[str, ...] = ()


def listed(keys: Keys, calls: Mapping[str, Callable[[], object]]) -> list[Command]:
    """The actions that have a call (by their names), with the keys in force, in the table's order."""
    return [
        Command(action.title, calls[action.name], keys.of(action.name))
        for action in keys.actions()
        if action.name in calls
    ]


def match(typed: str, title: str) -> float | None:
    """How well `typed` abbreviates `title`: higher is better, None if its letters are not there in order.

    Letters at the beginnings of words and in unbroken runs count for more, so "is" finds "Import sample"
    before "List".
    """
    wanted = typed.casefold().replace(" ", "")
    text = title.casefold()
    score, at, run = 0.0, 0, 0
    for letter in wanted:
        found = text.find(letter, at)
        if found < 0:
            return None
        run = run + 1 if found == at and at else 0
        starts_word = found == 0 or not text[found - 1].isalnum()
        score += 1 + run + (2 if starts_word else 0)
        at = found + 1
    return score - len(text) / 1000


def ranked(typed: str, commands: Sequence[Command]) -> list[Command]:
    """The commands that `typed` may mean, the best first; all of them for ""."""
    if not typed.strip():
        return list(commands)
    scored = [(match(typed, command.title), number) for number, command in enumerate(commands)]
    found = sorted((-score, number) for score, number in scored if score is not None)
    return [commands[number] for _, number in found]

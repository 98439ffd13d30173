"""What the window can be told to do: one list for the keys, the palette and the sheet of shortcuts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Command:
    """`keys` as Qt writes them ("Ctrl+I"); the first is shown, () for none."""

    title: str
    run: Callable[[], object]
    keys: tuple[str, ...] = ()


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


def page_keys() -> dict[str, list[tuple[str, str]]]:
    """heading -> (keys, what they do) for the keys that belong to one page."""
    return {
        _tr("Lists"): [
            ("/", _tr("Filter or search box")),
            ("J  K", _tr("Next, previous")),
            ("Ctrl+M", _tr("Find similar papers")),
            ("Ctrl+Shift+M", _tr("Add to the search as a seed")),
            ("Ctrl+Shift+C", _tr("Copy the citation")),
        ],
        _tr("Duplicates"): [
            ("Enter  L", _tr("Merge the group, link the versions")),
            ("A", _tr("Keep apart")),
            ("Ctrl+Z", _tr("Undo the last change of the library")),
        ],
        _tr("Search"): [
            ("+  -", _tr("Seed for, seed against")),
            ("0  1  2", _tr("Grade the selected paper")),
            ("Ctrl+Z", _tr("Undo")),
            ("Ctrl+Shift+Z", _tr("Redo")),
        ],
        _tr("Judge"): [
            ("0  1  2", _tr("Grade and go on")),
            ("U  S  X", _tr("Unsure, later, unreadable")),
            ("N  Esc", _tr("Write a note, keep it and return")),
            ("G", _tr("Show or hide the guideline")),
            ("Ctrl+H", _tr("Search your judgements, go back to one")),
            ("PgUp  PgDown", _tr("Scroll the paper")),
            ("Ctrl+Z", _tr("Undo")),
            ("Ctrl+Shift+Z", _tr("Redo")),
        ],
        _tr("Campaigns"): [
            ("0  1  2", _tr("Settle a disagreement and go on")),
            ("N  Esc", _tr("Write a reason, return")),
            ("Ctrl+Z", _tr("Take the last one back")),
            ("Ctrl+PgUp  Ctrl+PgDown", _tr("The campaign's tabs")),
        ],
        _tr("Training"): [
            ("Ctrl+N  Ctrl+M", _tr("New training, trained models")),
            ("Ctrl+Shift+I", _tr("Improve search from your judgements")),
            ("F6  Ctrl+Return", _tr("Check the recipe, start")),
            ("P", _tr("Pause, go on")),
        ],
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate("commands", text)

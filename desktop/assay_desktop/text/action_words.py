"""The library's history in the window's language: the titles of the core's history/action.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from assay.library import Action


def action_words(action: Action) -> str:
    """Return the action's title, such as "Removed 3 papers"."""
    titles = _restoring() if action.args.restores else _templates()
    fields = _fields()
    return action.args.fill(titles[action.kind], number=numeral, field=lambda name: fields.get(name, name))


def _fields() -> dict[str, str]:
    return {
        "title": _tr("title"),
        "authors": _tr("authors"),
        "year": _tr("year"),
        "venue": _tr("venue"),
        "doi": _tr("DOI"),
        "abstract": _tr("abstract"),
        "notes": _tr("notes"),
    }


def _templates() -> dict[str, tuple[str, str]]:
    def same(text: str) -> tuple[str, str]:
        return text, text

    return {
        "import": (
            _tr("Imported {1}: {2} new, {3} changed"),
            _tr("Imported {0} files: {2} new, {3} changed"),
        ),
        "add": (
            _tr("Added {1}: {2} new, {3} changed"),
            _tr("Added {0} identifiers: {2} new, {3} changed"),
        ),
        "watch": same(_tr("Checked {1}: {2} new, {3} changed")),
        "merge": same(_tr("Merged {0} {0:paper|papers} into {1}")),
        "keep apart": same(_tr("Marked {0} {0:pair|pairs} as distinct")),
        "link versions": same(_tr("Linked {0} {0:pair|pairs} of versions")),
        "remove": (_tr("Removed “{1}”"), _tr("Removed {0} papers")),
        "bring back": (_tr("Restored “{1}”"), _tr("Restored {0} papers")),
        "edit": same(_tr("Edited “{1}”: {2}")),
        "accept": (
            _tr("Accepted suggestions for “{1}”: {2}"),
            _tr("Accepted suggestions for {0} papers: {2}"),
        ),
        "tag": (_tr("Tagged “{1}” as {2}"), _tr("Tagged {0} papers as {2}")),
        "untag": (_tr("Removed the tag {2} from “{1}”"), _tr("Removed the tag {2} from {0} papers")),
        "rename tag": same(_tr("Renamed the tag {1} to {2}")),
        "delete tag": same(_tr("Deleted the tag {1}")),
        "collect": (_tr("Added “{1}” to “{2}”"), _tr("Added {0} papers to “{2}”")),
        "take out": (_tr("Removed “{1}” from {2}"), _tr("Removed {0} papers from {2}")),
        "new collection": same(_tr("Created the collection {1}")),
        "rename collection": same(_tr("Renamed the collection {1} to {2}")),
        "move collection": same(_tr("Moved the collection {1} to {2}")),
        "delete collection": same(_tr("Deleted the collection {1}")),
        "save search": same(_tr("Saved the search {1}")),
        "rename search": same(_tr("Renamed the saved search {1} to {2}")),
        "remove search": same(_tr("Removed the saved search {1}")),
        "settle": same(_tr("Reviewed {1}")),
        **_of_reading(),
        "withdraw pairs": same(_tr("Withdrew {0} {0:pair|pairs} of {2} from {1}")),
        "reassign pairs": same(_tr("Reassigned {0} {0:pair|pairs} of {2} from {1}")),
        "rename query": same(_tr("Renamed the query “{1}” to “{2}”")),
        "remove query": (_tr("Removed the query “{1}”"), _tr("Removed {0} queries")),
        "describe query": same(_tr("Described the query “{1}”")),
        "merge queries": same(_tr("Merged {0} {0:query|queries} into “{1}”")),
        "watch folder": same(_tr("Started watching {1}")),
        "unwatch folder": same(_tr("Stopped watching {1}")),
    }


def _of_reading() -> dict[str, tuple[str, str]]:
    highlighted = _tr("Highlighted “{2}” in “{1}”")
    changed = _tr("Changed the highlight “{2}” in “{1}”")
    removed = _tr("Removed the highlight “{2}” from “{1}”")
    return {
        "highlight": (highlighted, highlighted),
        "change highlight": (changed, changed),
        "remove highlight": (removed, removed),
        "to read": (_tr("Added “{1}” to the reading list"), _tr("Added {0} papers to the reading list")),
        "read": (_tr("Marked “{1}” as read"), _tr("Marked {0} papers as read")),
        "unread": (_tr("Cleared the reading mark of “{1}”"), _tr("Cleared the reading mark of {0} papers")),
    }


def _restoring() -> dict[str, tuple[str, str]]:
    """Templates of imports that restored papers."""
    watched = _tr("Checked {1}: {2} new, {3} changed, {4} restored")
    return {
        "import": (
            _tr("Imported {1}: {2} new, {3} changed, {4} restored"),
            _tr("Imported {0} files: {2} new, {3} changed, {4} restored"),
        ),
        "add": (
            _tr("Added {1}: {2} new, {3} changed, {4} restored"),
            _tr("Added {0} identifiers: {2} new, {3} changed, {4} restored"),
        ),
        "watch": (watched, watched),
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate("LibraryActions", text)

"""What the history says was done: sentences, for one and for several, with places for names."""

from __future__ import annotations

from collections.abc import Sequence

TITLES: dict[str, tuple[str, str]] = {
    "import": ("Imported {1}: {2} new, {3} changed", "Imported {0} files: {2} new, {3} changed"),
    "watch": ("Looked through {1}: {2} new, {3} changed",) * 2,
    "merge": ("Merged {0} papers into {1}",) * 2,
    "keep apart": ("Kept 1 pair apart", "Kept {0} pairs apart"),
    "link versions": ("Linked 1 pair of versions", "Linked {0} pairs of versions"),
    "remove": ("Removed “{1}”", "Removed {0} papers"),
    "bring back": ("Brought “{1}” back", "Brought {0} papers back"),
    "edit": ("Edited “{1}”: {2}",) * 2,
    "accept": ("Accepted what was looked up of “{1}”: {2}", "Accepted what was looked up of {0} papers: {2}"),
    "tag": ("Tagged “{1}” as {2}", "Tagged {0} papers as {2}"),
    "untag": ("Took the tag {2} off “{1}”", "Took the tag {2} off {0} papers"),
    "rename tag": ("Renamed the tag {1} to {2}",) * 2,
    "delete tag": ("Deleted the tag {1}",) * 2,
    "collect": ("Added “{1}” to “{2}”", "Added {0} papers to “{2}”"),
    "take out": ("Took “{1}” out of {2}", "Took {0} papers out of {2}"),
    "new collection": ("Made the collection {1}",) * 2,
    "rename collection": ("Renamed the collection {1} to {2}",) * 2,
    "move collection": ("Moved the collection {1} to {2}",) * 2,
    "delete collection": ("Deleted the collection {1}",) * 2,
    "save search": ("Saved the search {1}",) * 2,
    "rename search": ("Renamed the saved search {1} to {2}",) * 2,
    "remove search": ("Removed the saved search {1}",) * 2,
    "settle": ("Looked over {1}",) * 2,
    "withdraw pairs": ("Withdrew 1 pair of {2} from {1}", "Withdrew {0} pairs of {2} from {1}"),
    "reassign pairs": ("Reassigned 1 pair of {2} from {1}", "Reassigned {0} pairs of {2} from {1}"),
    "rename query": ("Renamed the query “{1}” to “{2}”",) * 2,
    "remove query": ("Removed the query “{1}”", "Removed {0} queries"),
    "watch folder": ("Began to watch {1}",) * 2,
    "unwatch folder": ("Stopped watching {1}",) * 2,
}
"""kind of action -> its title for one and for several. {0} is how many, the others are names."""

WITH_BACK: dict[str, tuple[str, str]] = {
    "import": (
        "Imported {1}: {2} new, {3} changed, {4} brought back",
        "Imported {0} files: {2} new, {3} changed, {4} brought back",
    ),
    "watch": ("Looked through {1}: {2} new, {3} changed, {4} brought back",) * 2,
}
"""The same of actions that brought removed papers back, as many as are told last."""


def title_of(kind: str, told: Sequence[str]) -> str:
    """The title of an action; `told` are how many it concerns, and the names."""
    one, several = (TITLES | WITH_BACK if len(told) > 4 else TITLES)[kind]
    return (one if told[0] == "1" else several).format(*told)

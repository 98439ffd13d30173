"""What the actions of the history are called: sentences, for one and for several, with places for names."""

from __future__ import annotations

from collections.abc import Sequence

TITLES: dict[str, tuple[str, str]] = {
    "import": ("Import {1}: {2} new, {3} changed", "Import {0} files: {2} new, {3} changed"),
    "watch": ("Look through {1}: {2} new, {3} changed",) * 2,
    "merge": ("Merge {0} papers into {1}",) * 2,
    "keep apart": ("Keep 1 pair apart", "Keep {0} pairs apart"),
    "link versions": ("Link 1 pair of versions", "Link {0} pairs of versions"),
    "remove": ("Remove “{1}”", "Remove {0} papers"),
    "bring back": ("Bring “{1}” back", "Bring {0} papers back"),
    "edit": ("Edit “{1}”: {2}",) * 2,
    "accept": ("Accept what was looked up of “{1}”: {2}", "Accept what was looked up of {0} papers: {2}"),
    "tag": ("Tag “{1}” as {2}", "Tag {0} papers as {2}"),
    "untag": ("Take the tag {2} off “{1}”", "Take the tag {2} off {0} papers"),
    "rename tag": ("Rename the tag {1} to {2}",) * 2,
    "delete tag": ("Delete the tag {1}",) * 2,
    "collect": ("Put “{1}” into {2}", "Put {0} papers into {2}"),
    "take out": ("Take “{1}” out of {2}", "Take {0} papers out of {2}"),
    "new collection": ("Make the collection {1}",) * 2,
    "rename collection": ("Rename the collection {1} to {2}",) * 2,
    "move collection": ("Move the collection {1} to {2}",) * 2,
    "delete collection": ("Delete the collection {1}",) * 2,
    "rename search": ("Rename the saved search {1} to {2}",) * 2,
    "remove search": ("Remove the saved search {1}",) * 2,
    "settle": ("Look over {1}",) * 2,
    "watch folder": ("Watch {1}",) * 2,
    "unwatch folder": ("Watch {1} no more",) * 2,
}
"""kind of action -> its title for one and for several. {0} is how many, the others are names."""


def title_of(kind: str, told: Sequence[str]) -> str:
    """The title of an action; `told` are how many it concerns, and the names."""
    one, several = TITLES[kind]
    return (one if told[0] == "1" else several).format(*told)

"""One action of a library's history: its kind, what it concerned, and its title in English."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Titles: TypeAlias = tuple[str, str]
"""Templates for one and for several: {0} is how many, then come names, fields, counts of papers."""


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Papers that an import added, changed and restored; each paper counts once."""

    new: int
    changed: int
    restored: int = 0


@dataclass(frozen=True, slots=True)
class ActionArgs:
    """What an action concerned: how many papers (or pairs, files, queries), and the names in its title."""

    n: int = 1
    names: tuple[str, ...] = ()  # such as the first paper's title, then the tag
    n_targets: int | None = None  # papers that remain of merged ones
    fields: tuple[str, ...] | None = None  # of papers, those that were changed
    counts: ImportCounts | None = None

    @property
    def restores(self) -> bool:
        """Whether an import restored papers, which its title then counts."""
        return self.counts is not None and self.counts.restored > 0

    def fill(self, titles: Titles, *, number: Callable[[int], str], field: Callable[[str], str] = str) -> str:
        """Return the title of these templates that fits, filled with the front end's words.

        `number` and `field` are its words for a number and for the name of a field.
        """
        numbers = [] if self.n_targets is None else [self.n_targets]
        if self.counts is not None:
            numbers += [self.counts.new, self.counts.changed, self.counts.restored]
        fields = [] if self.fields is None else [", ".join(map(field, self.fields))]
        template = titles[0] if self.n == 1 else titles[1]
        return template.format(number(self.n), *self.names, *fields, *map(number, numbers))


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of the history: what was done, to what, when, and whether it is undone now."""

    pk: int
    kind: str  # a key of TITLES
    args: ActionArgs
    done_at: datetime  # UTC
    undone: bool

    @property
    def title(self) -> str:
        """The action in English, such as "Merged 12 papers into 5"."""
        titles = TITLES_RESTORED if self.args.restores else TITLES
        return self.args.fill(titles[self.kind], number="{:,}".format)


TITLES: dict[str, Titles] = {
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
"""Kind of action -> its templates."""

TITLES_RESTORED: dict[str, Titles] = {
    "import": (
        "Imported {1}: {2} new, {3} changed, {4} brought back",
        "Imported {0} files: {2} new, {3} changed, {4} brought back",
    ),
    "watch": ("Looked through {1}: {2} new, {3} changed, {4} brought back",) * 2,
}
"""The templates of imports that restored papers."""

"""Papers that are one, gathered from pairs, unless something keeps two of them apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.duplicates.verdicts import Group, Likeness, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


Identifiers = Mapping[str, Mapping[str, str]]
"""doc_id -> kind of identifier ("doi", "pmid", ...) -> the identifier; unknown ones are left out."""


def grouped(
    links: Iterable[Likeness], apart: Collection[tuple[str, str]] = (), identifiers: Identifiers | None = None
) -> tuple[list[Group], list[Likeness]]:
    """The groups that the links of verdict SAME make, and the links that had to give way.

    No group holds two papers of `apart`, or two identifiers of one kind, however they are linked. The surest
    links come first, so where one of two must give way it is the less sure, in whichever order they are
    given. A link that gives way comes back as DOUBTFUL, with the reason.
    """
    sets = _Sets(apart, identifiers or {})
    joining: list[Likeness] = []
    refused: list[Likeness] = []
    for link in sorted(links, key=lambda link: (-link.score, link.doc_id, link.other)):
        if between := sets.keeps_apart(link.doc_id, link.other):
            reason = f"but '{between[0]}' and '{between[1]}' are not one paper"
            refused.append(replace(link, verdict=Verdict.DOUBTFUL, reasons=(*link.reasons, reason)))
        elif sets.join(link.doc_id, link.other):
            joining.append(link)
    by_root: dict[str, list[Likeness]] = {}
    for link in joining:
        by_root.setdefault(sets.root(link.doc_id), []).append(link)
    groups = [Group(tuple(sorted(sets.members(root))), tuple(found)) for root, found in by_root.items()]
    return sorted(groups, key=lambda group: group.doc_ids), refused


class _Sets:
    """Disjoint sets of ids (union-find) that know which ids may never be in one set."""

    def __init__(self, apart: Collection[tuple[str, str]], identifiers: Identifiers) -> None:
        self._identifiers = identifiers
        self._known: dict[str, dict[str, str]] = {}  # root -> kind of identifier -> a member that has one
        self._parent: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}
        self._apart: dict[str, set[str]] = {}
        for one, two in apart:
            self._apart.setdefault(one, set()).add(two)
            self._apart.setdefault(two, set()).add(one)

    def root(self, name: str) -> str:
        parent = self._parent.setdefault(name, name)
        while parent != self._parent[parent]:
            parent = self._parent[parent] = self._parent[self._parent[parent]]
        self._parent[name] = parent
        return parent

    def members(self, name: str) -> list[str]:
        root = self.root(name)
        return self._members.setdefault(root, [root])

    def keeps_apart(self, one: str, two: str) -> tuple[str, str] | None:
        """A member of each one's set that are to stay apart, the first by name; None if there is none."""
        mine, theirs = self._holders(one), self._holders(two)
        for kind in sorted(mine.keys() & theirs.keys()):
            holder, other = mine[kind], theirs[kind]
            if self._identifiers[holder][kind] != self._identifiers[other][kind]:
                return min(holder, other), max(holder, other)
        others = set(self.members(two))
        found = [
            (min(member, other), max(member, other))
            for member in self.members(one)
            for other in self._apart.get(member, set()) & others
        ]
        return min(found, default=None)

    def _holders(self, name: str) -> dict[str, str]:
        """A set has at most one identifier of a kind, so any member that has one speaks for all."""
        root = self.root(name)
        return self._known.setdefault(root, dict.fromkeys(self._identifiers.get(root, ()), root))

    def join(self, one: str, two: str) -> bool:
        """Makes one set of the two; False if they are one already."""
        first, second = sorted((self.root(one), self.root(two)), key=lambda r: (-len(self.members(r)), r))
        if first == second:
            return False
        holders = {**self._holders(second), **self._holders(first)}
        self._parent[second] = first
        self._known[first] = holders
        self.members(first).extend(self._members.pop(second))
        return True

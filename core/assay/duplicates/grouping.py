"""Papers that are one, gathered from pairs, unless something keeps two of them apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assay.duplicates.verdicts import Group, Likeness, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


def grouped(
    links: Iterable[Likeness], apart: Collection[tuple[str, str]] = ()
) -> tuple[list[Group], list[Likeness]]:
    """The groups that the links of verdict SAME make, and the links that would join papers of `apart`.

    The surest links come first, so where one of two must give way it is the less sure, in whichever order
    they are given. A link that gives way comes back as DOUBTFUL, with the reason.
    """
    sets = _Sets(apart)
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

    def __init__(self, apart: Collection[tuple[str, str]]) -> None:
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
        others = set(self.members(two))
        found = [
            (min(mine, theirs), max(mine, theirs))
            for mine in self.members(one)
            for theirs in self._apart.get(mine, set()) & others
        ]
        return min(found, default=None)

    def join(self, one: str, two: str) -> bool:
        """Makes one set of the two; False if they are one already."""
        first, second = sorted((self.root(one), self.root(two)), key=lambda r: (-len(self.members(r)), r))
        if first == second:
            return False
        self._parent[second] = first
        self.members(first).extend(self._members.pop(second))
        return True

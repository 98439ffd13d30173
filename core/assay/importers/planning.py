"""What an import will do, decided for a batch of papers at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from assay.importers.identity import Decision, Outcome, decide, identity_keys, merged_but, same_record
from assay.types import Paper

Find = Callable[[Sequence[str]], Mapping[str, list[Paper]]]
Taken = Callable[[Sequence[str]], Mapping[str, Paper]]
Typed = Callable[[Sequence[str]], Mapping[str, Mapping[str, Any]]]

_PROBE = 32
"""Suffixed ids ("key-2", "key-3", ...) that are asked for at once."""


def none_typed(_doc_ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """For a library in which nobody wrote a field by hand."""
    return {}


def plan(papers: Sequence[Paper], *, find: Find, taken: Taken, typed: Typed = none_typed) -> list[Decision]:
    """One decision a paper, in order, for a batch of about 1,000.

    `find(keys)` gives the library's papers that have each key, `taken(doc_ids)` those that hold these ids, or
    into which papers of these ids were merged; `find` may give papers that were merged, too. `typed(doc_ids)`
    gives of each paper the fields that a person wrote, with what had stood there: nothing is put into them,
    and an entry that is like the paper was before is still an entry of that paper.
    The papers of the batch are compared with each other too; what a later one adds to an earlier, new one is
    put into the earlier one's decision as well, so that adding and updating in order is all that is left to
    do. No two papers get one doc_id: the second paper of an id that another one holds becomes `id-2`. The
    work grows with the number of papers that share a key, not with the size of the library.
    """
    shelf = _Shelf(papers, find, taken, typed)
    decisions: list[Decision] = []
    added: dict[str, int] = {}  # doc_id of a paper that is new in this batch -> its decision
    for paper in papers:
        decision = shelf.decide(paper)
        if decision.existing_id is None:
            added[decision.paper.doc_id] = len(decisions)
        elif decision.outcome is Outcome.MERGED and decision.existing_id in added:
            place = added[decision.existing_id]
            decisions[place] = replace(decisions[place], paper=decision.paper, keys=decision.keys)
        decisions.append(decision)
    return decisions


class _Shelf:
    """The library as far as this batch touches it, with what the batch has done to it so far."""

    def __init__(self, papers: Sequence[Paper], find: Find, taken: Taken, typed: Typed) -> None:
        self._taken, self._ask_typed = taken, typed
        self._typed: dict[str, Mapping[str, Any]] = {}
        self._by_id: dict[str, Paper] = {}
        self._by_key: dict[str, dict[str, None]] = {}  # key -> doc_ids, in order
        self._names: dict[str, str | None] = {}  # id that was asked for -> doc_id of its holder
        keys = dict.fromkeys(key for paper in papers for key in identity_keys(paper))
        for key, holders in find(list(keys)).items():
            for holder in holders:
                self._by_id[holder.doc_id] = holder
                self._by_key.setdefault(key, {})[holder.doc_id] = None
        self._typed |= typed(list(self._by_id))
        self._ask([paper.doc_id for paper in papers] + list(self._by_id))

    def decide(self, paper: Paper) -> Decision:
        """The decision on the next paper, which the shelf holds from then on."""
        holder = self._holder(paper.doc_id)
        ids = dict.fromkeys(doc_id for key in identity_keys(paper) for doc_id in self._by_key.get(key, ()))
        if holder is not None:
            ids = {holder.doc_id: None, **ids}
        candidates = [one for doc_id in ids for one in self._versions(doc_id)]
        decision = self._forwarded(decide(paper, candidates), paper)
        if decision.existing_id is None and holder is not None:
            decision = self._under_another_id(decision, holder)
        self._put(decision)
        return decision

    def _forwarded(self, decision: Decision, paper: Paper) -> Decision:
        """A record of a paper that was merged into another one is a record of that other one."""
        if decision.existing_id is None:
            return decision
        heir = self._holder(decision.existing_id) or self._by_id[decision.existing_id]
        return (
            decision if heir.doc_id == decision.existing_id and not self._typed else self._joined(heir, paper)
        )

    def _versions(self, doc_id: str) -> list[Paper]:
        """The paper, and as it was before a person wrote fields of it."""
        paper, typed = self._by_id[doc_id], self._typed.get(doc_id)
        return [paper, replace(paper, **typed)] if typed else [paper]

    def _joined(self, holder: Paper, paper: Paper) -> Decision:
        """What `merged` says, but for the fields that a person wrote."""
        return merged_but(holder, paper, self._typed.get(holder.doc_id, {}))

    def _under_another_id(self, decision: Decision, holder: Paper) -> Decision:
        """Another paper holds the id: the first free `id-2`, `id-3`, ..., or the entry's earlier import."""
        paper = decision.paper
        for number in count(2):
            if same_record(paper, holder):
                return self._joined(holder, paper)
            if number % _PROBE == 2:
                self._ask(f"{paper.doc_id}-{n}" for n in range(number, number + _PROBE))
            doc_id = f"{paper.doc_id}-{number}"
            following = self._holder(doc_id)
            if following is None:
                break
            holder = following
        reason = f"Another paper has the id '{paper.doc_id}', so this one is kept as '{doc_id}'."
        reason = f"{decision.reason} {reason}" if decision.reason else reason
        return replace(decision, paper=replace(paper, doc_id=doc_id), reason=reason)

    def _holder(self, doc_id: str) -> Paper | None:
        """The paper that has this id, or into which one of this id was merged before."""
        return self._by_id.get(self._names.get(doc_id) or doc_id)

    def _put(self, decision: Decision) -> None:
        self._by_id[decision.paper.doc_id] = decision.paper
        for key in decision.keys:
            self._by_key.setdefault(key, {})[decision.paper.doc_id] = None

    def _ask(self, doc_ids: Iterable[str]) -> None:
        new = [doc_id for doc_id in dict.fromkeys(doc_ids) if doc_id not in self._names]
        found = self._taken(new) if new else {}
        self._typed |= self._ask_typed([paper.doc_id for paper in found.values()]) if found else {}
        for doc_id in new:
            holder = found.get(doc_id)
            self._names[doc_id] = holder.doc_id if holder is not None else None
            if holder is not None:
                self._by_id.setdefault(holder.doc_id, holder)

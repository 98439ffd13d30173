"""What an import will do, decided for a batch of papers at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from assay.importers.identity import Decision, Outcome, decide, identity_keys, merged, same_record
from assay.types import Paper

Find = Callable[[Sequence[str]], Mapping[str, list[Paper]]]
Taken = Callable[[Sequence[str]], Mapping[str, Paper]]

_PROBE = 32
"""Suffixed ids ("key-2", "key-3", ...) that are asked for at once."""


def plan(papers: Sequence[Paper], *, find: Find, taken: Taken) -> list[Decision]:
    """One decision a paper, in order, for a batch of about 1,000.

    `find(keys)` gives the library's papers that have each key, `taken(doc_ids)` those that hold these ids.
    The papers of the batch are compared with each other too; what a later one adds to an earlier, new one is
    put into the earlier one's decision as well, so that adding and updating in order is all that is left to
    do. No two papers get one doc_id: the second paper of an id that another one holds becomes `id-2`. The
    work grows with the number of papers that share a key, not with the size of the library.
    """
    shelf = _Shelf(papers, find, taken)
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

    def __init__(self, papers: Sequence[Paper], find: Find, taken: Taken) -> None:
        self._taken = taken
        self._by_id: dict[str, Paper] = {}
        self._by_key: dict[str, dict[str, None]] = {}  # key -> doc_ids, in order
        self._asked: set[str] = set()
        keys = dict.fromkeys(key for paper in papers for key in identity_keys(paper))
        for key, holders in find(list(keys)).items():
            for holder in holders:
                self._by_id[holder.doc_id] = holder
                self._by_key.setdefault(key, {})[holder.doc_id] = None
        self._ask(paper.doc_id for paper in papers)

    def decide(self, paper: Paper) -> Decision:
        """The decision on the next paper, which the shelf holds from then on."""
        ids = dict.fromkeys(doc_id for key in identity_keys(paper) for doc_id in self._by_key.get(key, ()))
        if paper.doc_id in self._by_id:
            ids = {paper.doc_id: None, **ids}
        decision = decide(paper, [self._by_id[doc_id] for doc_id in ids])
        if decision.existing_id is None and paper.doc_id in self._by_id:
            decision = self._under_another_id(decision)
        self._put(decision)
        return decision

    def _under_another_id(self, decision: Decision) -> Decision:
        """Another paper holds the id: the first free `id-2`, `id-3`, ..., or the entry's earlier import."""
        paper = decision.paper
        for number in count(2):
            if number % _PROBE == 2:
                self._ask(f"{paper.doc_id}-{n}" for n in range(number, number + _PROBE))
            doc_id = f"{paper.doc_id}-{number}"
            if doc_id not in self._by_id:
                break
            if same_record(paper, self._by_id[doc_id]):
                return merged(self._by_id[doc_id], paper)
        reason = f"Another paper has the id '{paper.doc_id}', so this one is kept as '{doc_id}'."
        reason = f"{decision.reason} {reason}" if decision.reason else reason
        return replace(decision, paper=replace(paper, doc_id=doc_id), reason=reason)

    def _put(self, decision: Decision) -> None:
        self._by_id[decision.paper.doc_id] = decision.paper
        for key in decision.keys:
            self._by_key.setdefault(key, {})[decision.paper.doc_id] = None

    def _ask(self, doc_ids: Iterable[str]) -> None:
        new = [doc_id for doc_id in dict.fromkeys(doc_ids) if doc_id not in self._asked]
        self._asked.update(new)
        for doc_id, holder in self._taken(new).items() if new else ():
            self._by_id.setdefault(doc_id, holder)

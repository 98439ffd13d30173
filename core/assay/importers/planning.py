"""What an import will do, decided for a batch of papers at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from assay.importers.entries.identity import (
    Decision,
    Outcome,
    decide,
    entry_key,
    identity_keys,
    merged_but,
    same_record,
)
from assay.types import Paper

Find = Callable[[Sequence[str]], Mapping[str, list[Paper]]]
Taken = Callable[[Sequence[str]], Mapping[str, Paper]]
Typed = Callable[[Sequence[str]], Mapping[str, Mapping[str, object]]]

COMPARED = 32
"""Papers of one key, and papers of one id, with which an entry is compared. An entry that more papers look
like is still found again by its identifiers, its own id, or its id and title together."""

_PROBE = 32
"""Suffixed ids ("key-2", "key-3", ...) that are asked for at once."""


def none_typed(_doc_ids: Sequence[str]) -> dict[str, dict[str, object]]:
    """Return no edits, for a library in which nobody wrote a field by hand."""
    return {}


def plan(
    papers: Sequence[Paper],
    *,
    find: Find,
    taken: Taken,
    typed: Typed = none_typed,
    as_rows: bool = False,
    enough: Callable[[], bool] = lambda: False,
) -> list[Decision]:
    """Return one decision a paper, in order, for a batch of about 1,000.

    `find(keys)` gives the library's papers that have each key, `taken(doc_ids)` those that hold these ids, or
    into which papers of these ids were merged; `find` may give papers that were merged, too. `typed(doc_ids)`
    gives of each paper the fields that a person wrote, with what had stood there: nothing is put into them,
    and an entry that is like the paper was before is still an entry of that paper.
    The papers of the batch are compared with each other too; what a later one adds to an earlier, new one is
    put into the earlier one's decision as well, so that adding and updating in order is all that is left to
    do. No two papers get one doc_id: the second paper of an id that another one holds becomes `id-2`. The
    work grows with the number of papers in the batch, whatever they share: none is compared with more than
    `COMPARED` others for each of its keys and for its id.

    Once there is `enough`, which is asked after each paper, the others are left for another plan. `as_rows`
    papers are rows of one collection: the id alone says which paper one is, whatever its title.
    """
    known = _KnownPapers(papers, find, taken, typed, as_rows=as_rows)
    decisions: list[Decision] = []
    added: dict[str, int] = {}  # doc_id of a paper that is new in this batch -> its decision
    for paper in papers:
        decision = known.decide(paper)
        if decision.existing_id is None:
            added[decision.paper.doc_id] = len(decisions)
        elif decision.existing_id in added:
            place = added[decision.existing_id]
            decisions[place] = replace(decisions[place], paper=decision.paper, keys=decision.keys)
        decisions.append(decision)
        if enough():
            break
    return decisions


class _KnownPapers:
    """The library as far as this batch touches it, with what the batch has done to it so far."""

    def __init__(
        self, papers: Sequence[Paper], find: Find, taken: Taken, typed: Typed, *, as_rows: bool
    ) -> None:
        self._find, self._taken, self._ask_typed = find, taken, typed
        self._as_rows = as_rows
        self._typed: dict[str, Mapping[str, object]] = {}
        self._by_id: dict[str, Paper] = {}
        self._by_key: dict[str, dict[str, None]] = {}  # key -> doc_ids, in order
        self._names: dict[str, str | None] = {}  # id that was asked for -> doc_id of its holder
        self._next: dict[str, int] = {}  # id -> the number from which `id-number` may be free
        if not as_rows:
            self._look_up(key for paper in papers for key in identity_keys(paper))
        self._ask([paper.doc_id for paper in papers] + list(self._by_id))
        # Only of an id that another paper holds can there be an `id-2`.
        self._look_up(
            entry_key(paper)
            for paper in papers
            if (holder := self._holder(paper.doc_id)) is not None and paper.title != holder.title
        )

    def _look_up(self, keys: Iterable[str]) -> None:
        """Note which papers of the library have the keys."""
        wanted = list(dict.fromkeys(keys))
        found = self._find(wanted) if wanted else {}
        for key, holders in found.items():
            for holder in holders:
                self._by_id.setdefault(holder.doc_id, holder)
                self._by_key.setdefault(key, {})[holder.doc_id] = None
        new = [holder.doc_id for holders in found.values() for holder in holders]
        if new:
            self._typed |= self._ask_typed(list(dict.fromkeys(new)))

    def decide(self, paper: Paper) -> Decision:
        """The decision on the next paper, which the shelf holds from then on."""
        holder = self._holder(paper.doc_id)
        if self._as_rows:
            decision = Decision(Outcome.NEW, paper, identity_keys(paper))
        else:
            ids = dict.fromkeys(doc_id for key in identity_keys(paper) for doc_id in self._having(key))
            if holder is not None:
                ids = {holder.doc_id: None, **ids}
            candidates = [one for doc_id in ids for one in self._versions(doc_id)]
            decision = self._forwarded(decide(paper, candidates), paper)
        if decision.existing_id is None and holder is not None:
            decision = self._under_another_id(decision, holder)
        self._put(decision)
        return decision

    def _having(self, key: str) -> Iterator[str]:
        """Return the first papers that have the key."""
        return islice(self._by_key.get(key, ()), COMPARED)

    def _forwarded(self, decision: Decision, paper: Paper) -> Decision:
        """A record of a paper that was merged into another one is a record of that other one."""
        if decision.existing_id is None:
            return decision
        target = self._holder(decision.existing_id) or self._by_id[decision.existing_id]
        if target.doc_id == decision.existing_id and not self._typed:
            return decision
        return self._joined(target, paper)

    def _versions(self, doc_id: str) -> list[Paper]:
        """Return the paper, and as it was before a person wrote fields of it."""
        paper = self._by_id[doc_id]
        before: Any = self._typed.get(doc_id)
        return [paper, replace(paper, **before)] if before else [paper]

    def _joined(self, holder: Paper, paper: Paper) -> Decision:
        """Return what `merged` says, but for the fields that a person wrote."""
        return merged_but(holder, paper, self._typed.get(holder.doc_id, {}))

    def _under_another_id(self, decision: Decision, holder: Paper) -> Decision:
        """Another paper holds the id: the entry's earlier import, or else it becomes `id-2`, `id-3`, ..."""
        paper = decision.paper
        for member in self._of_one_id(paper, holder):
            if any(same_record(paper, version) for version in self._versions(member.doc_id)):
                return self._joined(member, paper)
        doc_id = self._free_id(paper.doc_id)
        reason = f"Another paper has the id '{paper.doc_id}', so this one is kept as '{doc_id}'."
        reason = f"{decision.reason} {reason}" if decision.reason else reason
        new = replace(paper, doc_id=doc_id)
        return replace(decision, paper=new, keys=(*decision.keys, entry_key(paper)), reason=reason)

    def _of_one_id(self, paper: Paper, holder: Paper) -> Iterator[Paper]:
        """What may be the entry's earlier import: papers that came under its id, and of those the first few.

        A paper of its very title comes too, however many others came under the id.
        """
        seen = {holder.doc_id}
        yield holder
        for number in range(2, COMPARED + 2):
            member = self._numbered(paper.doc_id, number)
            if member is None:
                break
            seen.add(member.doc_id)
            yield member
        for key in (entry_key(paper), *identity_keys(paper)):
            for doc_id in self._having(key):
                if doc_id.startswith(f"{paper.doc_id}-") and doc_id not in seen:
                    seen.add(doc_id)
                    yield self._holder(doc_id) or self._by_id[doc_id]

    def _free_id(self, doc_id: str) -> str:
        """An `id-2`, `id-3`, ... that no paper has; the first one, unless a source's own ids look like these.

        Where thousands came under the id, the end of their row is found by halves.
        """
        number = self._next.get(doc_id, 2)
        if doc_id not in self._next:
            while number <= COMPARED and self._numbered(doc_id, number) is not None:
                number += 1
            if number > COMPARED:
                number = self._end_of_row(doc_id, number - 1)
        while self._numbered(doc_id, number) is not None:
            number += 1
        self._next[doc_id] = number + 1
        return f"{doc_id}-{number}"

    def _end_of_row(self, doc_id: str, low: int) -> int:
        """A number that is free and has one that is taken before it; `low` is taken."""
        high = 2 * low
        while self._is_taken(doc_id, high):
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._is_taken(doc_id, middle) else (low, middle)
        return high

    def _is_taken(self, doc_id: str, number: int) -> bool:
        self._ask([f"{doc_id}-{number}"])
        return self._holder(f"{doc_id}-{number}") is not None

    def _numbered(self, doc_id: str, number: int) -> Paper | None:
        """Return the holder of `id-number`; the library is asked for a block of numbers at once."""
        wanted = f"{doc_id}-{number}"
        if wanted not in self._by_id and wanted not in self._names:
            self._ask(f"{doc_id}-{n}" for n in range(number, number + _PROBE))
        return self._holder(wanted)

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

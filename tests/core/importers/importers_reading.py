"""What the tests of this folder share: a file read into papers and failures, and a library in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from assay.importers import Decision, plan, read_papers
from assay.importers.entries.record import Record
from assay.importers.entries.source import open_source
from assay.importers.reader import entries
from assay.types import ImportFailure, Paper

if TYPE_CHECKING:
    from pathlib import Path


class Read(NamedTuple):
    papers: list[Paper]
    failures: list[ImportFailure]

    @property
    def paper(self) -> Paper:
        assert len(self.papers) == 1, self
        return self.papers[0]

    @property
    def bare(self) -> Paper:
        """The paper without its item, which test_importers_items.py looks at."""
        return replace(self.paper, item="")

    @property
    def failure(self) -> ImportFailure:
        assert len(self.failures) == 1, self
        return self.failures[0]


def read_file(path: Path) -> Read:
    items = list(read_papers(path))
    return Read(
        [item for item in items if isinstance(item, Paper)],
        [item for item in items if isinstance(item, ImportFailure)],
    )


def records_of(path: Path) -> list[Record]:
    """The entries before they become papers, for what papers do not keep."""
    with open_source(path, databases=True) as source:
        return [entry for entry in entries(source) if isinstance(entry, Record)]


ReadText = Callable[..., Read]


class Shelf:
    """A library in memory that knows only adding and updating."""

    def __init__(self) -> None:
        self.papers: dict[str, Paper] = {}
        self.keys: dict[str, list[str]] = {}
        self.calls: Counter[str] = Counter()

    def find(self, keys: Sequence[str]) -> Mapping[str, list[Paper]]:
        self.calls["find"] += 1
        return {key: [self.papers[i] for i in self.keys[key]] for key in keys if key in self.keys}

    def taken(self, doc_ids: Sequence[str]) -> Mapping[str, Paper]:
        self.calls["taken"] += 1
        return {doc_id: self.papers[doc_id] for doc_id in doc_ids if doc_id in self.papers}

    def load(self, papers: Sequence[Paper], *, batch: int = 1000) -> list[Decision]:
        decisions = []
        for start in range(0, len(papers), batch):
            for decision in plan(papers[start : start + batch], find=self.find, taken=self.taken):
                self.apply(decision)
                decisions.append(decision)
        return decisions

    def apply(self, decision: Decision) -> None:
        doc_id = decision.paper.doc_id
        if decision.existing_id is None:
            assert doc_id not in self.papers, f"{doc_id} is added twice"
        else:
            assert decision.existing_id == doc_id
            assert doc_id in self.papers, f"{doc_id} is updated before it is added"
        self.papers[doc_id] = decision.paper
        for key in decision.keys:
            if doc_id not in self.keys.setdefault(key, []):
                self.keys[key].append(doc_id)

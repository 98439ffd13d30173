"""What filling a library answers: imports, look-ups, duplicates and their merges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Self

from assay.types import Action, ImportFailure


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did. `conflict` papers are kept separate as papers of their own, and listed."""

    new: int = 0
    merged: int = 0
    conflict: int = 0
    failed: tuple[ImportFailure, ...] = ()  # entries that did not come in
    conflicts: tuple[str, ...] = ()  # a line a conflict: the entry's title, and why
    unchanged: int = 0  # of papers of before: entries that add at most a name, PDFs that had been read
    doubtful: int = 0  # PDFs whose title or other fields a person should look at
    brought_back: int = 0  # papers that had been removed; they count as nothing else
    incomplete: tuple[ImportFailure, ...] = ()  # what is missing of papers that came in, such as a PDF
    action: int = 0  # of the whole import: its number in the history, 0 where nothing was changed

    @classmethod
    def of(cls, failures: Iterable[ImportFailure]) -> Self:
        """Sort failures into those that brought no paper, and what is missing of papers, each once."""
        found = dict.fromkeys(failures)
        kept = {replace(one, n_kept=0): one for one in found if one.n_kept}
        failed = tuple(one for one in found if not one.n_kept and one not in kept)
        return cls(failed=failed, incomplete=tuple(kept.values()))

    def __add__(self, other: Self) -> Self:
        """Return the two as one: counts are added, lists joined."""
        return type(self)(
            **{each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)}
        )

    @property
    def counts(self) -> dict[str, int]:
        """The counts by their names; a list counts its entries; sentences of conflicts are none."""
        values = {each.name: getattr(self, each.name) for each in fields(ImportReport)}
        del values["conflicts"], values["action"]
        values["incomplete"] = sum(max(1, one.n_kept) for one in self.incomplete)
        return {name: n if isinstance(n, int) else len(n) for name, n in values.items()}


@dataclass(frozen=True, slots=True)
class PlannedEntry:
    """What an import would do with one entry."""

    title: str
    outcome: str  # new, merged, unchanged, conflict or brought_back
    into: str = ""  # title of the paper that it joins, where that has another
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an import would report, the entries of its lists, and the PDFs that it would read besides."""

    report: ImportReport
    n_entries: int
    n_pdfs: int = 0
    first: tuple[PlannedEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadAgain(ImportReport):
    """What reading files again did; `missing` of them are nowhere to be found."""

    missing: int = 0


@dataclass(frozen=True, slots=True)
class AttachReport(ImportReport):
    """What attaching a PDF did. `other_title`: it does not show the paper's title, so nothing was taken."""

    other_title: bool = False


@dataclass(frozen=True, slots=True)
class FoundPdf:
    """What a search for a paper's PDF came to: its new file, a link for a browser, or neither.

    `other_title` is as in `AttachReport`.
    """

    doc_id: str
    path: str = ""
    link: str = ""
    n_sent: int = 0
    other_title: bool = False


@dataclass(frozen=True, slots=True)
class Identifier:
    """What names a paper everywhere: `kind` is doi, arxiv, pmid or isbn, `value` as identity keys have it."""

    kind: str
    value: str

    def __str__(self) -> str:
        """As identity keys have it: "doi:10.1000/182"."""
        return f"{self.kind}:{self.value}"


@dataclass(frozen=True, slots=True)
class AddReport(ImportReport):
    """What adding by identifiers did. `failed` are those that no host answered.

    `here` are the papers that were in the library before, which `unchanged` counts; `stubs` of the new ones
    are kept without a title; `away` says of hosts why they were left alone.
    """

    here: tuple[str, ...] = ()
    stubs: int = 0
    away: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LookupReport:
    """What a run did: papers looked at, requests sent, suggestions open now, hosts that were left alone."""

    n_papers: int = 0
    n_requests: int = 0
    n_suggestions: int = 0
    away: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedMerge:
    """One paper made of several: which is kept, which are hidden, and the fields that the kept one gains.

    Of files it gains "files", and "full_text" where none of its own has text. `n_judgements` stay
    with hidden papers; `several_judged` says that more than one of the papers is judged or is a query, so
    that a person has to name the group to have it merged.
    """

    kept: str
    hidden: tuple[str, ...]
    gains: tuple[str, ...]
    n_judgements: int
    several_judged: bool


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge would do: `merges` are done, `left_out` are done only where they are named."""

    merges: tuple[PlannedMerge, ...]
    left_out: tuple[PlannedMerge, ...] = ()

    @property
    def n_hidden(self) -> int:
        return sum(len(merge.hidden) for merge in self.merges)

    @property
    def n_judgements(self) -> int:
        """Judgements that stay with hidden papers."""
        return sum(merge.n_judgements for merge in self.merges)


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge was to do, and the action that did it: None where nothing was done."""

    preview: MergePreview
    action: Action | None = None
    index_is_behind: bool = False


@dataclass(frozen=True, slots=True)
class Added:
    """How many queries, or judgements, an import brought that were not there."""

    new: int


@dataclass(frozen=True, slots=True)
class ExportedGrades:
    """The grades of a file. `orders` counts them by the order of the queue that offered the pair ("": none):
    those of a queue in likely order are no random sample."""

    rows: int
    out: Path
    orders: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RenamedKey:
    """A citation key that the file had already, and the one that was written."""

    key: str
    written: str


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export wrote to which file; `missing` are ids that no paper of the library has, as given."""

    out: str
    format: str  # one of `ExportFormat`
    exported: int
    missing: tuple[str, ...] = ()
    renamed_keys: tuple[RenamedKey, ...] = ()

"""A library's papers written to a file."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING

from assay.errors import BadInput, EvaluationError
from assay.evaluation.files import write_lines
from assay.exporters import WITH_COLLECTIONS, WITHOUT_ITEMS, ExportFormat, export_format, lines_of
from assay.exporters.bibtex import CiteKeys
from assay.exporters.collections import Grouping
from assay.exporters.notes import write_notes
from assay.ingest.types import Exported, RenamedKey
from assay.progress import Progress, silent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from assay.library import Library
    from assay.types import Paper

_STEP = 500
"""Papers that are read at once."""


def export_papers(
    library: Library,
    path: Path,
    doc_ids: Sequence[str] | None = None,
    *,
    format: ExportFormat | None = None,
    keys: CiteKeys | None = None,
    overwrite: bool = False,
    progress: Progress = silent,
) -> Exported:
    """Write papers in the order of `doc_ids`, or all in the order of adding; each paper once.

    The format is that of the suffix where none is given; a name in .gz is compressed. `keys` makes citation
    keys other than the sources' and the ids. The file appears when it is complete, or not at all. Raises
    BadInput for an unknown suffix and, unless `overwrite`, for a file that is there already or cannot be
    written; Cancelled.
    """
    chosen = format or export_format(path)
    names = {} if doc_ids is None else library.papers.resolve(doc_ids)
    wanted = None if doc_ids is None else list(dict.fromkeys(names.values()))
    total = library.papers.count() if wanted is None else len(wanted)
    keys, grouping = keys or CiteKeys(), None
    if chosen in WITH_COLLECTIONS:
        grouping = Grouping(frozenset(one.path for one in library.collections.all()))
    counted = _Counted(library, wanted, total, progress, items=chosen not in WITHOUT_ITEMS, grouping=grouping)
    try:
        written = lines_of(counted.papers(), chosen, keys=keys, grouping=grouping)
        write_lines(path, written, overwrite=overwrite)
    except EvaluationError as error:  # what writes files there speaks of qrels and runs
        raise BadInput(str(error)) from error
    progress("exporting", counted.n, counted.n)
    missing = tuple(doc_id for doc_id in dict.fromkeys(doc_ids or ()) if doc_id not in names)
    renamed = tuple(RenamedKey(*each) for each in keys.renamed)
    return Exported(str(path), chosen.value, counted.n, missing, renamed)


def export_notes(
    library: Library,
    folder: Path,
    doc_ids: Sequence[str] | None = None,
    *,
    keys: CiteKeys | None = None,
    progress: Progress = silent,
) -> Exported:
    """Write a Markdown note for each of the papers, or all, and renew those that are there.

    The user's text in them is kept; notes of papers that are gone stay. Raises BadInput, Cancelled.
    """
    from assay.ingest.annotations import note_lines  # which loads the database

    names = {} if doc_ids is None else library.papers.resolve(doc_ids)
    wanted = library.papers.ids() if doc_ids is None else list(dict.fromkeys(names.values()))
    counted = _Counted(library, wanted, len(wanted), progress, items=True, grouping=None)
    some = (one for paper in counted.papers() for one in note_lines(library, [paper]))
    try:
        deque(write_notes(folder, some, keys or CiteKeys()), maxlen=0)
    except OSError as error:
        place, why = error.filename or folder, error.strerror or error
        raise BadInput("{0} cannot be written: {1}.", place, why) from error
    missing = tuple(doc_id for doc_id in dict.fromkeys(doc_ids or ()) if doc_id not in names)
    return Exported(str(folder), "markdown", counted.n, missing, ())


def bibtex_of(library: Library, doc_ids: Sequence[str], keys: CiteKeys | None = None) -> str:
    """Return the entries of these papers as `export_papers` writes them, in this order, each paper once."""
    names = library.papers.resolve(doc_ids)
    papers = library.papers.get(list(dict.fromkeys(names.values())), items=True)
    return "\n".join(lines_of(papers, ExportFormat.BIBTEX, keys=keys)).strip() + "\n"


class _Counted:
    """The papers one after another, some of them in memory at a time, and how many there were."""

    def __init__(
        self,
        library: Library,
        doc_ids: list[str] | None,
        total: int,
        progress: Progress,
        *,
        items: bool,
        grouping: Grouping | None,
    ) -> None:
        self._library = library
        self._doc_ids = doc_ids
        self._total = total
        self._progress = progress
        self._items = items
        self._grouping = grouping
        self.n = 0

    def papers(self) -> Iterator[Paper]:
        for batch in self._batches():
            self._progress("exporting", self.n, self._total)
            if self._grouping is not None and self._grouping.known:
                ids = [paper.doc_id for paper in batch]
                self._grouping.of_papers = self._library.collections.of_papers(ids)
            for paper in batch:
                self.n += 1
                yield paper

    def _batches(self) -> Iterator[list[Paper]]:
        if self._doc_ids is None:
            yield from self._library.papers.all(batch=_STEP, items=self._items)
            return
        ids = iter(self._doc_ids)
        while some := list(islice(ids, _STEP)):
            yield self._library.papers.get(some, items=self._items)

"""Which of the indexed papers a search may return."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from assay.search.source import PaperLibrary
from assay.types import Filters


@dataclass(frozen=True, slots=True)
class Allowed:
    """The papers that may be returned: by id, and as a mask over the rows of the vector index."""

    ids: Set[str]
    mask: npt.NDArray[np.bool_]  # (n,)


class Restrictions:
    """Answers what a search may return, and remembers the last answer: typing asks once a keystroke.

    Papers that were removed from the library since it was indexed are never allowed.
    """

    def __init__(self, library: PaperLibrary, *, rows: Sequence[str], indexed: Set[str]) -> None:
        """`rows` are the vector index's doc_ids, `indexed` the ids of all papers in any index."""
        self._library = library
        self._rows = rows
        self._indexed = indexed
        self._present: tuple[int, Set[str]] | None = None
        self._asked: tuple[Filters, int] | None = None
        self._answer: Allowed | None = None

    def present(self) -> Set[str]:
        """The doc_ids that the library has now."""
        revision = self._library.revision()
        if self._present is None or self._present[0] != revision:
            self._present = revision, set(self._library.papers.ids())
        return self._present[1]

    def allowed(self, filters: Filters) -> Allowed | None:
        """What passes these filters now; None stands for every indexed paper."""
        asked = (filters, self._library.revision())
        if asked != self._asked:
            self._answer = self._find(filters)
            self._asked = asked
        return self._answer

    def _find(self, filters: Filters) -> Allowed | None:
        ids = self._library.papers.matching(filters) if filters else self.present()
        if not filters and ids >= self._indexed:
            return None
        return Allowed(ids, np.fromiter((doc_id in ids for doc_id in self._rows), np.bool_, len(self._rows)))

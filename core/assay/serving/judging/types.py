"""What a browser asks of the judging server, and what it is answered.

Neither names a model, a rank, a score or another assessor, and pairs go by names that only the server can
read: the id of a paper often says who wrote it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.types import JudgementState


@dataclass(frozen=True, slots=True)
class Act:
    """What an assessor does. `id` is made where it is done: sent again after a lost answer it counts once.

    `pair` was on screen, for `active_ms`; `guideline` is the version that the page has.
    """

    do: Literal["judge", "note", "undo", "redo", "browse", "query", "go"]
    id: str
    pair: str = ""
    state: JudgementState = JudgementState.GRADE
    relevance: int | None = None
    active_ms: int = 0
    text: str = ""
    step: int = 1
    guideline: int = 0


Pieces = list[tuple[str, bool]]
"""A text in pieces, of which those are marked that are words of the query."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A query or a paper as it is read; the year is all that is said of where a paper comes from."""

    title: Pieces
    text: Pieces
    year: int | None = None
    is_paper: bool = True


@dataclass(frozen=True, slots=True)
class Given:
    """What the assessor has said of a pair."""

    state: JudgementState | None
    relevance: int | None
    note: str


@dataclass(frozen=True, slots=True)
class PairView:
    """What the page shows. `pair` is None where there is nothing to judge; `cannot_judge` says why not.

    `guideline_html` is harmless HTML; None where the page has this version already (0: there is none). What
    undo would take back is `undo_kind` and `undo_relevance`.
    """

    campaign: str
    assessor: str
    csrf: str
    n_done: int
    n_total: int
    n_unsure: int
    n_later: int
    n_conflicts: int
    median_seconds: float | None
    pair: str | None
    query: Shown | None
    paper: Shown | None  # None where it is not in the library any more
    given: Given | None
    undo_kind: str
    undo_relevance: int | None
    guideline: int
    guideline_html: str | None
    cannot_judge: str


@dataclass(frozen=True, slots=True)
class PastView:
    """A pair that the assessor judged."""

    pair: str
    query: str
    title: str
    given: Given | None

"""What the libraries of these tests hold, whichever database keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.types import Paper, Query

if TYPE_CHECKING:
    from assay.library import Library

PAPERS = 12


def paper(number: int) -> Paper:
    return Paper(
        doc_id=f"d{number}",
        title=f"Paper number {number}",
        abstract=f"What paper {number} says.",
        authors=("Ada Lovelace", "Hopper, Grace"),
        year=2000 + number,
        venue="SIGIR" if number % 2 else "ACL",
        doi=f"10.1/{number}",
        keywords=("search",),
        rating=number / 4,
        tldrs=(f"In short, {number}.",),
        cites=("doi:10.1/0", f"d{number - 1}"),
        cited_by=("elsewhere",),
    )


def fill(library: Library) -> None:
    """Papers d0..d11, the queries q1 and q2 (texts) and q3 (paper d3)."""
    library.papers.add([(paper(n), (f"doi:10.1/{n}",)) for n in range(PAPERS)])
    library.queries.add([Query("q1", "first"), Query("q2", "second"), Query("q3", "", doc_id="d3")])

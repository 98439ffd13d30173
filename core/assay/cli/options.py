"""What a search asks for beside its text, as options: papers and texts with sign and weight, and filters."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from assay.errors import BadInput
from assay.types import Combine, Filters, Seed, TextSeed

if TYPE_CHECKING:
    from assay.workspace import Workspace

_WEIGHED = re.compile(r"(?P<what>.+):(?P<weight>[0-9]+(\.[0-9]+)?|\.[0-9]+)", re.DOTALL)

_PAPER, _TEXT = "ID[:WEIGHT]", "TEXT[:WEIGHT]"

Like = Annotated[
    list[str] | None,
    typer.Option("--like", metavar=_PAPER, help="A paper to look for the likes of; repeatable. Weight 1."),
]
Unlike = Annotated[
    list[str] | None, typer.Option("--unlike", metavar=_PAPER, help="A paper to keep away from; repeatable.")
]
LikeText = Annotated[
    list[str] | None,
    typer.Option("--like-text", metavar=_TEXT, help="Another text to look for; repeatable. Weight 1."),
]
UnlikeText = Annotated[
    list[str] | None,
    typer.Option("--unlike-text", metavar=_TEXT, help="What papers should not be about; repeatable."),
]
CombineBy = Annotated[
    Combine,
    typer.Option(
        "--combine", help="Near all of it together (mean), any of it (max), or each of it (min), by vectors."
    ),
]

YearFrom = Annotated[int | None, typer.Option(help="Only papers of this year or later.")]
YearTo = Annotated[int | None, typer.Option(help="Only papers of this year or earlier.")]
Venues = Annotated[list[str] | None, typer.Option("--venue", help="Only papers of this venue; repeatable.")]

Authors = Annotated[
    list[str] | None,
    typer.Option("--author", help="Only papers by this author, by the whole name; repeatable."),
]
Tags = Annotated[
    list[str] | None, typer.Option("--tag", help="Only papers with this whole keyword or tag; repeatable.")
]
InCollections = Annotated[
    list[str] | None,
    typer.Option("--collection", help="Only papers in this collection, or in one inside it; repeatable."),
]
HasFile = Annotated[bool, typer.Option("--has-pdf", help="Only papers with a PDF.")]


def filters_from(
    *,
    year_from: int | None,
    year_to: int | None,
    venue: Sequence[str] | None,
    has_pdf: bool,
    author: Sequence[str] | None = None,
    tag: Sequence[str] | None = None,
) -> Filters:
    """The filters that the options name."""
    return Filters(
        year_from,
        year_to,
        tuple(venue or ()),
        has_file=has_pdf,
        author_names=tuple(author or ()),
        tag_names=tuple(tag or ()),
    )


def inside(workspace: Workspace, filters: Filters, collections: Sequence[str] | None) -> Filters:
    """The filters with these collections too. Raises BadInput for one that is not there."""
    paths = tuple(workspace.library.collections.path(path) for path in collections or ())
    return replace(filters, collections=paths)


def papers_to(
    workspace: Workspace, like: Sequence[str] | None, unlike: Sequence[str] | None
) -> tuple[Seed, ...]:
    """The papers to go towards, then those to keep away from. An id that ends in ":2" is an id first."""

    def is_paper(doc_id: str) -> bool:
        return doc_id in workspace.library.papers.resolve([doc_id])

    return tuple(
        Seed(doc_id, sign, weight)
        for sign, given in _signed(like, unlike)
        for doc_id, weight in (_weighed(each, whole=is_paper) for each in given)
    )


def texts_to(like: Sequence[str] | None, unlike: Sequence[str] | None) -> tuple[TextSeed, ...]:
    """The texts to go towards, then those to keep away from."""
    return tuple(
        TextSeed(text, sign, weight)
        for sign, given in _signed(like, unlike)
        for text, weight in (_weighed(each, whole=lambda _: False) for each in given)
    )


def _signed(
    like: Sequence[str] | None, unlike: Sequence[str] | None
) -> list[tuple[Literal[1, -1], Sequence[str]]]:
    return [(1, like or ()), (-1, unlike or ())]


def _weighed(given: str, *, whole: Callable[[str], bool]) -> tuple[str, float]:
    match = _WEIGHED.fullmatch(given)
    if match is None or whole(given):
        return given, 1.0
    if not float(match["weight"]):
        raise BadInput(f"The weight of '{match['what']}' is 0. Give a number above 0.")
    return match["what"], float(match["weight"])

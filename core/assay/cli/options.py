"""Options that several commands share: seed papers and texts with weights, filters, pooling."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from assay.cli.app import option
from assay.errors import BadInput
from assay.evaluation.measures import FORMS
from assay.types import Combine, Filters, Fusion, Paper, SearchMode, Seed, TextSeed

if TYPE_CHECKING:
    from assay.progress import Progress
    from assay.training.recipe.recipe import Recipe
    from assay.workers import Workers
    from assay.workspace import Workspace


_WEIGHED = re.compile(r"(?P<what>.+):(?P<weight>[0-9]+(\.[0-9]+)?|\.[0-9]+)", re.DOTALL)
_PAPER, _TEXT = "ID[:WEIGHT]", "TEXT[:WEIGHT]"
CANDIDATES, FEW_CANDIDATES = 1000, 100
Like = Annotated[
    list[str] | None,
    option("A paper to look for the likes of; repeatable. Weight 1.", "--like", metavar=_PAPER),
]
InCollections = Annotated[
    list[str] | None,
    option("Only papers in this collection, or in one inside it; repeatable.", "--collection"),
]
Tags = Annotated[list[str] | None, option("Only papers with this whole keyword or tag; repeatable.", "--tag")]
Count = Annotated[int, option("How many results.", "-k", min=1, max=10_000)]
Mode = Annotated[SearchMode, option("How papers are ranked.")]
Rerank = Annotated[
    str | None,
    option("A model of the same papers, or one that reads query and paper together, to reorder results."),
]
FusedBy = Annotated[
    Fusion | None,
    option("How hybrid search joins words and meaning; as the library does if not given.", "--fusion"),
]
FullText = Annotated[bool, option("Look into the papers' PDFs as well.", "--full-text")]
Device = Annotated[str | None, option("auto, cpu, cuda, cuda:1 or mps.")]
AutoDevice = Annotated[str, option("auto, cpu, cuda, cuda:1 or mps.")]
On = Annotated[
    str,
    option(
        "Where to work: ray, ray://HOST:PORT, ray://auto, cuda (each card), cuda:0,cuda:1 or cpu:2.", "--on"
    ),
]
Precision = Annotated[
    str | None,
    option("Numbers to compute in: float32, bfloat16 or float16; each has vectors of its own."),
]
TestSeed = Annotated[int, option("Of the randomisation test.")]
Measure = Annotated[str, option(f"What to compare by: {FORMS}.", "--measure", "-m")]
MaxLength = Annotated[int | None, option("Max length of a text, in tokens.", min=8)]


@dataclass(frozen=True, slots=True)
class ExampleOptions:
    """Further papers and texts that a search moves towards, or away from."""

    unlike: Annotated[
        list[str] | None, option("A paper to keep away from; repeatable.", "--unlike", metavar=_PAPER)
    ] = None
    like_text: Annotated[
        list[str] | None,
        option("Another text to look for; repeatable. Weight 1.", "--like-text", metavar=_TEXT),
    ] = None
    unlike_text: Annotated[
        list[str] | None,
        option("What papers should not be about; repeatable.", "--unlike-text", metavar=_TEXT),
    ] = None
    combine: Annotated[
        Combine,
        option(
            "Near all of it together (mean), any of it (max), or each of it (min), by vectors.", "--combine"
        ),
    ] = Combine.MEAN

    def seeds(self, workspace: Workspace, like: Sequence[str] | None) -> tuple[Seed, ...]:
        """Return the papers to move towards, then those to avoid. An id that ends in ":2" is an id first."""

        def is_paper(doc_id: str) -> bool:
            return doc_id in workspace.library.papers.resolve([doc_id])

        return tuple(
            Seed(doc_id, sign, weight)
            for sign, given in _signed(like, self.unlike)
            for doc_id, weight in (_weighed(each, whole=is_paper) for each in given)
        )

    def texts(self) -> tuple[TextSeed, ...]:
        """Return the texts to go towards, then those to keep away from."""
        return tuple(
            TextSeed(text, sign, weight)
            for sign, given in _signed(self.like_text, self.unlike_text)
            for text, weight in (_weighed(each, whole=lambda _: False) for each in given)
        )


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """What papers must have."""

    year_from: Annotated[int | None, option("Only papers of this year or later.")] = None
    year_to: Annotated[int | None, option("Only papers of this year or earlier.")] = None
    venue: Annotated[list[str] | None, option("Only papers of this venue; repeatable.", "--venue")] = None
    has_pdf: Annotated[bool, option("Only papers with a PDF.", "--has-pdf")] = False
    collection: InCollections = None

    def __bool__(self) -> bool:
        return any(getattr(self, one.name) for one in fields(self))

    def filters(self, workspace: Workspace) -> Filters:
        """Return the filters that the options name. Raises BadInput for a collection that is not there."""
        return Filters(
            self.year_from,
            self.year_to,
            tuple(self.venue or ()),
            has_file=self.has_pdf,
            collections=paths_of(workspace, self.collection),
        )


@dataclass(frozen=True, slots=True)
class AllFilterOptions(FilterOptions):
    """The same, and who wrote them and how they are tagged."""

    author: Annotated[
        list[str] | None, option("Only papers by this author, by the whole name; repeatable.", "--author")
    ] = None
    tag: Tags = None

    def filters(self, workspace: Workspace) -> Filters:
        """Return the same of these options. Raises likewise."""
        found = FilterOptions.filters(self, workspace)
        return replace(found, author_names=tuple(self.author or ()), tag_names=tuple(self.tag or ()))


@dataclass(frozen=True, slots=True)
class RerankOptions:
    """A second stage."""

    rerank: Rerank = None
    candidates: Annotated[
        int | None,
        option(
            "How many results --rerank puts in order: 1000; 100 for one that reads query and paper together.",
            min=1,
            max=100_000,
        ),
    ] = None

    @property
    def n(self) -> int:
        """How many candidates it gets. Raises BadInput where none is asked for."""
        if self.rerank is None and self.candidates is not None:
            raise BadInput(
                "--candidates says how many results --rerank puts in order. Give --rerank MODEL too."
            )
        from assay.registry.loading import scorer_folder

        if self.candidates is None and self.rerank is not None and scorer_folder(self.rerank) is not None:
            return FEW_CANDIDATES
        return CANDIDATES if self.candidates is None else self.candidates


@dataclass(frozen=True, slots=True)
class RankOptions(RerankOptions):
    """What stands in for the keyword index, or a second stage."""

    model: Annotated[
        str | None,
        option("A sparse encoder (SPLADE) for the keyword index: alone, or in hybrid with the vectors."),
    ] = None

    def mode(self, workspace: Workspace, mode: SearchMode, progress: Progress) -> SearchMode:
        """Let the sparse encoder rank, and return the mode that does so. Raises BadInput."""
        from assay.searching.search import rank_by_sparse

        if self.model is not None and self.rerank is not None:
            raise BadInput("--model and --rerank do not go together.")
        return rank_by_sparse(workspace, self.model, mode=mode, progress=progress)[0] if self.model else mode


def paper_named(workspace: Workspace, doc_id: str) -> Paper:
    """Return the paper. Raises BadInput for one that is not there."""
    found = workspace.library.papers.get([doc_id])
    if not found:
        raise BadInput(f"No paper '{doc_id}' in this library. `assay search` finds its id.")
    return found[0]


def paths_of(workspace: Workspace, collections: Sequence[str] | None) -> tuple[str, ...]:
    """Return the collections' whole paths. Raises BadInput for one that is not there."""
    return tuple(workspace.library.collections.path(path) for path in collections or ())


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


class PoolingOption(StrEnum):
    """Where a vector is read."""

    CLS = "cls"
    MEAN = "mean"
    LAST = "last"


Pooling = Annotated[
    PoolingOption | None,
    option(
        "How tokens become a vector, for a transformer's folder as it is published: cls for SPECTER, "
        "SPECTER2 and SciNCL; mean or cls for SciBERT; last for language models such as Qwen3's."
    ),
]


def each_with_pooling(models: Sequence[str], pooling: PoolingOption | None) -> list[str]:
    """The same for several models, also in "hybrid:FOLDER" and "rrf:FOLDER"; names stay as they are.

    Raises likewise, and BadInput where none is a folder.
    """
    found = []
    for name in models:
        kind, mark, model = name.partition(":") if name.startswith(("hybrid:", "rrf:")) else ("", "", name)
        is_folder = Path(model).expanduser().is_dir()
        found.append(f"{kind}{mark}{with_pooling(model, pooling) if is_folder else model}")
    if pooling is not None and found == [*models]:
        with_pooling(", ".join(models), pooling)  # none is a folder: raises
    return found


def recipe_with_pooling(recipe: Recipe, pooling: PoolingOption | None, *, folder: Path) -> Recipe:
    """The recipe over the copy of its base among the models; `folder` is the recipe's. Raises likewise."""
    if pooling is None:
        return recipe
    near = folder / Path(recipe.base).expanduser()
    return replace(recipe, base=with_pooling(str(near) if near.is_dir() else recipe.base, pooling))


def with_pooling(model: str, pooling: PoolingOption | None) -> str:
    """Return the model to load: its name, or with a pooling the id of the folder's registered copy.

    Raises BadInput for a pooling without a folder, ModelError for a folder that cannot be added.
    """
    from assay.registry.loading import add_model

    if pooling is None:
        return model
    folder = Path(model).expanduser()
    if not model or not folder.is_dir():
        raise BadInput(f"--pooling is for a model's folder, and {model or 'no model'} is none. Leave it out.")
    return add_model(folder, pooling=pooling.value).model_id


def workers_on(on: str) -> AbstractContextManager[Workers | None]:
    """Return what opens the workers that `--on` names; none where it is not given. Raises BadInput."""
    from assay.encoding.devices import count_cards
    from assay.workers import open_workers

    return open_workers(on, cards=count_cards)

"""What is known and measured of models: comparisons, overlap with training data, speed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from assay.codec import from_json
from assay.errors import BadInput
from assay.types import Comparison

ALPHA = 0.05
"""A p-value from here on may be chance."""


@dataclass(frozen=True, slots=True)
class ModelScores:
    """One model on the test set. `judged_at_10`: the share of its first ten results that were judged."""

    model: str
    fingerprint: str
    dim: int
    mean: Mapping[str, float]  # measure -> value
    judged_at_10: float


@dataclass(frozen=True, slots=True)
class TrainingOverlap:
    """Which queries of the test set the models learned from, and how they compare on the others.

    Queries are the same if their texts are, but for case and blanks. `n_chose` and `n_sharing` are among the
    clean queries.
    """

    n_queries: int  # that `model` learned from
    n_against: int  # that `against` learned from
    n_clean: int  # that neither did
    n_chose: int  # of the clean ones: they said which update of a training was the best
    n_sharing: int  # of the clean ones: a relevant paper of theirs was one of a query that was learned from
    clean: Comparison | None  # on the clean ones, by the measure that decides; None for fewer than two
    warning: str  # all this in words; "" where there is nothing to warn of


@dataclass(frozen=True, slots=True)
class ModelComparison:
    """`model` against the baseline `against`; the comparisons are positive in favour of `model`.

    The first measure is the one that decides; the p-values of the others are not adjusted for their number.
    `condensed` compares by it once more with every result left out that nobody has judged (Sakai, SIGIR
    2007); None where all of the first ten were judged, or where every order of a query's judged papers is as
    good as another. `overlap` is None where neither model's card says that it was trained on judgements.
    """

    test_set: str
    n_papers: int
    n_queries: int
    model: ModelScores
    against: ModelScores
    comparisons: tuple[Comparison, ...]
    condensed: Comparison | None
    notes: tuple[str, ...]  # what a reader must know before believing the numbers
    seed: int
    created: str  # ISO 8601, UTC
    warnings: tuple[str, ...] = ()  # why the figures may be no test at all
    overlap: TrainingOverlap | None = None

    @property
    def decides(self) -> Comparison:
        """The comparison by the measure that decides."""
        return self.comparisons[0]

    @property
    def clean_score(self) -> tuple[Comparison, int] | None:
        """Compare by what decides on the queries that neither model learned from, and count them.

        None where they learned from nearly all: that says nothing of queries to come.
        """
        overlap = self.overlap
        if overlap is None or not overlap.n_queries + overlap.n_against:
            return self.decides, self.n_queries
        return None if overlap.clean is None else (overlap.clean, overlap.n_clean)

    @property
    def is_better(self) -> bool:
        """Whether `model` is better beyond chance on those queries."""
        score = self.clean_score
        return score is not None and score[0].difference > 0 and score[0].p_randomisation < ALPHA


def kept_comparisons(scores: Iterable[object]) -> list[ModelComparison]:
    """Return those among what a card keeps, or of a command's answer, the newest first."""
    found = []
    for score in scores:
        with suppress(BadInput):  # another kind of score
            found.append(from_json(score, ModelComparison))
    return sorted((one for one in found if one.comparisons), key=lambda one: one.created, reverse=True)


@dataclass(frozen=True, slots=True)
class Speed:
    """Texts a second. `every` is for all vectors that differ, what they share being computed once."""

    one: float
    every: float
    n_vectors: int  # that a text has
    n_texts: int
    device: str
    created: str  # ISO 8601, UTC


@dataclass(frozen=True, slots=True)
class Promotion:
    """What a library searches with from now on, and whether its vector index is there for it."""

    model: str
    before: str
    max_length: int
    dim: int
    n_papers: int
    n_indexed: int  # papers in the vector index of this model
    passed_over: tuple[str, ...] = ()  # models that a rollback would have gone to, had they not been deleted
    must_index: bool = False  # semantic searches are refused, or miss papers, until `assay index` has run
    changed: bool = True  # whether the library had another model before


@dataclass(frozen=True, slots=True)
class PromotionPlan:
    """What it takes to search a library with `model` instead of `before`."""

    model: str
    before: str
    n_papers: int
    n_indexed: int  # papers in the vector index of this model
    n_new: int  # papers that must be encoded
    seconds: float  # that encoding them takes on this machine


@dataclass(frozen=True, slots=True)
class ExportedModel:
    """A model that was written as a folder, and how sentence-transformers loads it."""

    exported: str
    path: str
    loads_with: str
    code: str  # the file with program code that it then runs, "" where there is none
    why: str  # it does
    left_out: str  # what it cannot give


@dataclass(frozen=True, slots=True)
class DeletedModel:
    """A model that was deleted, with its index of so many papers."""

    deleted: str
    n_indexed: int

"""One source of examples, as a recipe names it: a dataclass for each kind, found by `kind` in OBJECTIVES."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Literal

from assay.errors import RecipeError
from assay.types import TaskFormat

Variant = Literal["paper", "released"]
Residency = Literal["fp32", "fp16", "int8"]
FormatName = Literal["", "CLF", "PRX", "QRY", "RGN"]
LIBRARY = "library:"
"""How the path of an objective begins that learns from the user's own library."""
_PAPERS_ASK = frozenset({"citation", "cocitation", "papers"})
"""What a library teaches by queries that are papers."""


def require(holds: bool, text: str, *values: object, key: str = "") -> None:
    """Raise RecipeError with the text and its values, about this key, where something does not hold."""
    if not holds:
        raise RecipeError(text, *values, key=key)


def at_least(item: object, least: int, *keys: str, where: str = "") -> None:
    """Raise RecipeError for the first key of `item` that is below `least`; `where` begins the message."""
    for key in keys:
        value = getattr(item, key)
        require(value >= least, "{0}{1} {2} is below {3}.", where, key, value, least, key=key)


def between_0_and_1(item: object, *keys: str, ends: str = "", where: str = "") -> None:
    """Raise RecipeError for the first key outside 0..1; `ends` holds those of "01" that are allowed too."""
    for key in keys:
        value = getattr(item, key)
        holds = 0 < value < 1 or ("0" in ends and value == 0) or ("1" in ends and value == 1)
        require(holds, "{0}{1} {2} is outside 0..1.", where, key, f"{value:g}", key=key)


@dataclass(frozen=True, slots=True)
class ObjectiveSpec:
    """What every kind has: where its examples lie, and their share of mixed batches."""

    kind: ClassVar[str] = ""
    library_labels: ClassVar[tuple[str, ...] | None] = None
    """What `label` may be where a library teaches; None where it teaches this kind nothing."""
    needs_label: ClassVar[bool] = False  # a library teaches it nothing without one

    path: str  # a file or a folder; from the recipe's folder if relative
    name: str = ""  # the kind, if not given
    weight: float = 0.0  # in mixed batches; they sum to 1, and all 0 means equal shares
    limit: int = 0  # at most so many examples, drawn with the recipe's seed; 0 means all
    validation: float = 0.1  # share of the examples held out, unless the objective has a file of its own
    validation_limit: int = 1000  # at most so many examples validate

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.kind)
        where = f"Objective '{self.name}'"
        require(bool(self.path), "{0} has no path. Say where its file lies.", where, key="path")
        between_0_and_1(self, "weight", ends="01", where=f"{where}: ")
        at_least(self, 0, "limit", where=f"{where}: ")
        require(
            0 < self.validation < 1,
            "{0}: validation {1} is a share, above 0 and below 1.",
            where,
            f"{self.validation:g}",
            key="validation",
        )
        at_least(self, 1, "validation_limit", where=f"{where}: ")
        self._check(where)

    def _check(self, where: str) -> None:
        """Raise RecipeError for what the kind's own keys cannot be; `where` begins the message."""

    @property
    def formats(self) -> tuple[TaskFormat, TaskFormat]:
        """The formats of queries and of papers (SciRepEval, section 4); the same where there is one text."""
        return TaskFormat.QRY, TaskFormat.PRX

    @property
    def names_format(self) -> bool:
        """Whether the recipe itself says which format learns."""
        return any(getattr(self, key, "") for key in ("format", "query_format"))


@dataclass(frozen=True, slots=True)
class ListsSpec(ObjectiveSpec):
    """A query and papers to put in order; only queries learn (CODER, 2022)."""

    kind = "lists"
    library_labels = ()

    first: str = "hybrid"  # dense, keyword, hybrid, random, or the file of a run that finds candidates
    n: int = 1000  # candidates of a query
    random: int = 0  # papers drawn by chance that join them
    others: int = 0  # candidates of the batch's other queries that join them in every step (CODER)
    queries: str = ""  # a file of query ids, one a line, that alone teach; all, if not given
    residency: Residency = "fp32"  # how the papers' vectors are held

    def _check(self, where: str) -> None:
        require(self.n >= 1, "{0}: n {1} candidates is below 1.", where, self.n, key="n")
        at_least(self, 0, "random", "others", where=f"{where}: ")


@dataclass(frozen=True, slots=True)
class LabelledSpec(ObjectiveSpec):
    """One text, and what is to be said of it."""

    needs_label = True
    own_format: ClassVar[TaskFormat]

    fields: str = "title, abstract"  # what is read of a paper: its keys, joined by the separator
    label: str = ""  # the key that holds what is to be said of the text; of a library: what it teaches
    format: FormatName = ""  # of the vectors that learn; by the kind, if not given

    def _check(self, where: str) -> None:
        require(bool(self.label), "{0} has no label. Say which key of a row holds it.", where, key="label")
        _check_fields(self, where)

    @property
    def formats(self) -> tuple[TaskFormat, TaskFormat]:
        own = TaskFormat(self.format or self.own_format)
        return own, own


@dataclass(frozen=True, slots=True)
class ClassificationSpec(LabelledSpec):
    """A text and its label, or its labels."""

    kind = "classification"
    library_labels = ("venue", "keywords", "year")
    own_format = TaskFormat.CLF

    labels: str = ""  # a file of the labels, one a line; those that the rows have, if not given
    multi_label: bool = False  # a text may have several labels, or none


@dataclass(frozen=True, slots=True)
class RegressionSpec(LabelledSpec):
    """A text and a number."""

    kind = "regression"
    library_labels = ("year", "rating")
    own_format = TaskFormat.RGN


@dataclass(frozen=True, slots=True)
class TripletSpec(ObjectiveSpec):
    """A query, a text that answers it and one that does not."""

    typed_queries: ClassVar[bool] = False  # they are words that somebody typed or wrote, and no papers

    format: FormatName = ""  # of the papers' vectors that learn
    query_format: FormatName = ""  # of the queries' vectors

    def _check(self, where: str) -> None:
        label = label_of(self)
        require(
            not label or self.path.startswith(LIBRARY),
            "{0}: '{1}' says what a library is to teach, so the path must begin with '{2}'. "
            "Change it, or leave 'label' out.",
            where,
            label,
            LIBRARY,
            key="label",
        )

    @property
    def formats(self) -> tuple[TaskFormat, TaskFormat]:
        own = TaskFormat(self.format or TaskFormat.PRX)
        typed = self.typed_queries and label_of(self) not in _PAPERS_ASK
        return TaskFormat(self.query_format or (TaskFormat.QRY if typed else own)), own


@dataclass(frozen=True, slots=True)
class VariantSpec(TripletSpec):
    """Triplets that a paper draws in one way and its released code in another."""

    variant: Variant = "paper"


@dataclass(frozen=True, slots=True)
class CroppingSpec(VariantSpec):
    """Two crops of one text."""

    kind = "cropping"
    library_labels = ()


@dataclass(frozen=True, slots=True)
class MsMarcoSpec(VariantSpec):
    """MS MARCO's questions, with negatives that other systems mined."""

    kind = "msmarco"
    typed_queries = True

    margin: float = 3.0  # a negative's highest score; "released": how far below the worst positive
    per_system: int = 5  # negatives taken from each system

    def _check(self, where: str) -> None:
        at_least(self, 1, "per_system", where=f"{where}: ")


@dataclass(frozen=True, slots=True)
class SpecterSpec(VariantSpec):
    """SPECTER's triplets of citing, cited and other papers."""

    kind = "specter"
    library_labels = ()

    easy: int = 3  # of a graph (data.json): papers a query that are not cited; SPECTER2 draws 6
    hard: int = 2  # and papers that only what it cites cites; SPECTER2 draws 4

    def _check(self, where: str) -> None:
        TripletSpec._check(self, where)
        at_least(self, 0, "easy", "hard", where=f"{where}: ")


@dataclass(frozen=True, slots=True)
class CitedTogetherSpec(VariantSpec):
    """unarXiv's papers that one sentence cites."""

    kind = "unarxiv-doc2doc"


@dataclass(frozen=True, slots=True)
class CitingContextSpec(VariantSpec):
    """unarXiv's sentences, and the papers that they cite."""

    kind = "unarxiv-context2doc"
    typed_queries = True


@dataclass(frozen=True, slots=True)
class InparsSpec(VariantSpec):
    """Questions that a language model wrote for a text."""

    kind = "inpars"
    typed_queries = True


@dataclass(frozen=True, slots=True)
class PairsSpec(TripletSpec):
    """Pairs of any texts that belong together."""

    kind = "pairs"
    library_labels = ("title", "tldr", "citation", "cocitation")
    typed_queries = True

    label: str = ""  # what a library teaches


@dataclass(frozen=True, slots=True)
class JudgementsSpec(TripletSpec):
    """Graded papers of queries."""

    kind = "judgements"
    library_labels = ("typed", "papers")
    typed_queries = True

    grade: int = 1  # the least grade of a positive; 2 is the highest
    label: str = ""  # which of a library's queries teach; all, if not given

    def _check(self, where: str) -> None:
        require(self.grade in (1, 2), "{0}: grade {1} is neither 1 nor 2.", where, self.grade, key="grade")
        TripletSpec._check(self, where)


@dataclass(frozen=True, slots=True)
class CandidatesSpec(VariantSpec):
    """Queries with graded candidates."""

    kind = "candidates"
    library_labels = ("citation", "cocitation")
    needs_label = True

    fields: str = "title, abstract"  # what is read of a paper: its keys, joined by the separator
    label: str = ""  # what a library teaches
    per_query: int = 5  # at most so many triplets of a query

    def _check(self, where: str) -> None:
        at_least(self, 1, "per_query", where=f"{where}: ")
        TripletSpec._check(self, where)
        _check_fields(self, where)


_KINDS: tuple[type[ObjectiveSpec], ...] = (
    CroppingSpec, MsMarcoSpec, SpecterSpec, CitedTogetherSpec, CitingContextSpec, InparsSpec, PairsSpec,
    JudgementsSpec, ClassificationSpec, RegressionSpec, CandidatesSpec, ListsSpec,
)  # fmt: skip
OBJECTIVES: Mapping[str, type[ObjectiveSpec]] = {each.kind: each for each in _KINDS}
"""kind -> its class"""


def keys_of(kind: str) -> tuple[str, ...]:
    """The keys that an objective of this kind has, but for `kind`; of an unknown kind those that all have."""
    return tuple(field.name for field in fields(OBJECTIVES.get(kind, ObjectiveSpec)))


def owners() -> Mapping[str, type[ObjectiveSpec]]:
    """key -> a class that has it, of all kinds."""
    every: tuple[type[ObjectiveSpec], ...] = (ObjectiveSpec, *_KINDS)
    return {field.name: each for each in every for field in fields(each)}


def label_of(spec: ObjectiveSpec) -> str:
    """Return what a library teaches it, or the key of a row; "" of kinds without one."""
    return str(getattr(spec, "label", ""))


def fields_read(spec: LabelledSpec | CandidatesSpec) -> tuple[str, ...]:
    """Return the keys of a paper that are read."""
    return tuple(filter(None, (key.strip() for key in spec.fields.split(","))))


def _check_fields(spec: LabelledSpec | CandidatesSpec, where: str) -> None:
    require(
        bool(fields_read(spec)),
        "{0}: fields {1} name nothing to read.",
        where,
        repr(spec.fields),
        key="fields",
    )

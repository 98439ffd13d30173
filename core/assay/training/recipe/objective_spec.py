"""One source of examples, as a recipe names it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from assay.errors import RecipeError
from assay.types import TaskFormat

ObjectiveKind = Literal[
    "cropping",
    "msmarco",
    "specter",
    "unarxiv-doc2doc",
    "unarxiv-context2doc",
    "inpars",
    "pairs",
    "judgements",
    "classification",
    "regression",
    "candidates",
    "lists",
]
Variant = Literal["paper", "released"]
Residency = Literal["fp32", "fp16", "int8"]
FormatName = Literal["", "CLF", "PRX", "QRY", "RGN"]
LIBRARY = "library:"
"""How the path of an objective begins that learns from the user's own library."""
LIBRARY_LABELS: Mapping[str, tuple[str, ...]] = {
    "classification": ("venue", "keywords", "year"),
    "regression": ("year", "rating"),
    "pairs": ("title", "tldr", "citation", "cocitation"),
    "candidates": ("citation", "cocitation"),
    "cropping": (),
    "judgements": ("typed", "papers"),
    "lists": (),
}
"""kind of an objective that a library may teach -> what its 'label' may be then"""
UNLABELLED: frozenset[str] = frozenset({"pairs", "cropping", "judgements", "lists"})
"""Those of them that teach something without a label, too."""
LABELLED: frozenset[str] = frozenset({"classification", "regression"})
"""The kinds whose examples are one text and what is to be said of it; the others' are three texts."""
LISTS: frozenset[str] = frozenset({"lists"})
"""The kind whose examples are a query and papers to put in order; only queries learn (CODER, 2022)."""
_OF_FIELDS = frozenset({*LABELLED, "candidates"})


def require(holds: bool, message: str, *, key: str = "") -> None:
    """Raise RecipeError with the message, about this key, where something does not hold."""
    if not holds:
        raise RecipeError(message, key=key)


OF_SOME_KINDS: Mapping[str, frozenset[str]] = {
    "variant": frozenset(
        {"cropping", "msmarco", "unarxiv-doc2doc", "unarxiv-context2doc", "inpars", "candidates"}
    ),
    "margin": frozenset({"msmarco"}),
    "per_system": frozenset({"msmarco"}),
    "grade": frozenset({"judgements"}),
    "fields": _OF_FIELDS,
    "label": LABELLED | {"pairs", "candidates", "judgements"},
    "labels": frozenset({"classification"}),
    "multi_label": frozenset({"classification"}),
    "per_query": frozenset({"candidates"}),
    "query_format": frozenset(get_args(ObjectiveKind)) - LABELLED - LISTS,
    "format": frozenset(get_args(ObjectiveKind)) - LISTS,
    "first": LISTS,
    "n": LISTS,
    "random": LISTS,
    "queries": LISTS,
    "residency": LISTS,
}
"""key of an objective -> the kinds that it means something to"""


@dataclass(frozen=True, slots=True)
class ObjectiveSpec:
    """One source of examples: which kind, where it lies, and its share of mixed batches."""

    kind: ObjectiveKind
    path: str  # a file or a folder; from the recipe's folder if relative
    name: str = ""  # the kind, if not given
    weight: float = 0.0  # in mixed batches; they sum to 1, and all 0 means equal shares
    limit: int = 0  # at most so many examples, drawn with the recipe's seed; 0 means all
    validation: float = 0.1  # share of the examples held out, unless the objective has a file of its own
    validation_limit: int = 1000  # at most so many examples validate
    variant: Variant = "paper"  # of what paper and released code do differently
    margin: float = 3.0  # msmarco: a negative's highest score; "released": how far below the worst positive
    per_system: int = 5  # msmarco: negatives taken from each system
    grade: int = 1  # judgements: the least grade of a positive; 2 is the highest
    fields: str = "title, abstract"  # what is read of a paper: its keys, joined by the separator
    label: str = ""  # the key that holds what is to be said of the text; of a library: what it teaches
    labels: str = ""  # a file of the labels, one a line; those that the rows have, if not given
    multi_label: bool = False  # a text may have several labels, or none
    per_query: int = 5  # candidates: at most so many triplets of a query
    format: FormatName = ""  # of the vectors that learn; by the kind, if not given
    query_format: FormatName = ""  # of the queries' vectors
    first: str = "hybrid"  # lists: dense, keyword, hybrid, random, or the file of a run that finds candidates
    n: int = 1000  # lists: candidates of a query
    random: int = 0  # lists: papers drawn by chance that join them
    queries: str = ""  # lists: a file of query ids, one a line, that alone teach; all, if not given
    residency: Residency = "fp32"  # lists: how the papers' vectors are held

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.kind)
        for key, kinds in OF_SOME_KINDS.items():
            given = getattr(self, key) != self.__dataclass_fields__[key].default
            require(
                self.kind in kinds or not given,
                f"Objective '{self.name}': '{key}' says nothing to the kind {self.kind}. Leave it out.",
                key=key,
            )
        require(bool(self.path), f"Objective '{self.name}' has no path. Say where its file lies.", key="path")
        require(
            0 <= self.weight <= 1,
            f"Objective '{self.name}': weight {self.weight:g} is outside 0..1.",
            key="weight",
        )
        require(self.limit >= 0, f"Objective '{self.name}': limit {self.limit} is below 0.", key="limit")
        require(
            0 < self.validation < 1,
            f"Objective '{self.name}': validation {self.validation:g} is a share, above 0 and below 1.",
            key="validation",
        )
        require(
            self.validation_limit >= 1,
            f"Objective '{self.name}': validation_limit is below 1.",
            key="validation_limit",
        )
        require(
            self.per_system >= 1,
            f"Objective '{self.name}': per_system {self.per_system} is below 1.",
            key="per_system",
        )
        require(
            self.grade in (1, 2),
            f"Objective '{self.name}': grade {self.grade} is neither 1 nor 2.",
            key="grade",
        )
        require(self.n >= 1, f"Objective '{self.name}': n {self.n} candidates is below 1.", key="n")
        require(self.random >= 0, f"Objective '{self.name}': random {self.random} is below 0.", key="random")
        require(
            self.per_query >= 1,
            f"Objective '{self.name}': per_query {self.per_query} is below 1.",
            key="per_query",
        )
        require(
            self.kind not in LABELLED or bool(self.label),
            f"Objective '{self.name}' has no label. Say which key of a row holds it.",
            key="label",
        )
        require(
            self.kind in LABELLED or not self.label or self.path.startswith(LIBRARY),
            f"Objective '{self.name}': '{self.label}' says what a library is to teach, so the path must "
            f"begin with '{LIBRARY}'. Change it, or leave 'label' out.",
            key="label",
        )
        require(
            bool(self.read),
            f"Objective '{self.name}': fields {self.fields!r} name nothing to read.",
            key="fields",
        )

    @property
    def read(self) -> tuple[str, ...]:
        """The keys of a paper that are read."""
        return tuple(filter(None, (key.strip() for key in self.fields.split(","))))

    @property
    def formats(self) -> tuple[TaskFormat, TaskFormat]:
        """The formats of queries and of papers (SciRepEval, section 4); the same where there is one text."""
        own = TaskFormat(self.format or _FORMATS.get(self.kind, TaskFormat.PRX))
        if self.kind in LABELLED:
            return own, own
        typed = self.kind in _SEARCHES and self.label not in _PAPERS_ASK
        usual = TaskFormat.QRY if typed else own
        return TaskFormat(self.query_format or usual), own


_FORMATS = {"classification": TaskFormat.CLF, "regression": TaskFormat.RGN}
_SEARCHES = frozenset({"msmarco", "unarxiv-context2doc", "inpars", "pairs", "judgements", "lists"})
"""The kinds whose queries are words that somebody typed or wrote, and no papers."""
_PAPERS_ASK = frozenset({"citation", "cocitation", "papers"})
"""What a library teaches by queries that are papers."""

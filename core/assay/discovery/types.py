"""What discovery answers: citations, related papers and the map."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

PREFIXES = ("doi", "arxiv", "pmid")
"""What the names of missing papers may begin with that can be looked up, the best one first."""


@dataclass(frozen=True, slots=True)
class CitedPaper:
    """A paper of the library and how many papers of the library cite it."""

    doc_id: str
    title: str
    year: int | None
    n: int

    @property
    def shown(self) -> str:
        return self.title


@dataclass(frozen=True, slots=True)
class MissingPaper:
    """A paper that is not here: its names, the papers of the library that cite it, its title if known."""

    names: tuple[str, ...]
    citing: tuple[str, ...]
    title: str = ""

    @property
    def n(self) -> int:
        return len(self.citing)

    @property
    def identifier(self) -> str:
        """The name by which it can be looked up, such as "doi:10.1000/182"; "" for none."""
        marked = (name for mark in PREFIXES for name in self.names if name.startswith(f"{mark}:"))
        return next(marked, "")

    @property
    def shown(self) -> str:
        """Return what it is called in a list."""
        return self.title or self.identifier or self.names[0]


@dataclass(frozen=True, slots=True)
class Citations:
    """The links of a library: papers here by how often they are cited here, and papers that are missing.

    Both most cited first. `n_links` counts the links between papers that are here.
    """

    cited: tuple[CitedPaper, ...] = ()
    missing: tuple[MissingPaper, ...] = ()
    n_links: int = 0
    n_missing: int = 0


@dataclass(frozen=True, slots=True)
class PaperLinks:
    """What a paper cites, and what cites it, of papers that are here; `missing`: it cites them too."""

    cites: tuple[CitedPaper, ...] = ()
    cited_by: tuple[CitedPaper, ...] = ()
    missing: tuple[MissingPaper, ...] = ()


@dataclass(frozen=True, slots=True)
class CitationGraph:
    """All links between papers that are here, (citing, cited), and the missing papers, most cited first."""

    links: tuple[tuple[str, str], ...] = ()
    missing: tuple[MissingPaper, ...] = ()
    counts: Counter[str] = field(init=False, repr=False)  # cited doc_id -> papers here that cite it

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", Counter(cited for _, cited in self.links))


@dataclass(frozen=True, slots=True)
class RelatedCall:
    """Find the papers nearest to the mean of these, which are left out."""

    doc_ids: tuple[str, ...]
    k: int = 50


@dataclass(frozen=True, slots=True)
class MapMade:
    """A map of `n_papers`: `n_landmarks` were laid out, the others placed between them."""

    n_papers: int
    n_landmarks: int
    clusters: tuple[str, ...]
    seconds: float

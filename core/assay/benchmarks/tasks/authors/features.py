"""What tells whether two names on papers are one person's: numbers of each pair within a block.

The kinds of evidence are S2AND's (Subramanian et al. 2021): names, e-mail, affiliations, co-authors, venue,
year, title, abstract, references, and how near the papers' vectors lie. The formulas are our own. What one of
the two does not tell is NaN, which the pair model reads as "not known".
"""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.kinds import AuthorPaper, Signature
from assay.types import Vectors

Table: TypeAlias = npt.NDArray[np.float32]  # (m, m), symmetric: of each two of a block's m names

FEATURES = (
    "first names alike", "first names fit", "middle initials", "suffix", "email", "affiliations",
    "co-authors", "co-authors shared", "venue", "years between", "places between", "title", "abstract",
    "references", "one cites the other", "same paper", "vectors",
)  # fmt: skip
_WORD = re.compile(r"\w+")


def block_features(
    names: Sequence[Signature], papers: Mapping[str, AuthorPaper], vectors: Vectors
) -> npt.NDArray[np.float32]:
    """(m (m - 1) / 2, FEATURES) of the pairs (0, 1), (0, 2), ..., (1, 2), ... of m names.

    `vectors` (m, d) are those of the names' papers, in their order.
    """
    own = [papers[name.paper_id] for name in names]
    firsts = [_letters(name.first) for name in names]
    co_authors = [_co_authors(name, paper) for name, paper in zip(names, own, strict=True)]
    tables = (
        _of_values(firsts, _alike),
        _of_values(firsts, _fit),
        _of_values([_initials(name.middle) for name in names], _initials_fit),
        _of_values([_letters(name.suffix) for name in names], _equal),
        _of_values([name.email.casefold().strip() for name in names], _same_mailbox),
        _overlap([_words(" ".join(name.affiliations)) for name in names]),
        _overlap(co_authors),
        _shared(co_authors),
        _overlap([_words(f"{paper.venue} {paper.journal}") for paper in own]),
        _between([paper.year for paper in own]),
        _between([name.position for name in names]),
        _overlap([_words(paper.title) for paper in own]),
        _overlap([_words(paper.abstract) for paper in own]),
        _overlap([frozenset(paper.references) for paper in own]),
        _cited(names, own),
        _of_values([name.paper_id for name in names], _equal),
        _cosines(vectors),
    )
    rows, columns = np.triu_indices(len(names), 1)
    return np.stack([table[rows, columns] for table in tables], axis=1)


# --- texts


def _letters(text: str) -> str:
    """Return small letters without accents; "J." is "j", "Jean-Paul" is "jeanpaul"."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if char.isalpha())


def _initials(text: str) -> str:
    return "".join(sorted({_letters(word)[:1] for word in text.split()}))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _co_authors(name: Signature, paper: AuthorPaper) -> frozenset[str]:
    """Return the first initial and the last name of everybody else on the paper."""
    others = (each.split() for position, each in paper.authors if position != name.position)
    return frozenset(f"{_letters(parts[0])[:1]} {_letters(parts[-1])}" for parts in others if parts)


# --- two values


def _alike(a: str, b: str) -> float:
    """Compare two first names that are written out."""
    from rapidfuzz.distance import JaroWinkler

    return JaroWinkler.similarity(a, b) if len(a) > 1 and len(b) > 1 else np.nan


def _fit(a: str, b: str) -> float:
    """1 for the same, 0.5 where one may stand for the other ("j", "jo", "john"), 0 for others."""
    if a == b:
        return 1.0 if len(a) > 1 else 0.5
    return 0.5 if a.startswith(b) or b.startswith(a) else 0.0


def _initials_fit(a: str, b: str) -> float:
    return float(bool({*a} & {*b}))


def _equal(a: str, b: str) -> float:
    return float(a == b)


def _same_mailbox(a: str, b: str) -> float:
    """1 for one address, 0.5 for one name at two hosts, as after a move."""
    return 1.0 if a == b else 0.5 * (a.partition("@")[0] == b.partition("@")[0])


# --- all pairs of a block


def _of_values(values: Sequence[str], compare: Callable[[str, str], float]) -> Table:
    """`compare` of each two; "" is not known. Equal values are compared once."""
    known, place = np.unique(np.array(values, dtype=object), return_inverse=True)
    table = np.full((len(known), len(known)), np.nan, dtype=np.float32)
    for i, a in enumerate(known):
        for j, b in enumerate(known[: i + 1]):
            if a and b:
                table[i, j] = table[j, i] = compare(a, b)
    found: Table = table[np.ix_(place, place)]
    return found


def _shared(sets: Sequence[Collection[str]]) -> Table:
    """Return how many elements each two have in common."""
    sparse = importlib.import_module("scipy.sparse")  # it has no types
    places: dict[str, int] = {}
    columns = [places.setdefault(one, len(places)) for each in sets for one in each]
    ends = np.cumsum([0, *map(len, sets)])
    ones = np.ones(len(columns), dtype=np.float32)
    table = sparse.csr_array((ones, columns, ends), shape=(len(sets), max(1, len(places))))
    found: Table = (table @ table.T).toarray()
    return found


def _overlap(sets: Sequence[Collection[str]]) -> Table:
    """Return, of each two sets, the share of their union that both have; of an empty one NaN."""
    common = _shared(sets)
    sizes = np.diagonal(common)
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Table = common / (sizes[:, None] + sizes[None, :] - common)
    found[sizes == 0] = np.nan
    found[:, sizes == 0] = np.nan
    return found


def _between(numbers: Sequence[int | None]) -> Table:
    values = np.array([np.nan if number is None else number for number in numbers], dtype=np.float32)
    found: Table = np.abs(values[:, None] - values[None, :])
    return found


def _cited(names: Sequence[Signature], papers: Sequence[AuthorPaper]) -> Table:
    """1 where one paper refers to the other; NaN where neither says what it refers to."""
    refers = [frozenset(paper.references) for paper in papers]
    found = np.zeros((len(names), len(names)), dtype=np.float32)
    at: dict[str, list[int]] = {}
    for column, name in enumerate(names):
        at.setdefault(name.paper_id, []).append(column)
    for row, each in enumerate(refers):
        found[row, [column for doc_id in each & at.keys() for column in at[doc_id]]] = 1
    silent = np.array([not each for each in refers])
    either: Table = np.maximum(found, found.T)
    either[np.ix_(silent, silent)] = np.nan
    return either


def _cosines(vectors: Vectors) -> Table:
    long = vectors.astype(np.float64)
    long /= np.maximum(np.linalg.norm(long, axis=1, keepdims=True), 1e-12)
    found: Table = (long @ long.T).astype(np.float32)
    return found

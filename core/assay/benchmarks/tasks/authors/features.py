"""What two names on papers have in common, as S2AND's featurizer counts it.

Subramanian et al. 2021, "S2AND: A Benchmark and Evaluation System for Author Name Disambiguation"; formulas
as in allenai/S2AND at ec29373, `s2and/featurizer.py`, `text.py` and `data.py`. Nine of its 39 columns are not
here: the six of `name_counts`, from counts over all of Semantic Scholar, and `english_count`,
`same_language` and `language_reliability_count`, from fastText's and CLD2's models; a cosine is therefore
taken of papers in any language. NaN is "not known", as LightGBM reads it.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.kinds import AuthorPaper, Signature
from assay.errors import EvaluationError
from assay.types import Vectors

Part: TypeAlias = npt.NDArray[np.float64]  # (stop - start, m - start)
Table: TypeAlias = Callable[[int, int], Part]
"""What each two of a block's m names have in common: names from start to stop, with all from start on."""
Papers: TypeAlias = Mapping[str, AuthorPaper]

FEATURES: Mapping[str, int] = {
    "first_names_equal": 1, "middle_initials_overlap": 1, "middle_names_equal": 1, "middle_one_missing": 0,
    "single_char_first": 0, "single_char_middle": 0,
    "affiliation_overlap": 0, "email_prefix_equal": 1, "email_suffix_equal": 1,
    "coauthor_overlap": 1, "coauthor_similarity": 0, "coauthor_match": 1, "venue_overlap": 0, "year_diff": -1,
    "title_overlap_words": 1, "title_overlap_chars": 1,
    "references_authors_overlap": 1, "references_titles_overlap": 1, "references_venues_overlap": 1,
    "references_author_blocks_jaccard": 1, "references_self_citation": 1, "references_overlap": 1,
    "position_diff": 0, "abstract_count": 0, "specter_cosine_sim": 0, "journal_overlap": 0,
    "levenshtein": 0, "prefix": 0, "lcs": 0, "jaro": 0,
}  # fmt: skip
"""Column -> whether the probability may only rise (1) or fall (-1) with it, or neither (0)."""

OF_NAMES = frozenset([*list(FEATURES)[:6], *list(FEATURES)[-4:]])
"""The columns that the second, nameless model does without."""

_AT_ONCE = 250_000  # pairs, 60 MB of columns: S2AND-mini's largest blocks, of 500 names, are one part
_MOST = 50  # years and places apart
_MOST_GRAMS = 5000  # in the denominator of names' n-grams


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_STOP = _words(
    "i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her "
    "hers herself it its itself they them their theirs themselves what which who whom this that these "
    "those am is are was were be been being have has had having do does did doing a an the and but if or "
    "because as until while of at by for with about against between into through during before after "
    "above below to from up down in out on off over under again further then once here there when where "
    "why how all any both each few more most other some such no nor not only own same so than too very s "
    "t can will just don should now"  # NLTK's
)
_AFFILIATION_STOP = _STOP | _words(
    "university college lab organization department research institute school academy national laboratory"
)
_VENUE_STOP = _STOP | _words(
    "proceedings journal conference transactions international society letters official research association"
)
_TITLES = _words("dr prof professor mr miss mrs ms mx sir phd md doctor")


def library(name: str) -> Any:
    """Import what comes with the extra `bench`. Raises EvaluationError where it is missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise EvaluationError(
            "S2AND needs the library {0}, which is missing. Install Assay with the extra bench.",
            name.partition(".")[0],
        ) from error


def block_features(names: Sequence[Signature], papers: Papers, vectors: Vectors) -> Iterator[Part]:
    """Yield (n, FEATURES) of the next n of the pairs (0, 1), (0, 2), ..., (1, 2), ... of m names.

    `vectors` (m, d) are those of the names' papers, in their order; `papers` holds these and those that they
    refer to, as far as they are known. What is held at once does not grow with the pairs.
    """
    own = [papers[name.paper_id] for name in names]
    tables = {
        **_of_names(names),
        **_of_signatures(names, own),
        **_of_papers(own),
        **_of_references(names, own, papers),
        "specter_cosine_sim": _cosines(vectors),
    }
    m = len(names)
    step = max(1, _AT_ONCE // m)
    for start in range(0, m - 1, step):
        stop = min(start + step, m)
        above = np.arange(start, m) > np.arange(start, stop)[:, None]
        yield np.stack([tables[column](start, stop)[above] for column in FEATURES], axis=1)


def _of_names(names: Sequence[Signature]) -> dict[str, Table]:
    from rapidfuzz.distance import JaroWinkler, LCSseq, Levenshtein

    given = [_given_names(name) for name in names]
    firsts = [first or None for first, _ in given]
    middles = [middle or None for _, middle in given]
    words = [middle.split(" ") for _, middle in given]
    long = [first if len(first) > 1 else None for first, _ in given]
    missing = np.array([not middle for middle in middles])
    single = np.array([len(first) == 1 for first, _ in given])
    single_middle = np.array([any(len(word) == 1 for word in each) for each in words])
    return {
        "first_names_equal": _compared(firsts, lambda a, b: float(a == b)),
        "middle_initials_overlap": _overlap([Counter(w[0] for w in each if w) for each in words]),
        "middle_names_equal": _compared(middles, _middles_fit),
        "middle_one_missing": _each_two(np.not_equal, missing),
        "single_char_first": _each_two(np.logical_or, single),
        "single_char_middle": _each_two(np.logical_or, single_middle),
        "levenshtein": _compared(long, Levenshtein.normalized_distance),
        "prefix": _compared(long, _prefix_distance),
        "lcs": _compared(long, LCSseq.normalized_distance),
        "jaro": _compared(long, JaroWinkler.similarity),
    }


def _of_signatures(names: Sequence[Signature], own: Sequence[AuthorPaper]) -> dict[str, Table]:
    affiliations = [" ".join(map(normalised, name.affiliations)) for name in names]
    mailboxes = [_mailbox(name.email) for name in names]
    co_authors = [
        [normalised(each) for position, each in paper.authors if position != name.position]
        for name, paper in zip(names, own, strict=True)
    ]
    return {
        "affiliation_overlap": _overlap([_word_grams(each, _AFFILIATION_STOP) for each in affiliations]),
        "email_prefix_equal": _compared([box for box, _ in mailboxes], lambda a, b: float(a == b)),
        "email_suffix_equal": _compared([host for _, host in mailboxes], lambda a, b: float(a == b)),
        "coauthor_overlap": _overlap([Counter({_block(name) for name in each}) for each in co_authors]),
        "coauthor_similarity": _overlap(
            [_letter_grams(" ".join(each)) for each in co_authors], most=_MOST_GRAMS
        ),
        "coauthor_match": _overlap([Counter({*each}) for each in co_authors]),
        "position_diff": _apart([name.position for name in names]),
    }


def _of_papers(own: Sequence[AuthorPaper]) -> dict[str, Table]:
    titles = [normalised(paper.title) for paper in own]
    abstracts = np.array([bool(paper.abstract) for paper in own], dtype=np.float64)
    return {
        "venue_overlap": _overlap([_letter_grams(normalised(paper.venue), _VENUE_STOP) for paper in own]),
        "year_diff": _apart([paper.year if paper.year and paper.year > 0 else None for paper in own]),
        "title_overlap_words": _overlap([_word_grams(title, _STOP) for title in titles]),
        "title_overlap_chars": _overlap([_letter_grams(title, _STOP) for title in titles]),
        "abstract_count": _each_two(np.add, abstracts),
        "journal_overlap": _overlap([_letter_grams(normalised(paper.journal), _VENUE_STOP) for paper in own]),
    }


def _of_references(
    names: Sequence[Signature], own: Sequence[AuthorPaper], papers: Papers
) -> dict[str, Table]:
    """Compare what the papers refer to: of references that are not in `papers`, their ids alone."""
    referred = [[papers[key] for key in paper.references if key in papers] for paper in own]
    authors = [
        [name for paper in each for _, author in paper.authors if (name := normalised(author))]
        for each in referred
    ]
    titles = [" ".join(normalised(paper.title) for paper in each) for each in referred]
    venues = [
        " ".join(
            dict.fromkeys((_joined(paper.venue for paper in each), _joined(paper.journal for paper in each)))
        )
        for each in referred
    ]
    return {
        "references_authors_overlap": _overlap(
            [_letter_grams(" ".join(each)) for each in authors], most=_MOST_GRAMS
        ),
        "references_titles_overlap": _overlap([_letter_grams(each, _STOP) for each in titles]),
        "references_venues_overlap": _overlap([_letter_grams(each, _VENUE_STOP) for each in venues]),
        "references_author_blocks_jaccard": _overlap([Counter(map(_block, each)) for each in authors]),
        "references_self_citation": _cited(names, own),
        "references_overlap": _overlap([Counter({*paper.references}) for paper in own]),
    }


# --- texts


def normalised(text: str, *, closed: bool = False) -> str:
    """Return small Latin letters with one space between words; `closed` makes "o'neil" one word."""
    plain: str = library("text_unidecode").unidecode(text).lower()
    return " ".join(re.sub(r"[^a-z\s]+", " ", plain.replace("'", "") if closed else plain).split())


def _joined(texts: Iterable[str]) -> str:
    return " ".join(filter(None, map(normalised, texts)))


def _given_names(name: Signature) -> tuple[str, str]:
    """Return the first word of first and middle names, and the others, which keep a space at their end."""
    words = f"{normalised(name.first, closed=True)} {normalised(name.middle)}".split(" ")
    words = words[1:] if words[0] in _TITLES else words
    return words[0], " ".join(words[1:])


def _block(name: str) -> str:
    """Return the first initial and the last name."""
    words = name.split(" ")
    return f"{words[0][0]} {words[-1]}" if len(words) > 1 else name


def _mailbox(email: str) -> tuple[str | None, str | None]:
    """Return what stands before the last @, and after it; an address without one is all before."""
    if not email:
        return None, None
    before, _, host = (email if "@" in email else f"{email}@MISSING").rpartition("@")
    return before.replace("@", "").strip(".").lower(), host.strip(".").lower()


def _letter_grams(text: str, stop: frozenset[str] | None = None) -> Counter[str]:
    """Count runs of 2 to 4 letters within words; with `stop`, of words of 3 letters that are not in it."""
    words = [word for word in text.split(" ") if stop is None or (word not in stop and len(word) > 2)]
    return Counter(word[at : at + n] for word in words for n in (2, 3, 4) for at in range(len(word) - n + 1))


def _word_grams(text: str, stop: frozenset[str]) -> Counter[str]:
    """Count runs of 1 to 3 words, of words of 2 letters that are not in `stop`."""
    words = [word for word in text.split() if word not in stop and len(word) > 1]
    return Counter(" ".join(words[at : at + n]) for n in (1, 2, 3) for at in range(len(words) - n + 1))


# --- two values


def _middles_fit(a: str, b: str) -> float:
    """Compare initials where one of them is no more."""
    return float(a[0] == b[0] if 1 in (len(a), len(b)) else a == b)


def _prefix_distance(a: str, b: str) -> float:
    """Return the share of the shorter one that the other does not begin with."""
    shorter = min(len(a), len(b))
    common = next((n for n in range(shorter, 0, -1) if a[:n] == b[:n]), 0)
    return 0.0 if a == b else 1 - common / shorter


# --- all pairs of a block


def _each_two(operation: np.ufunc, values: npt.NDArray[Any]) -> Table:
    return lambda start, stop: operation.outer(values[start:stop], values[start:]).astype(np.float64)


def _compared(values: Sequence[str | None], compare: Callable[[str, str], float]) -> Table:
    """`compare` of each two; None is not known. Equal values are compared once in a part."""

    def part(start: int, stop: int) -> Part:
        known = {value: place for place, value in enumerate(dict.fromkeys(values[start:]))}
        own = [*known][: len({*values[start:stop]})]
        table = np.full((len(own), len(known)), np.nan)
        for a, i in known.items():
            for j, b in enumerate(own[: i + 1]):
                if a is not None and b is not None:
                    table[j, i] = compare(a, b)
                    if i < len(own):
                        table[i, j] = table[j, i]
        places = [known[value] for value in values[start:]]
        found: Part = table[np.ix_(places[: stop - start], places)]
        return found

    return part


def _overlap(bags: Sequence[Counter[str]], *, most: float = np.inf) -> Table:
    """Return the Jaccard similarity of each two bags, at most 1; of an empty one NaN.

    The union counts as `most` where it is larger.
    """
    places: dict[tuple[str, int], int] = {}
    # What is twice in a bag is two elements, so that a product counts the smaller of two counts.
    columns = [
        places.setdefault((each, copy), len(places))
        for bag in bags
        for each, n in bag.items()
        for copy in range(n)
    ]
    sizes = np.array([bag.total() for bag in bags], dtype=np.float64)
    ends = np.cumsum([0, *(bag.total() for bag in bags)])
    table = _sparse(columns, ends, max(1, len(places)))

    def part(start: int, stop: int) -> Part:
        common = (table[start:stop] @ table[start:].T).toarray().astype(np.float64)
        own, others = sizes[start:stop], sizes[start:]
        with np.errstate(invalid="ignore", divide="ignore"):
            found: Part = np.minimum(common / np.minimum(np.add.outer(own, others) - common, most), 1)
        found[own == 0] = np.nan
        found[:, others == 0] = np.nan
        return found

    return part


def _sparse(columns: Sequence[int], ends: Sequence[int] | npt.NDArray[np.int64], width: int) -> Any:
    """(rows, width) of ones at the columns of each row, which end at `ends`."""
    sparse = importlib.import_module("scipy.sparse")  # it has no types
    ones = np.ones(len(columns), dtype=np.float32)
    return sparse.csr_array((ones, columns, ends), shape=(len(ends) - 1, width))


def _apart(numbers: Sequence[int | None]) -> Table:
    values = np.array([np.nan if number is None else number for number in numbers], dtype=np.float64)
    years = _each_two(np.subtract, values)
    return lambda start, stop: np.minimum(np.abs(years(start, stop)), _MOST)


def _cited(names: Sequence[Signature], papers: Sequence[AuthorPaper]) -> Table:
    """1 where one paper refers to the other, else 0."""
    at: dict[str, list[int]] = {}
    for column, name in enumerate(names):
        at.setdefault(name.paper_id, []).append(column)
    columns = [
        sorted(column for key in at.keys() & {*paper.references} for column in at[key]) for paper in papers
    ]
    found = _sparse(
        [column for each in columns for column in each], np.cumsum([0, *map(len, columns)]), len(names)
    )
    either = found.maximum(found.T).tocsr()
    return lambda start, stop: either[start:stop, start:].toarray().astype(np.float64)


def _cosines(vectors: Vectors) -> Table:
    """Return the cosine of each two, and 1 more; of a vector of zeros NaN."""
    long = vectors.astype(np.float64)
    with np.errstate(invalid="ignore"):
        long /= np.linalg.norm(long, axis=1, keepdims=True)
    return lambda start, stop: long[start:stop] @ long[start:].T + 1

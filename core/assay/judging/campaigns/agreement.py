"""How far assessors agree: raw, Cohen's kappas, and Krippendorff's ordinal alpha, each with its n.

None stands for "undefined" and never for 0 or 1: where nobody shares a pair, and where the expected
disagreement is 0 because only one grade was ever given, so that agreement says nothing about the assessors.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from assay.errors import BadInput
from assay.types import GRADES

log = logging.getLogger(__name__)

Rating: TypeAlias = tuple[str, str, str, int]
"""(query_id, doc_id, assessor, grade)"""

Confusion: TypeAlias = tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]

Counts: TypeAlias = npt.NDArray[np.int64]

_TWO_GRADES: Counts = (np.eye(3, dtype=np.int64)[:, None] + np.eye(3, dtype=np.int64)[None]).reshape(9, 3)
"""How often each grade was given to an item, for each cell of a confusion matrix, row by row."""

_CHUNK = 1 << 22  # cells of a table of ones and zeros that is multiplied with itself at a time


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two assessors on the `n` pairs that both graded. `confusion`: rows are a's grades, columns b's."""

    assessor_a: str
    assessor_b: str
    n: int
    raw: float | None
    kappa: float | None
    linear_kappa: float | None
    quadratic_kappa: float | None
    alpha: float | None  # Krippendorff's, ordinal, over those pairs
    confusion: Confusion


@dataclass(frozen=True, slots=True)
class QueryAgreement:
    """All assessors on one query; `n_co_rated` counts its pairs that at least two of them graded."""

    n_co_rated: int
    raw: float | None
    alpha: float | None


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """All assessors on all queries.

    `n_items` counts the (query, doc) pairs with a grade, `n_co_rated` those with two or more. `raw` is the
    share of equal grades among all pairs of grades of one (query, doc). `pairs` has every two assessors, also
    those who share nothing, by name. `confusion` counts every two grades of one (query, doc) both ways round:
    it is symmetric, and its sum is twice the number of pairs of grades.
    """

    n_ratings: int
    n_items: int
    n_co_rated: int
    raw: float | None
    alpha: float | None  # Krippendorff's, ordinal
    pairs: tuple[PairAgreement, ...]
    per_query: Mapping[str, QueryAgreement]
    confusion: Confusion


def agreement(ratings: Sequence[Rating]) -> AgreementReport:
    """Everything at once; the order of `ratings` makes no difference.

    Raises BadInput for a grade other than 0, 1 and 2, and for two grades of one assessor on one pair.
    """
    started = time.perf_counter()
    assessors, queries, table, query_of = _table(ratings)
    counts = np.stack([(table == grade).sum(axis=1) for grade in GRADES], axis=1)  # (n_items, 3)
    confusions = _confusions(table)
    total = _symmetric(confusions)
    report = AgreementReport(
        n_ratings=len(ratings),
        n_items=len(table),
        n_co_rated=int((counts.sum(axis=1) > 1).sum()),
        raw=_share(int(np.trace(total)), int(total.sum())),
        alpha=krippendorff_alpha(counts),
        pairs=tuple(
            _pair(assessors[a], assessors[b], confusions[a, b])
            for a in range(len(assessors))
            for b in range(a + 1, len(assessors))
        ),
        per_query=_per_query(queries, query_of, counts),
        confusion=_as_confusion(total),
    )
    seconds = time.perf_counter() - started
    log.info("compared %d grades of %d assessors in %.2f s", len(ratings), len(assessors), seconds)
    return report


def krippendorff_alpha(counts: npt.ArrayLike) -> float | None:
    """Krippendorff's alpha for ordinal values; None where it is undefined.

    `counts` is (n_items, n_values): how many assessors gave an item each value, values in ascending order.
    Items with fewer than two values do not count, assessors may be any number and differ from item to item.

    alpha = 1 - (n - 1) sum_(c<k) o_ck d_ck / sum_(c<k) n_c n_k d_ck with the coincidences
    o_ck = sum_u n_uc n_uk / (m_u - 1) and d_ck = (sum_(g=c..k) n_g - (n_c + n_k) / 2)^2: Krippendorff 2011,
    "Computing Krippendorff's Alpha-Reliability", sections C, D and E. If only one value is left, the
    expected disagreement is 0 and alpha is undefined, as there: without variation there is no reliability.
    """
    table = np.asarray(counts, dtype=np.int64)
    return _alphas(table, np.zeros(len(table), dtype=np.intp), 1)[0]


def cohen_kappa(
    confusion: npt.ArrayLike, weights: Literal["linear", "quadratic"] | None = None
) -> float | None:
    """Cohen's kappa of two assessors; None where it is undefined.

    `confusion` is (n_values, n_values) counts, values in ascending order. kappa = 1 - sum w o / sum w e with
    the observed shares o, the products of the margins e, and disagreement weights w: 1 off the diagonal
    (Cohen 1960, "A Coefficient of Agreement for Nominal Scales"), |i - j| or (i - j)^2 (Cohen 1968, "Weighted
    Kappa"). It is undefined without items, and where both gave one and the same value throughout.
    """
    observed = np.asarray(confusion, dtype=np.int64)
    steps = np.arange(len(observed))
    distance = np.abs(steps[:, None] - steps[None, :])
    weight = {None: np.minimum(distance, 1), "linear": distance, "quadratic": distance**2}[weights]
    # In whole numbers, times n squared: exact until the one division.
    expected = int((weight * np.outer(observed.sum(axis=1), observed.sum(axis=0))).sum())
    if expected == 0:
        return None
    return 1 - int(observed.sum()) * int((weight * observed).sum()) / expected


# -- from ratings to arrays -----------------------------------------------------------------------------


def _table(
    ratings: Sequence[Rating],
) -> tuple[list[str], list[str], npt.NDArray[np.int8], npt.NDArray[np.intp]]:
    """Assessors and queries by name, grades (n_items, n_assessors) with -1 for none, query of each item."""
    # Numbers by first occurrence, in one walk: it is the memory that takes the time. What is not sorted by
    # name makes no difference, since everything below is a sum of whole numbers over items.
    people: dict[str, int] = {}
    numbers: dict[str, int] = {}
    docs: dict[str, int] = {}
    who, keys, grades = [], [], []
    for query_id, doc_id, assessor, grade in ratings:
        keys.append(numbers.setdefault(query_id, len(numbers)) << 32 | docs.setdefault(doc_id, len(docs)))
        who.append(people.setdefault(assessor, len(people)))
        grades.append(grade)
    _check_grades(ratings, grades)
    assessors, queries = sorted(people), sorted(numbers)
    items, rows = np.unique(np.array(keys, dtype=np.int64), return_inverse=True)
    columns = _places(people, assessors)[np.array(who, dtype=np.intp)]
    _check_once(ratings, rows * len(assessors) + columns)
    table = np.full((len(items), len(assessors)), -1, dtype=np.int8)
    table[rows, columns] = np.array(grades, dtype=np.int8)
    return assessors, queries, table, _places(numbers, queries)[items >> 32]


def _places(numbers: Mapping[str, int], names: Sequence[str]) -> npt.NDArray[np.intp]:
    """number -> place of its name among `names`."""
    places = np.zeros(len(names), dtype=np.intp)
    places[[numbers[name] for name in names]] = np.arange(len(names))
    return places


def _check_grades(ratings: Sequence[Rating], grades: Sequence[int]) -> None:
    if set(map(type, grades)) <= {int} and set(grades) <= set(GRADES):
        return
    for query_id, doc_id, assessor, grade in ratings:
        if type(grade) is not int or grade not in GRADES:
            raise BadInput(
                "{0}'s grade of query {1}, paper {2} is {3}. Grades are 0, 1 and 2.",
                assessor,
                query_id,
                doc_id,
                repr(grade),
            )


def _check_once(ratings: Sequence[Rating], cells: npt.NDArray[np.intp]) -> None:
    _, first = np.unique(cells, return_index=True)
    if len(first) < len(cells):
        twice = np.setdiff1d(np.arange(len(cells)), first)[0]
        query_id, doc_id, assessor, _ = ratings[twice]
        raise BadInput(
            "{0} has two grades of query {1}, paper {2}. Give the one that stands.",
            assessor,
            query_id,
            doc_id,
        )


def _confusions(table: npt.NDArray[np.int8]) -> Counts:
    """(n_assessors, n_assessors, 3, 3): rows the first's grades, columns the second's; a with a is 0."""
    n = table.shape[1]
    total = np.zeros((3 * n, 3 * n), dtype=np.int64)
    rows = _CHUNK // (3 * n) + 1 if n else 1
    for start in range(0, len(table), rows):
        chunk = table[start : start + rows]
        # Ones where the assessor gave the grade: (rows, 3 n), assessor by assessor. float32 multiplies fast
        # and counts exactly up to 2^24, more than a chunk has rows.
        ones = (chunk[:, :, None] == np.array(GRADES, dtype=np.int8)).reshape(len(chunk), 3 * n)
        ones = ones.astype(np.float32)
        total += (ones.T @ ones).astype(np.int64)
    confusions = total.reshape(n, 3, n, 3).transpose(0, 2, 1, 3).copy()
    confusions[np.arange(n), np.arange(n)] = 0
    return confusions


def _symmetric(confusions: Counts) -> Counts:
    total: Counts = confusions.sum(axis=(0, 1))
    return total


def _as_confusion(counts: Counts) -> Confusion:
    rows = [(int(row[0]), int(row[1]), int(row[2])) for row in counts]
    return rows[0], rows[1], rows[2]


# -- coefficients ---------------------------------------------------------------------------------------


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _pair(assessor_a: str, assessor_b: str, confusion: Counts) -> PairAgreement:
    n = int(confusion.sum())
    return PairAgreement(
        assessor_a,
        assessor_b,
        n=n,
        raw=_share(int(np.trace(confusion)), n),
        kappa=cohen_kappa(confusion),
        linear_kappa=cohen_kappa(confusion, "linear"),
        quadratic_kappa=cohen_kappa(confusion, "quadratic"),
        alpha=krippendorff_alpha(np.repeat(_TWO_GRADES, confusion.ravel(), axis=0)),
        confusion=_as_confusion(confusion),
    )


def _per_query(
    queries: Sequence[str], query_of: npt.NDArray[np.intp], counts: Counts
) -> dict[str, QueryAgreement]:
    n_raters = counts.sum(axis=1)
    co_rated = np.bincount(query_of, weights=n_raters > 1, minlength=len(queries))
    # Pairs of equal grades, and pairs of grades, of each (query, doc), both ways round.
    equal = np.bincount(query_of, weights=(counts * (counts - 1)).sum(axis=1), minlength=len(queries))
    both = np.bincount(query_of, weights=n_raters * (n_raters - 1), minlength=len(queries))
    alphas = _alphas(counts, query_of, len(queries))
    return {
        query_id: QueryAgreement(int(co_rated[i]), _share(int(equal[i]), int(both[i])), alphas[i])
        for i, query_id in enumerate(queries)
    }


def _alphas(counts: Counts, group: npt.NDArray[np.intp], n_groups: int) -> list[float | None]:
    """The ordinal alpha of each group of items: `counts` (n_items, k), `group` (n_items,) below n_groups."""
    raters = counts.sum(axis=1)
    paired = raters > 1
    counts, group, raters = counts[paired], group[paired], raters[paired]
    k = counts.shape[1]
    margins = np.zeros((n_groups, k))
    for c in range(k):
        margins[:, c] = np.bincount(group, weights=counts[:, c], minlength=n_groups)
    n = margins.sum(axis=1)
    up_to = np.cumsum(margins, axis=1)
    observed, expected = np.zeros(n_groups), np.zeros(n_groups)
    sizes = np.unique(raters)  # how many rated an item
    for c in range(k):
        for d in range(c + 1, k):
            between = up_to[:, d] - up_to[:, c] + margins[:, c]  # the sum of n_g from c to d, both included
            distance = (between - (margins[:, c] + margins[:, d]) / 2) ** 2
            both = counts[:, c] * counts[:, d]
            for m in sizes:  # whole numbers first, so that the order of items cannot change the last digit
                here = raters == m
                among = np.bincount(group[here], weights=both[here], minlength=n_groups)
                observed += distance * among / (m - 1)
            expected += distance * margins[:, c] * margins[:, d]
    # Two values that were both given are at a distance above 0: this is exactly "only one value was given".
    defined = (margins > 0).sum(axis=1) > 1
    return [
        float(1 - (n[i] - 1) * observed[i] / expected[i]) if defined[i] else None for i in range(n_groups)
    ]

"""Which queries of a test set the models learned from, and how they compare on the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from assay.evaluation import Comparison
from assay.models.loading import open_registry
from assay.models.registry import Card
from assay.models.tests import TestSet
from assay.training.data.objectives.learnt import POSITIVES, QUERIES, VALIDATION, unpacked
from assay.training.data.objectives.texts import text_key
from assay.types import Paper, Qrels


@dataclass(frozen=True, slots=True)
class Learnt:
    """Which queries of the test set the models learned from, and how they compare on the others.

    Queries are the same if their texts are, but for case and blanks. `n_chose` and `n_sharing` are among the
    queries that are left.
    """

    n_queries: int  # that `model` learned from
    n_against: int  # that `against` learned from
    n_left: int  # that neither did
    n_chose: int  # of those left: they said which update of a training was the best
    n_sharing: int  # of those left: a relevant paper of theirs was one of a query that was learned from
    left: Comparison | None  # on those that are left, by the measure that decides; None for fewer than two
    warning: str  # all this in words; "" where there is nothing to warn of


@dataclass(frozen=True, slots=True)
class _Keys:
    """What a model learned from, as keys of texts."""

    queries: frozenset[int]
    validation: frozenset[int]
    positives: frozenset[int]


def trained_with(model: str) -> Iterator[tuple[Card, dict[str, object]]]:
    """The data of a model and of those that it began from, as far as the registry has their cards."""
    cards = {card.model_id: card for card in open_registry().cards()}
    while model in cards:
        card = cards.pop(model)
        yield from ((card, dict(row)) for row in card.data)
        model = str(card.base.get("id", ""))


def tells_queries(row: dict[str, object]) -> bool:
    """Whether a card's row about judgements says which queries they are of."""
    return row.get("kind") == "judgements" and _keys_of(row) is not None


def learnt_from(
    model: str, against: str, tests: TestSet, compared: Callable[[Qrels], Comparison]
) -> Learnt | None:
    """None where no card says that its model learned from judgements, and which.

    `compared` compares the two on some of the queries, by the measure that decides.
    """
    told = [_keys(name) for name in (model, against)]
    if not any(told):
        return None
    keys, papers = _texts_of(tests), {paper.doc_id: paper for paper in tests.papers}
    counted = {q: grades for q, grades in tests.qrels.items() if grades.keys() - {tests.own.get(q)}}
    by_model, by_against = (
        {query_id for query_id in counted if any(keys[query_id] & each.queries for each in rows)}
        for rows in told
    )
    left = {q: grades for q, grades in counted.items() if q not in by_model | by_against}
    rows = [each for one in told for each in one]
    chose = [q for q in left if any(keys[q] & each.validation for each in rows)]
    sharing = [
        query_id
        for query_id, grades in left.items()
        if (relevant := {_whole(papers[d]) for d, grade in grades.items() if grade > 0 and d in papers})
        and any(relevant & each.positives for each in rows)
    ]
    apart = compared(left) if 1 < len(left) < len(counted) else None
    return Learnt(
        n_queries=len(by_model),
        n_against=len(by_against),
        n_left=len(left),
        n_chose=len(chose),
        n_sharing=len(sharing),
        left=apart,
        warning=" ".join(
            _warning(
                {model: len(by_model), against: len(by_against)},
                n=len(counted),
                n_left=len(left),
                left=apart,
                n_chose=len(chose),
                n_sharing=len(sharing),
            )
        ),
    )


def _keys(model: str) -> list[_Keys]:
    return [keys for _, row in trained_with(model) if (keys := _keys_of(row)) is not None]


def _keys_of(row: dict[str, object]) -> _Keys | None:
    learnt = row.get("learnt")
    if not isinstance(learnt, dict) or not learnt:
        return None
    try:
        return _Keys(*(unpacked(str(learnt[name])) for name in (QUERIES, VALIDATION, POSITIVES)))
    except (KeyError, ValueError):  # another program's
        return None


def _texts_of(tests: TestSet) -> dict[str, set[int]]:
    """query_id -> the keys of its text and, where it is a paper, of that paper's."""
    papers = {paper.doc_id: paper for paper in tests.papers}
    keys = {query.query_id: {text_key(query.text)} for query in tests.queries}
    for query in tests.queries:
        own = papers.get(query.doc_id or tests.own.get(query.query_id, ""))
        if own is not None:
            keys[query.query_id].add(_whole(own))
    return keys


def _whole(paper: Paper) -> int:
    return text_key(f"{paper.title} {paper.abstract}")


def _warning(
    learnt: dict[str, int], *, n: int, n_left: int, left: Comparison | None, n_chose: int, n_sharing: int
) -> Iterator[str]:
    for name, count in learnt.items():
        if count:
            yield f"{name} learned from {count} of the {n} test queries."
    if not n_left:
        yield "None is left: this is no test."
    elif n_left < n:
        yield f"{_queries(n_left)} {'is' if n_left == 1 else 'are'} left:" + (
            f" there the difference is {left.difference:+.4f} ({left.measure} {left.mean_b:.4f} against "
            f"{left.mean_a:.4f}, p = {left.p_randomisation:.4f})."
            if left is not None
            else " too few to compare by."
        )
    of_them = "" if n_left == n else "of those left "
    if n_chose:
        yield f"{_queries(n_chose)} {of_them}said which update of the training to keep."
    if n_sharing:
        has = "has a relevant paper" if n_sharing == 1 else "have relevant papers"
        yield f"{_queries(n_sharing)} {of_them}{has} in common with queries that were learned from."


def _queries(n: int) -> str:
    return "1 query" if n == 1 else f"{n:,} queries"

"""Which queries of a test set the models learned from, and how they compare on the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from assay.models.test_sets import TestSet
from assay.models.types import TrainingOverlap
from assay.registry.card import Card
from assay.registry.loading import open_registry
from assay.training.data.objectives.query_keys import POSITIVES, QUERIES, VALIDATION, unpacked
from assay.training.data.objectives.texts import text_key
from assay.types import Comparison, Paper, Qrels


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


def names_queries(row: dict[str, object]) -> bool:
    """Return whether a card's row about judgements says which queries they are of."""
    return row.get("kind") == "judgements" and _keys_of(row) is not None


def training_overlap(
    model: str, against: str, tests: TestSet, compared: Callable[[Qrels], Comparison]
) -> TrainingOverlap | None:
    """None where no card says that its model learned from judgements, and which.

    `compared` compares the two on some of the queries, by the measure that decides.
    """
    learned = [_keys(name) for name in (model, against)]
    if not any(learned):
        return None
    keys, papers = _texts_of(tests), {paper.doc_id: paper for paper in tests.papers}
    counted = {q: grades for q, grades in tests.qrels.items() if grades.keys() - {tests.own.get(q)}}
    by_model, by_against = (
        {query_id for query_id in counted if any(keys[query_id] & each.queries for each in rows)}
        for rows in learned
    )
    left = {q: grades for q, grades in counted.items() if q not in by_model | by_against}
    rows = [each for one in learned for each in one]
    chose = [q for q in left if any(keys[q] & each.validation for each in rows)]
    sharing = [
        query_id
        for query_id, grades in left.items()
        if (relevant := {_whole(papers[d]) for d, grade in grades.items() if grade > 0 and d in papers})
        and any(relevant & each.positives for each in rows)
    ]
    apart = compared(left) if 1 < len(left) < len(counted) else None
    return TrainingOverlap(
        n_queries=len(by_model),
        n_against=len(by_against),
        n_clean=len(left),
        n_chose=len(chose),
        n_sharing=len(sharing),
        clean=apart,
        warning=" ".join(
            _warning(
                {model: len(by_model), against: len(by_against)},
                n=len(counted),
                n_clean=len(left),
                clean=apart,
                n_chose=len(chose),
                n_sharing=len(sharing),
            )
        ),
    )


def _keys(model: str) -> list[_Keys]:
    return [keys for _, row in trained_with(model) if (keys := _keys_of(row)) is not None]


def _keys_of(row: dict[str, object]) -> _Keys | None:
    learned = row.get("learnt")
    if not isinstance(learned, dict) or not learned:
        return None
    try:
        return _Keys(*(unpacked(str(learned[name])) for name in (QUERIES, VALIDATION, POSITIVES)))
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
    learned: dict[str, int], *, n: int, n_clean: int, clean: Comparison | None, n_chose: int, n_sharing: int
) -> Iterator[str]:
    for name, count in learned.items():
        if count:
            yield f"{name} learned from {count} of the {n} test queries."
    if not n_clean:
        yield "None is left: this is no test."
    elif n_clean < n:
        yield f"{_queries(n_clean)} {'is' if n_clean == 1 else 'are'} left:" + (
            f" there the difference is {clean.difference:+.4f} ({clean.measure} {clean.mean_b:.4f} against "
            f"{clean.mean_a:.4f}, p = {clean.p_randomisation:.4f})."
            if clean is not None
            else " too few to compare by."
        )
    of_them = "" if n_clean == n else "of those left "
    if n_chose:
        yield f"{_queries(n_chose)} {of_them}said which step of the training to keep."
    if n_sharing:
        has = "has a relevant paper" if n_sharing == 1 else "have relevant papers"
        yield f"{_queries(n_sharing)} {of_them}{has} in common with queries that were learned from."


def _queries(n: int) -> str:
    return "1 query" if n == 1 else f"{n:,} queries"

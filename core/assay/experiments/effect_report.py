"""The table of what candidates do: a row for each training and group of queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assay.experiments.effect_scores import ALL, CLEAN, MEASURES, EffectScore
from assay.experiments.list_effects import Effects
from assay.table import Cell, Sheet

SIGNIFICANT = 0.05


def effects_sheet(found: Effects) -> Sheet:
    """The base, then every variant; what differs from the base with p < 0.05 is marked."""
    rows: list[tuple[Cell, ...]] = []
    marked = set()
    told = [
        ("base", found.base_scores, ""),
        *((row.name, row.scores, _shares(row.shares)) for row in found.rows),
    ]
    for name, scores, shares in told:
        for group in dict.fromkeys(score.group for score in scores):
            own = [score for score in scores if score.group == group]
            cells: list[Cell] = [f"{group}, {own[0].n}"]
            for place, score in enumerate(own):
                cells += [score.value, *(_beside(score) if shares else (None, None))]
                if shares and score.p < SIGNIFICANT:
                    marked.add((len(rows), 2 + 3 * place))
            rows.append((name, *cells, shares))
    measures = [heading for name in MEASURES for heading in (name, f"{name} change", f"{name} p")]
    return Sheet(
        f"{found.collection}: candidates and what they do",
        ("Training", "Queries", *measures, "Share"),
        tuple(rows),
        tuple(_notes(found)),
        frozenset(marked),
        digits=4,
    )


def _beside(score: EffectScore) -> tuple[str, float]:
    return f"{score.difference:+.4f}", score.p


def _shares(shares: Sequence[float]) -> str:
    return ", ".join(f"{share:g}" for share in shares)


def _notes(found: Effects) -> Iterator[str]:
    how = (
        "each asked of the model that did not learn it (five folds by query)"
        if found.parts > 1
        else "asked of models that learnt from the queries of the training split"
    )
    yield (
        f"Tuned queries of {found.base} over {found.papers:,} papers, by the preset coder-small; "
        f"{found.taught:,} queries teach. Retrieved means the first N by {found.first}, random N papers "
        "drawn by chance, both N of each."
    )
    yield (
        f"Values are of queries of {found.collection}, {how}. Bold changes differ from the base with p < "
        f"{SIGNIFICANT:g} in a paired randomisation test; each p stands alone, and of {len(found.rows)} "
        "trainings one may fall below by chance."
    )
    if any(score.group == CLEAN for score in found.base_scores):
        yield (
            "Leak-free queries have no relevant paper in common with the queries that taught; only they say "
            "what new questions gain."
        )
    else:
        yield f"Leak-free queries do not stand apart: {_why(found)}."
    yield "Share is how far the weights went from the base, as the queries held out of a training liked best."
    if any(row.variant.n >= found.papers for row in found.rows):
        yield "Where N is the number of papers, every paper is a candidate whatever the kind of negatives."
    if found.left_out:
        yield f"{found.left_out:,} queries are not asked: they are papers, or nothing is relevant to them."


def _why(found: Effects) -> str:
    n = next(score.n for score in found.base_scores if score.group == ALL)
    if found.clean == n:
        return "no query shares a relevant paper with those that taught, so all are leak-free"
    return f"there are {found.clean}, too few for a test"

"""What tuning queries brought, for a person to read and to decide by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assay.query_tuning.tune import MODES, Change, Improvement

SIGNIFICANT = 0.05
FEW = 10
"""Fewer queries prove nothing, whatever their p."""
WAYS = {"meaning": "by meaning", "hybrid": "in hybrid"}
GROUPS = {
    "all": "all held-out queries",
    "shared": "that ask for a paper which was learnt",
    "clean": "that ask for none",
}


def told(found: Improvement) -> Iterator[str]:
    """Lines of text."""
    how = f"{found.folds} folds" if found.folds > 1 else "one split"
    yield f"{found.queries} judged queries of {found.judgements}, {how}; each measured by a model that had"
    yield "not learnt it. nDCG@10 before and after, with 95 % of the difference and p:"
    for row in found.changes:
        yield (
            f"  {row.mode:8} {GROUPS[row.group]:38} {row.n:4}  {row.before:.4f} -> {row.after:.4f}  "
            f"{row.after - row.before:+.4f} [{row.interval[0]:+.4f}, {row.interval[1]:+.4f}]  p {row.p:.3f}"
        )
    if found.by_paper:
        yield f"{found.by_paper} queries are papers: they are searched with the index's vectors, which stay."
    if found.without:
        yield f"{found.without} queries have no relevant paper and taught nothing."
    yield verdict(found)


def verdict(found: Improvement) -> str:
    """One sentence: whether it helps, where only it does, or whether nobody can tell.

    A difference counts where its p is below 0.05 shared by the two ways to search, and new questions speak
    for themselves from `FEW` on.
    """
    if not found.share:
        return "Most queries that were held out liked the base best: the kept model reads queries as it does."
    every, clean = (_told_apart(found, group) for group in ("all", "clean"))
    if clean.worse or every.worse:
        where = " and ".join(dict.fromkeys([*clean.worse, *every.worse]))
        return f"It finds less, {where}: do not use it."
    if len(clean.better) == len(MODES):
        return "It finds more for new questions, too: use it."
    if clean.better:
        other = next(WAYS[mode] for mode in MODES if WAYS[mode] not in clean.better)
        return f"It finds more for new questions, {clean.better[0]}; {other} no difference is proven."
    if every.better:
        return (
            f"It finds more, {' and '.join(every.better)}, where papers that were judged are asked for "
            "again; for new questions no difference is proven."
        )
    return "No difference is proven. More judged queries would tell."


def helps(found: Improvement) -> bool:
    """Whether some group of held-out queries surely finds more, and none surely less."""
    sides = [_told_apart(found, group) for group in GROUPS]
    return bool(found.share) and any(one.better for one in sides) and not any(one.worse for one in sides)


@dataclass(frozen=True, slots=True)
class _Sides:
    better: list[str]
    worse: list[str]


def _told_apart(found: Improvement, group: str) -> _Sides:
    """The ways to search in which a group surely finds more, and those in which it finds less."""
    rows = {mode: found.change(group, mode) for mode in MODES}
    sure = {mode: row for mode, row in rows.items() if row is not None and _is_sure(row)}
    return _Sides(
        [WAYS[mode] for mode, row in sure.items() if row.after > row.before],
        [WAYS[mode] for mode, row in sure.items() if row.after < row.before],
    )


def _is_sure(row: Change) -> bool:
    return row.n >= FEW and row.p < SIGNIFICANT / len(MODES)

"""What tuning queries brought, for a person to read and to decide by."""

from __future__ import annotations

from collections.abc import Iterator

from assay.workspace.improving import Change, Improvement

SIGNIFICANT = 0.05
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
    """One sentence: whether it helps, where only it does, or whether nobody can tell."""
    clean, every = found.change("clean"), found.change("all")
    if not found.share:
        return "Most queries that were held out liked the base best: the kept model reads queries as it does."
    if clean is not None and _is_sure(clean):
        better = clean.after > clean.before
        return (
            "It finds more for new questions, too: use it."
            if better
            else "It finds less for new questions: do not use it."
        )
    if every is not None and _is_sure(every) and every.after > every.before:
        return (
            "It finds more where papers that were judged are asked for again; for new questions no "
            "difference is proven."
        )
    if every is not None and _is_sure(every):
        return "It finds less: do not use it."
    return "No difference is proven. More judged queries would tell."


def _is_sure(row: Change) -> bool:
    return row.p < SIGNIFICANT

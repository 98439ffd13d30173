"""A replicated table in the paper's shape, beside the published numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from assay.experiments.replication import Replication, RowOutcome
from assay.experiments.sweeps import score_cell
from assay.models.scores import MEASURE, SetScore
from assay.table import table_line

BEIR = ("scidocs", "nfcorpus", "scifact", "trec-covid", "arguana")
"""The five collections whose mean the paper reports."""
ICLR = ("iclr2022", "iclr-2022", "iclr")


def beir_mean(scores: Mapping[str, SetScore]) -> tuple[float, int] | None:
    """(mean, number of the paper's five collections that it is of); None where there is none of them."""
    found = [scores[name].value for name in BEIR if name in scores]
    return (sum(found) / len(found), len(found)) if found else None


def iclr_score(scores: Mapping[str, SetScore]) -> SetScore | None:
    return next((scores[name] for name in ICLR if name in scores), None)


def replication_json(found: Replication) -> dict[str, Any]:
    """Everything, with the paper's columns worked out; null where a number is not known or not measured."""
    rows = [{**asdict(row), "here": _columns(row.scores)} for row in found.rows]
    return {
        **asdict(found),
        "measure": MEASURE,
        "base_here": _columns(found.base_scores),
        "rows": rows,
        "notes": list(notes(found)),
    }


def _columns(scores: Mapping[str, SetScore]) -> dict[str, float | int | None]:
    mean, iclr = beir_mean(scores), iclr_score(scores)
    return {
        "beir": mean[0] if mean else None,
        "beir_collections": mean[1] if mean else 0,
        "scidocs": None,
        "iclr": iclr.value if iclr else None,
    }


def replication_markdown(found: Replication) -> str:
    """The table: published and here side by side, then every collection, then what has to be known of it."""
    names = list(found.base_scores)
    heading = [
        "Model",
        "BEIR, published",
        "BEIR, here",
        "SciDocs, published",
        "SciDocs, here",
        "ICLR, published",
        "ICLR, here",
        *names,
    ]
    lines = [
        f"# Table {found.table}: {found.title} ({found.scale} scale)",
        "",
        table_line(heading),
        table_line(["---", *["---:"] * (len(heading) - 1)]),
        table_line(["base", *_cells(None, found.base_scores, names)]),
        *(table_line([row.name, *_cells(row, row.scores, names)]) for row in found.rows),
        "",
        *(f"- {note}" for note in notes(found)),
    ]
    return "\n".join(lines) + "\n"


def _cells(row: RowOutcome | None, scores: Mapping[str, SetScore], names: Sequence[str]) -> list[str]:
    published = row.published if row is not None else None
    here = "" if row is None or row.state == "trained" else row.state
    mean, iclr = beir_mean(scores), iclr_score(scores)
    return [
        _number(published.beir if published else None, 3),
        f"{mean[0]:.3f} ({mean[1]} of {len(BEIR)})" if mean else here,
        _number(published.scidocs if published else None, 2),
        "",
        _number(published.iclr if published else None, 3),
        score_cell(iclr) if iclr else here,
        *(score_cell(scores[name]) if name in scores else here for name in names),
    ]


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def notes(found: Replication) -> Iterator[str]:
    """What a reader must know before comparing the numbers, one sentence or two each."""
    yield f"{MEASURE}; * where a model differs from the base ({found.base}) with p < 0.05 (randomised)."
    if found.scale == "small":
        yield (
            "Small scale: another base, fewer examples, shorter texts and some hundred updates. Compare the "
            "rows with each other, not with the paper."
        )
    missing = [name for name in BEIR if name not in found.base_scores]
    if missing:
        yield f"The published BEIR is a mean over {', '.join(BEIR)}. Not here: {', '.join(missing)}."
    if iclr_score(found.base_scores) is None:
        yield "There is no ICLR 2022 collection here; that column stays empty."
    yield "SciDocs' own measures (classification, co-views, ...) are not computed: that column stays empty."
    yield "The published values of single collections are not known here, only the means."
    yield (
        "A query never finds its own document here. The paper's code let it, which very likely lowers the "
        "published BEIR by ArguAna."
    )
    for row in found.rows:
        if row.state != "trained":
            yield f"{row.name}: {row.state}. {row.reason}"
        elif row.replaced:
            yield f"{row.name}: not the paper's data, but {', '.join(row.replaced)}."

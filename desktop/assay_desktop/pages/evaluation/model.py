"""The engine's evaluation as rows: one a run, one a query, and the columns over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from assay_desktop.text.figures import numeral, percent, signed
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MEASURES = ("nDCG@10", "AP", "RR", "P@5", "R@100", "Judged@10")


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run's means; `difference`, `ci` and `p` (Holm) are against the reference, None for itself."""

    tag: str
    mode: str
    mean: Mapping[str, float]
    difference: float | None = None
    ci: tuple[float, float] | None = None
    p: float | None = None
    n_missing: int = 0  # judged queries that the run does not answer; they count as 0


@dataclass(frozen=True, slots=True)
class QueryRow:
    """One query's value of the measure under the reference and under the selected run."""

    query_id: str
    text: str
    reference: float
    value: float

    @property
    def gain(self) -> float:
        return self.value - self.reference


@dataclass(frozen=True, slots=True)
class Report:
    """Everything the page shows of one evaluation."""

    rows: tuple[RunRow, ...]
    reference: str
    measure: str
    measures: tuple[str, ...]
    n_queries: int
    n_judgements: int
    grades: tuple[int, int, int]
    per_query: tuple[tuple[str, str, Mapping[str, float]], ...]  # query_id, text, tag -> value
    holes: Mapping[str, int]  # tag -> unjudged (query, paper) pairs in its top 10
    n_not_run: int = 0  # judged queries that no run has, left out of all figures

    def queries(self, tag: str) -> list[QueryRow]:
        """The per-query rows of `tag` against the reference, the largest gain first."""
        rows = [
            QueryRow(query_id, text, values.get(self.reference, 0.0), values.get(tag, 0.0))
            for query_id, text, values in self.per_query
        ]
        return sorted(rows, key=lambda row: (-row.gain, row.query_id))


def report_of(answer: Mapping[str, Any], *, measure: str) -> Report:
    """The engine's answer to the operation `evaluate`."""
    return Report(
        rows=tuple(_run_row(row) for row in answer["rows"]),
        reference=str(answer.get("reference") or ""),
        measure=measure,
        measures=tuple(answer.get("measures", MEASURES)),
        n_queries=int(answer["n_queries"]),
        n_judgements=int(answer["n_judgements"]),
        grades=_three(answer.get("grades", (0, 0, 0))),
        per_query=tuple(
            (str(row["query_id"]), str(row.get("text", "")), row["values"]) for row in answer["per_query"]
        ),
        holes=dict(answer.get("holes", {})),
        n_not_run=int(answer.get("n_not_run", 0)),
    )


def _three(counts: Sequence[int]) -> tuple[int, int, int]:
    none, some, very = counts
    return int(none), int(some), int(very)


def _run_row(row: Mapping[str, Any]) -> RunRow:
    ci = row.get("ci")
    return RunRow(
        tag=str(row["tag"]),
        mode=str(row.get("mode", "")),
        mean=row["mean"],
        difference=row.get("difference"),
        ci=(float(ci[0]), float(ci[1])) if ci else None,
        p=row.get("p"),
        n_missing=int(row.get("n_missing", 0)),
    )


def value_text(measure: str, value: float | None) -> str:
    """A share in per cent for Judged, three decimals for the others, a dash for what was not measured."""
    if value is None:
        return "–"
    return percent(value) if measure.startswith("Judged") else numeral(value, 3)


def p_text(p: float | None) -> str:
    """Two digits that say something; nothing below what 10,000 draws can tell."""
    if p is None:
        return ""
    if p < 0.001:
        return f"< {numeral(0.001, 3)}"
    return numeral(p, 3) if p < 0.1 else numeral(p, 2)


def run_columns(report: Report) -> list[Column]:
    """The columns of the table of runs."""

    def of(measure: str) -> Column:
        return Column(
            measure,
            lambda row: value_text(measure, row.mean.get(measure)),
            lambda row: row.mean.get(measure, -1.0),
        )

    def difference(row: RunRow) -> str:
        if row.tag == report.reference:
            return _tr("reference")
        if row.difference is None:
            return ""
        interval = f" [{signed(row.ci[0])}, {signed(row.ci[1])}]" if row.ci else ""
        return signed(row.difference) + interval

    return [
        Column(_tr("Run"), lambda row: row.tag, lambda row: row.tag.casefold(), number=False),
        *(of(measure) for measure in report.measures),
        Column(_tr("difference to reference, 95 %"), difference, lambda row: row.difference or 0.0),
        Column(
            _tr("p (Holm)"),
            lambda row: p_text(row.p),
            lambda row: 2.0 if row.p is None else row.p,
            hint=_tr("Randomisation test, adjusted for the number of runs compared"),
        ),
    ]


def query_columns(report: Report, tag: str) -> list[Column]:
    """The columns of the per-query table."""
    return [
        Column(
            _tr("Query"), lambda row: row.text or row.query_id, lambda row: row.text.casefold(), number=False
        ),
        Column(report.reference, lambda row: numeral(row.reference, 3), lambda row: row.reference),
        Column(tag, lambda row: numeral(row.value, 3), lambda row: row.value),
        Column(_tr("gain"), lambda row: signed(row.gain), lambda row: row.gain),
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("evaluation", text)

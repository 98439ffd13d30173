"""The tables of an evaluation: a row a run, and a row a query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay_desktop.text.figures import numeral, percent, signed
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from assay.types import LibraryOverview, OverviewRow

MEASURES = ("nDCG@10", "AP", "RR", "P@5", "R@100", "Judged@10")


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


def verdict(report: LibraryOverview, tag: str) -> str:
    """Say in a sentence whether the run is better than the baseline; "" where there is nothing to compare.

    For the baseline itself the sentence is about the best of the others. Runs of other queries are not
    compared: what one of them never ranked counts as 0 and would decide.
    """
    others = [row for row in report.rows if row.tag != report.reference]
    row = next((each for each in others if each.tag == tag), others[0] if others else None)
    if row is None or row.difference is None or row.p is None:
        return ""
    if alone := _ranked_by_one(report, row):
        text = _tr(
            "{0} and {1} cannot be compared: {2} {2:query that one of them lacks counts|queries that one of "
            "them lacks count} as 0."
        ).format(row.tag, report.reference, numeral(len(alone)))
        return f"{text} {_tr('Below they are left out.')}" if row.tag == tag else text
    if row.p >= 0.05:
        return _tr("{0} and {1}: no significant difference over {2} {2:query|queries}.").format(
            row.tag, report.reference, numeral(report.n_queries)
        )
    text = (
        _tr("{0} is significantly better than {1}: {2} {3}.")
        if row.difference > 0
        else _tr("{0} is significantly worse than {1}: {2} {3}.")
    )
    return text.format(row.tag, report.reference, report.measure, signed(row.difference))


def _ranked_by_one(report: LibraryOverview, row: OverviewRow) -> set[str]:
    """Return the queries that either the run or the baseline was not made for."""
    baseline = next(each for each in report.rows if each.tag == report.reference)
    return {*row.unranked} ^ {*baseline.unranked}


def query_rows(report: LibraryOverview, tag: str) -> list[QueryRow]:
    """Return the per-query rows of `tag` against the reference, the largest gain first.

    A query that one of the two was not made for is left out: its gain would be the other's whole value.
    """
    lacking = _ranked_by_one(report, next(row for row in report.rows if row.tag == tag))
    rows = [
        QueryRow(query_id, report.texts.get(query_id, ""), values[report.reference], values[tag])
        for query_id, values in report.per_query.items()
        if query_id not in lacking
    ]
    return sorted(rows, key=lambda row: (-row.gain, row.query_id))


def value_text(measure: str, value: float | None) -> str:
    """Return Judged in per cent, the others with three decimals, a dash for what was not measured."""
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


def run_columns(report: LibraryOverview) -> list[Column]:
    """The columns of the table of runs."""

    def of(measure: str) -> Column:
        return Column(
            measure,
            lambda row: value_text(measure, row.mean.get(measure)),
            lambda row: row.mean.get(measure, -1.0),
        )

    def difference(row: OverviewRow) -> str:
        if row.tag == report.reference:
            return _tr("baseline")
        if row.difference is None:
            return ""
        if _ranked_by_one(report, row):
            return "–"
        interval = f" [{signed(row.ci[0])}, {signed(row.ci[1])}]" if row.ci else ""
        return signed(row.difference) + interval

    return [
        Column(_tr("Run"), lambda row: row.tag, lambda row: row.tag.casefold(), number=False),
        *(of(measure) for measure in report.measures),
        Column(
            _tr("Difference, 95 %"),
            difference,
            lambda row: row.difference or 0.0,
            hint=_tr("Difference from the baseline, with its 95 % interval"),
        ),
        Column(
            _tr("p (Holm)"),
            lambda row: "" if _ranked_by_one(report, row) else p_text(row.p),
            lambda row: 2.0 if row.p is None else row.p,
            hint=_tr("Randomisation test, adjusted for the number of runs compared"),
        ),
    ]


def query_columns(report: LibraryOverview, tag: str) -> list[Column]:
    """Return the columns of the per-query table."""
    return [
        Column(
            _tr("Query"), lambda row: row.text or row.query_id, lambda row: row.text.casefold(), number=False
        ),
        Column(report.reference, lambda row: numeral(row.reference, 3), lambda row: row.reference),
        Column(tag, lambda row: numeral(row.value, 3), lambda row: row.value),
        Column(_tr("Gain"), lambda row: signed(row.gain), lambda row: row.gain),
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("evaluation", text)

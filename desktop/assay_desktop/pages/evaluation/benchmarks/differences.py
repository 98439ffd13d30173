"""How a system differs from the reference: its interval, what tests say, and what Holm corrects over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.pages.evaluation.model import p_text
from assay_desktop.text.figures import numeral, signed
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_desktop.pages.evaluation.benchmarks.results import Row

CERTAIN = 0.05
_LEAST = 2.0  # no p is so high


@dataclass(frozen=True, slots=True)
class Difference:
    """A system against the reference, in percent, with a 95 % interval and p corrected by Holm.

    `base` and `own` are the values that differ, with all rows to learn from. `n_systems` were compared with
    the reference, over which Holm corrects. Tests that do not apply have no p.
    """

    value: float
    low: float
    high: float
    p: float
    wins: int = 0
    ties: int = 0
    losses: int = 0
    n: int = 0
    unit: str = "queries"
    p_plain: float | None = None
    p_t: float | None = None
    p_tukey: float | None = None
    base: float | None = None
    own: float | None = None
    n_systems: int = 1
    few: bool = False  # too few columns for more than what is large

    @property
    def certain(self) -> bool:
        return self.p < CERTAIN


Differences: TypeAlias = Mapping[tuple[str, str, str], Difference]
"""(task, metric, system) -> its difference; the average's task and metric are ""."""


def differences_of(answer: Mapping[str, Any]) -> dict[tuple[str, str, str], Difference]:
    """The engine's answer to `bench.compare` on a task."""
    return {
        (str(task["task"]), str(task["metric"]), str(row["system"])): Difference(
            float(row["difference"]),
            float(row["ci"][0]),
            float(row["ci"][1]),
            float(row["p_holm"]),
            int(row["wins"]),
            int(row["ties"]),
            int(row["losses"]),
            int(task["n"]),
            str(task["unit"]),
            p_plain=row.get("p"),
            p_t=row.get("p_t"),
            p_tukey=row.get("p_tukey"),
            base=task.get("value"),
            own=row.get("value"),
            n_systems=len(task["rows"]),
        )
        for task in answer["tasks"]
        for row in task["rows"]
    }


def overall_of(answer: Mapping[str, Any]) -> dict[tuple[str, str, str], Difference]:
    """The engine's answer to `bench.compare` over the columns that all have."""
    overall = answer.get("overall")
    if overall is None:
        return {}
    return {
        ("", "", str(pair["second"])): Difference(
            float(pair["comparison"]["difference"]),
            float(pair["bootstrap"]["bca"][0]),
            float(pair["bootstrap"]["bca"][1]),
            float(pair["p_randomisation_holm"]),
            int(pair["comparison"]["wins"]),
            int(pair["comparison"]["ties"]),
            int(pair["comparison"]["losses"]),
            int(overall["n"]),
            "columns",
            n_systems=len(overall["pairs"]),
            few=bool(overall.get("few")),
        )
        for pair in overall["pairs"]
    }


def difference_text(found: Difference) -> str:
    """ "+1.20 [+0.31, +2.09]" """
    return f"{signed(found.value, 2)} [{signed(found.low, 2)}, {signed(found.high, 2)}]"


def p_words(found: Difference) -> str:
    """What each test says of one row: "p 0.012; by Holm, over the 4 systems compared, 0.024; …"."""
    if found.n_systems == 1:
        said = [_tr("p {0}, one system compared").format(p_text(found.p))]
    else:
        by_holm = _tr("p {0}, by Holm over the {1} systems compared {2}")
        said = [by_holm.format(p_text(found.p_plain), numeral(found.n_systems), p_text(found.p))]
    if found.p_t is not None:
        said.append(_tr("paired t test {0}").format(p_text(found.p_t)))
    if found.p_tukey is not None:
        said.append(_tr("Tukey {0}").format(p_text(found.p_tukey)))
    if found.unit == "papers":
        said.append(_tr("t and Tukey are of tasks over queries"))
    return "; ".join(said)


def values_text(found: Difference) -> str:
    """Of a task with few-shot settings, which values the difference is of."""
    if found.base is None or found.own is None:
        return ""
    text = _tr(
        "The difference is of {0} and {1}, with all rows to learn from; the table has means over few-shot "
        "settings too."
    )
    return text.format(numeral(found.base, 2), numeral(found.own, 2))


def row_text(row: Row, found: Difference | None) -> str:
    """All that is said of a row's difference; "" where it has none."""
    if found is None:
        return ""
    said = f"{difference_text(found)}; {p_words(found)}."
    return f"{said} {values_text(found)}".strip() if row.few_shot else said


# -- columns ----------------------------------------------------------------------------------------------


def difference_columns(beside: str, reference: str, differences: Differences) -> list[Column]:
    """Of the table: the difference with its interval, and p of each test."""

    def of(row: Row) -> Difference | None:
        return differences.get((row.task, row.metric, beside)) if row.task else None

    def text(row: Row) -> str:
        found = of(row)
        if found is None:
            return ""
        said = difference_text(found)
        return f"({said})" if row.bracketed & {beside, reference} else said

    def tip(row: Row) -> str:
        return row_text(row, of(row))

    def p_column(title: str, hint: str, p_of: Callable[[Difference], float | None]) -> Column:
        def p(row: Row) -> float | None:
            found = of(row)
            return None if found is None else p_of(found)

        return Column(
            title,
            lambda row: p_text(value) if (value := p(row)) is not None else "–" if of(row) else "",
            lambda row: _LEAST if (value := p(row)) is None else value,
            hint=hint,
            tip=tip,
        )

    title = _tr("{0} to {1}").format(short_name(beside), short_name(reference))
    certain = _tr("By the bootstrap; bold where p by Holm is below {0}").format(numeral(CERTAIN, 2))
    few = _tr("Of tasks with few-shot settings it is with all rows to learn from")
    over = _tr("Randomisation test, by Holm over the systems compared on this row, not over the rows")
    return [
        Column(
            _tr("difference, 95 %"),
            text,
            lambda row: found.value if (found := of(row)) else 0.0,
            hint=f"{title}\n{certain}\n{few}",
            strong=lambda row: (found := of(row)) is not None and found.certain,
            tip=tip,
        ),
        p_column(_tr("p (Holm)"), over, lambda found: found.p),
        p_column(_tr("p (t)"), _tr("Paired t test over queries, not corrected"), lambda found: found.p_t),
        p_column(
            _tr("p (Tukey)"),
            _tr("Tukey's test over queries, all systems of the row together"),
            lambda found: found.p_tukey,
        ),
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)

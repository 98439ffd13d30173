"""What was scored, as rows: a task and measure each, averages below, and differences to a reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QCoreApplication

from assay.codec import from_json
from assay.engine.types import ColumnCount
from assay_desktop.pages.evaluation.benchmarks.conditions import HowRow, how_rows
from assay_desktop.pages.evaluation.benchmarks.words import average_words, metric_words, short_name
from assay_desktop.pages.evaluation.model import p_text
from assay_desktop.text.figures import numeral, signed
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_NAMED = 3  # of what is missing
CERTAIN = 0.05
_LEAST = 2.0  # no p is so high
Values: TypeAlias = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Row:
    """One measure of one task, or with no task an average. Values are in percent, or None."""

    task: str
    name: str
    metric: str
    n: str
    values: Values
    behind: bool = False  # whether there is something to look at behind the score
    bracketed: frozenset[str] = frozenset()  # systems of which rows or, of an average, columns are missing
    judged: Values = field(default_factory=dict)  # of the first ten of a ranking how many somebody judged
    few_shot: bool = False  # whether values are means over settings with few examples too

    @property
    def best(self) -> frozenset[str]:
        """The systems with the best value, where they are not all alike."""
        known = {
            name: value
            for name, value in self.values.items()
            if value is not None and name not in self.bracketed
        }
        top = max(known.values(), default=0.0)
        if len(known) < 2 or min(known.values()) == top:
            return frozenset()
        return frozenset(name for name, value in known.items() if value == top)


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds for 1,000 papers on this machine beside the mean over the columns that all models have.

    It is beaten by those that are as good and as fast, and better in one of the two.
    """

    system: str
    seconds: float | None
    value: float | None
    columns: int
    beaten_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """What is not in the table, or not whole, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Results:
    """A run, or several side by side."""

    run_id: str
    created: str
    systems: tuple[str, ...]
    rows: tuple[Row, ...]
    averages: tuple[Row, ...]
    costs: tuple[Cost, ...]
    failures: tuple[Missing, ...]
    partial: tuple[Missing, ...]
    absent: tuple[Missing, ...]
    notes: tuple[str, ...]  # on published averages
    unable: tuple[str, ...]  # systems that only rank
    left: tuple[Missing, ...] = ()  # that a run which was stopped has not come to
    how: tuple[HowRow, ...] = ()  # it was scored

    @property
    def tasks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.task for row in self.rows))

    def of(self, task: str) -> tuple[Row, ...]:
        """The rows of a task."""
        return tuple(row for row in self.rows if row.task == task)

    def reference(self, wanted: str) -> str:
        """`wanted`, or the first of the systems that have most scores."""
        return wanted if wanted in self.systems else max(self.systems, key=self.n_scored, default="")

    def beside(self, wanted: str, reference: str) -> str:
        """`wanted`, or the one of the others with most scores, the best among equals; "" for none."""
        others = [name for name in self.systems if name != reference]
        if wanted in others:
            return wanted
        return max(others, key=lambda name: (self.n_scored(name), self._mean(name)), default="")

    def n_scored(self, system: str) -> int:
        return sum(row.values.get(system) is not None for row in self.rows)

    def _mean(self, system: str) -> float:
        return next((cost.value or 0.0 for cost in self.costs if cost.system == system), 0.0)


def results_of(answer: Mapping[str, Any]) -> Results:
    """The engine's answer to `bench.report`."""
    return Results(
        run_id=str(answer["run_id"]),
        created=str(answer["created"]),
        systems=tuple(map(str, answer["systems"])),
        rows=tuple(
            Row(
                str(row["task"]),
                str(row["name"]),
                str(row["metric"]),
                numeral(row["n"]) if row["n"] else "",
                row["values"],
                behind=bool(row["behind"]),
                bracketed=frozenset(map(str, row.get("partial", ()))),
                judged=row.get("judged", {}),
                few_shot=bool(row.get("few_shot")),
            )
            for row in answer["rows"]
        ),
        averages=(*_averages(answer["averages"]), *_published(answer.get("published"))),
        costs=tuple(
            Cost(
                str(row["system"]),
                row["seconds"],
                row["value"],
                int(row["columns"]),
                tuple(map(str, row.get("beaten_by", ()))),
            )
            for row in answer["costs"]
        ),
        failures=tuple(
            Missing(f"{row['name']}, {short_name(str(row['system']))}", str(row["why"]))
            for row in answer["failures"]
        ),
        partial=tuple(Missing(str(row["name"]), _partial(row)) for row in answer["partial"]),
        absent=tuple(Missing(str(row["task"]), str(row["why"])) for row in answer["absent"]),
        notes=tuple(map(str, (answer.get("published") or {}).get("notes", ()))),
        unable=tuple(map(str, answer["unable"])),
        left=tuple(
            Missing(str(row["name"]), short_name(str(row["system"]))) for row in answer.get("left", ())
        ),
        how=how_rows(answer.get("how")),
    )


def _averages(rows: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Means over the columns that were asked for, those that lack some in brackets."""
    return [
        Row(
            "",
            average_words(str(row["name"])),
            counted_words(_counts(row.get("columns", ()))) or _tr("mean"),
            "",
            row["values"],
            bracketed=frozenset(map(str, row.get("partial", ()))),
        )
        for row in rows
    ]


def _published(table: Mapping[str, Any] | None) -> list[Row]:
    """Averages as papers publish them, values of fewer columns in brackets."""
    if table is None:
        return []
    found = []
    for row in table["rows"]:
        values = dict(zip(table["systems"], row["values"], strict=True))
        partial = [name for name, whole in zip(table["systems"], row["whole"], strict=True) if not whole]
        counted = counted_words(_counts(row["columns"]))
        found.append(Row("", str(row["name"]), counted, "", values, bracketed=frozenset(partial)))
    return found


def _counts(columns: Sequence[object]) -> list[ColumnCount]:
    return [from_json(each, ColumnCount) for each in columns]


def counted_words(counts: Sequence[ColumnCount]) -> str:
    """Return over how many columns a mean is: "5 of 7", "1–2 of 6", "5 of 7, 6 of 7"."""
    return ", ".join(
        _tr("{0} of {1}").format(each.least, each.of)
        if each.least == each.most
        else _tr("{0}–{1} of {2}").format(each.least, each.most, each.of)
        for each in counts
    )


def _partial(row: Mapping[str, Any]) -> str:
    text = _tr("{0} of {1} rows were scored; the others have no text here, the first is {2}.")
    return text.format(numeral(row["scored"]), numeral(row["of"]), row["first"])


def missing_words(results: Results) -> str:
    """What the table and its averages lack, the reasons left out; "" where that is nothing."""
    parts = []
    if results.absent:
        names = [each.name for each in results.absent]
        parts.append(_tr("Not run, and in no average: {0}.").format(_some(names)))
    if results.failures:
        parts.append(_tr("Failed: {0}.").format(_some([each.name for each in results.failures])))
    if results.partial:
        parts.append(_tr("In part, in brackets: {0}.").format(_some([each.name for each in results.partial])))
    return " ".join(parts)


def _some(names: Sequence[str]) -> str:
    """The first three, and how many others."""
    if len(names) <= _NAMED:
        return ", ".join(names)
    return _tr("{0} and {1} more").format(", ".join(names[:_NAMED]), numeral(len(names) - _NAMED))


def columns(results: Results, reference: str, beside: str, differences: Differences) -> list[Column]:
    """Of the table: a column a system, then what both rankings have judged, and how they differ."""
    found = [
        Column(_tr("Task"), lambda row: row.name, number=False, strong=lambda row: not row.task),
        Column(
            _tr("Measure"), lambda row: metric_words(row.metric) if row.task else row.metric, number=False
        ),
        Column("n", lambda row: row.n, hint=_tr("Queries, or papers of the test")),
        *(_system_column(name, reference) for name in results.systems),
    ]
    found.append(_judged_column(reference, beside))
    if beside:
        found += difference_columns(beside, reference, differences)
    return found


def _judged_column(reference: str, beside: str) -> Column:
    compared = [reference, *([beside] if beside else [])]
    hint = _tr("Of the first ten papers of a ranking, how many anybody has judged, in percent: {0}")

    def text(row: Row) -> str:
        shares = [row.judged.get(name) for name in compared]
        if not any(share is not None for share in shares):
            return "–" if row.task else ""
        return " / ".join("–" if share is None else numeral(share, 0) for share in shares)

    return Column(
        _tr("Judged"),
        text,
        lambda row: _or_least(row.judged.get(compared[-1])),
        hint=hint.format(" / ".join(map(short_name, compared))),
    )


def _system_column(name: str, reference: str) -> Column:
    hint = _tr("{0}, the reference").format(name) if name == reference else name
    return Column(
        short_name(name),
        lambda row: value_text(row.values.get(name), bracketed=name in row.bracketed),
        lambda row: _or_least(row.values.get(name)),
        hint=hint,
        strong=lambda row: name in row.best,
    )


def value_text(value: float | None, *, bracketed: bool = False) -> str:
    """Two digits after the point, a dash for none, brackets for what cannot be laid beside others."""
    if value is None:
        return "–"
    return f"({numeral(value, 2)})" if bracketed else numeral(value, 2)


def _or_least(value: float | None) -> float:
    return -1000.0 if value is None else value


# Differences


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

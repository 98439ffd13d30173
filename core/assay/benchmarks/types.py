"""Benchmarks in plain data: for the engine, the command line and the window. Scores are in percent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from assay.errors import BadInput
from assay.messages import Message
from assay.table import Table
from assay.types import Queries

Group = Literal["CLF", "RGN", "PRX", "SRCH"]
Similarity = Literal["l2", "cosine", "inner"]
State = Literal["present", "absent", "broken", "unscored", "unknown"]
Form = Literal["md", "csv", "latex", "json"]
"""What a report is written as; JSON is all of it, for a later comparison."""
Prediction: TypeAlias = str | float | tuple[str, ...]
"""What is true of a paper or predicted for it: a class, a number, or several labels."""


# -- what can be run ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FewShot:
    """A training on few examples: how many of them, and how many such trainings are averaged."""

    sample_size: int
    iterations: int


@dataclass(frozen=True, slots=True)
class TaskOption:
    """A task, and whether its data are there; `why` says why it cannot be run."""

    id: str
    name: str
    suites: tuple[str, ...]
    group: Group
    metrics: tuple[str, ...]
    state: State
    why: str = ""
    note: str = ""
    licence: str = ""

    @property
    def present(self) -> bool:
        return self.state == "present"


@dataclass(frozen=True, slots=True)
class SystemOption:
    """What can be measured, by the name that the command line knows it by."""

    name: str
    kind: Literal["words", "hybrid", "packaged", "trained", "library", "folder"]
    in_use: bool = False


@dataclass(frozen=True, slots=True)
class FileFault:
    """A task file that cannot be read, or a task in it, and why."""

    file: str
    why: str


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """Everything that there is to choose from."""

    tasks: tuple[TaskOption, ...]
    systems: tuple[SystemOption, ...]
    faults: tuple[FileFault, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedTask:
    """A task that was chosen and cannot be run, and why: it is named in every report."""

    task_id: str
    name: str
    state: State
    why: str


# -- runs and their reports ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run in a list: `n_results` of `n_expected` are there, of which `n_scores` are scores."""

    run_id: str
    created: str
    systems: tuple[str, ...]
    n_results: int
    n_expected: int
    n_scores: int
    at_work: bool = False  # as the window knows

    @property
    def partial(self) -> bool:
        """Whether it was stopped before it was whole."""
        return self.n_results < self.n_expected and not self.at_work

    @property
    def unscored(self) -> bool:
        """Whether it was stopped before its first score, or has not come to it yet."""
        return not self.n_results


@dataclass(frozen=True, slots=True)
class Runs:
    """The latest first."""

    runs: tuple[RunLine, ...]


@dataclass(frozen=True, slots=True)
class TrainedModels:
    """Models whose cards say what they learned from."""

    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MissingScore:
    """A system without a score on a task, and why; "" where the run has not come to it."""

    task: str  # its id
    name: str
    system: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PartialTask:
    """A task of which some rows were not scored; `first` is the first of them."""

    name: str
    n_scored: int
    n_rows: int
    first: str


@dataclass(frozen=True, slots=True)
class ColumnCount:
    """Over how many columns, `of` all, an average is: from `least` to `most` where systems differ."""

    least: int
    most: int
    of: int


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One measure of one task, by system; with no task an average."""

    task: str
    name: str
    metric: str
    values: dict[str, float | None]
    n: int = 0  # queries, or papers of the test
    partial: tuple[str, ...] = ()  # systems of which rows or, of an average, columns are missing
    columns: ColumnCount | None = None  # of an average
    judged: dict[str, float | None] = field(default_factory=dict)  # of the first ten of a ranking
    few_shot: bool = False  # whether values are means over settings with few examples too
    has_items: bool = False  # whether its queries or papers can be looked at


@dataclass(frozen=True, slots=True)
class Model:
    """One model as it was measured. `score` is in percent, None where it is not comparable.

    `seconds` is of encoding 1,000 papers, None where that is not known; `measured` is the day on which that
    was last timed, "" where nobody noted it; `megabytes` of the vectors of
    1,000 papers, `parameters` of the model, each None where not known.
    """

    name: str
    score: float | None
    seconds: float | None
    parameters: int | None = None
    megabytes: float | None = None
    measured: str = ""


@dataclass(frozen=True, slots=True)
class CostRow:
    """A model in the table. `beaten_by` are those at least as good and as fast, and better in one of the two.

    `slower` is how many times as long as the fastest it takes, `behind` how far it is behind the best score.
    """

    model: Model
    beaten_by: tuple[str, ...]
    slower: float | None
    behind: float | None

    @property
    def worth_its_cost(self) -> bool:
        """Whether nothing beats it (it is on the Pareto front); False without both numbers."""
        return not self.beaten_by and self.slower is not None and self.behind is not None


@dataclass(frozen=True, slots=True)
class SystemConditions:
    """What made the vectors; `prints` are fingerprints of all that they, or the rankings, depend on."""

    system: str
    pooling: tuple[str, ...]
    separators: tuple[str, ...]  # between title and abstract
    lengths: tuple[int, ...]  # tokens of a text at most
    precision: tuple[str, ...]  # none of a system without vectors
    devices: tuple[str, ...]  # none where every vector was kept
    prints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaskConditions:
    """By which rules; `data` are digests of the rules and of every byte of the files."""

    task: str
    name: str
    kind: str
    n: int  # queries or test papers
    grid: tuple[float, ...]  # values of C to choose from; none of tasks without classifiers
    few: tuple[FewShot, ...]
    data: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunConditions:
    """Of several results together: where they differ, every way that there is is named."""

    similarities: tuple[str, ...] = ()  # of rankings by vectors
    intercepts: tuple[bool, ...] = ()  # of linear classifiers and regressions
    folds: int = 0  # by which C is chosen
    versions: tuple[str, ...] = ()  # Assay's
    systems: tuple[SystemConditions, ...] = ()
    tasks: tuple[TaskConditions, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """A run, or several side by side: `rows` by task and measure, below them `averages`."""

    run_id: str
    created: str
    systems: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    averages: tuple[ScoreRow, ...] = ()
    notes: tuple[str, ...] = ()  # on averages as they are published
    failures: tuple[MissingScore, ...] = ()
    remaining: tuple[MissingScore, ...] = ()  # what a run that was stopped has not come to
    absent: tuple[SkippedTask, ...] = ()
    partial: tuple[PartialTask, ...] = ()
    unable: tuple[str, ...] = ()  # systems that only rank, where tasks ask for vectors
    costs: tuple[CostRow, ...] = ()  # of the systems whose encoding was timed
    n_cost_columns: int = 0  # over which the scores of `costs` are means
    conditions: RunConditions = RunConditions()


# -- differences --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Against:
    """A system against the reference on one task, in percent; positive is in favour of the system.

    `ci` is a 95 % interval by the bootstrap (BCa over queries, percentile over papers); `p` is of the paired
    randomisation test and `p_holm` that one corrected for all systems of the task. `p_t` and `p_tukey` are of
    tasks over queries. `value` is with all rows to train with: few-shot trainings are not compared. `judged`
    is how many of the system's first ten anybody has judged, in percent; None for what is no ranking.
    """

    system: str
    value: float
    difference: float
    ci: tuple[float, float]
    p: float
    p_holm: float
    p_t: float | None
    p_tukey: float | None
    wins: int
    ties: int
    losses: int
    judged: float | None = None


@dataclass(frozen=True, slots=True)
class TaskComparison:
    """One metric of one task. `n` is of queries, or of papers of the test; `judged` is the reference's.

    `n_missing` of the task's `n_rows` have no text and were not scored: the values are of the others.
    """

    task: str
    name: str
    metric: str
    unit: Literal["queries", "papers", "columns"]
    n: int
    reference: str
    value: float  # of the reference
    judged: float | None
    rows: tuple[Against, ...]
    n_rows: int = 0
    n_missing: int = 0
    partial: bool = False  # whether rows are missing


@dataclass(frozen=True, slots=True)
class Differences:
    """Of one task by each of its measures; or, with "columns" for a unit, over the columns of all tasks."""

    tasks: tuple[TaskComparison, ...]
    few: bool = False  # columns: too few for more than what is large


# -- analyses -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Correlations:
    """Pearson's correlation of every two columns over the `models` that were scored on both.

    `r` and `n` are rows by columns, symmetric, in the order of `columns`. `r` is None below three models
    of different scores, and where a column does not vary. `excluded` are the ensembles: they are no models
    of their own, and would pull the tasks together on which their members are good.
    """

    columns: tuple[str, ...]
    models: tuple[str, ...]
    excluded: tuple[str, ...]
    r: tuple[tuple[float | None, ...], ...]
    n: tuple[tuple[int, ...], ...]

    @property
    def range_n(self) -> tuple[int, int]:
        """The fewest and the most models behind one r of two columns; (0, 0) where there is none."""
        rows = enumerate(zip(self.r, self.n, strict=True))
        found = [
            n
            for i, (of_r, of_n) in rows
            for j, (r, n) in enumerate(zip(of_r, of_n, strict=True))
            if r is not None and (i != j or len(self.columns) == 1)
        ]
        return min(found, default=0), max(found, default=0)

    def of(self, one: str, other: str) -> float | None:
        """Raise BadInput for a column that is not there."""
        for column in (one, other):
            if column not in self.columns:
                raise BadInput(
                    "There is no column {0}. There are {1}.", f"{column!r:.60}", ", ".join(self.columns)
                )
        return self.r[self.columns.index(one)][self.columns.index(other)]


@dataclass(frozen=True, slots=True)
class Point:
    """`size` is examples in all, or of each label (see `Curve.per_label`); None for all there are.

    `trainings` is how many such trainings `value`, in percent, is the mean of.
    """

    size: int | None
    value: float
    trainings: int


@dataclass(frozen=True, slots=True)
class Curve:
    """One model on one task by one metric: points by rising size, the last with all examples.

    `average` is the task's published value: the mean of the points, each counting alike. Settings of one
    size are points of their own; those that could not be scored are none.
    """

    model: str
    task: str
    metric: str
    per_label: bool
    points: tuple[Point, ...]
    average: float


Setting: TypeAlias = tuple[int, int | None]
"""Of few-shot trainings: how many examples, and how many trainings where a size has several settings."""


def setting_of(point: Point, curves: Sequence[Curve]) -> Setting | None:
    """What tells the point's setting from the others of these curves; None for the point of all examples."""
    if point.size is None:
        return None
    several = any(sum(each.size == point.size for each in curve.points) > 1 for curve in curves)
    return point.size, point.trainings if several else None


@dataclass(frozen=True, slots=True)
class Analyses:
    """`correlations` is None for fewer than three systems with scores; `why_not` says so.

    A score of `cost` is the mean over the columns that all systems have which encode anything.
    """

    correlations: Correlations | None
    why_not: str
    curves: tuple[Curve, ...]
    cost: tuple[CostRow, ...]
    n_columns: int  # behind the scores of `cost`


@dataclass(frozen=True, slots=True)
class PublishedScores:
    """A paper's table, in its last `n_ours` rows the systems measured here."""

    table: Table
    n_ours: int


@dataclass(frozen=True, slots=True)
class PublishedTables:
    """The papers' tables that have a column of what was scored."""

    tables: tuple[PublishedScores, ...]


@dataclass(frozen=True, slots=True)
class TaskParts:
    """What a task's scores are made of: a row a part and measure, the last `n_whole` of the task itself."""

    task: str
    table: Table
    n_whole: int


@dataclass(frozen=True, slots=True)
class PartTables:
    """Of a run; tasks that are no sum of parts are not in it."""

    tasks: tuple[TaskParts, ...]


# -- queries and papers -------------------------------------------------------------------------------------


class QueryRow(NamedTuple):
    """A query and its values. `place` is its place in the order of gains, from 0."""

    item_id: str
    text: str
    reference: float
    value: float
    place: int = 0

    @property
    def gain(self) -> float:
        return self.value - self.reference


class PaperRow(NamedTuple):
    """A paper of the test, what is true of it, and what both systems predicted."""

    item_id: str
    text: str
    truth: Prediction
    reference: Prediction
    value: Prediction


class GainBar(NamedTuple):
    """Some queries that follow in the order of gains, by the one in their middle; values are means."""

    item_id: str
    text: str
    reference: float
    value: float
    height: float


@dataclass(frozen=True, slots=True)
class ItemPage:
    """Some rows, from `first` on: queries, or papers."""

    first: int = 0
    queries: tuple[QueryRow, ...] = ()
    papers: tuple[PaperRow, ...] = ()

    @property
    def rows(self) -> tuple[QueryRow, ...] | tuple[PaperRow, ...]:
        return self.queries or self.papers


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskItems(ItemPage):
    """One task under two systems, and the page of its rows that is looked at first.

    `n` queries or papers are in the test, `n_rows` of them in the table: all, or those that differ. `place`
    is the row that is chosen, or -1. `counts` are of queries better, worse, equal; of papers both right, only
    the reference, only the system, neither. `why` says why papers have no titles; "" where they have.
    """

    task: str
    unit: Literal["queries", "papers"]
    metrics: tuple[str, ...]
    metric: str
    n: int
    counts: tuple[int, ...]
    asks: Queries = "queries"
    n_rows: int = 0
    place: int = -1
    n_differing: int = 0  # of papers
    of_classes: bool = False  # whether what is predicted is a class: of numbers hardly any is exactly right
    bars: tuple[GainBar, ...] = ()
    group: int = 1  # queries that a bar stands for
    why: Message | str = ""


# -- train/test overlap -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CleanScore:
    """One metric, in percent, on all `n` queries or test papers, on those left, and on those left out.

    None stands for a score of nothing: where nothing is left, or nothing left out, or one paper to put in
    order.
    """

    metric: str
    n: int
    whole: float
    n_left: int
    left: float | None
    n_out: int
    out: float | None
    few: bool = False  # too few are left for a score that says much

    @property
    def difference(self) -> float | None:
        """What the score loses without what was trained on: below 0 where it profits from it."""
        return None if self.left is None else self.left - self.whole


@dataclass(frozen=True, slots=True)
class BenchScores:
    """What a run scored: of its results, without queries and papers, `kept` were there before."""

    run_id: str
    kept: int
    results: tuple[object, ...]
    absent: tuple[SkippedTask, ...] = ()


@dataclass(frozen=True, slots=True)
class OverlapFigures:
    """Counts and scores of one task, without the papers and queries that they count.

    Queries are test papers where a task has no queries. `left` is system -> its clean scores; `untold` is
    system -> why it has none.
    """

    task: str
    name: str
    n_papers: int
    n_papers_shared: int
    n_positives: int
    n_positives_shared: int
    n_queries: int
    n_near: int  # queries of nearly the same text
    n_left: int  # queries that the training has nothing of
    left: dict[str, tuple[CleanScore, ...]]
    untold: dict[str, Message] = field(default_factory=dict)
    n_training_papers: int = 0
    n_touched: int = 0
    n_seen: int = 0


@dataclass(frozen=True, slots=True)
class OverlapReport:
    """Of one training and one run. `absent` are tasks that could not be read, with the reasons."""

    training: str
    run_id: str
    tasks: tuple[OverlapFigures, ...]
    absent: tuple[SkippedTask, ...] = ()


# -- what is asked of the engine ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OptionsCall:
    """A folder of benchmarks, and files of tasks of one's own."""

    data: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportCall:
    """A run, the latest if none is named, and files of reports next to it."""

    run: str = ""
    reports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareCall(ReportCall):
    """Compare on a task or, where none is named, over the columns that all have."""

    reference: str = ""
    task: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalyseCall(ReportCall):
    """`ensembles` are left out of correlations."""

    ensembles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportCall(ReportCall):
    """Write to a file, as the command line does."""

    path: str
    form: Form
    what: Literal["scores", "published", "differences"] = "scores"
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Exported:
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCall(ReportCall):
    """Two systems on a task. Its texts are in `data` or `files`, or else where the run found them."""

    task: str
    reference: str
    system: str
    data: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsCall(PairCall):
    """Rows in the order of a column, "" for the first order; the page from `first` on, or that of `find`."""

    metric: str = ""
    sort: str = ""
    down: bool = False
    differing: bool = False
    first: int = 0
    find: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingsCall(PairCall):
    """Both rankings of one query."""

    query: str

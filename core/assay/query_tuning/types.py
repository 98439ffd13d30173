"""What tuning queries brought: the report, and the sentences by which a person decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from assay.messages import translatable
from assay.table import p_text

MODES = ("meaning", "hybrid")
"""The ways to search that are measured."""
LEAST = 20
"""Judged typed queries; of fewer, what is learned and what says its worth would be a handful each."""
FOLDS = 5
MANY = 300
"""From so many on one split is enough, and five trainings would take long."""
REPORT = "improvement.json"
"""The file of a run's report."""
SCORE = "improvement"
"""The key of what a card keeps of it."""
TRAINING = translatable("training")
"""The stage of all trainings together, measured between."""
SIGNIFICANT = 0.05
FEW = 10
"""Fewer queries prove nothing, whatever their p."""
WAYS = {"meaning": "with semantic search", "hybrid": "with hybrid search"}
GROUPS = {
    "all": "all held-out queries",
    "shared": "that ask for a paper which was learned",
    "clean": "that ask for none",
}


@dataclass(frozen=True, slots=True)
class TuningChange:
    """Held-out queries of one group, searched before and after."""

    group: str  # all | shared | clean
    mode: str  # meaning | hybrid
    n: int
    before: float  # nDCG@10, 0..1
    after: float
    interval: tuple[float, float]  # 95 %, of the difference
    p: float  # of a paired randomisation test, two-sided
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class TuningReport:
    """What became of it. The model is in the registry and not in use."""

    judgements: str
    base: str
    model_id: str
    queries: int  # judged, typed, with something relevant
    by_paper: int  # left out: queries that are papers
    without: int  # left out: nothing relevant
    folds: int  # 1: one split
    shares: tuple[float, ...]  # how far each fold's weights went from the base
    share: float  # and the kept model's
    changes: tuple[TuningChange, ...]
    seconds: float

    def change(self, group: str, mode: str = "meaning") -> TuningChange | None:
        return next((row for row in self.changes if (row.group, row.mode) == (group, mode)), None)

    @property
    def searched(self) -> TuningChange | None:
        """All held-out queries by hybrid search, which is what a library searches with by default."""
        return self.change("all", "hybrid")


def _figures(row: TuningChange) -> str:
    low, high = row.interval
    change = f"{row.after - row.before:+.4f} [{low:+.4f}, {high:+.4f}]"
    return f"{row.n:4}  {row.before:.4f} -> {row.after:.4f}  {change}  p {p_text(row.p)}"


def summary_lines(report: TuningReport) -> Iterator[str]:
    """Lines of text."""
    how = f"{report.folds} folds" if report.folds > 1 else "one split"
    yield f"{report.queries} judged queries of {report.judgements}, {how}; each measured by a model that had"
    yield "not learned it. nDCG@10 before and after, with 95 % of the difference and p:"
    for row in report.changes:
        yield f"  {row.mode:8} {GROUPS[row.group]:38} {_figures(row)}"
    if report.by_paper:
        yield f"{report.by_paper} queries are papers: they are searched with the index's vectors, which stay."
    if report.without:
        yield f"{report.without} queries have no relevant paper and were not used for training."
    yield verdict(report)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether tuned queries help.

    `modes` are the ways to search that a "worse", a "partly" (better there, nothing proven in the other) or
    a "repeated" (better only where judged papers are asked for again) is about.
    """

    outcome: Literal["unchanged", "worse", "better", "partly", "repeated", "open"]
    modes: tuple[str, ...] = ()


def judge(report: TuningReport) -> Verdict:
    """Return whether it helps, where only it does, or that nobody can tell.

    A difference counts where its p is below 0.05 shared by the two ways to search, and new questions speak
    for themselves from `FEW` on.
    """
    if not report.share:
        return Verdict("unchanged")
    every, clean = (_sides(report, group) for group in ("all", "clean"))
    if clean.worse or every.worse:
        return Verdict("worse", tuple(dict.fromkeys([*clean.worse, *every.worse])))
    if len(clean.better) == len(MODES):
        return Verdict("better")
    if clean.better:
        return Verdict("partly", clean.better)
    return Verdict("repeated", every.better) if every.better else Verdict("open")


def verdict(report: TuningReport) -> str:
    """Return the verdict as one sentence."""
    found = judge(report)
    where = " and ".join(WAYS[mode] for mode in found.modes)
    other = " and ".join(way for mode, way in WAYS.items() if mode not in found.modes)
    return {
        "unchanged": "The base model did best on most held-out queries, so the saved model encodes queries "
        "as it does.",
        "worse": f"Worse {where}: do not use it.",
        "better": "Better, also for new queries: use it.",
        "partly": f"Better for new queries {where}; no significant difference {other}.",
        "repeated": f"Better {where} for papers already judged; no significant difference for new queries.",
        "open": "No significant difference. Judge more queries to find out.",
    }[found.outcome]


def helps(report: TuningReport) -> bool:
    """Return whether hybrid search surely finds more, and no group of held-out queries surely less."""
    row = report.searched
    gains = row is not None and _is_sure(row) and row.after > row.before
    return bool(report.share) and gains and not any(_sides(report, group).worse for group in GROUPS)


@dataclass(frozen=True, slots=True)
class _Sides:
    better: tuple[str, ...]
    worse: tuple[str, ...]


def _sides(report: TuningReport, group: str) -> _Sides:
    """The ways to search in which a group surely finds more, and those in which it finds less."""
    rows = {mode: report.change(group, mode) for mode in MODES}
    sure = {mode: row for mode, row in rows.items() if row is not None and _is_sure(row)}
    return _Sides(
        tuple(mode for mode, row in sure.items() if row.after > row.before),
        tuple(mode for mode, row in sure.items() if row.after < row.before),
    )


def _is_sure(row: TuningChange) -> bool:
    return row.n >= FEW and row.p < SIGNIFICANT / len(MODES)


# -- all steps --------------------------------------------------------------------------------------------

LEAST_WEIGHTS = 10
"""Judged typed queries from which weights are learned: fewer prove nothing."""
ENCODER_FROM = 200
"""So many from which the query encoder is trained without being asked for."""
STEPS = "steps.json"
"""The file of a run's report of all steps."""

MEANINGS = (0.8, 0.9, 0.7, 1.0, 0.6)
"""Weights of meaning that are tried, the present one first: of equal ones the first is taken."""

Chosen = Literal["", "weights", "ranker", "encoder"]


@dataclass(frozen=True, slots=True)
class StepChange(TuningChange):
    """Each judged query searched before, and after by what others teach. `group` is the step.

    The difference of nDCG@100 and its p decide: ten ranks hold too little of what a few dozen queries show.
    """

    deep: float = 0.0  # difference of nDCG@100
    deep_p: float = 1.0  # one-sided: the question is whether more is found

    @property
    def wins_surely(self) -> bool:
        """Whether more is found beyond chance, and no less among the first ten.

        Of weights several are tried, and the level is shared by them: on Cranfield two draws of ten queries
        in twenty would else take one that loses.
        """
        level = SIGNIFICANT / len(MEANINGS) if self.group == "weights" else SIGNIFICANT
        sure = self.n >= FEW and self.deep_p < level
        return sure and self.deep > 0 and self.after >= self.before


@dataclass(frozen=True, slots=True)
class ImproveReport:
    """What became of each step, the smallest first. Nothing is used yet."""

    judgements: str
    queries: int  # judged, typed, with something relevant
    steps: tuple[StepChange, ...]
    chosen: Chosen = ""  # the largest step that wins
    version: str = ""  # of the learned weights, where these were chosen
    tuning: TuningReport | None = None

    @property
    def step(self) -> StepChange | None:
        """The chosen step, where it is one of weights."""
        return next((row for row in self.steps if row.group == self.chosen), None)


STEP_WORDS = {
    "weights": "new keyword and semantic weights",
    "ranker": "a ranker learned from your judgements",
    "encoder": "fine-tuning the query encoder",
}


def step_lines(report: ImproveReport) -> Iterator[str]:
    """Lines of text."""
    for row in report.steps:
        deep = f"nDCG@100 {row.deep:+.4f}, one-sided p {p_text(row.deep_p)}"
        yield f"  {STEP_WORDS[row.group]:38} {_figures(row)}; {deep}"


def sentence(report: ImproveReport) -> str:
    """Return what to do, in one sentence."""
    if report.chosen == "encoder" and report.tuning is not None:
        return f"The largest step that wins is {STEP_WORDS['encoder']}: use {report.tuning.model_id}."
    row = report.step
    if row is None:
        return (
            f"No significant gain on {report.queries} judged queries, so search stays as it is. "
            "Judge more queries and try again."
        )
    return (
        f"The largest step that wins is {STEP_WORDS[row.group]}: nDCG@10 {row.before:.3f} -> {row.after:.3f} "
        f"on {row.n} judged queries (cross-validated)."
    )

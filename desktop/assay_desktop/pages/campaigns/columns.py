"""The columns of the page's tables: what each cell says, and what it sorts by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assay.campaign_types import PoolStrategy, QueueKind, ReleaseRule, pool_depth, pooled_runs
from assay_desktop.text.figures import day, numeral, percent, signed
from assay_desktop.text.translate import translator
from assay_desktop.widgets.tables.rows import Column

_tr = translator("campaigns")

DASH = "–"


def assessor_columns() -> list[Column]:
    """Over `AssessorRow`."""
    return [
        Column(_tr("Name"), lambda row: row.assessor.handle, number=False),
        Column(_tr("Assigned"), lambda row: numeral(row.n_assigned), lambda row: row.n_assigned),
        Column(_tr("Graded"), lambda row: numeral(row.n_graded), lambda row: row.n_graded),
        Column(
            _tr("Quota"),
            lambda row: DASH if row.assessor.quota is None else numeral(row.assessor.quota),
            lambda row: row.assessor.quota or 0,
        ),
        Column(
            _tr("Active"),
            lambda row: _tr("yes") if row.assessor.active else _tr("deactivated"),
            lambda row: row.assessor.active,
            number=False,
        ),
    ]


def query_columns() -> list[Column]:
    """Over `Query`."""
    return [
        Column(_tr("Query"), lambda row: row.text or row.query_id, number=False),
        Column(_tr("Kind"), lambda row: _tr("paper") if row.doc_id else _tr("text"), number=False),
    ]


def run_columns() -> list[Column]:
    """Over `StoredRun`."""
    return [
        Column(_tr("Run"), lambda row: row.tag, number=False),
        Column(_tr("Mode"), lambda row: row.mode or DASH, number=False),
        Column(_tr("Text"), lambda row: detail(row, "text"), number=False),
        Column(_tr("Model"), lambda row: detail(row, "model"), number=False),
        Column(_tr("k"), lambda row: detail(row, "k"), lambda row: row.number("k")),
        Column(_tr("Queries"), lambda row: numeral(row.n_queries), lambda row: row.n_queries),
        Column(_tr("Created"), lambda row: day(row.created_at), lambda row: row.created_at, number=False),
    ]


def round_columns() -> list[Column]:
    """Over `PoolRound`."""
    return [
        Column(
            _tr("Round"), lambda row: f"{row.round} · {strategy_words(row)}", lambda row: row.round, False
        ),
        Column(_tr("Runs"), round_runs, number=False),
        Column(_tr("New pairs"), lambda row: numeral(row.n_pairs), lambda row: row.n_pairs),
        Column(_tr("Created"), lambda row: day(row.created_at), lambda row: row.created_at, number=False),
    ]


def unjudged_columns() -> list[Column]:
    """Over `UnjudgedRow`."""
    return [
        Column(_tr("Query"), lambda row: row.text or row.query_id, number=False),
        Column(_tr("Unjudged"), lambda row: numeral(row.n), lambda row: row.n),
    ]


def progress_columns(queue: QueueKind) -> list[Column]:
    """Over `AssessorProgress`."""

    def count(title: str, field: str, hint: str = "") -> Column:
        return Column(
            title, lambda row: numeral(getattr(row, field)), lambda row: getattr(row, field), hint=hint
        )

    given = _tr("Drawn") if queue is QueueKind.SHARED else _tr("Assigned")
    return [
        Column(_tr("Assessor"), assessor_words, number=False),
        count(given, "n_assigned"),
        count(_tr("Graded"), "n_graded"),
        count(_tr("Unsure"), "n_unsure"),
        count(_tr("Later"), "n_later"),
        count(_tr("Unreadable"), "n_unreadable"),
        count(_tr("Conflicts"), "n_conflicts", _tr("Judged differently on two machines; to be judged again")),
        count(_tr("Remaining"), "n_open"),
        Column(
            _tr("Median"),
            lambda row: (
                DASH if row.median_seconds is None else _tr("{0} s").format(numeral(row.median_seconds, 1))
            ),
            lambda row: row.median_seconds or 0.0,
            hint=_tr("Seconds of attention for one grade"),
        ),
    ]


def agreement_columns() -> list[Column]:
    """Over `PairAgreement`."""
    return [
        Column(_tr("Assessors"), lambda row: f"{row.assessor_a} – {row.assessor_b}", number=False),
        Column(
            _tr("Pairs"), lambda row: numeral(row.n), lambda row: row.n, hint=_tr("Pairs that both graded")
        ),
        _figure(_tr("Raw"), "raw", _tr("Share of pairs with the same grade")),
        _figure(_tr("Kappa"), "kappa", _tr("Cohen's kappa")),
        _figure(_tr("Linear"), "linear_kappa", _tr("Kappa: a difference of 2 counts twice as much as 1")),
        _figure(_tr("Quadratic"), "quadratic_kappa", _tr("Kappa: a difference of 2 counts four times")),
        _figure(_tr("Alpha"), "alpha", _tr("Krippendorff's alpha for ordered grades")),
    ]


def query_agreement_columns() -> list[Column]:
    """Over (text of the query, `QueryAgreement`)."""
    return [
        Column(_tr("Query"), lambda row: row[0], number=False),
        Column(_tr("Pairs"), lambda row: numeral(row[1].n_co_rated), lambda row: row[1].n_co_rated),
        Column(_tr("Raw"), lambda row: figure(row[1].raw), lambda row: sort_figure(row[1].raw)),
        Column(_tr("Alpha"), lambda row: figure(row[1].alpha), lambda row: sort_figure(row[1].alpha)),
    ]


def release_columns() -> list[Column]:
    """Over `Release`."""
    return [
        Column(
            _tr("Release"),
            lambda row: f"v{row.version} · {rule_words(row.rule)}",
            lambda row: row.version,
            False,
        ),
        Column(_tr("Rows"), lambda row: numeral(row.n_items), lambda row: row.n_items),
        Column(_tr("Frozen"), lambda row: day(row.created_at), lambda row: row.created_at, number=False),
    ]


def score_columns(measure: str) -> list[Column]:
    """Over `OverviewRow`."""
    return [
        Column(_tr("Run"), lambda row: row.tag, number=False),
        Column(measure, lambda row: numeral(row.mean[measure], 3), lambda row: row.mean[measure]),
        Column(_tr("Difference, 95 %"), _difference, lambda row: row.difference or 0.0),
        Column(_tr("p (Holm)"), _p, lambda row: 2.0 if row.p is None else row.p),
        Column(
            _tr("Judged@10"), lambda row: percent(row.mean["Judged@10"]), lambda row: row.mean["Judged@10"]
        ),
    ]


def bias_columns(measure: str) -> list[Column]:
    """Over `BiasRow`: without the pairs that only this run put into the pool."""
    return [
        Column(_tr("Left out of the pool"), lambda row: row.tag, number=False),
        Column(_tr("Unique pairs"), lambda row: numeral(row.n_unique), lambda row: row.n_unique),
        Column(measure, lambda row: numeral(row.mean, 3), lambda row: row.mean),
        Column(_tr("Without these"), lambda row: numeral(row.mean_without, 3), lambda row: row.mean_without),
        Column(
            _tr("Bias"),
            lambda row: signed(row.difference),
            lambda row: row.difference,
            hint=_tr("What the run gains (+) or loses (−) without the pairs that only it found"),
        ),
    ]


def _difference(row: Any) -> str:
    if row.difference is None:
        return _tr("baseline")
    interval = f" [{signed(row.ci[0])}, {signed(row.ci[1])}]" if row.ci else ""
    return signed(row.difference) + interval


def _p(row: Any) -> str:
    if row.p is None:
        return ""
    return (
        f"< {numeral(0.001, 3)}" if row.p < 0.001 else numeral(row.p, 3) if row.p < 0.1 else numeral(row.p, 2)
    )


def figure(value: float | None) -> str:
    """Two decimals with a real minus; "undefined" where nothing could be compared."""
    return _tr("undefined") if value is None else numeral(value, 2)


def sort_figure(value: float | None) -> float:
    """Sort undefined below everything that a kappa can be."""
    return -2.0 if value is None else value


def detail(run: Any, name: str) -> str:
    """Return what is known of how a run was made; a dash for what is not."""
    value = run.details.get(name)
    return DASH if value in {None, ""} else str(value)


def assessor_words(row: Any) -> str:
    return row.assessor if row.active else _tr("{0} (deactivated)").format(row.assessor)


def strategy_words(made: Any) -> str:
    """ "depth 10", "RRF top 10", "imported"."""
    depth = "" if (k := pool_depth(made.params)) is None else k
    words = {
        PoolStrategy.DEPTH: _tr("depth {0}").format(depth),
        PoolStrategy.RRF: _tr("RRF top {0}").format(depth),
        PoolStrategy.BOTH: _tr("depth and RRF {0}").format(depth),
        PoolStrategy.UNJUDGED: _tr("unjudged in the top {0}").format(depth),
        PoolStrategy.IMPORT: _tr("imported"),
        PoolStrategy.MANUAL: _tr("by hand"),
    }
    return words[made.strategy].strip()


def round_runs(made: Any) -> str:
    return ", ".join(pooled_runs(made.params)) or DASH


def rule_words(rule: ReleaseRule) -> str:
    """Return the rule for people."""
    return {
        ReleaseRule.UNANIMOUS: _tr("unanimous"),
        ReleaseRule.MAJORITY: _tr("majority"),
        ReleaseRule.MEDIAN: _tr("lower median"),
        ReleaseRule.ADJUDICATED: _tr("adjudicated"),
    }[rule]


def rule_meanings() -> Mapping[ReleaseRule, str]:
    """Return what each rule keeps."""
    return {
        ReleaseRule.ADJUDICATED: _tr(
            "The grade that all gave, or the one that settled the pair; others are left out."
        ),
        ReleaseRule.UNANIMOUS: _tr("Only pairs on which all agree; the others are left out."),
        ReleaseRule.MAJORITY: _tr("The grade that more than half gave; pairs without one are left out."),
        ReleaseRule.MEDIAN: _tr("The lower median of the grades; no graded pair is left out."),
    }


def _figure(title: str, field: str, hint: str = "") -> Column:
    return Column(
        title,
        lambda row: figure(getattr(row, field)),
        lambda row: sort_figure(getattr(row, field)),
        hint=hint,
    )

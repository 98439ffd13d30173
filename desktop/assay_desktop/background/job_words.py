"""Numbers in words for people: how many, how fast, how long.

The classes of rare answers are imported where one is read, for the window opens sooner without them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from assay.errors import BadInput
from assay.ingest.types import (
    AttachReport,
    Exported,
    FoundPdf,
    ImportReport,
    LookupReport,
    Merged,
    ReadAgain,
)
from assay.pdf.types import Annotated
from assay.progress import BYTE_STAGES
from assay.query_tuning.types import ImproveReport
from assay.searching.types import Indexed
from assay.types import CheckReport, ImportFailure
from assay_desktop.text.action_words import action_words
from assay_desktop.text.core_words import stage_words, translated
from assay_desktop.text.figures import counted, numeral
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from assay.models.types import Speed
    from assay.query_tuning.types import Verdict
    from assay_desktop.background.job import Job

_tr = translator("words")


def time_left(seconds: float | None) -> str:
    """ "4 min left", rounded to what a person plans with; "" where it is not known."""
    if seconds is None:
        return ""
    if seconds < 60:
        return _tr("{0} s left").format(max(1, round(seconds)))
    if seconds < 5400:
        return _tr("{0} min left").format(round(seconds / 60))
    return _tr("{0} h left").format(numeral(seconds / 3600, 1))


def job_progress(job: Job) -> str:
    """ "encoding · 1,200 of 10,000 · 96 a second · 2 min left", as much of it as is known."""
    if job.stops_within:
        words = _tr("stopping: {0} s at most; progress so far is kept")
        return words.format(max(1, round(job.stops_within)))
    parts = [stage_words(job.report)]
    if job.total is not None and job.stage in BYTE_STAGES:
        done, total = (numeral(n / 1_000_000, 1) for n in (job.done, job.total))
        return " · ".join(
            filter(None, [*parts, _tr("{0} of {1} MB").format(done, total), time_left(job.eta_s)])
        )
    if job.total is not None:
        parts.append(_tr("{0} of {1}").format(numeral(job.done), numeral(job.total)))
    elif job.done:
        parts.append(numeral(job.done))
    if job.rate:
        parts.append(
            _tr("{0} per second").format(numeral(job.rate) if job.rate >= 10 else numeral(job.rate, 1))
        )
    parts.append(time_left(job.eta_s))
    return " · ".join(filter(None, parts))


def job_outcome(job: Job) -> str:
    """Return what a job that is over did, in one line."""
    if job.state == "queued":
        return _tr("Queued")
    if job.state == "cancelled":
        return _tr("Cancelled. Progress so far is kept.")
    if job.state == "interrupted":
        return _tr("Interrupted when the window closed. Progress so far is kept.")
    if job.state == "failed":
        return job.error
    try:
        return _answered(job)
    except BadInput as error:  # a queue's file that somebody has changed
        return translated(error.message)


def _answered(job: Job) -> str:
    """Return what the answer of a job that is done says."""
    if job.kind in ("import", "add", "watch"):
        return import_counts(job)
    words = _WORDS_OF.get(job.args[:2]) or _WORDS.get(job.kind)
    return words(job) if words is not None else _tr("done")


def _lookup_counts(job: Job) -> str:
    """Return how many papers were looked up, what is suggested, and which hosts were left alone."""
    report = job.answer(LookupReport)
    papers = counted(report.n_papers, _tr("paper looked up"), _tr("papers looked up"))
    suggestions = counted(report.n_suggestions, _tr("suggestion"), _tr("suggestions"))
    return " · ".join([f"{papers}, {suggestions}", *report.away])


def _benched(job: Job) -> str:
    """ "48 scores, 36 of them kept from before"."""
    from assay.benchmarks.types import BenchScores

    made = job.answer(BenchScores)
    n = len(made.results) + job.n_more("results")
    return _tr("{0} {0:score|scores}, {1} of them kept from before").format(numeral(n), numeral(made.kept))


def _compared(job: Job) -> str:
    from assay.benchmarks.types import OverlapReport

    return _tr("compared with {0} {0:task|tasks}").format(numeral(len(job.answer(OverlapReport).tasks)))


def checked_words(job: Job) -> str:
    """Return what a check of the library found, in one line."""
    report = job.answer(CheckReport)
    n = len(report.findings) + job.n_more("findings")
    if report.hurt:
        return _tr("Grades or their records are damaged: {0} {0:finding|findings}").format(numeral(n))
    if n:
        return _tr("No damaged grades; {0} other {0:finding|findings}").format(numeral(n))
    return _tr("No problems found")


def _read_again(job: Job) -> str:
    """Return what reading files again came to; what their papers gained is not counted."""
    report = job.answer(ReadAgain)
    n_failed = len(report.failed) + job.n_more("failed")
    counts = [_tr("{0} could not be read").format(numeral(n_failed))] if n_failed else []
    if report.missing:
        one, many = _tr("file is missing"), _tr("files are missing")
        counts.append(counted(report.missing, one, many))
    return _with_reason(" · ".join(counts) or _tr("text extracted again"), report)


def _attached(job: Job) -> str:
    report = job.answer(AttachReport)
    if missing := (*report.failed, *report.incomplete):
        return failure_line(missing[0])
    return _attached_words(_tr("{0} attached").format(Path(job.args[3]).name), other=report.other_title)


def _attached_words(words: str, *, other: bool) -> str:
    return f"{words}. {takes_nothing()}" if other else words


def takes_nothing() -> str:
    """Return why a PDF that was attached changed nothing else."""
    return _tr("The PDF does not show this paper's title, so the paper's fields stay as they are.")


def _pdf_found(job: Job) -> str:
    found = job.answer(FoundPdf)
    if found.path:
        return _attached_words(_tr("attached"), other=found.other_title)
    return found.link or _tr("no free PDF found")


def _annotated(job: Job) -> str:
    done = job.answer(Annotated)
    return _tr("{0} in {1}").format(counted(done.annotations, _tr("highlight"), _tr("highlights")), done.out)


def _exported(job: Job) -> str:
    answer = job.answer(Exported)
    return _tr("{0} in {1}").format(counted(answer.exported, _tr("paper"), _tr("papers")), answer.out)


def failure_line(failure: ImportFailure) -> str:
    """Return where something failed and why: "papers.bib:12: the entry has no title"."""
    return str(replace(failure, reason=translated(failure.message or failure.reason)))


def short_failure_line(failure: ImportFailure) -> str:
    """Return the failure's line with the file's name in place of its path; an identifier stays whole."""
    path = Path(failure.file)
    return failure_line(replace(failure, file=path.name if path.is_absolute() else failure.file))


def import_counts(job: Job) -> str:
    """ "12 added · 3 merged · 1 kept separately · 1 failed" of an import, and why where one thing failed."""
    names = {
        "new": _tr("added"),
        "merged": _tr("merged"),
        "brought_back": _tr("restored"),
        "conflict": _tr("kept separately"),
        "unchanged": _tr("already here") if job.kind == "add" else _tr("unchanged"),
        "doubtful": _tr("to review"),
        "incomplete": _tr("incomplete"),
        "failed": _tr("not found") if job.kind == "add" else _tr("failed"),
    }
    report = job.answer(ImportReport)
    counts = report.counts
    for name in ("failed", "incomplete"):
        counts[name] += job.n_more(name)
    words = " · ".join(f"{numeral(counts[key])} {names[key]}" for key in names if counts[key] or key == "new")
    return _with_reason(words, report)


def _with_reason(words: str, report: ImportReport) -> str:
    """Return the words, with what is wrong where that is a single thing."""
    missing = (*report.failed, *report.incomplete)
    return f"{words}. {short_failure_line(missing[0])}" if len(missing) == 1 else words


def _run_counts(job: Job) -> str:
    from assay.campaign_types import StoredRun

    run = job.answer(StoredRun)
    return f"{run.tag}: {counted(run.n_queries, _tr('query ranked'), _tr('queries ranked'))}"


def verdict_words(verdict: Verdict) -> str:
    """Return whether tuned queries help."""
    names = {"meaning": _tr("with semantic search"), "hybrid": _tr("with hybrid search")}
    where = _and([names[mode] for mode in verdict.modes])
    other = _and([name for mode, name in names.items() if mode not in verdict.modes])
    return {
        "unchanged": _tr(
            "The base model did best on most held-out queries, so the saved model encodes queries as it does."
        ),
        "worse": _tr("Worse {0}: do not use it."),
        "better": _tr("Better, also for new queries: use it."),
        "partly": _tr("Better for new queries {0}; no significant difference {1}."),
        "repeated": _tr("Better {0} for papers already judged; no significant difference for new queries."),
        "open": _tr("No significant difference. Judge more queries to find out."),
    }[verdict.outcome].format(where, other)


def _and(names: list[str]) -> str:
    return _tr("{0} and {1}").format(*names) if len(names) == 2 else "".join(names)


def sentence_words(report: ImproveReport) -> str:
    """Return which step of improving search wins."""
    if report.chosen == "encoder":
        return _tr("Fine-tuning the query encoder gains most.")
    row = report.step
    if row is None:
        return _tr(
            "No significant gain on {0} judged queries, so search stays as it is. Judge more queries "
            "and try again."
        ).format(numeral(report.queries))
    text = {
        "weights": _tr(
            "New keyword and semantic weights win: nDCG@10 {0} → {1} on {2} judged queries (cross-validated)."
        ),
        "ranker": _tr(
            "A ranker learned from your judgements wins: nDCG@10 {0} → {1} on {2} judged queries "
            "(cross-validated)."
        ),
    }[row.group]
    return text.format(numeral(row.before, 3), numeral(row.after, 3), numeral(row.n))


def _improved(job: Job) -> str:
    report = job.answer_if_any(ImproveReport)
    return _tr("done") if report is None else sentence_words(report)  # None: prepared, not trained


def _weighed(job: Job) -> str:
    if job.runs("weights", "use"):
        return _tr("Hybrid search now uses the learned weights.")
    return _tr("Hybrid search no longer uses learned weights.")


def _learned(job: Job) -> str:
    """ "topics, year learned from 156 papers" of what was learned to predict."""
    from assay.prediction.types import Learned

    learned = job.answer(Learned)
    found = ", ".join([*learned.labels, *learned.numbers])
    if not found:
        return _tr("done")
    return _tr("{0} learned from {1}").format(found, counted(learned.n_papers, _tr("paper"), _tr("papers")))


def _duplicates(job: Job) -> str:
    """ "3 groups · 1 version · 2 possible" of a search, "Merged 12 papers into 5" of a merge."""
    from assay.duplicates.types import Duplicates

    if job.runs("duplicates", "merge"):
        action = job.answer(Merged).action
        return _tr("nothing to do") if action is None else action_words(action)
    found = job.answer(Duplicates)
    counts = [
        (len(found.groups) + job.n_more("groups"), _tr("group"), _tr("groups")),
        (len(found.versions) + job.n_more("versions"), _tr("version"), _tr("versions")),
        (len(found.doubtful) + job.n_more("doubtful"), _tr("possible"), _tr("possible")),
    ]
    words = [f"{numeral(n)} {one if n == 1 else many}" for n, one, many in counts if n]
    return " · ".join(words) or _tr("no duplicates")


def speed_words(speed: Speed) -> str:
    """ "96 texts a second; 24 with all 4 vectors" of a measured speed."""
    text = _tr("{0} texts per second").format(_rate(speed.one))
    if speed.n_vectors < 2:
        return text
    return _tr("{0}; {1} with all {2} vectors").format(text, _rate(speed.every), speed.n_vectors)


def _measured(job: Job) -> str:
    from assay.models.types import Speed

    return speed_words(job.answer(Speed))


def _promoted(job: Job) -> str:
    from assay.models.types import Promotion

    return _tr("{0} is now the active model.").format(job.answer(Promotion).model)


def _rate(a_second: float) -> str:
    return numeral(a_second) if a_second >= 10 else numeral(a_second, 1)


def _indexed(job: Job) -> str:
    made = job.answer(Indexed)
    report = made.semantic or made.keyword
    papers = counted(report.n_papers, _tr("paper indexed"), _tr("papers indexed"))
    words = _tr("{0} ({1} newly encoded)").format(papers, numeral(report.n_encoded))
    if made.passages is None:
        return words
    inside = _tr("{0} {0:passage|passages} ({1} new)").format(
        numeral(made.passages.n_passages), numeral(made.passages.n_new)
    )
    return f"{words} · {inside}"


def _mapped(job: Job) -> str:
    from assay.discovery.types import MapMade

    made = job.answer(MapMade)
    return _tr("{0} {0:paper|papers} in {1} {1:cluster|clusters}").format(
        numeral(made.n_papers), numeral(len(made.clusters))
    )


_WORDS: Final = {
    "check": checked_words,
    "duplicates": _duplicates,
    "export": _exported,
    "files": _read_again,
    "improve": _improved,
    "index": _indexed,
    "lookup": _lookup_counts,
    "map": _mapped,
    "weights": _weighed,
}
"""Kind of job -> the words for its answer."""

_WORDS_OF: Final[Mapping[tuple[str, ...], Callable[[Job], str]]] = {
    ("bench", "overlap"): _compared,
    ("bench", "run"): _benched,
    ("campaign", "run"): _run_counts,
    ("model", "promote"): _promoted,
    ("model", "rollback"): _promoted,
    ("files", "attach"): _attached,
    ("files", "find"): _pdf_found,
    ("highlights", "annotate"): _annotated,
    ("model", "speed"): _measured,
    ("predict", "train"): _learned,
}

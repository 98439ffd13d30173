"""Commands about the judgements of a campaign: grades, agreement, adjudication, releases, files of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from assay.campaign_types import CampaignStatus, Disagreement, HeldBack, MergeReport, Release, ReleaseRule
from assay.cli.app import Force, Session, argument, command, option
from assay.cli.judging.campaigns import Name, campaign, commands
from assay.cli.judging.grades import judge_in, queue_rows
from assay.cli.options import Measure
from assay.cli.output import Printed, count, figure, table
from assay.cli.training.figures import confusion_svg
from assay.codec import to_json
from assay.errors import BadInput
from assay.evaluation.export import ExportReport
from assay.evaluation.files import write_lines
from assay.evaluation.measures import parse_measure
from assay.files import require_free, require_writable
from assay.judging.campaigns.card import read_card
from assay.judging.campaigns.release import NOT_JUDGED
from assay.types import Judgement, one_line

if TYPE_CHECKING:
    from assay.campaigns.campaign import CampaignWork
    from assay.campaigns.types import ImportPreview
    from assay.evaluation.pool_bias import BiasRow
    from assay.judging import AgreementReport
    from assay.types import Overview


Assessor = Annotated[str, option("Who judges.")]
SHOWN = 10  # ids of queries that a run lacks


@command(commands, "queue")
def queue(current: Session, name: Name, *, assessor: Assessor) -> None:
    """List an assessor's pairs in their order; on a shared queue this draws ten more when all are done."""
    with campaign(current, name) as work:
        judging = work.session(assessor)
        payload, lines = queue_rows(judging)
    current.answer(payload, lines)


@command(commands, "grade", lenient=True)
def grade(
    current: Session,
    name: Name,
    query_id: str,
    doc_id: str,
    grade: Annotated[str, argument("0, 1 or 2; or unsure, later, unreadable.")],
    *,
    assessor: Assessor,
    note: Annotated[str | None, option("A note, kept apart from the grade.")] = None,
) -> None:
    """Record one judgement in the campaign. It is on disk when the command returns."""
    judge_in(current, name, query_id, doc_id, grade=grade, assessor=assessor, note=note)


@command(commands, "agreement")
def agreement(
    current: Session,
    name: Name,
    *,
    figure: Annotated[Path | None, option("Draw the confusion matrices into this SVG file.")] = None,
    force: Force = False,
) -> None:
    """Report inter-assessor agreement: raw, Cohen's kappas, Krippendorff's ordinal alpha, each with its n."""
    if figure is not None and figure.suffix.lower() != ".svg":
        raise BadInput(f"{figure}: the picture is drawn as SVG. Give a name that ends in .svg.")
    require_writable(figure, overwrite=force)
    with campaign(current, name) as work:
        report = work.agreement()
    if figure is not None:
        write_lines(figure, confusion_svg(report, title=name).splitlines(), overwrite=force)
    payload = {**to_json(report), "figure": str(figure) if figure else None}
    current.answer(payload, _show_agreement(report))


def _show_agreement(report: AgreementReport) -> Iterator[Printed]:
    yield (
        f"{count(report.n_ratings, 'grade')} of {count(report.n_items, 'pair')}, "
        f"{report.n_co_rated} graded by two or more: raw agreement "
        f"{figure(report.raw)}, Krippendorff's ordinal alpha {figure(report.alpha)}"
    )
    if report.pairs:
        yield table(
            ("Assessors", "#n", "#Raw", "#Kappa", "#Linear", "#Quadratic", "#Alpha"),
            [
                (
                    f"{pair.assessor_a} / {pair.assessor_b}",
                    pair.n,
                    *map(figure, (pair.raw, pair.kappa, pair.linear_kappa, pair.quadratic_kappa, pair.alpha)),
                )
                for pair in report.pairs
            ],
        )
    if report.per_query:
        yield table(
            ("Query", "#n", "#Raw", "#Alpha"),
            [
                (query_id, one.n_co_rated, figure(one.raw), figure(one.alpha))
                for query_id, one in report.per_query.items()
            ],
        )


@command(commands, "adjudicate", lenient=True)
def adjudicate(
    current: Session,
    name: Name,
    query_id: Annotated[str | None, argument("Without it, what is to be settled.")] = None,
    doc_id: Annotated[str | None, typer.Argument()] = None,
    grade: Annotated[str | None, argument("0, 1 or 2; or withdraw.")] = None,
    *,
    adjudicator: Annotated[str | None, option("Who settles it.", "--by")] = None,
    reason: Annotated[str, option("Why.")] = "",
    start: Annotated[bool, option("End the grading and begin adjudication.", "--start")] = False,
) -> None:
    """List the pairs on which raters differ, with both grades and notes, or settle one of them.

    While the campaign is open, pairs that a rater has yet to judge are counted and not shown.
    The raters' own grades stay as they are; should one of them change, the pair must be settled again.
    """
    with campaign(current, name) as work:
        if query_id is not None:
            if doc_id is None or grade is None or adjudicator is None:
                raise BadInput("To settle a pair, give query, paper, grade and --by WHO.")
            relevance = None if grade == "withdraw" else _settled_grade(grade)
            done = work.store.adjudications.record(
                query_id, doc_id, adjudicator=adjudicator, relevance=relevance, reason=reason
            )
            current.answer(to_json(done), f"{query_id} {doc_id}: {grade}")
            return
        if start:
            work.set_status(CampaignStatus.ADJUDICATING)
        found, waiting = work.disagreements(), work.n_waiting_disagreements()
        status = work.info().status
    payload = {"status": status.value, "disagreements": to_json(found), "n_waiting": waiting}
    current.answer(payload, _show_disagreements(found, waiting))


def _settled_grade(text: str) -> int:
    if text not in ("0", "1", "2"):
        raise BadInput(f"'{text}' settles nothing. Give 0, 1 or 2, or withdraw.")
    return int(text)


def _show_disagreements(found: list[Disagreement], waiting: int) -> Iterator[Printed]:
    for one in found:
        grades = ", ".join(f"{j.assessor} {_current(j)}" for j in one.judgements)
        yield f"{one.query_id}  {one.doc_id}: {grades}{_settled(one)}"
    n = sum(one.adjudication is None or not one.adjudication.is_valid for one in found)
    yield f"{count(len(found), 'disagreement')}, {n} to be settled"
    if waiting:
        verb = "is" if waiting == 1 else "are"
        yield f"{waiting} more {verb} shown when all raters are through, or with --start"


def _settled(one: Disagreement) -> str:
    settled = one.adjudication
    if settled is None:
        return ""
    if settled.relevance is None:
        return "; withdrawn"
    why = " (out of date: the grades changed)" if settled.stale else ""
    why = " (settled differently on two machines)" if settled.conflict else why
    return f"; settled: {settled.relevance} by {settled.adjudicator}{why}"


@command(commands, "evaluate")
def evaluate(
    current: Session,
    name: Name,
    *,
    release: Annotated[
        int | None, option("Which release to measure on; the latest if not given.", "--release", min=1)
    ] = None,
    measure: Measure = "nDCG@10",
    baseline: Annotated[str | None, option("The run that the others are compared with.")] = None,
) -> None:
    """Measure every run of the campaign on a release, and what each would be worth had it not been pooled."""
    from assay.campaigns.runs import pooled_tags

    measure = str(parse_measure(measure))
    with campaign(current, name) as work:
        version = release or latest_release(work)
        found = work.evaluate(version, measure=measure, reference=baseline)
        bias = work.pool_bias(version, measure=measure)
        pooled = pooled_tags(work.store)
    payload = {
        **to_json(found),
        "release": version,
        "pool_bias": to_json([row for row in bias if row.tag in pooled]),
        "not_pooled": [row.tag for row in bias if row.tag not in pooled],
    }
    chosen = baseline is not None and baseline == found.reference
    lines = [*_show_runs(version, found, chosen=chosen), *_show_bias(found.measure, bias, pooled)]
    current.answer(payload, lines)


def _show_runs(version: int, found: Overview, *, chosen: bool) -> Iterator[Printed]:
    yield (
        f"release {version}: {count(found.n_judgements, 'judgement')} of {count(found.n_queries, 'query')} "
        f"(0/1/2: {'/'.join(map(str, found.grades))})"
    )
    whole = " of the runs that lack the fewest queries" if any(row.missing for row in found.rows) else ""
    why = "" if chosen else f", the lowest {found.measure}{whole} (--baseline TAG takes another)"
    yield (
        f"baseline: {found.reference}{why}; differences in {found.measure}, p of a paired randomisation "
        "test, Holm-adjusted over the runs"
    )
    rows = []
    for row in found.rows:
        difference = "" if row.difference is None else f"{row.difference:+.4f}"
        interval = "" if row.ci is None else f"[{row.ci[0]:+.4f}, {row.ci[1]:+.4f}]"
        p = "" if row.p is None else f"{row.p:.4f}"
        means = (f"{row.mean[name]:.4f}" for name in found.measures)
        rows.append((row.tag, *means, difference, interval, p, found.holes[row.tag]))
    measures = (f"#{name}" for name in found.measures)
    yield table(("Run", *measures, "#Difference", "#95 %", "#p", "#Unjudged"), rows)
    for row in found.rows:
        if row.missing:
            some = ", ".join(row.missing[:SHOWN])
            more = f" and {len(row.missing) - SHOWN:,} more" if len(row.missing) > SHOWN else ""
            n_missing = count(len(row.missing), "judged query")
            yield f"{row.tag} has no result for {n_missing}, which count 0: {some}{more}."


def _show_bias(measure: str, bias: list[BiasRow], pooled: set[str]) -> Iterator[Printed]:
    """A run that was not pooled has nothing to lose: a difference of zero would say more than is known."""
    rows = []
    for one in bias:
        mean, judged = f"{one.mean:.4f}", f"{one.judged_at_k:.4f}"
        if one.tag in pooled:
            values = (f"{one.mean_without:.4f}", f"{one.difference:+.4f}", str(one.n_unique))
        else:
            values = ("not pooled", "", "")
        rows.append((one.tag, mean, *values, judged))
    yield table(("Left out", f"#{measure}", "#Without", "#Difference", "#Own pairs", "#Judged"), rows)


@command(commands, "undo")
def undo(current: Session, name: Name, *, assessor: Assessor) -> None:
    """Undo what the assessor judged or noted last in the campaign. The history keeps both."""
    _revert(current, name, assessor, what="undo")


@command(commands, "redo")
def redo(current: Session, name: Name, *, assessor: Assessor) -> None:
    """Redo what was undone last, unless the assessor has judged something since."""
    _revert(current, name, assessor, what="redo")


def _revert(current: Session, name: str, assessor: str, *, what: str) -> None:
    with campaign(current, name) as work:
        store = work.store
        store.assessor(assessor)
        judgements = store.judgements
        reverted = (judgements.undo if what == "undo" else judgements.redo)(assessor=assessor)
    if reverted is None:
        raise BadInput(f"'{assessor}' has nothing to {what} in '{name}'.")
    query_id, doc_id, now = reverted
    payload = {
        "query_id": query_id,
        "doc_id": doc_id,
        "assessor": assessor,
        "state": now.state if now else None,
        "relevance": now.relevance if now else None,
        "note": now.note if now else "",
    }

    done = "undone" if what == "undo" else "done again"
    current.answer(payload, f"{done}: {query_id} {doc_id}, now {_current(now)}")


def _current(now: Judgement | None) -> str:
    if now is None:
        return "not judged"
    given = str(now.state or "noted" if now.relevance is None else now.relevance)
    return f"{given} ({' '.join(now.note.split())})" if now.note else given


REFUSED = 1  # the exit status of a preview


ExportFormat = Literal[
    "trec", "beir", "iclr2022", "csv", "datasets", "bundle"
]  # the layouts in which a release leaves


ImportFormat = Literal["auto", "trec", "beir", "quepid"]  # the layouts in which others' judgements come


@command(commands, "release")
def release(
    current: Session,
    name: Name,
    *,
    rule: Annotated[
        ReleaseRule, option("How several grades of a pair become one.")
    ] = ReleaseRule.ADJUDICATED,
    min_raters: Annotated[
        int, option("Leave out pairs with fewer grades; those with one are 'single'.", min=1)
    ] = 1,
) -> None:
    """Freeze the grades as they stand now: the next version, with its checksum and its data card."""
    with campaign(current, name) as work:
        made = work.release(rule, min_raters=min_raters)
    current.answer(to_json(made), _show_release(made))


def _show_release(release: Release) -> Iterator[Printed]:
    card = read_card(release.card)
    yield (
        f"release {release.version}: {count(release.n_items, 'judgement')} (0/1/2: "
        f"{'/'.join(map(str, card.release.grades.values()))}), {release.rule.value}, sha256 {release.sha256}"
    )
    single = card.release.sources.get("single", 0)
    n_open = card.left_out.get(NOT_JUDGED, 0)
    yield f"  {count(single, 'pair')} with one grade only (single), {count(n_open, 'pair')} not judged yet"
    for reason, n in card.left_out.items():
        yield f"  left out: {count(n, 'pair')}, {reason}"
    yield from _show_changed("changed or removed since the corpus was frozen", card.changed_papers)


def _show_changed(what: str, doc_ids: Sequence[str]) -> Iterator[Printed]:
    if doc_ids:
        shown = f"{', '.join(doc_ids[:5])}{', ...' * (len(doc_ids) > 5)}"
        yield f"  {count(len(doc_ids), 'paper')} {what}: {shown}"


@command(commands, "export")
def export(
    current: Session,
    name: Name,
    out: Annotated[Path, argument("The file to write; for beir, iclr2022 and datasets the folder.")],
    *,
    release: Annotated[
        int | None, option("Which one; the latest if not given, and a bundle needs none.", "--release", min=1)
    ] = None,
    format: Annotated[ExportFormat, option("The layout.")] = "trec",
    assessor: Annotated[
        str | None,
        option(
            "A bundle to hand out: without runs and releases, and without what others said.",
            "--for",
            metavar="ASSESSOR",
        ),
    ] = None,
    license: Annotated[
        str, option("What the metadata of datasets say: an identifier of the hub, or a link.")
    ] = "unknown",
    language: Annotated[
        list[str] | None, option("The texts' language there, such as en; repeatable.", metavar="CODE")
    ] = None,
    force: Force = False,
) -> None:
    """Write a release for other programs, or the campaign as a bundle for another machine.

    A whole bundle shows everybody's grades and notes, and each run's ranks: it is for the lead of the
    campaign. Hand assessors one that was made with --for.
    """
    if assessor is not None and (format != "bundle" or release is not None):
        raise BadInput("--for makes a bundle to hand out: give --format bundle with it, and no --release.")
    if format != "datasets" and (license != "unknown" or language):
        raise BadInput("--license and --language go with --format datasets: other formats do not say them.")
    if not force and not (out.is_dir() and not any(out.iterdir())):
        require_free(out)
    with campaign(current, name) as work:
        if format == "bundle" and release is None:
            report = ExportReport((out,), work.export_bundle(out, assessor=assessor, overwrite=force))
        else:
            release = release or latest_release(work)
            report = work.export(
                release, out, format=format, overwrite=force, license=license, languages=language or ()
            )
    payload = {
        "rows": report.rows,
        "release": release,
        "files": [str(file) for file in report.files],
        "changed_papers": list(report.changed_papers),
    }

    what = count(report.rows, "record" if format == "bundle" else "judgement")
    of = f" of release {release}" if release else ""
    why = "read otherwise than they were frozen; their texts are those of now"
    current.answer(payload, [f"{what}{of} -> {out}", *_show_changed(why, report.changed_papers)])


def latest_release(work: CampaignWork) -> int:
    """Return its version. Raises BadInput where nothing was released yet."""
    found = work.store.releases.all()
    if not found:
        raise BadInput(
            f"The campaign has no release yet. Freeze one: `assay campaign release {quote(work.store.name)}`."
        )
    return max(release.version for release in found)


@command(commands, "import", progress=True)
def import_judgements(
    current: Session,
    name: Name,
    file: Annotated[Path, argument("TREC qrels, a BEIR folder, or Quepid's CSV; .gz too.")],
    *,
    format: Annotated[ImportFormat, option("What it is.")] = "auto",
    assessor: Annotated[str, option("Whose grades these are, where the file names nobody.")] = "imported",
    create: Annotated[
        bool, option("Add papers and queries that are not here, by their id alone.", "--create")
    ] = False,
    map_grade: Annotated[
        list[str] | None, option("Such as 3=2; repeatable.", "--map", metavar="FROM=TO")
    ] = None,
    split: Annotated[str | None, option("Which judgements of a BEIR folder; its only ones, or test.")] = None,
    preview: Annotated[bool, option("Only say what would be done.", "--preview")] = False,
) -> None:
    """Take over judgements that others made: all of the file, or nothing of it.

    A preview of what would be refused leaves with status 1.
    """
    from assay.campaigns.imports import import_judgements

    with current.open() as workspace, current.progress() as report:
        found = import_judgements(
            workspace,
            name,
            file,
            format=format,
            assessor=assessor,
            create_missing=create,
            grade_map=_grade_map(map_grade or []),
            split=split,
            preview=preview,
            progress=report,
        )
    payload = {**to_json(found), "preview": preview}
    current.answer(payload, _show_import(found, preview=preview))
    if preview and found.problems:
        raise typer.Exit(REFUSED)


def _grade_map(given: list[str]) -> dict[int, int]:
    mapped = {}
    for text in given:
        source, equals, target = text.partition("=")
        if not equals or not source.removeprefix("-").isdecimal() or target not in ("0", "1", "2"):
            raise BadInput(f"'{text}' maps no grade. Write such as 3=2, to 0, 1 or 2.")
        mapped[int(source)] = int(target)
    return mapped


def _show_import(found: ImportPreview, *, preview: bool) -> Iterator[Printed]:
    refused = preview and bool(found.problems)
    if refused:
        yield "would be refused:"
        for problem in found.problems:
            yield f"  {one_line(problem)}"
    done = "in the file:" if refused else "would import" if preview else "imported"
    yield (
        f"{done} {count(found.n_rows, 'judgement')} of {count(found.n_queries, 'query')} and "
        f"{count(found.n_docs, 'paper')}: {found.n_new} new, {found.n_changed} changed, {found.n_known} known"
    )
    yield ", ".join(f"grade {grade}: {n}" for grade, n in sorted(found.grades.items()))
    for what, ids in (("query", found.unknown_queries), ("paper", found.unknown_docs)):
        if ids:
            verb = "is" if len(ids) == 1 else "are"
            state = f"{verb} not in this library" if preview else "added"
            yield f"{count(len(ids), what)} {state}: {', '.join(ids[:5])}{', ...' * (len(ids) > 5)}"
    for note in found.notes:
        yield f"  {one_line(note)}"


@command(commands, "merge")
def merge(
    current: Session,
    bundle: Annotated[Path, argument("A bundle that another machine exported.")],
    *,
    create: Annotated[
        bool, option("Make the campaign and its papers if they are not here.", "--create")
    ] = False,
    preview: Annotated[bool, option("Only say what would be done.", "--preview")] = False,
    accept: Annotated[
        list[str] | None,
        option("Also take over what was held back in the name of this assessor; repeatable."),
    ] = None,
    plan: Annotated[
        str | None, option("Merge only what the preview with this plan showed, or nothing.")
    ] = None,
) -> None:
    """Merge a bundle into its campaign here. Any order, any number of times: the result is the same.

    A preview says what the same command without it would do, also that it would be refused. What the bundle
    says in the name of others than its machine's own assessors, and what it would change of the grades that
    stand here, is held back until you accept it.
    """
    from assay.campaigns.exchange import merge_bundle

    with current.open(create=create) as workspace:
        report = merge_bundle(
            workspace.library, bundle, create=create, preview=preview, confirmed=accept or (), plan=plan
        )
    current.answer({**to_json(report), "preview": preview}, _show_merge(report, preview=preview))


def _show_merge(report: MergeReport, *, preview: bool) -> Iterator[Printed]:
    yield (
        f"{'would merge' if preview else 'merged'}: {count(report.events_new, 'new event')}, "
        f"{report.events_known} known; {count(report.adjudications_new, 'new adjudication')}; "
        f"{count(report.pairs_new, 'new pair')}; {count(report.assignments_new, 'new assignment')}; "
        f"{count(report.releases_new, 'new release')}"
    )
    for one in report.conflicts:
        yield f"  conflict, to be judged again by {one.assessor}: {one.query_id} {one.doc_id}"
    for held in report.held_back:
        yield from _held_lines(held)
    for note in report.notes:
        yield f"  {one_line(note)}"
    if preview:
        yield f"to merge exactly this, add --plan {report.plan} in place of --preview"


def _held_lines(held: HeldBack) -> Iterator[str]:
    yield f"  held back: {count(held.n_events, 'event')} in the name of '{held.assessor}'"
    if held.foreign:
        yield f"    {held.foreign} of another machine than theirs"
    if held.overruled:
        yield f"    {held.overruled} in place of what others settled"
    for change in held.changes:
        yield f"    {change.query_id} {change.doc_id}: {change.before} would be {change.after or 'withdrawn'}"
    yield f"    Ask {held.assessor}; if they gave them, merge again with --accept {quote(held.assessor)}"

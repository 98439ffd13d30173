"""What the tabs of a campaign do: setup, runs and pool, agreement, adjudication, releases, others' work."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay.campaign_types import Campaign, CampaignStatus, Release, ReleaseRule
from assay_desktop.context import Change
from assay_desktop.pages.campaigns import reads
from assay_desktop.pages.campaigns.campaign_context import CampaignContext, TabPresenter
from assay_desktop.text.figures import counted, numeral

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.campaign_types import Adjudication, HeldBack, MergeReport, PoolRound, PoolStrategy, StoredRun
    from assay.campaigns.campaign import CampaignWork
    from assay.campaigns.exchange import ExportFormat
    from assay.campaigns.types import ImportPreview, Withdrawn
    from assay.errors import AssayError
    from assay.evaluation.export import ExportReport
    from assay.workspace import Workspace
    from assay_desktop.pages.campaigns.model import Case, NewImport, Scores, SetupView
    from assay_desktop.pages.campaigns.page import CampaignsPage
    from assay_desktop.pages.campaigns.widgets.adjudicate import AdjudicateTab
    from assay_desktop.pages.campaigns.widgets.agreement import AgreementTab
    from assay_desktop.pages.campaigns.widgets.releases import ReleasesTab
    from assay_desktop.pages.campaigns.widgets.runs import RunsTab
    from assay_desktop.pages.campaigns.widgets.setup import SetupTab

_QUERIES = Change(campaigns=True, queries=True)
_PAIRS = Change(campaigns=True, judgements=True)
_DRAFTS = "campaigns/guidelines"  # in the session


class SetupPresenter(TabPresenter):
    """Every change is saved at once; what it allows next comes back with the tab read again."""

    def __init__(self, tab: SetupTab, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(context, parent)
        self._tab = tab
        self._raters = 0
        session = context.app.session
        tab.guideline.take_drafts(session.get(_DRAFTS))
        tab.guideline.drafted.connect(partial(session.put, _DRAFTS))

    def concerns(self, change: Change) -> bool:
        """Whether the change shows here. Papers do: those that are not as they were frozen are counted."""
        return change.papers or super().concerns(change)

    def load(self) -> None:
        self.read(reads.setup, self._show, key="setup")

    def _show(self, view: SetupView) -> None:
        self._raters = view.campaign.raters_per_pair
        self._tab.show_setup(view)

    def add_texts(self, texts: Sequence[str]) -> None:
        self._context.act(lambda _ws, work: work.edit(queries=tuple(texts)), change=_QUERIES)

    def add_file(self, path: str) -> None:
        self._context.act(lambda _ws, work: work.edit(query_file=Path(path)), change=_QUERIES)

    def sample(self, n: int) -> None:
        """Draw `n` papers of the corpus with the stored seed; the same ones each time."""

        def call(ws: Workspace, work: CampaignWork) -> int:
            from assay.campaigns.setup import sampled_queries

            drawn = sampled_queries(ws.library, work.store.corpus(), n=n, seed=work.info().seed)
            return work.store.queries.add(drawn)

        self._context.act(call, self._tell_sample, change=_QUERIES)

    def set_raters(self, n: int) -> None:
        if n != self._raters:
            self._context.act(lambda _ws, work: work.edit(raters_per_pair=n))

    def save_guideline(self, markdown: str) -> None:
        self._context.act(
            lambda _ws, work: work.store.set_guideline(markdown),
            lambda saved: self._context.message.emit(self.tr("Guideline {0} saved.").format(saved.version)),
        )

    def add_assessor(self, handle: str, quota: int | None) -> None:
        """Add somebody, or give another quota to somebody who is there."""
        self._context.act(lambda _ws, work: work.store.add_assessor(handle, quota=quota))

    def remove_assessor(self, handle: str) -> None:
        self._context.act(lambda _ws, work: work.edit(remove=(handle,)))

    def reassign(self, handle: str, taker: str) -> None:
        """Hand the open pairs to `taker`, or to all others for ""."""
        to, words = (
            (taker,) if taker else (),
            self.tr("Reassigned {0} {0:pair|pairs} of {1}; {2} judged {2:one stays|ones stay}."),
        )
        self._context.act(
            lambda _ws, work: work.reassign(handle, to=to), partial(self._tell_taken, words), change=_PAIRS
        )

    def withdraw(self, handle: str) -> None:
        """Take the open pairs; others may then be given them."""
        words = self.tr("Withdrew {0} {0:pair|pairs} of {1}; {2} judged {2:one stays|ones stay}.")
        self._context.act(
            lambda _ws, work: work.withdraw(handle), partial(self._tell_taken, words), change=_PAIRS
        )

    def _tell_taken(self, words: str, taken: Withdrawn) -> None:
        self._context.message.emit(words.format(numeral(taken.n), taken.assessor, numeral(taken.n_kept)))

    def rename(self, old: str, new: str) -> None:
        """Rename in the whole library: grades stay with the person."""
        self._context.act(lambda ws, _work: ws.library.annotators.rename(old, new), change=_PAIRS)

    def set_active(self, handle: str, active: bool) -> None:
        self._context.act(lambda ws, _work: ws.library.annotators.set_active(handle, active))

    def _tell_sample(self, n: int) -> None:
        self._context.message.emit(
            counted(
                n,
                self.tr("paper of the corpus is a new query."),
                self.tr("papers of the corpus are new queries."),
            )
        )


class RunsPresenter(TabPresenter):
    """What is pooled is what was previewed: the same choice goes to both."""

    def __init__(self, tab: RunsTab, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(context, parent)
        self._tab = tab

    def load(self) -> None:
        self.read(lambda _ws, work: reads.overview(work), self._tab.show_overview, key="runs")

    def preview_pool(self, strategy: PoolStrategy, depth: int, runs: Sequence[str]) -> None:
        self._context.read(
            lambda ws, work: reads.pool_preview(ws, work, strategy, depth, runs),
            self._tab.pool.show_preview,
            self._show_problem,
            key="pool",
        )

    def pool(self, strategy: PoolStrategy, depth: int, runs: Sequence[str]) -> None:
        self._context.act(
            lambda _ws, work: work.make_pool(strategy=strategy, depth=depth, runs=runs), self._tell_round
        )

    def find_unjudged(self, tag: str, k: int) -> None:
        self._context.read(
            lambda _ws, work: reads.unjudged(work, tag, k),
            lambda rows: self._tab.show_unjudged(tag, k, rows),
            key="holes",
        )

    def queue_unjudged(self, tag: str, k: int) -> None:
        """One click: pooled, and assigned as the pairs before them were."""
        self._context.act(lambda _ws, work: work.queue_unjudged(tag, k=k), self._tell_round)

    def import_run(self, path: str) -> None:
        self._context.act(lambda _ws, work: work.import_run(Path(path)), self._tell_run)

    def _tell_round(self, made: PoolRound) -> None:
        pairs = counted(made.n_pairs, self.tr("new pair"), self.tr("new pairs"))
        self._context.message.emit(self.tr("Round {0}: {1}.").format(made.round, pairs))

    def _tell_run(self, run: StoredRun) -> None:
        unknown = [run.number(f"unknown_{what}") for what in ("papers", "queries")]
        queries = counted(run.n_queries, self.tr("query"), self.tr("queries"))
        message = self.tr("Run {0} imported: {1}.").format(run.tag, queries)
        if any(unknown):
            text = self.tr(
                "{0} {0:paper|papers} and {1} {1:query|queries} are not in this campaign and were left out."
            )
            message += " " + text.format(*(numeral(n) for n in unknown))
        self._context.message.emit(message)

    def _show_problem(self, error: AssayError) -> None:
        self._tab.pool.show_problem(str(error))


_READABLE = (CampaignStatus.ADJUDICATING, CampaignStatus.CLOSED)


class AdjudicatePresenter(TabPresenter):
    """A grade is on disk before the next pair is shown; keys that come meanwhile were meant for no pair."""

    def __init__(self, tab: AdjudicateTab, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(context, parent)
        self._tab = tab
        self._cases: dict[tuple[str, str], Case] = {}
        self._done: list[tuple[str, str]] = []  # what was settled here and now, for undo
        self._saving = False
        self._telling = False  # the news is our own

    def reset(self) -> None:
        self._cases, self._done = {}, []
        self._tab.clear()
        self._tab.note_last(None, None)

    def load(self) -> None:
        def call(ws: Workspace, work: CampaignWork) -> tuple[Campaign, list[Case], int]:
            campaign = work.info()
            if campaign.status in _READABLE:
                return campaign, reads.cases(ws, work), 0
            rated = work.store.rated_counts().values()
            full = sum(n >= campaign.raters_per_pair for n in rated)
            return campaign, [], campaign.n_pairs - full

        self.read(call, lambda found: self._show(*found), key="adjudicate")

    def concerns(self, change: Change) -> bool:
        return not self._telling and super().concerns(change)

    def begin(self) -> None:
        """End the grading: from here on the grades can be seen."""
        self._context.act(lambda _ws, work: work.set_status(CampaignStatus.ADJUDICATING))

    def settle(self, query_id: str, doc_id: str, relevance: int, reason: str) -> None:
        """Give the pair on screen its grade."""
        self._record((query_id, doc_id), relevance, reason)

    def withdraw(self, query_id: str, doc_id: str) -> None:
        """Take back what settles a pair, and show that pair again."""
        self._record((query_id, doc_id), None, "")

    def _record(self, pair: tuple[str, str], relevance: int | None, reason: str) -> None:
        name = self._context.name
        if self._saving or not name or pair not in self._cases:
            return
        self._saving = True
        adjudicator = self._context.app.settings.assessor
        self._context.submit(
            lambda ws: ws.library.campaign(name).adjudications.record(
                *pair, adjudicator=adjudicator, relevance=relevance, reason=reason
            ),
            lambda found: self._saved(name, pair, found),
            self._not_saved,
        )

    def _saved(self, name: str, pair: tuple[str, str], found: Adjudication) -> None:
        self._saving = False
        self._context.succeeded.emit()
        if name == self._context.name and pair in self._cases:
            case = self._cases[pair]
            case = replace(case, disagreement=replace(case.disagreement, adjudication=found))
            self._cases[pair] = case
            self._tab.show_settled(case)
            if found.relevance is not None:
                self._done.append(pair)
                self._tab.advance()
            else:
                self._done = [each for each in self._done if each != pair]
                self._tab.show_pair(pair)
            self._show_last()
        self._tell()

    def _tell(self) -> None:
        """Have the page's counts follow; the list on screen is up to date already."""
        self._telling = True
        self._context.app.changes.changed.emit(Change(campaigns=True))
        self._telling = False

    def _not_saved(self, error: AssayError) -> None:
        self._saving = False
        self._context.failed.emit(str(error))
        self.refresh()

    def _show_last(self) -> None:
        if not self._done:
            self._tab.note_last(None, None)
            return
        found = self._cases[self._done[-1]].disagreement.adjudication
        self._tab.note_last(self._done[-1], found.relevance if found is not None else None)

    def _show(self, campaign: Campaign, cases: Sequence[Case], n_open: int) -> None:
        if campaign.status not in _READABLE:
            self._cases, self._done = {}, []
            can_begin = campaign.status is CampaignStatus.OPEN
            self._tab.show_closed_to_eyes(can_begin=can_begin, n_open=n_open)
            return
        self._cases = {case.pair: case for case in cases}
        self._done = [pair for pair in self._done if pair in self._cases and self._cases[pair].settled]
        self._tab.show_cases(cases, open_to_settle=campaign.status is CampaignStatus.ADJUDICATING)
        self._show_last()


class AgreementPresenter(TabPresenter):
    """Reads all standing grades at once."""

    def __init__(self, tab: AgreementTab, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(context, parent)
        self._tab = tab

    def load(self) -> None:
        self.read(lambda _ws, work: reads.agreement(work), self._tab.show_agreement, key="agreement")


class ReleasesPresenter(TabPresenter):
    """A release never changes, so what was measured on one is kept until runs or the campaign change."""

    def __init__(self, tab: ReleasesTab, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(context, parent)
        self._tab = tab
        self._rule = ReleaseRule.ADJUDICATED
        self._scores: dict[int, Scores] = {}

    def reset(self) -> None:
        self._scores = {}

    def load(self) -> None:
        rule = self._rule
        self._scores = {}  # runs may be others
        self.read(lambda _ws, work: reads.releases(work, rule), self._tab.show_releases, key="releases")

    def set_rule(self, rule: ReleaseRule) -> None:
        """Show what a release by this rule would hold."""
        self._rule = rule
        self._context.read(
            lambda _ws, work: reads.release_preview(work, rule), self._tab.show_preview, key="release-preview"
        )

    def freeze(self, rule: ReleaseRule) -> None:
        self._context.act(lambda _ws, work: work.release(rule), self._tell_frozen)

    def select(self, version: int) -> None:
        """Show what is known of a release's runs: another one was chosen."""
        if version in self._scores:
            self._tab.show_scores(version, self._scores[version])

    def export(self, version: int, path: str, format: ExportFormat) -> None:
        """Write the release; the file or folder appears whole, or not at all."""
        from assay.campaigns.campaign import CampaignWork

        target = Path(path)
        name = self._context.name
        self._context.submit(
            lambda ws: CampaignWork(ws, name).export(version, target, format=format, overwrite=True),
            lambda report: self._tell_exported(report, target),
        )

    def _tell_exported(self, report: ExportReport, target: Path) -> None:
        rows = counted(report.rows, self.tr("row"), self.tr("rows"))
        message = self.tr("{0} written to {1}").format(rows, target.name)
        if report.changed_papers:
            n = counted(len(report.changed_papers), self.tr("paper differs"), self.tr("papers differ"))
            message += ". " + self.tr("{0} from the frozen corpus.").format(n)
        self._context.message.emit(message)

    def evaluate(self, version: int) -> None:
        """Measure every run on the release."""
        self._tab.show_scores(version, None, busy=self.tr("measuring the runs…"))
        self._context.read(
            lambda _ws, work: reads.scores(work, version),
            lambda found: self._show_scores(version, found),
            lambda error: self._fail(version, error),
            key="scores",
        )

    def _show_scores(self, version: int, found: Scores) -> None:
        self._scores[version] = found
        self._tab.show_scores(version, found)

    def _fail(self, version: int, error: AssayError) -> None:
        self._tab.show_scores(version, None)
        self._context.failed.emit(str(error))

    def _tell_frozen(self, release: Release) -> None:
        rows = counted(release.n_items, self.tr("row"), self.tr("rows"))
        text = self.tr("Release {0} is frozen: {1}.").format(release.version, rows)
        self._tab.choose_next(release.version)
        self._context.message.emit(text)


class ExchangePresenter(QObject):
    """Nothing comes in before what it would change was shown."""

    def __init__(self, page: CampaignsPage, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context

    def look_into(self, path: str) -> None:
        """Ask what merging the bundle would bring. One of a campaign that is not here would make it."""
        from assay.campaigns.exchange import merge_bundle

        def call(ws: Workspace) -> tuple[MergeReport, bool]:
            from assay.judging.campaigns.bundle_file import read_bundle

            uuid = read_bundle(Path(path)).header.campaign_uuid
            create = all(campaign.uuid != uuid for campaign in ws.library.campaigns.all())
            return merge_bundle(ws.library, Path(path), create=create, preview=True), create

        self._context.submit(
            call, lambda found: self._page.dialogs.ask_merge(path, found[0], create=found[1]), self._refuse
        )

    def merge(
        self, path: str, create: bool, accepted: Sequence[HeldBack] = (), plan: str | None = None
    ) -> None:
        """Merge what was shown under `plan`, or nothing; of what was held back, only what is `accepted`."""
        from assay.campaigns.exchange import merge_bundle

        change = Change(campaigns=True, judgements=True, papers=create, queries=create)
        names = [held.assessor for held in accepted]
        self._context.change(
            lambda ws: merge_bundle(ws.library, Path(path), create=create, confirmed=names, plan=plan),
            self._merged,
            self._refuse,
            change=change,
        )

    def export_bundle(self, path: str, assessor: str) -> None:
        """Export all of the campaign, or what one assessor may see of it."""
        self._context.act(
            lambda _ws, work: work.export_bundle(Path(path), assessor=assessor or None, overwrite=True),
            lambda n: self._exported(path, n),
        )

    def preview(self, request: NewImport) -> None:
        """Ask what importing the file would do."""
        name = self._context.name
        self._context.read(
            lambda ws, _work: self._import(ws, name, request, preview=True),
            self._page.dialogs.show_import_preview,
            self._refuse,
            key="import",
        )

    def take_in(self, request: NewImport) -> None:
        """Import it, all or nothing."""
        name = self._context.name
        change = Change(campaigns=True, judgements=True, papers=request.create_missing, queries=True)
        self._context.act(
            lambda ws, _work: self._import(ws, name, request, preview=False),
            self._imported,
            self._refuse,
            change=change,
        )

    @staticmethod
    def _import(ws: Workspace, name: str, request: NewImport, *, preview: bool) -> ImportPreview:
        from assay.campaigns.imports import import_judgements

        return import_judgements(
            ws,
            name,
            Path(request.path),
            format=request.format,
            assessor=request.assessor,
            create_missing=request.create_missing,
            grade_map=dict(request.grade_map),
            preview=preview,
        )

    def _merged(self, report: MergeReport) -> None:
        self._page.dialogs.close()
        new = counted(report.events_new, self.tr("new event"), self.tr("new events"))
        message = self.tr("{0} merged, {1} already here.").format(new, numeral(report.events_known))
        if report.conflicts:
            again = counted(len(report.conflicts), self.tr("pair"), self.tr("pairs"))
            message += " " + self.tr("To be judged again: {0}.").format(again)
        if report.held_back:
            names = ", ".join(held.assessor for held in report.held_back)
            message += " " + self.tr("Held back: events of {0}.").format(names)
        self._context.message.emit(message)

    def _exported(self, path: str, n: int) -> None:
        text = self.tr("{0} {0:record|records} written to {1}").format(numeral(n), Path(path).name)
        self._context.message.emit(text)

    def _imported(self, found: ImportPreview) -> None:
        self._page.dialogs.close()
        rows = counted(found.n_rows, self.tr("judgement"), self.tr("judgements"))
        text = self.tr("{0} imported: {1} new, {2} changed, {3} already here.")
        counts = (found.n_new, found.n_changed, found.n_known)
        self._context.message.emit(text.format(rows, *(numeral(n) for n in counts)))

    def _refuse(self, error: AssayError) -> None:
        self._page.show_dialog_problem(str(error))

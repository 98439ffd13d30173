"""The list of campaigns, the chosen one, and what is done with it as a whole."""

from __future__ import annotations

from dataclasses import astuple, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay.campaign_types import CampaignStatus
from assay.campaigns.types import CorpusChoice
from assay.engine.types import CHECK
from assay.searching.types import CheckCall
from assay_desktop.actions.model_names import read_model_names
from assay_desktop.context import Change
from assay_desktop.pages.campaigns import reads
from assay_desktop.pages.campaigns.model import NewCampaign, Overview, Sources, Step, StepKind
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.campaign_types import Campaign
    from assay.errors import AssayError
    from assay.library import SavedSearch
    from assay.workspace import Workspace
    from assay_desktop.background.job_kinds import RunCampaign
    from assay_desktop.pages.campaigns.campaign_context import CampaignContext
    from assay_desktop.pages.campaigns.model import Entry
    from assay_desktop.pages.campaigns.page import CampaignsPage
    from assay_desktop.pages.campaigns.widgets.corpus_field import CorpusField

_RULES = "campaigns/corpora"  # in the session
CHOSEN = "campaigns/chosen"
"""The setting that remembers which campaign was looked at."""


class CampaignsPresenter(QObject):
    """Reads while the page is on screen; what changed meanwhile is read when it comes back."""

    def __init__(self, page: CampaignsPage, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._visible = False
        self._stale = True
        self._looking = False  # what is under way only looks whether anything changed
        self._wanted = context.app.settings.text(CHOSEN)
        self._overview: Overview | None = None
        context.app.changes.changed.connect(self._hear)

    # --- intents

    def set_visible(self, visible: bool) -> None:
        """Read all again on screen: on a server others are at work, and say nothing to this window."""
        self._visible = visible
        if visible:
            self._looking = not self._stale
            self.refresh()

    def choose(self, name: str) -> None:
        self._page.show_strip("")
        self._context.app.settings.set_text(CHOSEN, name)
        self._wanted = name
        self._context.choose(name)
        self._read_overview()

    def take(self, step: Step) -> None:
        """Take the next step: at once where it asks nothing, else where it is asked."""
        if step.kind is StepKind.OPEN:
            self.set_status(CampaignStatus.OPEN)
        elif step.kind is StepKind.GRADE:
            self._page.judge_requested.emit(self._context.name)
        elif step.kind is StepKind.ASSIGN:
            self._page.ask_assignment()
        elif step.kind is StepKind.ADJUDICATE:
            self._adjudicate()
        if step.tab is not None:
            self._page.open_tab(step.tab)
        if step.kind is StepKind.RUN:
            self.want_run()

    def set_status(self, status: CampaignStatus) -> None:
        self._context.act(lambda _ws, work: work.set_status(status))

    def want_campaign(self) -> None:
        """Open the dialog for a new campaign, which says what its corpus can be."""
        self._ask_sources(self._page.dialogs.ask_campaign)

    def want_corpus(self) -> None:
        """Open the dialog in which a draft gets another corpus, or the same one as it is now."""
        before = self._rules.get(self._context.name)
        ask = partial(self._page.dialogs.ask_corpus, before=before, chosen=self.refreeze)
        self._ask_sources(ask, first=before)

    def refreeze(self, choice: CorpusChoice, doc_ids: Sequence[str] | None) -> None:
        name = self._context.name

        def done(_campaign: object) -> None:
            self._keep_rule(name, choice)
            self._page.dialogs.close()

        self._context.act(lambda _ws, work: work.edit(freeze=True, doc_ids=doc_ids), done, self._refuse)

    @property
    def _rules(self) -> dict[str, CorpusChoice]:
        """Campaign -> how its corpus was chosen in this library's window."""
        kept = self._context.app.session.get(_RULES)
        try:
            return {name: CorpusChoice(*rule) for name, rule in dict(kept or {}).items()}
        except (TypeError, ValueError):  # written otherwise by another version
            return {}

    def _keep_rule(self, name: str, choice: CorpusChoice) -> None:
        rules = {**self._rules, name: choice}
        self._context.app.session.put(_RULES, {each: list(astuple(rule)) for each, rule in rules.items()})

    def count_corpus(self, choice: CorpusChoice) -> None:
        """Find the papers of a corpus, which the dialog counts and the campaign gets."""
        if choice.saved:
            self._context.submit(
                lambda ws: ws.library.searches.get(choice.saved),
                partial(self._search_corpus, choice),
                partial(self._miss, choice),
                key="campaigns-corpus",
            )
            return
        from assay.campaigns.setup import chosen_papers

        self._context.submit(
            lambda ws: chosen_papers(ws, choice),
            partial(self._page.dialogs.show_corpus, choice),
            partial(self._miss, choice),
            key="campaigns-corpus",
        )

    def _search_corpus(self, choice: CorpusChoice, saved: SavedSearch) -> None:
        """Ask the engine: the search may compare vectors."""
        self._context.app.engine.ask(
            CHECK,
            CheckCall(saved.request),
            lambda found: self._page.dialogs.show_corpus(choice, found.results),
            lambda _kind, why: self._page.dialogs.miss_corpus(choice, translated(why)),
            key="campaigns-corpus",
        )

    def _miss(self, choice: CorpusChoice, error: AssayError) -> None:
        self._page.dialogs.miss_corpus(choice, str(error))

    def want_run(self) -> None:
        """Open the dialog for a new run, which lists the models there are."""
        self._context.submit(read_model_names, self._page.ask_run, key="campaigns-models")

    def create(self, request: NewCampaign) -> None:
        from assay.campaigns.campaign import create_campaign

        def call(ws: Workspace) -> Campaign:
            return create_campaign(
                ws,
                request.name,
                raters_per_pair=request.raters_per_pair,
                queue=request.queue,
                seed=request.seed,
                guideline=request.guideline,
                assessors=request.assessors,
                query_file=Path(request.query_file) if request.query_file else None,
                queries=request.queries,
                sample=request.sample,
                doc_ids=request.doc_ids,
            ).info()

        self._context.change(call, partial(self._show_made, request.choice), self._refuse)

    def make_run(self, run: RunCampaign) -> None:
        """Queue a job of its own process; the tab shows the run when it ends."""
        args = replace(run, campaign=self._context.name).arguments()
        title = self.tr("Run {0} of {1}").format(run.tag, self._context.name)
        if self._context.app.jobs.add(title, args):
            self._context.message.emit(self.tr("The run {0} is in progress; see Jobs.").format(run.tag))

    def assign(self, by: str, overlap: float) -> None:
        self._context.act(
            lambda _ws, work: work.assign(by="query" if by == "query" else "pair", overlap=overlap),
            lambda given: self._context.message.emit(
                self.tr("{0} {0:pair|pairs} assigned: {1}").format(
                    numeral(sum(given.values())), ", ".join(f"{who} {numeral(n)}" for who, n in given.items())
                )
            ),
        )

    def retry(self) -> None:
        """Read everything on screen again."""
        self._looking = False
        self.refresh()
        self._context.outdated.emit()

    # --- reading and showing

    def refresh(self) -> None:
        """Read the list again, then the chosen campaign."""
        self._stale = False
        self._context.submit(reads.entries, self._show_entries, self._fail, key="campaigns")

    def _show_entries(self, entries: Sequence[Entry]) -> None:
        names = [entry.campaign.name for entry in entries]
        chosen = next((name for name in (self._wanted, self._context.name) if name in names), "")
        chosen = chosen or (names[-1] if names else "")
        self._page.show_campaigns(entries, chosen)
        if chosen != self._context.name:
            self._context.choose(chosen)
        self._read_overview()

    def _read_overview(self) -> None:
        self._context.read(
            lambda _ws, work: reads.overview(work), self._show_overview, self._fail, key="overview"
        )

    def _show_overview(self, overview: Overview) -> None:
        before, self._overview = self._overview, overview
        self._page.show_overview(overview)
        looking, self._looking = self._looking, False
        same = before is not None and before.campaign.uuid == overview.campaign.uuid
        if looking and same and before != overview:
            self._context.outdated.emit()

    def _fail(self, error: AssayError) -> None:
        self._stale = True
        self._page.show_failure(str(error))

    def _adjudicate(self) -> None:
        """Let an open campaign whose assessors are done begin to adjudicate, before showing grades."""
        overview = self._overview
        if overview is not None and overview.campaign.status is CampaignStatus.OPEN:
            self.set_status(CampaignStatus.ADJUDICATING)

    def _ask_sources(
        self, ask: Callable[[Sources], CorpusField], *, first: CorpusChoice | None = None
    ) -> None:
        """Open a dialog that needs to know what a corpus can be, at the choice that comes `first`."""

        def show(sources: Sources) -> None:
            if sources.n_papers:
                field = ask(sources)
                field.wanted.connect(self.count_corpus)
                field.choose(first or CorpusChoice())
            else:
                self._page.show_failure(
                    self.tr("No papers yet. Import some: a campaign freezes them as its corpus.")
                )

        self._context.submit(reads.sources, show)

    def _show_made(self, choice: CorpusChoice, campaign: Campaign) -> None:
        self._keep_rule(campaign.name, choice)
        self._page.dialogs.close()
        self._wanted = campaign.name
        self._context.app.settings.set_text(CHOSEN, campaign.name)
        self._context.message.emit(self.tr("Campaign “{0}” created.").format(campaign.name))

    def _refuse(self, error: AssayError) -> None:
        self._page.show_dialog_problem(str(error))

    def _hear(self, change: Change) -> None:
        if not (change.campaigns or change.judgements or change.queries or change.runs):
            return
        self._stale = True
        if self._visible:
            self.refresh()

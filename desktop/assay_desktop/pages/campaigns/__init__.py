"""Campaigns: judgement sets that a team makes, from the corpus to a frozen release."""

from __future__ import annotations

from functools import partial

from assay_desktop.context import AppContext
from assay_desktop.pages.campaigns.campaign_context import CampaignContext, TabPresenter
from assay_desktop.pages.campaigns.model import Tab
from assay_desktop.pages.campaigns.page import CampaignsPage
from assay_desktop.pages.campaigns.presenter import CampaignsPresenter
from assay_desktop.pages.campaigns.tab_presenters import (
    AdjudicatePresenter,
    AgreementPresenter,
    ExchangePresenter,
    ReleasesPresenter,
    RunsPresenter,
    SetupPresenter,
)

__all__ = ["CampaignsPage", "create"]


def create(context: AppContext) -> CampaignsPage:
    """Return the page with its presenters, which live as long as it does."""
    page = CampaignsPage(context.theme, context.keys)
    campaign = CampaignContext(context, page)
    campaign.failed.connect(page.show_strip)
    campaign.succeeded.connect(lambda: page.show_strip(""))
    campaign.message.connect(page.message)
    campaign.busy.connect(page.show_busy)
    _join_page(page, CampaignsPresenter(page, campaign, page))
    _join_exchange(page, ExchangePresenter(page, campaign, page))
    tabs = {
        Tab.SETUP: _join_setup(page, SetupPresenter(page.setup, campaign, page)),
        Tab.RUNS: _join_runs(page, RunsPresenter(page.runs, campaign, page)),
        Tab.AGREEMENT: AgreementPresenter(page.agreement, campaign, page),
        Tab.ADJUDICATE: _join_adjudicate(page, AdjudicatePresenter(page.adjudicate, campaign, page)),
        Tab.RELEASES: _join_releases(page, ReleasesPresenter(page.releases, campaign, page)),
    }
    for tab, presenter in tabs.items():
        presenter.lacking.connect(partial(page.cover_tab, tab))
        presenter.arrived.connect(partial(page.uncover_tab, tab))
    _show_tabs(page, tabs)
    return page


def _show_tabs(page: CampaignsPage, tabs: dict[Tab, TabPresenter]) -> None:
    """Tell each tab's presenter when its tab comes on screen and when it leaves."""
    seen = {"page": False}

    def tell(*_: object) -> None:
        for tab, presenter in tabs.items():
            presenter.set_visible(seen["page"] and page.tab is tab)

    def note(visible: bool) -> None:
        seen["page"] = visible
        tell()

    page.shown.connect(note)
    page.tab_chosen.connect(tell)


def _join_page(page: CampaignsPage, presenter: CampaignsPresenter) -> None:
    page.shown.connect(presenter.set_visible)
    page.campaign_chosen.connect(presenter.choose)
    page.head.step_wanted.connect(presenter.take)
    page.head.status_wanted.connect(presenter.set_status)
    page.new_wanted.connect(presenter.want_campaign)
    page.retry_wanted.connect(presenter.retry)
    page.runs.run_wanted.connect(presenter.want_run)
    page.setup.assign_wanted.connect(page.ask_assignment)
    page.setup.refreeze_wanted.connect(presenter.want_corpus)
    page.dialogs.creation_wanted.connect(presenter.create)
    page.dialogs.run_wanted.connect(presenter.make_run)
    page.dialogs.assign_wanted.connect(presenter.assign)


def _join_exchange(page: CampaignsPage, presenter: ExchangePresenter) -> None:
    page.dialogs.bundle_chosen.connect(presenter.look_into)
    page.dialogs.merge_wanted.connect(presenter.merge)
    page.dialogs.bundle_path_chosen.connect(presenter.export_bundle)
    page.dialogs.preview_wanted.connect(presenter.preview)
    page.dialogs.import_wanted.connect(presenter.take_in)


def _join_setup(page: CampaignsPage, presenter: SetupPresenter) -> SetupPresenter:
    tab = page.setup
    tab.queries_typed.connect(presenter.add_texts)
    tab.query_file_chosen.connect(presenter.add_file)
    tab.sample_wanted.connect(presenter.sample)
    tab.raters_changed.connect(presenter.set_raters)
    tab.guideline.saved.connect(presenter.save_guideline)
    tab.assessors.added.connect(presenter.add_assessor)
    tab.assessors.quota_changed.connect(presenter.add_assessor)
    tab.assessors.renamed.connect(presenter.rename)
    tab.assessors.activity_changed.connect(presenter.set_active)
    tab.assessors.removed.connect(presenter.remove_assessor)
    tab.assessors.reassigned.connect(presenter.reassign)
    tab.assessors.withdrawn.connect(presenter.withdraw)
    return presenter


def _join_runs(page: CampaignsPage, presenter: RunsPresenter) -> RunsPresenter:
    tab = page.runs
    tab.run_file_chosen.connect(presenter.import_run)
    tab.unjudged_wanted.connect(presenter.find_unjudged)
    tab.queue_wanted.connect(presenter.queue_unjudged)
    tab.pool.preview_wanted.connect(presenter.preview_pool)
    tab.pool.pool_wanted.connect(presenter.pool)
    return presenter


def _join_adjudicate(page: CampaignsPage, presenter: AdjudicatePresenter) -> AdjudicatePresenter:
    tab = page.adjudicate
    tab.settled.connect(presenter.settle)
    tab.withdrawn.connect(presenter.withdraw)
    tab.begin_wanted.connect(presenter.begin)
    return presenter


def _join_releases(page: CampaignsPage, presenter: ReleasesPresenter) -> ReleasesPresenter:
    tab = page.releases
    tab.rule_chosen.connect(presenter.set_rule)
    tab.freeze_wanted.connect(presenter.freeze)
    tab.selected.connect(presenter.select)
    tab.export_chosen.connect(presenter.export)
    tab.evaluation_wanted.connect(presenter.evaluate)
    return presenter

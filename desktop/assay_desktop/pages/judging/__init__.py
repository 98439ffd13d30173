"""Judge pooled pairs one by one: one key, one durable grade, the next pair."""

from __future__ import annotations

from assay_desktop.context import AppContext
from assay_desktop.pages.judging.page import JudgingPage
from assay_desktop.pages.judging.presenter import JudgingPresenter

__all__ = ["JudgingPage", "create"]


def create(context: AppContext) -> JudgingPage:
    """Return the page with its presenter, which lives as long as it does."""
    page = JudgingPage(context.theme, context.keys)
    presenter = JudgingPresenter(page, context, parent=page)
    page.grade_given.connect(presenter.grade)
    page.state_given.connect(presenter.mark)
    page.note_edited.connect(presenter.edit_note)
    page.note_left.connect(presenter.save_note)
    page.undo_wanted.connect(presenter.undo)
    page.redo_wanted.connect(presenter.redo)
    page.browse_wanted.connect(presenter.browse)
    page.assessor_named.connect(presenter.set_assessor)
    page.attention_changed.connect(presenter.attend)
    page.pool_wanted.connect(presenter.make_pool)
    page.campaign_chosen.connect(presenter.choose_campaign)
    page.run_chosen.connect(presenter.choose_run)
    page.guideline_toggled.connect(
        lambda shown: context.settings.set_text("judging/guideline", "" if shown else "hidden")
    )
    page.history_searched.connect(presenter.history.search)
    page.history_closed.connect(presenter.history.close)
    page.pair_wanted.connect(presenter.go_to)
    page.order.chosen.connect(presenter.choose_order)
    page.order.next_wanted.connect(presenter.next_query)
    page.size_wanted.connect(presenter.aids.resize)
    page.pdf_toggled.connect(presenter.aids.reading.set_shown)
    page.discard_wanted.connect(presenter.discard_notes)
    presenter.start()
    return page

"""What can be chosen, where things are, and backups."""

from __future__ import annotations

from assay_desktop.context import AppContext
from assay_desktop.pages.settings.page import SettingsPage
from assay_desktop.pages.settings.presenter import (
    BackupsPresenter,
    CheckPresenter,
    KeysPresenter,
    LookUpsPresenter,
    SettingsPresenter,
)
from assay_desktop.pages.settings.references import ReferencesPresenter

__all__ = ["SettingsPage", "create"]


def create(context: AppContext) -> SettingsPage:
    """Return the page with its presenter, which lives as long as it does."""
    page = SettingsPage(context.theme)
    presenter = SettingsPresenter(page, context, parent=page)
    page.theme_chosen.connect(presenter.set_theme)
    page.measures_chosen.connect(presenter.set_measures)
    page.language_chosen.connect(presenter.set_language)
    page.assessor_named.connect(presenter.set_assessor)
    page.model_chosen.connect(presenter.use_model)
    page.fusion_chosen.connect(presenter.join_by)
    page.passages.clicked.connect(presenter.use_passages)
    page.watch_wanted.connect(presenter.watch)
    page.watched.zotero_wanted.connect(presenter.find_zotero)
    page.watched.look_wanted.connect(presenter.look)
    page.watched.removed.connect(presenter.let_go)
    page.shown.connect(presenter.refresh)
    _join_keys(page, context)
    _join_backups(page, context)
    _join_check(page, context)
    _join_lookups(page, context)
    _join_references(page, context)
    presenter.start()
    return page


def _join_backups(page: SettingsPage, context: AppContext) -> None:
    presenter = BackupsPresenter(page.backups, context, parent=page)
    page.backups.backup_wanted.connect(presenter.back_up)
    page.backups.look_wanted.connect(presenter.look)
    page.backups.restore_wanted.connect(presenter.restore)
    page.shown.connect(presenter.refresh)
    presenter.message.connect(page.message)
    presenter.restored.connect(page.reopen_wanted)


def _join_check(page: SettingsPage, context: AppContext) -> None:
    presenter = CheckPresenter(page.check, context, parent=page)
    page.check.check_wanted.connect(presenter.check)
    page.check.repair_wanted.connect(presenter.repair)
    page.check.work.cancel_wanted.connect(presenter.cancel)
    presenter.refresh()


def _join_lookups(page: SettingsPage, context: AppContext) -> None:
    presenter = LookUpsPresenter(page.lookups, context, parent=page)
    page.lookups.turned.connect(presenter.turn)
    page.lookups.contact_given.connect(presenter.set_contact)
    page.lookups.run_wanted.connect(presenter.run)
    page.lookups.suggested.accepted_lines.connect(presenter.accept)
    page.lookups.suggested.declined_lines.connect(presenter.decline)
    page.shown.connect(presenter.refresh)
    presenter.message.connect(page.message)


def _join_references(page: SettingsPage, context: AppContext) -> None:
    presenter = ReferencesPresenter(page.references, context, parent=page)
    page.references.style_chosen.connect(presenter.set_style)
    page.references.rule_typed.connect(presenter.try_rule)
    page.references.rule_given.connect(presenter.set_rule)
    page.references.renewal_chosen.connect(presenter.set_renewal)
    page.shown.connect(presenter.refresh)


def _join_keys(page: SettingsPage, context: AppContext) -> None:
    presenter = KeysPresenter(page.keys, context.keys, parent=page)
    page.keys.pressed.connect(lambda name, key, adding: presenter.press(name, key, adding=adding))
    page.keys.taken.connect(lambda name, key, adding: presenter.take(name, key, adding=adding))
    page.keys.swapped.connect(presenter.swap)
    page.keys.cleared.connect(presenter.clear)
    page.keys.reset_one.connect(presenter.reset)
    page.keys.reset_all.connect(presenter.reset_all)
    presenter.refresh()

"""Choices take effect at once; the library's facts are shown; a backup is made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from seeing import on_screen

from assay import config as configuration
from assay.types import Fusion
from assay_desktop.context import Change
from assay_desktop.pages import judging
from assay_desktop.pages import settings as settings_page
from assay_desktop.pages.settings.model import size_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.settings.page import SettingsPage


@pytest.fixture
def page(context: AppContext, qtbot: QtBot) -> Iterator[SettingsPage]:
    made = settings_page.create(context)
    on_screen(made, qtbot, 900, 900)
    yield made
    context.theme.set_choice("light")


def button(page: SettingsPage, text: str) -> QPushButton:
    return next(each for each in page.findChildren(QPushButton) if each.text() == text)


def test_theme_changes_at_once_and_is_remembered(page: SettingsPage, context: AppContext) -> None:
    page.theme_box.setCurrentIndex(page.theme_box.findData("dark"))
    assert context.theme.is_dark
    assert context.settings.theme == "dark"


def test_language_is_kept_for_the_next_start(page: SettingsPage, context: AppContext) -> None:
    assert page.language_box.currentData() == "system"
    page.language_box.setCurrentIndex(page.language_box.findText("Deutsch"))
    assert context.settings.language == "de"
    page.show_section("backups")
    assert button(page, "Back up now").isVisible()


def test_reset_brings_back_the_look_of_the_first_start(page: SettingsPage, context: AppContext) -> None:
    for box, value in ((page.theme_box, "dark"), (page.size_box, 125), (page.rows_box, True)):
        box.setCurrentIndex(box.findData(value))
    page.language_box.setCurrentIndex(page.language_box.findText("Deutsch"))
    page.reset.click()
    kept = context.settings
    assert (kept.theme, kept.language, kept.text_size, kept.compact) == ("system", "system", 100, False)


def test_assessor_is_kept_but_an_empty_name_is_not(
    page: SettingsPage, context: AppContext, qtbot: QtBot
) -> None:
    page.assessor.setText("Mari")
    page.assessor.editingFinished.emit()
    page.assessor.setText("  ")
    page.assessor.editingFinished.emit()
    assert context.settings.assessor == "Mari"


def test_another_assessor_is_news_once(page: SettingsPage, context: AppContext) -> None:
    news: list[Change] = []
    context.changes.changed.connect(news.append)
    page.assessor.setText("Mari")
    page.assessor.editingFinished.emit()
    page.assessor.editingFinished.emit()
    assert [change.assessor for change in news] == [True]


def test_an_assessor_named_on_another_page_is_shown(page: SettingsPage, context: AppContext) -> None:
    context.settings.set_assessor("Eve")
    context.changes.changed.emit(Change(assessor=True))
    assert page.assessor.text() == "Eve"


def test_a_judge_page_follows_the_assessor_named_here(
    page: SettingsPage, context: AppContext, qtbot: QtBot
) -> None:
    context.settings.set_assessor("Ada")
    judge = judging.create(context)
    qtbot.addWidget(judge)
    page.assessor.setText("Mari")
    page.assessor.editingFinished.emit()
    assert judge._head._person.text() == "Mari"


def test_a_model_that_another_process_gave_the_library_is_shown(
    page: SettingsPage, workspace: Any, context: AppContext
) -> None:
    configuration.save(replace(workspace.config, model="/models/other"), workspace.folder)
    context.changes.changed.emit(Change(index=True))
    assert page.model.text() == "/models/other"


def test_library_and_model_are_shown(page: SettingsPage, workspace: Any) -> None:
    assert page.folder.text() == str(workspace.folder)
    assert page.papers.text() == "0"
    assert page.model.text() == workspace.config.model
    assert page.max_length.text().startswith("512 ")


def test_rankings_are_joined_as_chosen_here(
    page: SettingsPage, workspace: Any, context: AppContext, qtbot: QtBot
) -> None:
    heard: list[Change] = []
    context.changes.changed.connect(heard.append)
    page.show_section("model")
    page.fusion_box.setFocus()
    qtbot.keyClick(page.fusion_box, Qt.Key.Key_Down)
    assert configuration.load(workspace.folder).fusion is Fusion.RRF
    assert heard == [Change(index=True)], "so that the engine reads it"
    configuration.save(replace(configuration.load(workspace.folder), fusion=Fusion.SCORES), workspace.folder)
    page.shown.emit()
    assert page.fusion_box.currentText() == "By score"
    assert len(heard) == 1


def test_backup_is_made_and_listed(page: SettingsPage, workspace: Any, qtbot: QtBot) -> None:
    said: list[str] = []
    page.message.connect(said.append)
    qtbot.mouseClick(button(page, "Back up now"), Qt.MouseButton.LeftButton)
    made = list((workspace.folder / "backups").glob("*.sqlite"))
    assert len(made) == 1
    model = page.backups.table.model()
    assert model.rowCount() == 1
    assert model.index(0, 5).data() == size_in_words(made[0].stat().st_size)
    assert said == ["Library backed up."]


def test_another_model_is_an_index_job(page: SettingsPage, context: AppContext, qtbot: QtBot) -> None:
    page.model_chosen.emit("/models/tiny")
    (job,) = context.jobs.all()
    assert (job.title, job.args) == ("Index with tiny", ("index", "--model", "/models/tiny"))
    qtbot.waitUntil(lambda: not context.jobs.running, timeout=10_000)


def test_passages_are_chosen_by_key_and_made_by_an_index_job(
    page: SettingsPage, workspace: Any, context: AppContext, qtbot: QtBot
) -> None:
    page.show_section("model")
    assert not page.passages.isChecked(), "off at first"
    page.passages.setFocus()
    qtbot.keyClick(page.passages, Qt.Key.Key_Space)
    (job,) = context.jobs.all()
    assert (job.title, job.args) == ("Encode full-text passages", ("index", "--passages"))
    qtbot.keyClick(page.passages, Qt.Key.Key_Space)
    assert context.jobs.all()[-1].args == ("index", "--no-passages")
    qtbot.waitUntil(lambda: not context.jobs.running, timeout=10_000)
    configuration.save(replace(workspace.config, passages=True), workspace.folder)
    context.changes.changed.emit(Change(index=True))
    assert page.passages.isChecked()


@pytest.mark.parametrize(
    ("size", "words"), [(12_345, "12 kB"), (4_200_000, "4.2 MB"), (3_100_000_000, "3.1 GB")]
)
def test_sizes_are_in_words(size: int, words: str) -> None:
    assert size_in_words(size) == words


@pytest.mark.dressed
def test_labels_stand_on_the_line_of_their_fields(page: SettingsPage) -> None:
    watch = button(page, "Watch a folder…")
    for text, field in (
        ("Theme", page.theme_box),
        ("Language", page.language_box),
        ("Assessor", page.assessor),
        ("Folders", watch),
    ):
        named = next(each for each in page.findChildren(QLabel) if each.text() == text)
        middles = [each.mapTo(page, each.rect().center()).y() for each in (named, field)]
        assert abs(middles[0] - middles[1]) <= 1, text

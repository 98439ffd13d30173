"""The page itself: form and text, curves from a script, a real child, and what closing the window asks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from run_script import COMPARISON, RECIPE, check, finished, start, step, write_run

from assay.registry import Card
from assay_desktop.main_window import MainWindow
from assay_desktop.pages.training.model import Shelf, compared_of
from assay_desktop.trainings import Trainings
from assay_desktop.widgets.closing import ClosingBox

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.pages.training.page import TrainingPage


def put(page: TrainingPage, text: str) -> None:
    page.setup.editor.setPlainText(text)
    page.setup.settle()


def buttons(box: Any) -> dict[str, QAbstractButton]:
    return {each.text(): each for each in box.findChildren(QAbstractButton)}


def test_the_form_follows_the_text_and_the_text_the_form(page: TrainingPage, qtbot: QtBot) -> None:
    put(page, RECIPE)
    form = page.setup.form
    assert form.field("stages[1].batch_size").edit.text() == "8"  # type: ignore[union-attr]
    field = form.field("stages[1].batch_size")
    field.edit.setText("16")  # type: ignore[union-attr]
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)  # type: ignore[union-attr]
    assert page.setup.editor.toPlainText() == RECIPE.replace("batch_size = 8", "batch_size = 16")


def test_a_mistake_stands_beside_its_field_and_holds_the_start(page: TrainingPage) -> None:
    put(page, RECIPE)
    put(page, RECIPE.replace("batch_size = 8", "batch_size = 0"))
    assert "batch_size 0 is below 1" in page.setup.form.field("stages[1].batch_size").problem
    assert not page.setup.start.isEnabled()
    put(page, RECIPE)
    assert page.setup.form.field("stages[1].batch_size").problem == ""
    assert page.setup.start.isEnabled()


def test_a_number_that_is_none_is_refused_by_its_field(page: TrainingPage, qtbot: QtBot) -> None:
    put(page, RECIPE)
    field = page.setup.form.field("seed")
    field.edit.setText("many")  # type: ignore[union-attr]
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)  # type: ignore[union-attr]
    assert field.problem == "many is not a number."
    assert "seed = 3" in page.setup.editor.toPlainText()


def test_stages_and_objectives_come_and_go(page: TrainingPage) -> None:
    put(page, RECIPE)
    form = page.setup.form
    form.stage_added.emit()
    form.objective_added.emit(1)
    assert form._bar.count() == 2
    assert {"stages[1].objectives[2].path"} <= {field.key for field in form.fields()}
    form.removed.emit("stages[2]")
    form.removed.emit("stages[1].objectives[2]")
    assert form._bar.count() == 1
    assert "stages[1].objectives[2].path" not in {field.key for field in form.fields()}


def test_a_mistake_in_another_stage_marks_its_tab(page: TrainingPage) -> None:
    put(page, RECIPE)
    page.setup.form.stage_added.emit()
    text = page.setup.editor.toPlainText()
    put(page, text.replace("max_updates = 500", "max_updates = -1"))
    assert [page.setup.form._bar.tabText(n) for n in range(2)] == ["first", "stage 2 !"]


def test_a_preset_and_a_file_are_opened(page: TrainingPage, tmp_path: Path) -> None:
    page.setup.preset_chosen.emit("cropping-small")
    assert 'name = "cropping-small"' in page.setup.editor.toPlainText()
    file = tmp_path / "mine.toml"
    file.write_text(RECIPE, encoding="utf-8")
    page.setup.file_chosen.emit(str(file))
    assert page.setup.editor.toPlainText() == RECIPE
    page.setup.file_chosen.emit(str(tmp_path / "none.toml"))
    assert "none.toml cannot be read" in page.setup.strip.text


def test_a_scripted_run_is_drawn_and_told(page: TrainingPage, context: AppContext, qtbot: QtBot) -> None:
    folder = Trainings(context.jobs.location).folder
    run = write_run(folder / "20260101-000000-crops", finished(folder))
    page.run_chosen.emit(str(run))
    qtbot.waitUntil(lambda: len(page.run.plot.lines) == 2, timeout=5000)
    training, validation = page.run.plot.lines
    assert (training.name, len(training.xs), training.ys[-1]) == ("training", 40, 1 / 40)
    assert (list(validation.xs), list(validation.ys)) == ([10, 40], [0.5, 0.25])
    assert "validation 0.250" in page.run.plot.accessibleName()
    assert "A chunk did not fit and was halved." in page.run.log.toPlainText()
    assert not page.run.pause.isVisible()


def test_events_that_come_later_are_followed(page: TrainingPage, context: AppContext, qtbot: QtBot) -> None:
    folder = Trainings(context.jobs.location).folder
    run = write_run(folder / "20260101-000000-crops", [start(), step(1)], pid=os.getpid())
    page.run_chosen.emit(str(run))
    assert page.run.pause.isVisible()
    write_run(run, [start(), step(1), step(2), check(2, 0.7)], pid=os.getpid())
    qtbot.waitUntil(lambda: len(page.run.plot.lines) == 2, timeout=5000)
    assert "update 2 of 40" in " ".join(each.text() for each in page.run.findChildren(QLabel))


def test_keys_reach_what_the_page_can_do(page: TrainingPage, qtbot: QtBot) -> None:
    page.activateWindow()
    qtbot.keyClick(page, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert page.view == 2
    qtbot.keyClick(page, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert page.view == 0


def test_models_are_shown_with_card_comparison_and_difference(page: TrainingPage) -> None:
    cards = tuple(
        Card(f"crops-{n}2345678", name=f"crops {n}", dim=384, recipe=RECIPE, created=f"2026-01-0{n}")
        for n in (2, 1)
    )
    damaged = Card("bad-12345678", name="bad-12345678", damage="card.json is cut short")
    page.open_models()
    page.show_shelf(Shelf((*cards, damaged), "base", ("older",), ("Pilot",)), "")
    models = page.models
    assert models.chosen == "crops-22345678"
    assert models.rollback.isEnabled()
    models.show_comparison("crops-22345678", compared_of(COMPARISON))
    table = models.card.comparison.model
    assert [table.data(table.index(0, column)) for column in range(6)] == [
        "nDCG@10",
        "0.400",
        "0.500",
        "+0.100",
        "[+0.020, +0.180]",
        "< 0.001",
    ]
    models.show_diff("crops-22345678", "crops-12345678", [("recipe.seed", 3, 4)])
    assert models.card.diff.isVisible()
    models.table.selectRow(2)
    assert models.chosen == "bad-12345678"
    assert not models.card.promote.isVisible()
    assert models.card.delete.isVisible()


def test_deleting_a_model_is_asked_first(page: TrainingPage, qtbot: QtBot) -> None:
    page.open_models()
    page.show_shelf(Shelf((Card("crops-12345678", name="crops"),), "base", (), ()), "")
    told: list[str] = []
    page.models.deletion_agreed.disconnect()
    page.models.deletion_agreed.connect(told.append)
    page.models.card.delete.click()
    box = QApplication.activeModalWidget()
    assert told == []
    buttons(box)["Delete"].click()
    assert told == ["crops-12345678"]


@pytest.mark.parametrize(
    ("press", "closes", "word"),
    [("keep", True, "run"), ("pause", True, "pause"), ("cancel", True, "cancel"), ("stay", False, "run")],
)
def test_closing_the_window_asks_what_becomes_of_a_run(
    press: str, closes: bool, word: str, context: AppContext, faults: Faults, qtbot: QtBot
) -> None:
    folder = Trainings(context.jobs.location).folder
    run = write_run(folder / "20260101-000000-crops", [start(), step(1)], pid=os.getpid())
    (run / "control").write_text("run\n", encoding="utf-8")
    window = MainWindow(context, faults, Path("library"))
    qtbot.addWidget(window)
    window.show()
    said: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, ClosingBox)
        said.append(box.text())
        getattr(box, press).click()

    QTimer.singleShot(50, answer)
    assert window.close() is closes
    assert said == ["crops is still being trained."]
    assert (run / "control").read_text(encoding="utf-8").strip() == word
    (run / "pid").unlink()
    assert window.close()


def test_a_real_run_is_checked_started_paused_resumed_and_kept(
    page: TrainingPage, context: AppContext, small_recipe: Path, qtbot: QtBot
) -> None:
    page.setup.file_chosen.emit(str(small_recipe))
    page.setup.check.click()
    preflight = page.setup.preflight
    qtbot.waitUntil(lambda: preflight._area.isVisible() or preflight._state.isVisible(), timeout=120_000)
    said = " ".join(each.text() for each in preflight.findChildren(QLabel))
    assert "400 of 4 examples" in said
    page.setup.start.click()
    (run,) = Trainings(context.jobs.location).folder.iterdir()
    assert page.view == 1
    qtbot.waitUntil(lambda: page.run.pause.isVisible() and len(page.run.plot.lines) > 0, timeout=120_000)
    page.run.pause.click()
    qtbot.waitUntil(page.run.go_on.isVisible, timeout=60_000)
    page.run.go_on.click()
    qtbot.waitUntil((run / "card.json").is_file, timeout=120_000)
    qtbot.waitUntil(page.run.result.promote.isVisible, timeout=60_000)
    assert (run / "model" / "modules.json").is_file()
    assert "paused" in page.run.log.toPlainText()
    assert [path.name for path in Path(os.environ["ASSAY_MODELS"]).iterdir() if path.name.startswith("tiny")]

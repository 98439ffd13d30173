"""The page itself: form and text, curves from a script, a real child, and what closing the window asks."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMessageBox, QWidget
from run_script import COMPARISON, RECIPE, check, finished, start, step, write_run

from assay.registry import Card
from assay.training.recipe import ObjectiveKind
from assay.training.recipe_file import parse_recipe, write_recipe
from assay_desktop.main_window import MainWindow
from assay_desktop.pages.training.cards import Shelf, card_facts
from assay_desktop.pages.training.comparisons import compared_of
from assay_desktop.pages.training.draft import Problem
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
    assert field.problem == "many is no whole number."
    assert "seed = 3" in page.setup.editor.toPlainText()


def write(page: TrainingPage, qtbot: QtBot, key: str, text: str) -> Any:
    """Types into a field of the form and leaves it."""
    field = page.setup.form.field(key)
    field.edit.setText(text)  # type: ignore[union-attr]
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)  # type: ignore[union-attr]
    return field


@pytest.mark.parametrize(
    ("key", "written", "why"),
    [
        ("seed", "abc", "abc is no whole number."),
        ("max_length", "1.5", "1.5 is no whole number."),
        ("stages[1].optimiser.learning_rate", "fast", "fast is no number."),
        ("stages[1].batch_size", "", "A number belongs here."),
    ],
)
def test_nothing_starts_while_a_field_refuses_its_value(
    key: str, written: str, why: str, page: TrainingPage, qtbot: QtBot
) -> None:
    put(page, RECIPE)
    before = page.setup.form.field(key).edit.text()  # type: ignore[union-attr]
    field = write(page, qtbot, key, written)
    assert field.problem == why
    assert not page.setup.start.isEnabled()
    assert not page.setup.check.isEnabled()
    write(page, qtbot, "name", "another")  # another field is changed: the refusal stands
    assert field.problem == why
    assert not page.setup.start.isEnabled()
    write(page, qtbot, key, before)
    assert field.problem == ""
    assert page.setup.start.isEnabled()


def test_a_refused_value_is_still_there_when_its_stage_is_shown_again(
    page: TrainingPage, qtbot: QtBot
) -> None:
    put(page, RECIPE)
    page.setup.form.stage_added.emit()
    write(page, qtbot, "stages[1].batch_size", "many")
    bar = page.setup.form._bar
    assert bar.tabText(0) == "first !"
    bar.setCurrentIndex(1)
    assert not page.setup.start.isEnabled()
    bar.setCurrentIndex(0)
    field = page.setup.form.field("stages[1].batch_size")
    assert field.edit.text() == "many"  # type: ignore[union-attr]
    assert field.problem == "many is no whole number."
    page.setup.preset_chosen.emit("cropping-small")
    buttons(QApplication.activeModalWidget())["Open cropping-small"].click()
    assert page.setup.start.isEnabled()


def test_a_broken_file_never_shows_the_recipe_before_it(page: TrainingPage, tmp_path: Path) -> None:
    page.setup.preset_chosen.emit("cropping-small")
    file = tmp_path / "broken.toml"
    file.write_text(RECIPE.replace("seed = 3", "seed = -3"), encoding="utf-8")
    page.setup.file_chosen.emit(str(file))
    form = page.setup.form
    assert form.field("name").edit.text() == "crops"  # type: ignore[union-attr]
    assert form.field("seed").edit.text() == "-3"  # type: ignore[union-attr]
    assert "seed -3 is below 0" in form.field("seed").problem
    file.write_text("name = [[[", encoding="utf-8")
    page.setup.file_chosen.emit(str(file))
    assert not form.field("name").isVisible()
    assert not form.field("stages[1].batch_size").isVisible()
    put(page, RECIPE)
    put(page, "name = [[[")
    assert form.field("name").isVisible()  # while one writes, the form stays and waits
    assert not form.field("name").isEnabled()
    assert form._unread.isVisible()
    file.write_text(RECIPE, encoding="utf-8")
    page.setup.file_chosen.emit(str(file))
    buttons(QApplication.activeModalWidget())["Open broken.toml"].click()
    assert form.field("name").isEnabled()
    assert not form._unread.isVisible()


def test_a_base_that_is_nowhere_is_said_at_its_field(page: TrainingPage) -> None:
    put(page, 'base = "/no/where"\n' + RECIPE)
    assert "There is no model folder /no/where" in page.setup.form.field("base").problem
    assert not page.setup.start.isEnabled()


def test_every_key_of_every_kind_has_a_field(page: TrainingPage) -> None:
    for kind in get_args(ObjectiveKind):
        text = RECIPE.replace('kind = "cropping"', f'kind = "{kind}"')
        put(page, text)
        form = page.setup.form
        shown = {field.key for field in form.fields()}
        known = {line.partition(" = ")[0] for line in write_recipe(parse_recipe(text)).splitlines()}
        leaves = {key.rpartition(".")[2] for key in shown}
        assert known - {""} - leaves <= {"margin", *(k for k in known if k.startswith("["))}
        assert ("stages[1].objectives[1].margin" in shown) is (kind == "msmarco")
        assert ("stages[1].objectives[1].grade" in shown) is (kind == "judgements")


def test_another_kind_of_objective_does_not_freeze_the_form(page: TrainingPage, qtbot: QtBot) -> None:
    page.setup.preset_chosen.emit("judgements-small")
    write(page, qtbot, "stages[1].objectives[1].grade", "2")
    page.setup.form.key_changed.emit("stages[1].objectives[1].kind", "pairs")
    assert "grade" not in page.setup.editor.toPlainText().partition("[[stages.objectives]]")[2]
    assert page.setup.form.field("stages[1].objectives[1].path").isEnabled()
    write(page, qtbot, "stages[1].objectives[1].path", "pairs.jsonl")
    assert page.setup.start.isEnabled()


def test_what_the_check_found_stands_at_its_field_and_holds_the_start(
    page: TrainingPage, qtbot: QtBot
) -> None:
    put(page, RECIPE)
    text = "A batch takes 8 examples and there are 5."
    page.show_check_failure(Problem(text, "stages[1].batch_size", 6))
    assert page.setup.form.field("stages[1].batch_size").problem == text
    assert not page.setup.start.isEnabled()
    assert page.setup.check.isEnabled()
    write(page, qtbot, "stages[1].batch_size", "4")
    assert page.setup.start.isEnabled()


def test_the_keyboard_goes_through_a_new_stage_before_it_leaves_the_form(page: TrainingPage) -> None:
    put(page, RECIPE)
    form = page.setup.form
    form.stage_added.emit()
    form._bar.setCurrentIndex(1)
    met, at = [], form._add_stage.nextInFocusChain()
    while at is not form._add_stage:
        takes_tab = at.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
        if takes_tab and not at.isHidden():
            met.append(next((f.key for f in form._stage_fields if f.isAncestorOf(at)), ""))
        at = at.nextInFocusChain()
    keys = list(dict.fromkeys(key for key in met if key))
    assert met[1] == keys[0]  # after "Add an objective"
    assert keys[0] == "stages[2].objectives[1].path"
    assert keys[-1] == "stages[2].loss.mask_duplicates"
    assert keys == sorted(keys, key=[field.key for field in form._stage_fields].index)


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
    assert [table.data(table.index(0, column)) for column in range(5)] == [
        "nDCG@10",
        "0.400",
        "0.500",
        "+0.100 [+0.020, +0.180]",
        "< 0.001",
    ]
    models.show_diff("crops-22345678", "crops-12345678", [("recipe.seed", 3, 4)])
    assert models.card.diff.isVisible()
    models.table.selectRow(2)
    assert models.chosen == "bad-12345678"
    assert not models.card.promote.isVisible()
    assert models.card.delete.isVisible()


def kept(on: str, against: str, created: str, *, warning: str = "") -> dict[str, Any]:
    """What a card keeps of a comparison."""
    return {
        "test_set": on,
        "against": against,
        "n_papers": 30,
        "n_queries": 12,
        "mean": {"nDCG@10": 0.5},
        "mean_against": {"nDCG@10": 0.4},
        "judged_at_10": 1.0,
        "judged_at_10_against": 1.0,
        "measure": "nDCG@10",
        "difference": 0.1,
        "interval": [0.02, 0.18],
        "p_randomisation": 0.0004,
        "wins": 8,
        "losses": 2,
        "ties": 2,
        "learnt": {"n_left": 0, "left": None, "warning": warning} if warning else None,
        "notes": [],
        "created": created,
    }


def measured(model: str, *scores: dict[str, Any]) -> Card:
    return Card(
        model,
        name="crops",
        recipe=RECIPE,
        created="2026-01-01T00:00:00+00:00",
        scores={str(n): score for n, score in enumerate(scores)},
    )


def texts(widget: QWidget) -> str:
    return "\n".join(each.text() for each in widget.findChildren(QLabel) if each.isVisible())


def test_every_comparison_of_a_card_is_listed_with_its_test_set_and_its_other_model(
    page: TrainingPage,
) -> None:
    card = measured(
        "crops-12345678",
        kept("beir:cisi/test", "older", "2026-01-01T00:00:00+00:00"),
        kept("library", "base", "2026-01-02T00:00:00+00:00"),
    )
    page.open_models()
    page.show_shelf(Shelf((card,), "base", (), ()), "")
    rows = page.models._model
    assert [rows.data(rows.index(0, column)) for column in (4, 5, 6)] == [
        "nDCG@10 0.500 (+0.100)",
        "library",
        "base",
    ]
    list_ = page.models.card.kept.model()
    cells = [[list_.data(list_.index(row, column)) for column in range(2)] for row in range(2)]
    assert cells == [["library", "base"], ["beir:cisi/test", "older, not in use"]]
    header = page.models.card.comparison.model
    titles = [header.headerData(n, Qt.Orientation.Horizontal) for n in (1, 2)]
    assert titles == ["base", "12345678"]
    page.models.card.kept.selectRow(1)
    assert "Compared with older; this library searches with base now." in texts(page.models)


def test_a_model_that_learned_from_the_test_is_warned_of_above_the_verdict(page: TrainingPage) -> None:
    warning = "crops learned from 12 of the 12 test queries. None is left: this is no test."
    page.open_models()
    card = measured("crops-12345678", kept("library", "base", "2026-01-01T00:00:00+00:00", warning=warning))
    page.show_shelf(Shelf((card,), "base", (), ()), "")
    comparison = page.models.card.comparison
    assert comparison._warned.text() == warning
    assert comparison._warning.isVisible()
    QApplication.processEvents()
    assert comparison._warning.geometry().bottom() < comparison._verdict.geometry().top()
    left = {
        "measure": "nDCG@10",
        "mean_a": 0.5,
        "mean_b": 0.4,
        "difference": -0.1,
        "ci_low": -0.2,
        "ci_high": 0.1,
        "p_randomisation": 0.4,
    }
    learnt = {"n_left": 5, "left": left, "warning": "crops learned from 7 of the 12 test queries."}
    found = compared_of(COMPARISON | {"learnt": learnt})
    assert [(row.measure, row.new) for row in found.rows][1] == ("nDCG@10 on the 5 left", 0.4)
    assert found.warnings == ("crops learned from 7 of the 12 test queries.",)


def test_a_comparison_without_a_warning_shows_none(page: TrainingPage) -> None:
    page.open_models()
    card = measured("crops-12345678", kept("library", "base", "2026-01-01T00:00:00+00:00"))
    page.show_shelf(Shelf((card,), "base", (), ()), "")
    assert not page.models.card.comparison._warning.isVisible()


def test_measuring_is_seen_among_the_models_and_can_be_cancelled(
    page: TrainingPage, context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import sys; sys.stdin.readline(); sys.exit(130)"
    monkeypatch.setattr(context.jobs, "_command", [sys.executable, "-c", code])
    page.open_models()
    page.models.evaluation_wanted.emit("crops-12345678", "library")
    page.show_shelf(Shelf((measured("crops-12345678"),), "base", (), ()), "")
    context.jobs.changed.emit()
    # the presenter's own shelf is empty: what it shows follows what was chosen
    page.models.model_chosen.emit("crops-12345678")
    assert "crops-12345678 is being measured" in page.models.work.text
    assert not page.models.card.evaluate.isEnabled()
    page.models.work.cancel.click()
    qtbot.waitUntil(lambda: context.jobs.all()[-1].state == "cancelled", timeout=20_000)
    qtbot.waitUntil(lambda: page.models.work.text == "", timeout=5000)
    assert page.models.card.evaluate.isEnabled()


def test_a_measurement_that_fails_stays_said_among_the_models(
    page: TrainingPage, context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import json, sys; print(json.dumps({'error': {'message': 'No release.'}})); sys.exit(1)"
    monkeypatch.setattr(context.jobs, "_command", [sys.executable, "-c", code])
    page.models.evaluation_wanted.emit("crops-12345678", "library")
    qtbot.waitUntil(lambda: context.jobs.all()[-1].state == "failed", timeout=20_000)
    assert page.models.strip.text == "crops-12345678 could not be measured: No release."


def test_a_damaged_model_says_what_to_do(page: TrainingPage) -> None:
    page.open_models()
    damaged = Card("bad-12345678", name="bad", damage="card.json cannot be read (line 1 column 1)")
    page.show_shelf(Shelf((damaged,), "base", (), ()), "")
    said = texts(page.models)
    assert "Add it again from where it was trained" in said
    assert "card.json cannot be read (line 1 column 1)." in said


def test_a_model_that_was_only_added_is_not_called_trained() -> None:
    added = Card("a-12345678", name="a", created="2026-01-01T00:00:00+00:00")
    assert [name for name, _ in card_facts(added)][1] == "Added"
    assert [name for name, _ in card_facts(measured("b-12345678"))][1] == "Trained"


def test_questions_have_a_title_and_dressed_buttons(page: TrainingPage) -> None:
    page.ask_run_deletion("crops")
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    assert box.windowTitle() == "Delete"
    danger = buttons(box)["Delete"]
    assert danger.property("kind") == "danger"
    assert box.defaultButton().text() == "Cancel"
    box.reject()


@pytest.mark.parametrize(
    ("n_indexed", "said"),
    [(30, "is still there"), (10, "10 of 30 papers are in its index"), (0, "all 30 papers are encoded")],
)
def test_promotion_says_what_becomes_of_the_index(n_indexed: int, said: str, page: TrainingPage) -> None:
    page.ask_promotion("crops-12345678", before="base", n_papers=30, n_indexed=n_indexed)
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    assert said in box.informativeText()
    box.reject()


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

"""The page itself: form and text, curves from a script, a real child, and what closing the window asks."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel
from run_script import RECIPE, check, finished, start, step, write_run
from seeing import buttons

from assay.training.recipe.objective_spec import OBJECTIVES, LabelledSpec
from assay.training.recipe.recipe_file import parse_recipe, write_recipe
from assay.training_runs.types import RunSummary
from assay_desktop.background.trainings import Trainings
from assay_desktop.pages.training.live import LiveRun
from assay_desktop.pages.training.recipe.draft import Problem
from assay_desktop.pages.training.words import short_time
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.shell.widgets.closing import ClosingBox
from assay_desktop.widgets.elided import ElidedLabel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.pages.training.page import TrainingPage


def put(page: TrainingPage, text: str) -> None:
    page.setup.editor.setPlainText(text)
    page.setup.settle()


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
    field = page.setup.form.field("random_seed")
    field.edit.setText("many")  # type: ignore[union-attr]
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)  # type: ignore[union-attr]
    assert field.problem == "many is not a whole number."
    assert "random_seed = 3" in page.setup.editor.toPlainText()


def write(page: TrainingPage, qtbot: QtBot, key: str, text: str) -> Any:
    """Types into a field of the form and leaves it."""
    field = page.setup.form.field(key)
    field.edit.setText(text)  # type: ignore[union-attr]
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)  # type: ignore[union-attr]
    return field


@pytest.mark.parametrize(
    ("key", "written", "why"),
    [
        ("random_seed", "abc", "abc is not a whole number."),
        ("max_length", "1.5", "1.5 is not a whole number."),
        ("stages[1].optimiser.learning_rate", "fast", "fast is not a number."),
        ("stages[1].batch_size", "", "Enter a number."),
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
    assert field.problem == "many is not a whole number."
    page.goals.preset_chosen.emit("cropping-small")
    buttons(QApplication.activeModalWidget())["Open cropping-small"].click()
    assert page.setup.start.isEnabled()


def test_a_broken_file_never_shows_the_recipe_before_it(page: TrainingPage, tmp_path: Path) -> None:
    page.goals.preset_chosen.emit("cropping-small")
    file = tmp_path / "broken.toml"
    file.write_text(RECIPE.replace("random_seed = 3", "random_seed = -3"), encoding="utf-8")
    page.goals.file_chosen.emit(str(file))
    form = page.setup.form
    assert form.field("name").edit.text() == "crops"  # type: ignore[union-attr]
    assert form.field("random_seed").edit.text() == "-3"  # type: ignore[union-attr]
    assert "random_seed -3 is below 0" in form.field("random_seed").problem
    file.write_text("name = [[[", encoding="utf-8")
    page.goals.file_chosen.emit(str(file))
    assert not form.field("name").isVisible()
    assert not form.field("stages[1].batch_size").isVisible()
    put(page, RECIPE)
    put(page, "name = [[[")
    assert form.field("name").isVisible()  # while one writes, the form stays and waits
    assert not form.field("name").isEnabled()
    assert form._unread.isVisible()
    file.write_text(RECIPE, encoding="utf-8")
    page.goals.file_chosen.emit(str(file))
    buttons(QApplication.activeModalWidget())["Open broken.toml"].click()
    assert form.field("name").isEnabled()
    assert not form._unread.isVisible()


def test_a_base_that_is_nowhere_is_said_at_its_field(page: TrainingPage) -> None:
    put(page, 'base = "/no/where"\n' + RECIPE)
    assert "There is no model folder /no/where" in page.setup.form.field("base").problem
    assert not page.setup.start.isEnabled()


@pytest.mark.parametrize(
    "key",
    ["name", "base", "device", "precision", "random_seed", "max_length", "shard_weights", "separator"],
)
def test_what_is_of_the_whole_recipe_is_in_the_form_and_as_wide_as_its_words(
    key: str, page: TrainingPage, qtbot: QtBot
) -> None:
    page.goals.preset_chosen.emit("judgements-small")
    page.resize(1200, 760)
    page.show()
    qtbot.waitExposed(page)
    field = page.setup.form.shown_field(key)
    assert field is not None
    assert field.isVisible()
    for box in field.findChildren(QCheckBox):
        assert box.width() >= box.sizeHint().width(), box.text()


def test_every_key_of_every_kind_has_a_field(page: TrainingPage) -> None:
    for kind in OBJECTIVES:
        text = RECIPE.replace('kind = "cropping"', f'kind = "{kind}"')
        if issubclass(OBJECTIVES[kind], LabelledSpec):
            text = f'{text}\nlabel = "year"\nformat = "CLF"\n[formats]\nvariant = "adapters"\n'
        of_lists = {"measure", "labels", "boost", "least_label", "padded"}
        without = {"margin", *of_lists}  # of triplets, and of lists
        if kind == "lists":
            text, without = (
                f'{text}\n[stages.loss]\nkind = "listnet"\n',
                {"margin", "mask_duplicates", "gather_across_devices", "padded"},
            )
        put(page, text)
        form = page.setup.form
        shown = {field.key for field in form.fields()}
        known = {line.partition(" = ")[0] for line in write_recipe(parse_recipe(text)).splitlines()}
        leaves = {key.rpartition(".")[2] for key in shown}
        assert known - {""} - leaves <= {*without, *(k for k in known if k.startswith("["))}
        assert ("stages[1].objectives[1].margin" in shown) is (kind == "msmarco")
        assert ("stages[1].objectives[1].grade" in shown) is (kind == "judgements")


def test_another_kind_of_objective_does_not_freeze_the_form(page: TrainingPage, qtbot: QtBot) -> None:
    page.goals.preset_chosen.emit("judgements-small")
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
    page.setup.show_check_failure(Problem(text, "stages[1].batch_size", 6))
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
    put(page, text.replace("max_steps = 500", "max_steps = -1"))
    assert [page.setup.form._bar.tabText(n) for n in range(2)] == ["first", "stage 2 !"]


def test_a_preset_and_a_file_are_opened(page: TrainingPage, tmp_path: Path) -> None:
    page.goals.preset_chosen.emit("cropping-small")
    assert 'name = "cropping-small"' in page.setup.editor.toPlainText()
    file = tmp_path / "mine.toml"
    file.write_text(RECIPE, encoding="utf-8")
    page.goals.file_chosen.emit(str(file))
    assert page.setup.editor.toPlainText() == RECIPE
    page.goals.file_chosen.emit(str(tmp_path / "none.toml"))
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
    assert "step 2 of 40" in " ".join(each.text() for each in page.run.findChildren(QLabel))


@pytest.mark.dressed
def test_the_end_of_the_log_stays_in_sight_when_the_result_takes_room(
    page: TrainingPage, qtbot: QtBot
) -> None:
    page.open_run()
    log = page.run.log
    for n in range(100):
        log.appendPlainText(f"line {n}")
    bar = log.verticalScrollBar()
    bar.setValue(bar.maximum())
    before = bar.maximum()
    page.run.result.show_model("crops-12345678", in_use=False, campaigns=(), work=None, locked=False)
    qtbot.waitUntil(lambda: bar.maximum() > before, timeout=5000)
    assert bar.value() == bar.maximum()


def test_what_a_run_did_last_is_not_called_now_when_it_is_over(
    page: TrainingPage, context: AppContext, qtbot: QtBot
) -> None:
    folder = Trainings(context.jobs.location).folder
    run = write_run(folder / "20260101-000000-crops", finished(folder))
    page.run_chosen.emit(str(run))
    qtbot.waitUntil(lambda: len(page.run.plot.lines) == 2, timeout=5000)
    shown = [each.text() for each in page.run.findChildren(QLabel)]
    assert "At the last step" in shown
    assert "Now" not in shown


def test_runs_of_one_name_are_told_apart_by_the_time_of_day() -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    first, second = (short_time((now - timedelta(minutes=n)).isoformat()) for n in (0, 7))
    assert first != second
    assert first.endswith(now.astimezone().strftime("%H:%M"))
    assert "2020" in short_time("2020-02-03T10:00:00+00:00")
    assert short_time("of another program") == "of another program"


def test_no_frame_stays_around_a_run_that_is_not_shown(
    page: TrainingPage, context: AppContext, qtbot: QtBot
) -> None:
    page.activateWindow()
    page._list.setFocus()
    qtbot.waitUntil(page._list.hasFocus, timeout=5000)
    page.open_models()
    assert not page._list.hasFocus()


def test_space_and_a_click_on_its_box_check_a_run(
    page: TrainingPage, context: AppContext, qtbot: QtBot
) -> None:
    folder = Trainings(context.jobs.location).folder
    runs = [write_run(folder / f"2026010{n}-000000-crops", finished(folder)) for n in (1, 2)]
    page.run_chosen.emit(str(runs[0]))
    qtbot.waitUntil(lambda: page._list.model().rowCount() == 2, timeout=10_000)
    checked: list[list[str]] = []
    page.runs_checked.connect(checked.append)
    page._list.setCurrentIndex(page._list.model().index(0, 0))
    qtbot.keyClick(page._list, Qt.Key.Key_Space)
    assert checked == [[str(runs[1])]]
    page.run_chosen.emit(str(runs[0]))
    qtbot.waitUntil(lambda: len(page.run.plot.lines) == 2, timeout=10_000)
    assert [line.color for line in page.run.plot.lines] == ["accent", "grade1"]
    box = page._list.visualRect(page._list.model().index(0, 0))
    place = QPoint(box.right() - 19, box.top() + 19)
    qtbot.mouseClick(page._list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert checked[-1] == []


def test_keys_reach_what_the_page_can_do(page: TrainingPage, qtbot: QtBot) -> None:
    page.activateWindow()
    qtbot.keyClick(page, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert page.view == 2
    qtbot.keyClick(page, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert page.view == 0


@pytest.mark.parametrize(
    ("press", "closes", "word"),
    [("keep", True, "run"), ("pause", True, "pause"), ("end", True, "cancel"), ("stay", False, "run")],
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
        said.append(box.heading.text())
        getattr(box, press).click()

    QTimer.singleShot(50, answer)
    assert window.close() is closes
    assert said == ["crops is still training."]
    assert (run / "control").read_text(encoding="utf-8").strip() == word
    (run / "pid").unlink()
    assert window.close()


@pytest.mark.usefixtures("forked_children")
def test_a_real_run_is_checked_started_paused_resumed_and_kept(
    page: TrainingPage, context: AppContext, small_recipe: Path, qtbot: QtBot
) -> None:
    page.goals.file_chosen.emit(str(small_recipe))
    page.setup.check.click()
    preflight = page.setup.preflight
    qtbot.waitUntil(lambda: preflight._area.isVisible() or preflight._state.isVisible(), timeout=120_000)
    said = " ".join(each.text() for each in preflight.findChildren(QLabel))
    assert "400, 4 examples each" in said
    page.setup.start.click()
    (run,) = (each for each in Trainings(context.jobs.location).folder.iterdir() if each.is_dir())
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


@pytest.mark.dressed
@pytest.mark.parametrize("state", ["starting", "running", "cancelling", "finished"])
def test_the_head_of_a_run_has_its_name_left_and_its_buttons_right(page: TrainingPage, state: str) -> None:
    """No button is wider than its words need, and the name stays where no button is shown."""
    page.open_run()
    page.run.show_run(RunSummary(Path("run"), "search-by-query", state), LiveRun())
    QApplication.processEvents()
    title = next(each for each in page.run.findChildren(ElidedLabel) if each.text() == "search-by-query")
    plot_left = page.run.plot.mapTo(page.run, QPoint(0, 0)).x()
    assert title.mapTo(page.run, QPoint(0, 0)).x() == plot_left
    view = page.run
    shown = [each for each in (view.again, view.delete, view.cancel, view.pause) if each.isVisible()]
    assert [each.width() for each in shown] == [each.sizeHint().width() for each in shown]
    assert not shown or shown[-1].geometry().right() + 1 == view.width() - plot_left

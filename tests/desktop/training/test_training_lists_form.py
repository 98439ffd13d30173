"""Recipes that tune queries over lists, in the form: shown, changed key by key, and saved as they were."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from run_script import RECIPE

from assay.training.recipe.presets import preset
from assay.training.recipe.recipe_file import parse_recipe
from assay.training.recipe.tuning_spec import Tuning
from assay.training.runs.events import Validation
from assay.training_runs.types import RunSummary
from assay_desktop.pages.training.live import LiveRun
from assay_desktop.pages.training.recipe import draft as drafts
from assay_desktop.pages.training.recipe.draft import read_draft
from assay_desktop.pages.training.widgets.fields import ChoiceField

if TYPE_CHECKING:
    from assay_desktop.pages.training.page import TrainingPage

CODER = ("coder-small", "coder-paper")


@pytest.mark.parametrize("name", CODER)
def test_a_coder_preset_is_the_same_recipe_after_the_form_has_written_every_key(
    name: str, page: TrainingPage, tmp_path: Path
) -> None:
    wanted = parse_recipe(preset(name))
    page.goals.preset_chosen.emit(name)
    form = page.setup.form
    assert form.shown_field("stages[1].objectives[1].kind") is not None
    for field in list(form.fields()):
        if field.key.startswith(("tuning.", "stages[1].")):
            value = drafts.read_draft(page.setup.editor.toPlainText(), folder=tmp_path).outline
            assert value is not None
            field.changed.emit(field.key, value.values[field.key])
    assert page.setup.start.isEnabled()
    out = tmp_path / "saved.toml"
    page.setup.save_chosen.emit(str(out))
    saved = parse_recipe(out.read_text(encoding="utf-8"))
    assert saved == wanted
    assert parse_recipe(drafts.as_requested(read_draft(out.read_text(), folder=tmp_path))) == wanted


@pytest.mark.parametrize("name", CODER)
def test_what_a_coder_preset_says_otherwise_than_the_defaults_has_a_field_that_shows_it(
    name: str, page: TrainingPage
) -> None:
    page.goals.preset_chosen.emit(name)
    form = page.setup.form
    outline = read_draft(preset(name), folder=Path()).outline
    assert outline is not None
    plain = read_draft(RECIPE, folder=Path()).outline
    assert plain is not None
    for key, value in outline.values.items():
        if value == plain.values.get(key) or key.startswith("formats."):
            continue
        field = form.field(key)
        assert field.isVisibleTo(form), key
        if isinstance(field, ChoiceField):
            assert field.box.currentIndex() >= 0 or field.box.currentText() == value, key
    loss = form.field("stages[1].loss.kind")
    assert isinstance(loss, ChoiceField)
    assert loss.box.currentText() == "ListNet"


def test_plateau_fixed_share_and_decoder_have_fields_only_where_they_say_something(
    page: TrainingPage,
) -> None:
    page.goals.preset_chosen.emit("coder-small")
    form = page.setup.form

    def shown(key: str) -> bool:
        return any(field.key == key and field.isVisibleTo(form) for field in form.fields())

    keys = ("stages[1].optimiser.plateau_factor", "tuning.share", "tuning.blocks")
    assert [shown(key) for key in keys] == [False, False, False]
    form.key_changed.emit("stages[1].optimiser.schedule", "plateau")
    form.key_changed.emit("tuning.interpolation", "fixed")
    form.key_changed.emit("tuning.scorer", "decoder")
    assert [shown(key) for key in keys] == [True, True, True]
    page.goals.preset_chosen.emit("cropping-small")
    page.discard_agreed.emit()
    assert [shown(key) for key in (*keys, "tuning.scorer")] == [False] * 4


def test_this_library_s_judgements_can_be_chosen_for_lists(page: TrainingPage) -> None:
    page.goals.preset_chosen.emit("coder-small")
    path = page.setup.form.field("stages[1].objectives[1].path")
    browse = next(
        each.menu() for each in page.setup.form.findChildren(QPushButton) if each.text().startswith("Browse")
    )
    page.setup.form.key_changed.emit(path.key, "elsewhere")
    actions = {action.text(): action for action in browse.actions()}
    actions["This library's judgements"].trigger()
    assert 'path = "library:"' in page.setup.editor.toPlainText()


def test_turned_into_lists_a_stage_gets_a_loss_of_lists_and_back_it_loses_what_is_theirs() -> None:
    draft = read_draft(RECIPE, folder=Path())
    lists = drafts.with_kind(draft, "stages[1].objectives[1].kind", "lists")
    assert lists.recipe is not None, lists.problem
    assert (lists.recipe.stages[0].loss.kind, lists.recipe.tunes_queries) == ("listnet", True)
    for key, value in (
        ("stages[1].stopping.measure", "ndcg"),
        ("tuning.scorer", "cosine"),
        ("stages[1].objectives[1].n", 50),
    ):
        lists = drafts.with_key(lists, key, value)
    assert lists.recipe is not None, lists.problem
    assert lists.recipe.tuning == Tuning(scorer="cosine")
    back = drafts.with_kind(lists, "stages[1].objectives[1].kind", "cropping")
    assert back.recipe == parse_recipe(RECIPE)


def test_a_run_s_file_of_candidates_is_asked_for_by_its_full_path(tmp_path: Path) -> None:
    (tmp_path / "bm25.run").write_text("q1 Q0 d1 1 2.0 bm25\n", encoding="utf-8")
    text = preset("coder-small").replace('first = "hybrid"', 'first = "bm25.run"')
    asked = parse_recipe(drafts.as_requested(read_draft(text, folder=tmp_path)))
    (objective,) = asked.stages[0].objectives
    assert objective.first == str((tmp_path / "bm25.run").resolve())
    (plain,) = parse_recipe(text).stages[0].objectives
    assert replace(objective, first="bm25.run") == plain


def test_validation_of_lists_tells_its_order_beside_its_loss(page: TrainingPage) -> None:
    live = LiveRun()
    first = Validation("tune", 0, {"lists": 2.5}, 2.5, None, 4, ndcg=0.4123)
    later = Validation("tune", 10, {"lists": 2.1}, 2.1, 2.1, 4, 2.5, 0.5217, 0.4123)
    live.take([first])
    page.open_run()
    page.run.show_run(RunSummary(Path("run"), "run", "running"), live)
    said = [each.text() for each in page.run.findChildren(QLabel) if each.isVisible()]
    assert said.count("0.4123") == 2  # nothing is learnt yet
    live.take([later])
    assert live.log[-1] == "10  validation 2.1000, nDCG@10 0.5217 (best so far)"
    page.run.show_run(RunSummary(Path("run"), "run", "running"), live)
    said = [each.text() for each in page.run.findChildren(QLabel) if each.isVisible()]
    assert {"0.5217", "0.4123", "nDCG@10, held out"} <= {*said}
    plain = LiveRun()
    plain.take([Validation("one", 5, {"crops": 1.0}, 1.0, 1.0, 2)])
    page.run.show_run(RunSummary(Path("run"), "run", "running"), plain)
    said = [each.text() for each in page.run.findChildren(QLabel) if each.isVisible()]
    assert "nDCG@10, held out" not in said

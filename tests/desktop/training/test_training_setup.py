"""What a new training begins from, and that nobody's recipe is thrown away unasked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import Mock

from run_script import RECIPE

from assay.training_runs.papers import known_of, write_papers
from assay.types import Paper
from assay_desktop.background.trainings import Trainings
from assay_desktop.pages.training.presenters.setup import SetupPresenter
from assay_desktop.pages.training.recipe.draft import read_draft
from assay_desktop.pages.training.widgets.fields import TextField

if TYPE_CHECKING:
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.training.page import TrainingPage


def test_this_library_s_papers_become_a_path(
    setup: SetupPresenter, workspace: Workspace, trainings: Trainings, tmp_path: Path
) -> None:
    """Those of crops too: the run copies them when it begins."""
    workspace.library.papers.add([(Paper(f"p{n}", f"A title {n}", f"Abstract {n}."), ()) for n in range(30)])
    setup.edit_text(RECIPE)
    setup.change_key("stages[1].objectives[1].path", "library:")
    assert setup.draft.recipe is not None
    (spec,) = setup.draft.recipe.stages[0].objectives
    assert (spec.kind, spec.path) == ("cropping", "library:")
    write_papers(known_of(trainings.library), spec.kind, "", tmp_path / "copy")
    lines = (tmp_path / "copy" / "corpus_train.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["title"] for line in lines} >= {f"A title {n}" for n in range(30)}


def test_a_recipe_that_was_written_is_not_thrown_away_unasked(
    view: Mock, setup: SetupPresenter, tmp_path: Path
) -> None:
    setup.open_preset("cropping-small")
    view.ask_discard.assert_not_called()  # nothing was written yet
    setup.change_key("random_seed", 7)
    written = setup.draft.text
    for offer in (lambda: setup.open_preset("zeta-small"), lambda: setup.open_text(RECIPE, "a run")):
        view.ask_discard.reset_mock()
        offer()
        view.ask_discard.assert_called_once()
        assert setup.draft.text == written
    setup.discard()
    assert setup.draft.text == RECIPE
    setup.edit_text(RECIPE.replace("random_seed = 3", "random_seed = 4"))
    setup.save(str(tmp_path / "mine.toml"))
    view.ask_discard.reset_mock()
    setup.open_preset("zeta-small")
    view.ask_discard.assert_not_called()  # it is saved


def test_another_window_still_asks(
    view: Mock, setup: SetupPresenter, context: AppContext, trainings: Trainings
) -> None:
    setup.edit_text(RECIPE)
    again = SetupPresenter(view, context, trainings)
    again.start()
    again.open_preset("cropping-small")
    view.ask_discard.assert_called_once_with("crops", opened="cropping-small")


def test_of_a_file_the_form_asks_for_a_key_and_says_what_a_library_knows(page: TrainingPage) -> None:
    text = RECIPE.replace('kind = "cropping"', 'kind = "regression"\nlabel = "score"')
    page.setup.editor.setPlainText(text + '\n[formats]\nvariant = "adapters"\n')
    page.setup.settle()
    field = page.setup.form.field("stages[1].objectives[1].label")
    assert (type(field), field.name) == (TextField, "Label key")
    assert "For this library (library:): year, rating." in field.toolTip()


def test_the_header_follows_the_name_that_the_recipe_has(page: TrainingPage) -> None:
    head = page.setup._source
    page.setup.show_draft(read_draft(RECIPE, folder=Path(), source="crops"))
    assert head.text() == "crops"
    renamed = RECIPE.replace('name = "crops"', 'name = "mine"')
    page.setup.show_draft(read_draft(renamed, folder=Path(), source="crops"))
    assert head.text() == "mine, from crops"
    page.setup.show_draft(read_draft("name = ", folder=Path(), source="crops"))
    assert head.text() == "crops"

"""What a new training begins from, and that nobody's recipe is thrown away unasked."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from PySide6.QtWidgets import QMenu, QPushButton
from run_script import RECIPE

from assay.ingest.importing import import_files
from assay.ingest.queries import import_qrels, import_queries
from assay.training.recipe.recipe_file import parse_recipe
from assay.types import Paper
from assay_desktop.background.trainings import Trainings
from assay_desktop.pages.training.presenters.setup import SetupPresenter
from assay_desktop.pages.training.recipe.draft import read_draft
from assay_desktop.pages.training.recipe.first_recipe import Held, first_recipe, held_by, write_papers
from assay_desktop.pages.training.widgets.fields import ChoiceField, TextField

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.training.page import TrainingPage


@pytest.mark.parametrize(
    ("queries", "batch"), [(0, 16), (2, 16), (3, 2), (6, 4), (12, 8), (21, 8), (22, 16), (500, 16)]
)
def test_the_first_recipe_takes_batches_that_its_queries_fill(queries: int, batch: int) -> None:
    """A fifth is held out, in groups: three quarters are counted on."""
    recipe = parse_recipe(first_recipe("judgements-small", Held(queries, 100)))
    assert recipe.stages[0].batch_size == batch


def test_on_the_sample_library_a_new_training_can_be_started_as_it_stands(
    view: Mock, context: AppContext, workspace: Workspace, trainings: Trainings
) -> None:
    samples = resources.files("assay_resources") / "samples"
    import_files(workspace.library, [Path(str(samples / "papers.jsonl"))])
    import_queries(workspace.library, Path(str(samples / "queries.jsonl")))
    import_qrels(workspace.library, Path(str(samples / "qrels.tsv")), assessor="sample")
    judged = {
        q: d for q, d in workspace.library.judgements.qrels().items() if any(grade for grade in d.values())
    }
    assert held_by(workspace).n_queries == len(judged) == 32
    setup = SetupPresenter(view, context, trainings)
    setup.start()
    assert setup.draft.recipe is not None
    assert setup.draft.recipe.stages[0].batch_size == 16
    assert setup.draft.recipe.stages[0].objectives[0].path == "library:"


def test_without_grades_the_first_recipe_learns_from_the_papers(
    view: Mock, context: AppContext, workspace: Workspace, trainings: Trainings
) -> None:
    papers = [Paper(f"p{n}", f"Title {n}", f"An abstract of {n} words.") for n in range(40)]
    workspace.library.papers.add([(paper, ()) for paper in papers])
    setup = SetupPresenter(view, context, trainings)
    setup.start()
    assert setup.draft.recipe is not None
    (spec,) = setup.draft.recipe.stages[0].objectives
    assert spec.kind == "cropping"
    rows = [json.loads(line) for line in Path(spec.path).read_text(encoding="utf-8").splitlines()]
    assert {row["title"] for row in rows} == {paper.title for paper in papers}


def test_this_library_s_papers_become_a_path(
    setup: SetupPresenter, workspace: Workspace, trainings: Trainings
) -> None:
    workspace.library.papers.add([(Paper("p", "A title", "An abstract."), ())])
    setup.edit_text(RECIPE)
    setup.take_papers("stages[1].objectives[1].path")
    assert setup.draft.recipe is not None
    path = Path(setup.draft.recipe.stages[0].objectives[0].path)
    assert path.is_relative_to(trainings.library)
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "_id": "p",
        "title": "A title",
        "abstract": "An abstract.",
    }
    assert write_papers(workspace, trainings.library, most=0).read_text(encoding="utf-8") == ""


def test_a_recipe_that_was_written_is_not_thrown_away_unasked(
    view: Mock, setup: SetupPresenter, tmp_path: Path
) -> None:
    setup.open_preset("cropping-small")
    view.ask_discard.assert_not_called()  # nothing was written yet
    setup.change_key("random_seed", 7)
    written = setup.draft.text
    for offer in (
        lambda: setup.open_preset("zeta-small"),
        lambda: setup.open_text(RECIPE, "a run"),
    ):
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


def fill(workspace: Workspace) -> None:
    """Thirty papers with years and venues; nobody cites or judges them."""
    papers = [
        Paper(f"p{n}", f"Title {n}", f"An abstract of {n}.", year=1990 + n % 7, venue=f"On {n % 2}")
        for n in range(30)
    ]
    workspace.library.papers.add([(paper, ()) for paper in papers])


def test_what_this_library_can_teach_is_a_recipe_to_begin_from(
    page: TrainingPage, workspace: Workspace, qtbot: QtBot
) -> None:
    """A real `assay recipe` on a real library, which the window does not wait for."""
    fill(workspace)
    setup = page.setup
    actions = {action.text(): action for action in begin_menu(page).actions()}
    actions["Everything in this library"].trigger()
    opener = next(each for each in setup.findChildren(QPushButton) if each.menu() is not None)
    assert (opener.text(), opener.isEnabled()) == ("Reading the library…", False)
    qtbot.waitUntil(opener.isEnabled, timeout=60_000)
    text = setup.editor.toPlainText()
    recipe = parse_recipe(text)
    assert {spec.name: spec.label for spec in recipe.stages[0].objectives} == {
        "year": "year",
        "venue": "venue",
    }
    assert (recipe.formats.variant, recipe.base) == ("wide", "assay-papers")
    assert "# Left out, rating: 0 papers, and it takes 20." in text
    assert setup.editor.verticalScrollBar().value() == 0
    field = setup.form.field("stages[1].objectives[2].label")
    assert isinstance(field, ChoiceField)  # of what the library knows
    assert [field.box.itemData(n) for n in range(field.box.count())] == ["venue", "keywords", "year"]
    field.box.setCurrentIndex(1)
    field.box.activated.emit(1)
    changed = parse_recipe(setup.editor.toPlainText()).stages[0].objectives[1]
    assert (changed.label, changed.multi_label) == ("keywords", True)


def test_a_library_that_teaches_nothing_says_so_and_leaves_the_recipe(
    jobs_here: AppContext, page: TrainingPage, qtbot: QtBot
) -> None:
    before = page.setup.editor.toPlainText()
    page.setup.library_chosen.emit("wide")
    qtbot.waitUntil(lambda: "too little to teach" in page.setup.strip.text, timeout=60_000)
    assert page.setup.editor.toPlainText() == before


def test_of_a_file_the_form_asks_for_a_key_and_says_what_a_library_knows(page: TrainingPage) -> None:
    text = RECIPE.replace('kind = "cropping"', 'kind = "regression"\nlabel = "score"')
    page.setup.editor.setPlainText(text + '\n[formats]\nvariant = "adapters"\n')
    page.setup.settle()
    field = page.setup.form.field("stages[1].objectives[1].label")
    assert (type(field), field.name) == (TextField, "Label in")
    assert "Of this library (library:): year, rating." in field.toolTip()


def begin_menu(page: TrainingPage) -> QMenu:
    return next(each.menu() for each in page.setup.findChildren(QPushButton) if each.menu() is not None)


def test_the_header_follows_the_name_that_the_recipe_has(page: TrainingPage) -> None:
    head = page.setup._source
    page.setup.show_draft(read_draft(RECIPE, folder=Path(), source="crops"))
    assert head.text() == "crops"
    renamed = RECIPE.replace('name = "crops"', 'name = "mine"')
    page.setup.show_draft(read_draft(renamed, folder=Path(), source="crops"))
    assert head.text() == "mine, from crops"
    page.setup.show_draft(read_draft("name = ", folder=Path(), source="crops"))
    assert head.text() == "crops"

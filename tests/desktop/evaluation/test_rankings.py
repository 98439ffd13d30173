"""The library's runs on the page: added, renamed, deleted, and opened query by query to be graded there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from asking import RecordedJobs
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QFileDialog
from seeing import on_screen

from assay.engine.answers import evaluation as evaluated
from assay.types import Paper, Query, SearchMode
from assay_desktop.actions.model_names import read_model_names
from assay_desktop.background.engine_client import EngineState
from assay_desktop.context import AppContext, Change
from assay_desktop.pages import evaluation
from assay_desktop.pages.evaluation.widgets.run_dialogs import ModelRunDialog
from assay_desktop.widgets.controls.form_dialog import FormDialog, NameDialog

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.pages.evaluation.page_library import LibraryView

WORDS = {"a": 5.0, "b": 4.0, "c": 3.0, "d": 2.0}
DENSE = {"d": 9.0, "a": 8.0, "e": 7.0, "elsewhere": 6.0, "c": 5.0}


@pytest.fixture
def page(context: AppContext, workspace: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> LibraryView:
    """Two runs of two judged queries; the engine's answers are made in this process."""
    library = workspace.library
    library.papers.add([(Paper(name, f"Paper {name}", f"About {name}."), ()) for name in "abcde"])
    library.queries.add([Query("q1", "first query"), Query("q2", "second query")])
    for query, grades in (("q1", {"a": 0, "d": 2}), ("q2", {"e": 1})):
        for doc_id, grade in grades.items():
            library.judgements.record(query, doc_id, assessor="somebody", relevance=grade)
    library.runs.save("words", {"q1": WORDS, "q2": WORDS}, mode="keyword")
    library.runs.save("dense", {"q1": DENSE, "q2": DENSE}, mode="semantic")

    def ask(operation: Any, call: Any, done: Any, _failed: Any, **_key: str) -> None:
        assert operation.name == "evaluate"
        done(evaluated(workspace, call))

    monkeypatch.setattr(context.engine, "ask", ask)
    context.settings.set_assessor("Ada")
    made = evaluation.create(context)
    on_screen(made, qtbot, 1160, 760)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made.library


def rows(page: LibraryView, side: int) -> list[list[str]]:
    model = page.rankings.pair.tables[side].model()
    return [[model.index(r, c).data() for c in range(model.columnCount())] for r in range(model.rowCount())]


def places(scores: dict[str, float]) -> dict[str, int]:
    """doc_id -> rank, counted without the code under test."""
    return {doc_id: 1 + sum(other > score for other in scores.values()) for doc_id, score in scores.items()}


def tags(page: LibraryView) -> set[str]:
    return {row.tag for row in page._report.rows} if page._report is not None else set()


def test_enter_opens_both_rankings_with_grades_titles_and_moves(page: LibraryView, qtbot: QtBot) -> None:
    assert page._report is not None
    assert (page._report.reference, page._selected) == ("words", "dense")
    page._details._table.setFocus()
    assert page._details._model.row(0).query_id == "q1"
    qtbot.keyClick(page._details._table, Qt.Key.Key_Return)
    assert page.rankings.isVisible()
    before, after = places(WORDS), places(DENSE)

    def moved(doc_id: str, *, left: bool) -> str:
        if doc_id not in before or doc_id not in after:
            return "gone" if left else "new"
        rise = before[doc_id] - after[doc_id]
        return "=" if rise == 0 else f"{'▲' if rise > 0 else '▼'} {abs(rise)}"

    grades = {"a": "○ 0", "d": "● 2"}
    for side, (scores, ranks) in enumerate(((WORDS, before), (DENSE, after))):
        assert rows(page, side) == [
            [
                str(ranks[doc_id]),
                f"Paper {doc_id}" if doc_id in "abcde" else doc_id,
                grades.get(doc_id, "–"),
                moved(doc_id, left=side == 0),
            ]
            for doc_id in sorted(scores, key=lambda each: ranks[each])
        ]
    tip = page.rankings.pair.tables[1].model().index(0, 3).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == f"Rank {before['d']} before, {after['d']} now"
    qtbot.keyClick(page.rankings.pair.tables[0], Qt.Key.Key_Escape)
    assert not page.rankings.isVisible()
    assert page._details._table.hasFocus(), "the next query is one arrow away"


def test_a_bar_is_opened_by_a_double_click(page: LibraryView, qtbot: QtBot) -> None:
    bars = page._details._plot
    (place,) = [n for n, bar in enumerate(bars._bars) if bar.key == "q2"]
    middle = QPointF(place, bars._bars[place].value / 2)
    at = bars._plot.mapFromScene(bars._plot.getPlotItem().vb.mapViewToScene(middle))
    for act in (qtbot.mouseClick, qtbot.mouseDClick, qtbot.mouseRelease):  # as a mouse sends it
        assert not page.rankings.isVisible()
        act(bars._plot.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert page.rankings.isVisible()
    assert page.rankings.pair._query.text() == "second query"


def test_a_digit_grades_the_chosen_paper_and_the_measures_follow(
    page: LibraryView, workspace: Any, qtbot: QtBot
) -> None:
    page._details.open_query()
    view = page.rankings
    view.pair.tables[1].selectRow(2)  # e, which the words did not find
    assert view._title.text().count("Paper e") == 1
    assert page._report is not None
    was = page._report.per_query["q1"]["dense"]
    qtbot.keyClick(view.pair.tables[1], Qt.Key.Key_2)
    kept = workspace.library.judgements.get("q1", "e", assessor="Ada")
    assert kept is not None
    assert kept.relevance == 2, "on the disk"
    assert rows(page, 1)[2][2] == "● 2"
    assert view._bar.buttons[2].isChecked()
    assert page._report.per_query["q1"]["dense"] != was
    assert view.isVisible(), "the refreshed measures do not throw one out"
    qtbot.keyClick(view.pair.tables[1], Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert rows(page, 1)[2][2] == "–"
    assert page._report.per_query["q1"]["dense"] == was
    assert not view._bar.buttons[2].isChecked()


def test_where_others_graded_too_the_page_says_which_grade_counts(page: LibraryView, qtbot: QtBot) -> None:
    """Of 0 by somebody and 2 by Ada the lower one is the middle."""
    page._details.open_query()
    page.rankings.pair.tables[0].selectRow(0)
    qtbot.keyClick(page.rankings.pair.tables[0], Qt.Key.Key_2)
    assert rows(page, 0)[0][2] == "○ 0"
    said = page.rankings._hint.text()
    assert said == "Your grade is 2. With the other assessors' grades, 0 counts."


def test_a_paper_that_is_not_here_cannot_be_graded_and_the_page_says_why(page: LibraryView) -> None:
    page._details.open_query()
    page.rankings.pair.tables[1].selectRow(3)
    assert not page.rankings._bar.isEnabled()
    assert page.rankings._hint.text() == "elsewhere is not in this library, so it cannot be graded."
    page.rankings.pair.tables[1].selectRow(0)
    assert page.rankings._bar.isEnabled()


def test_a_run_is_renamed_by_f2_and_a_taken_name_is_refused_in_the_dialog(
    page: LibraryView, workspace: Any, qtbot: QtBot
) -> None:
    page._runs.setFocus()
    qtbot.keyClick(page._runs, Qt.Key.Key_F2)
    (dialog,) = page.findChildren(NameDialog)
    assert dialog.field.text() == "dense"
    dialog.named.emit("words")
    assert "already" in dialog._problem.text()
    dialog.named.emit(" vectors ")
    assert tags(page) == {"words", "vectors"}
    assert page._selected == "vectors"
    assert workspace.library.runs.load("vectors")["q1"] == DENSE


def test_a_run_is_deleted_once_that_was_agreed_to(page: LibraryView, workspace: Any, qtbot: QtBot) -> None:
    page._runs.setFocus()
    qtbot.keyClick(page._runs, Qt.Key.Key_Delete)
    (dialog,) = page.findChildren(FormDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert tags(page) == {"words", "dense"}, "Return deletes nothing"
    page._ask_removal("words")
    asked = next(each for each in page.findChildren(FormDialog) if each.isVisible())
    asked.action.click()
    assert [run.tag for run in workspace.library.runs.all()] == ["dense"]
    assert tags(page) == {"dense"}


def test_the_menu_makes_a_run_the_baseline(page: LibraryView) -> None:
    entries = {action.text(): action for action in page.menu_of("dense").actions()}
    assert set(entries) == {"Use as baseline", "Rename…", "Delete…"}
    entries["Use as baseline"].trigger()
    assert page._report is not None
    assert page._report.reference == "dense"
    assert not page.menu_of("dense").actions()[0].isEnabled()


def test_a_model_is_ranked_with_as_a_job(page: LibraryView, context: AppContext, workspace: Any) -> None:
    jobs: Any = RecordedJobs(context)
    object.__setattr__(context, "jobs", jobs)
    names = read_model_names(workspace)
    assert names[0][0].endswith("(active)")
    assert len({model for _words, model in names}) == len(names) > 1
    page.models_wanted.emit()
    (dialog,) = page.findChildren(ModelRunDialog)
    dialog.model.choose_folder("/models/mine")
    assert dialog.name.text() == "mine"
    dialog.mode.setCurrentIndex(1)
    assert dialog.name.text() == "mine-hybrid"
    dialog.name.setText("words")
    assert "replaced" in dialog._problem.text()
    dialog.name.setText("")
    assert not dialog.action.isEnabled()
    dialog.name.setText("my run")
    dialog.action.click()
    assert jobs.added == [["run", "--mode", "hybrid", "--tag", "my run", "--model", "/models/mine"]]


def test_a_trec_file_becomes_a_run_and_says_what_was_left_out(
    page: LibraryView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "theirs.run"
    file.write_text("q1 Q0 b 1 2.0 theirs\nq1 Q0 d 2 1.0 theirs\nqX Q0 b 1 1.0 theirs\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a: (str(file), ""))
    said: list[str] = []
    page.message.connect(said.append)
    page._choose_run()
    assert said == ["“theirs” ranks 1 query. Left out (not in this library): 1."]
    assert tags(page) == {"words", "dense", "theirs"}
    assert page._selected == "theirs"
    file.write_text("nothing here\n")
    page._choose_run()
    assert page._strip.isVisible()


def test_another_baseline_is_another_pair_of_rankings(page: LibraryView) -> None:
    page._details.open_query()
    page.reference_chosen.emit("dense")
    assert page.rankings.isVisible()
    assert rows(page, 0)[0][1] == "Paper d"


def test_rankings_close_where_their_query_is_gone(
    page: LibraryView, context: AppContext, workspace: Any
) -> None:
    page._details._plot.bar_opened.emit("q2")
    workspace.library.queries.remove(["q2"])
    context.changes.changed.emit(Change(queries=True, judgements=True))
    assert not page.rankings.isVisible()


def test_modes_of_the_active_model_are_still_offered(page: LibraryView, context: AppContext) -> None:
    jobs: Any = RecordedJobs(context)
    object.__setattr__(context, "jobs", jobs)
    page.run_wanted.emit(SearchMode.HYBRID)
    assert jobs.added == [["run", "--mode", "hybrid", "--tag", "hybrid"]]


def test_runs_of_vectors_that_are_not_there_are_off_and_say_how_many_papers_lack_them(
    page: LibraryView, context: AppContext
) -> None:
    vectors = [page._modes[mode] for mode in (SearchMode.SEMANTIC, SearchMode.HYBRID)]
    assert all(action.isEnabled() for action in vectors)
    assert not page._no_vectors.isVisible()
    absent = EngineState(phase="ready", semantic="absent", model="assay-papers", total=12, indexed=5)
    context.engine.state_changed.emit(absent)
    why = "No vectors of assay-papers for 7 papers: update the index first"
    assert [(action.isEnabled(), action.toolTip()) for action in vectors] == [(False, why)] * 2
    assert (page._no_vectors.text(), page._no_vectors.isVisible()) == (why, True)
    assert page._modes[SearchMode.KEYWORD].isEnabled()
    context.engine.state_changed.emit(EngineState(phase="ready", semantic="ready", total=12, indexed=12))
    assert all(action.isEnabled() for action in vectors)
    assert not page._no_vectors.isVisible()


def test_both_rankings_stay_on_their_sides_while_grades_turn_the_runs_round(
    page: LibraryView, workspace: Any
) -> None:
    assert page._report is not None
    assert page._report.reference == "words", "the worse one, as nobody chose another"
    page._details.open_query()
    for doc_id, grade in (("b", 2), ("e", 0)):
        workspace.library.judgements.record("q2", doc_id, assessor="Ada", relevance=grade)
    view = page.rankings
    for row, grade in ((0, 2), (1, 2), (2, 2), (3, 0)):  # a, b, c, d: as the words rank them
        view.pair.tables[0].selectRow(row)
        view.grade(grade)
    report = page._report
    means = {row.tag: row.mean["nDCG@10"] for row in report.rows}
    assert means["words"] > means["dense"]
    assert (report.reference, page._selected) == ("words", "dense")


def test_a_key_opens_what_can_be_added_as_a_run(page: LibraryView, qtbot: QtBot) -> None:
    menu = page.add.menu()
    opened: list[bool] = []
    menu.aboutToShow.connect(lambda: opened.append(True))
    page.setFocus()
    qtbot.keyClick(page._runs, Qt.Key.Key_Insert)
    assert opened
    assert "Keyword" in menu.actions()[0].text()
    menu.close()
    page.show_no_judgements(n_queries=0)  # nothing to measure a run by
    page._open_runs()
    assert opened == [True]

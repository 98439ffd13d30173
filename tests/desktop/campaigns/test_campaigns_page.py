"""The campaigns page on a real library: from an empty list to a frozen release."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
)
from seeing import words

from assay.campaign_types import CampaignStatus, PoolStrategy, QueueKind, ReleaseRule
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.searching.types import CheckedSearch
from assay.types import Paper
from assay_desktop.background.job_kinds import RunCampaign
from assay_desktop.context import Change
from assay_desktop.pages import campaigns
from assay_desktop.pages.campaigns.model import NewCampaign, Step, StepKind, Tab

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.campaigns.page import CampaignsPage

NAME = "pilot"


def buttons(page: Any) -> dict[str, QPushButton]:
    return {each.text(): each for each in page.findChildren(QPushButton) if each.isVisible()}


def table(page: Any, name: str) -> list[list[str]]:
    """The cells of the table that assistive tools call `name`."""
    view = next(each for each in page.findChildren(QAbstractItemView) if each.accessibleName() == name)
    model = view.model()
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


@pytest.fixture
def said(page: CampaignsPage) -> list[str]:
    told: list[str] = []
    page.message.connect(told.append)
    return told


# -- the list ---------------------------------------------------------------------------------------------


def test_without_a_campaign_the_page_says_what_they_are_for_and_offers_one(
    filled: Any, page: CampaignsPage
) -> None:
    assert "judgement set" in words(page)
    assert [text for text in buttons(page) if text == "New campaign"]
    buttons(page)["New campaign"].click()
    assert page.dialogs.is_open


def test_a_library_without_papers_is_told_to_import_some(workspace: Any, page: CampaignsPage) -> None:
    page.new_wanted.emit()
    assert "Import some" in words(page)
    assert not page.dialogs.is_open


def test_a_campaign_is_made_as_it_was_filled_in(filled: Any, page: CampaignsPage, said: list[str]) -> None:
    asked = NewCampaign("set", 2, QueueKind.SHARED, 9, ("ada", "kim"), sample=3, guideline="# g")
    page.dialogs.creation_wanted.emit(asked)
    made = filled.library.campaigns.get("set")
    assert (made.raters_per_pair, made.queue, made.seed) == (2, QueueKind.SHARED, 9)
    assert (made.n_papers, made.n_queries, made.guideline_version) == (16, 3, 1)
    assert [each.handle for each in filled.library.campaign("set").assessors()] == ["ada", "kim"]
    assert "draft" in words(page)
    assert said == ["Campaign “set” created."]


def test_a_campaign_is_about_the_papers_that_its_dialog_counted(
    filled: Any, page: CampaignsPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, context: AppContext
) -> None:
    filled.library.collections.add("Half", [f"p{n}" for n in range(7)])
    filled.library.searches.add("ranked", {"text": "citation graphs"})
    asked: list[Any] = []
    monkeypatch.setattr(context.engine, "ask", lambda *call, key: asked.append(call))
    page.new_wanted.emit()
    dialog = QApplication.activeModalWidget()
    box = {each.accessibleName(): each for each in dialog.findChildren(QComboBox)}
    field = next(each for each in dialog.findChildren(QLineEdit) if each.accessibleName() == "Filter")
    dialog._name.setText("half")
    assert "All 16 papers in the library" in words(dialog)
    box["Corpus"].setCurrentText("A saved search")
    assert not dialog.action.isEnabled()
    _operation, _call, done, failed = asked.pop()
    done(CheckedSearch(("p3", "p1", "p9"), counted=2, ranking="", complete=True))
    assert "2 papers, frozen now" in words(dialog)
    assert dialog.filled.doc_ids == ("p3", "p1")
    box["Corpus"].setCurrentText("The Library's filter")
    failed("StaleIndex", "Too late to matter")
    field.setText("dense retrieval")
    assert not dialog.action.isEnabled()
    qtbot.waitUntil(dialog.action.isEnabled)
    everything = filled.library.papers.get(filled.library.papers.ids())
    named = {each.doc_id for each in everything if "Dense retrieval" in each.title}
    assert set(dialog.filled.doc_ids) == named
    assert len(named) == 4
    field.setText("zebra")
    qtbot.waitUntil(lambda: "No papers found" in words(dialog))
    assert not dialog.action.isEnabled()
    box["Corpus"].setCurrentText("A collection")
    assert box["Collection"].currentText() == "Half (7)"
    assert dialog.filled.sample <= 7
    dialog.action.click()
    assert sorted(filled.library.campaign("half").corpus()) == [f"p{n}" for n in range(7)]


def test_a_draft_is_frozen_again_with_the_papers_that_are_chosen(
    filled: Any, draft: Any, page: CampaignsPage
) -> None:
    library = filled.library
    library.collections.add("Half", [f"p{n}" for n in range(7)])
    name = library.campaigns.all()[0].name
    page.setup.refreeze_wanted.emit()
    dialog = QApplication.activeModalWidget()
    box = {each.accessibleName(): each for each in dialog.findChildren(QComboBox)}
    box["Corpus"].setCurrentText("A collection")
    assert "7 papers, frozen now" in words(dialog)
    dialog.action.click()
    assert sorted(library.campaign(name).corpus()) == [f"p{n}" for n in range(7)]
    assert not page.dialogs.is_open
    library.papers.add([(Paper("new", "A late paper"), ())])
    library.collections.add("Half", ["new"])
    page.setup.refreeze_wanted.emit()
    again = QApplication.activeModalWidget()
    assert "Currently: the collection “Half”." in words(again)
    again.action.click()
    assert sorted(library.campaign(name).corpus()) == ["new", *(f"p{n}" for n in range(7))]
    library.collections.delete("Half")
    page.setup.refreeze_wanted.emit()
    gone = QApplication.activeModalWidget()
    assert "Currently: the collection “Half”." in words(gone)
    assert "All 17 papers" in words(gone)
    gone.action.click()
    assert library.campaign(name).corpus() == library.papers.ids()


def test_a_name_that_is_taken_is_refused_in_the_dialog_and_nothing_filled_in_is_lost(
    draft: Any, page: CampaignsPage
) -> None:
    page.new_wanted.emit()
    dialog = QApplication.activeModalWidget()
    field = dialog.findChild(QLineEdit)
    field.setText(NAME)
    dialog.action.click()
    assert page.dialogs.is_open
    assert NAME in dialog._problem.text()
    assert field.text() == NAME
    page.dialogs.close()


def test_the_head_names_status_size_and_the_next_step(opened: Any, page: CampaignsPage) -> None:
    assert "open" in words(page)
    assert "2 queries · 16 papers · 8 pairs · 2 raters per pair" in words(page)
    assert "Grade" in buttons(page)


def test_grading_is_asked_of_the_window_by_the_campaigns_name(
    opened: Any, page: CampaignsPage, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(page.judge_requested) as asked:
        buttons(page)["Grade"].click()
    assert asked.args == [NAME]


def test_a_campaign_is_opened_by_its_next_step(opened: Any, filled: Any, page: CampaignsPage) -> None:
    create_campaign(filled, "other", queries=("graphs",), assessors=("ada",))
    work = CampaignWork(filled, "other")
    work.make_run("keyword", mode="keyword")
    work.make_pool(depth=2)
    work.assign()
    page.retry_wanted.emit()
    page.open_campaign("other")
    buttons(page)["Open"].click()
    assert work.info().status is CampaignStatus.OPEN
    assert "Grade" in buttons(page)


def test_what_is_refused_stays_above_the_tabs_until_something_is_saved(
    draft: Any, page: CampaignsPage
) -> None:
    page.head.status_wanted.emit(CampaignStatus.OPEN)
    assert draft.info().status is CampaignStatus.DRAFT
    assert page._strip.isVisible()
    assert "pilot" in page._strip.text
    page.setup.guideline.saved.emit("# another")
    assert not page._strip.isVisible()


def test_news_from_elsewhere_is_shown_while_the_page_is_seen_and_read_later_while_it_is_not(
    opened: Any, page: CampaignsPage, context: AppContext
) -> None:
    page.hide()
    calls = context.lane.n_calls  # type: ignore[attr-defined]
    opened.set_status(CampaignStatus.CLOSED)
    context.changes.changed.emit(Change(campaigns=True))
    assert context.lane.n_calls == calls  # type: ignore[attr-defined]
    page.show()
    assert "closed" in words(page)


def test_what_others_did_on_a_server_is_shown_when_the_window_is_used_again(
    opened: Any, filled: Any, page: CampaignsPage
) -> None:
    page.open_tab(Tab.SETUP)
    page.hide()
    row = opened.store.assignments.of("ada")[0]
    opened.store.judgements.record(row.query_id, row.doc_id, assessor="ada", relevance=2)
    create_campaign(filled, "theirs", queries=("graphs",))
    page.show()
    ada = table(page, "Assessors")[0]
    assert (ada[0], ada[2]) == ("ada", "1")
    names = page._list.model()
    assert [names.index(row).data() for row in range(names.rowCount())] == [NAME, "theirs"]


def test_f5_reads_anew_what_is_on_screen(opened: Any, page: CampaignsPage, qtbot: QtBot) -> None:
    page.open_tab(Tab.SETUP)
    page.setFocus()
    opened.store.set_guideline("# Another day")
    qtbot.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_F5)
    assert page.setup.guideline.findChild(QPlainTextEdit).toPlainText() == "# Another day"


def test_nothing_is_read_twice_where_nobody_else_was_at_work(
    opened: Any, page: CampaignsPage, context: AppContext
) -> None:
    page.open_tab(Tab.SETUP)
    page.hide()
    calls = context.lane.n_calls  # type: ignore[attr-defined]
    page.show()
    assert context.lane.n_calls == calls + 2  # type: ignore[attr-defined]  # the list, and the overview


def test_the_list_counts_the_pairs_that_have_all_their_raters_as_the_progress_does(
    opened: Any, page: CampaignsPage
) -> None:
    pairs = sorted({(row.query_id, row.doc_id) for row in opened.store.assignments.all()})
    for n_raters, pair in ((1, pairs[0]), (2, pairs[1])):
        rows = [row for row in opened.store.assignments.all() if (row.query_id, row.doc_id) == pair]
        for row in rows[:n_raters]:
            opened.store.judgements.record(*pair, assessor=row.assessor, relevance=1)
    page.retry_wanted.emit()
    said = page._list.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == f"{NAME}, open, 1 of {len(pairs)}"


# -- setup ------------------------------------------------------------------------------------------------


def test_setup_shows_the_corpus_the_queries_and_the_assessors(opened: Any, page: CampaignsPage) -> None:
    said = words(page)
    assert "16 papers" in said
    assert opened.info().corpus_sha256[:10] in said
    assert [row[0] for row in table(page, "Queries of the campaign")] == [
        "dense retrieval",
        "citation graphs",
    ]
    assert [row[0] for row in table(page, "Assessors")] == ["ada", "kim", "mona"]
    assert sum(int(row[1]) for row in table(page, "Assessors")) == 16


def test_papers_that_changed_since_the_corpus_was_frozen_are_counted(
    draft: Any, filled: Any, context: AppContext, page: CampaignsPage
) -> None:
    assert "changed" not in words(page)
    filled.library.papers.update([(Paper("p3", "Quite another title", "And abstract."), ())])
    context.changes.changed.emit(Change(papers=True))
    assert "1 paper changed" in words(page)


def test_queries_are_added_by_hand_and_by_sampling_with_the_stored_seed(
    draft: Any, page: CampaignsPage, said: list[str]
) -> None:
    import random

    page.setup.queries_typed.emit(["sparse retrieval"])
    assert draft.info().n_queries == 3
    page.setup.sample_wanted.emit(2)
    drawn = random.Random(5).sample(sorted(draft.store.corpus()), 2)
    asked = {query.query_id for query in draft.store.queries.all()}
    assert set(drawn) <= asked
    assert said == ["2 papers of the corpus are new queries."]
    assert len(table(page, "Queries of the campaign")) == 5


def test_saving_a_guideline_makes_a_version_and_the_old_one_can_be_read(
    draft: Any, page: CampaignsPage, qtbot: QtBot
) -> None:
    editor = page.setup.guideline
    text = editor.findChild(QPlainTextEdit)
    assert text.toPlainText() == "# Two is best"
    text.setPlainText("# Two is cited")
    assert "Save as version 2" in buttons(editor)
    buttons(editor)["Save as version 2"].click()
    assert [each.markdown for each in draft.store.guidelines()] == ["# Two is best", "# Two is cited"]
    box = editor.findChild(QComboBox)
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert text.toPlainText() == "# Two is best"
    assert text.isReadOnly()


def test_reading_aids_are_a_setting_of_the_guideline_and_no_word_of_it(
    draft: Any, page: CampaignsPage, qtbot: QtBot
) -> None:
    editor = page.setup.guideline
    text, aids = editor.findChild(QPlainTextEdit), editor.findChild(QCheckBox)
    assert aids.isChecked()
    aids.setChecked(False)
    buttons(editor)["Save as version 2"].click()
    first, second = draft.store.guidelines()
    assert (first.aids, second.aids) == (True, False)
    assert (second.text, second.version) == ("# Two is best\n", 2)
    assert first.sha256 != second.sha256
    assert text.toPlainText().strip() == "# Two is best"
    assert not aids.isChecked()
    assert not editor.is_edited
    box = editor.findChild(QComboBox)
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert aids.isChecked()
    assert not aids.isEnabled(), "an earlier version stays as it is"


def test_the_dialog_for_a_run_lists_the_models_and_takes_a_folder(opened: Any, page: CampaignsPage) -> None:
    page.runs.run_wanted.emit()
    dialog = QApplication.activeModalWidget()
    words = [dialog._model.box.itemText(row) for row in range(dialog._model.box.count())]
    assert words[0].endswith("(active)")
    assert len(words) > 1
    dialog._model.choose_folder("/models/mine")
    asked: list[RunCampaign] = []
    dialog.run_wanted.connect(asked.append)
    dialog._tell()
    assert (asked[0].model, asked[0].mode) == ("/models/mine", "semantic")


def test_what_is_typed_in_the_guideline_survives_news(
    draft: Any, page: CampaignsPage, context: AppContext
) -> None:
    text = page.setup.guideline.findChild(QPlainTextEdit)
    text.setPlainText("half a sentence")
    context.changes.changed.emit(Change(campaigns=True))
    assert text.toPlainText() == "half a sentence"


def test_what_is_typed_in_the_guideline_survives_other_versions_campaigns_and_quitting(
    draft: Any, page: CampaignsPage, context: AppContext, qtbot: QtBot
) -> None:
    editor = page.setup.guideline
    text, box = editor.findChild(QPlainTextEdit), editor.findChild(QComboBox)
    draft.store.set_guideline("# Two is cited")
    context.changes.changed.emit(Change(campaigns=True))
    text.setPlainText("half a sentence")
    for version, shown in ((1, "# Two is best"), (0, "half a sentence")):
        box.setCurrentIndex(version)
        box.activated.emit(version)
        assert text.toPlainText() == shown
    editor.show_versions("another", ())
    assert text.toPlainText() == ""
    editor.show_versions(NAME, draft.store.guidelines())
    assert text.toPlainText() == "half a sentence"
    again = campaigns.create(context)  # the next start
    qtbot.addWidget(again)
    again.show()
    text = again.setup.guideline.findChild(QPlainTextEdit)
    assert text.toPlainText() == "half a sentence"
    buttons(again.setup.guideline)["Save as version 3"].click()
    assert context.session.get("campaigns/guidelines") == {}


def test_assessors_are_added_with_a_quota_renamed_and_deactivated(
    draft: Any, filled: Any, page: CampaignsPage
) -> None:
    people = page.setup.assessors
    people.added.emit("jo", 5)
    assert draft.store.assessors()[-1].quota == 5
    people.renamed.emit("jo", "joan")
    people.activity_changed.emit("joan", False)
    joan = draft.store.assessors()[-1]
    assert (joan.handle, joan.active) == ("joan", False)
    assert table(page, "Assessors")[-1] == ["joan", "0", "0", "5", "deactivated"]
    people.removed.emit("joan")
    assert [row[0] for row in table(page, "Assessors")] == ["ada", "kim", "mona"]


def test_raters_per_pair_change_in_a_draft_alone(draft: Any, page: CampaignsPage) -> None:
    box = page.setup.findChild(QAbstractSpinBox, "")
    assert box is not None
    page.setup.raters_changed.emit(3)
    assert draft.info().raters_per_pair == 3


# -- runs and pool ----------------------------------------------------------------------------------------


def test_a_new_run_is_a_job_of_the_command_line(
    draft: Any, page: CampaignsPage, context: AppContext, qtbot: QtBot
) -> None:
    asked = RunCampaign(tag="dense-title", mode="semantic", text="title", model="a/model", k=50)
    page.dialogs.run_wanted.emit(asked)
    job = context.jobs.all()[-1]
    assert job.args == (
        "campaign",
        "run",
        NAME,
        "dense-title",
        "--mode",
        "semantic",
        "--text",
        "title",
        "--model",
        "a/model",
        "-k",
        "50",
    )
    qtbot.waitUntil(lambda: not context.jobs.all()[-1].is_open, timeout=10_000)


def test_the_dialog_for_a_run_suggests_a_tag_that_is_free(opened: Any, page: CampaignsPage) -> None:
    page.runs.run_wanted.emit()
    dialog = QApplication.activeModalWidget()
    mode, text, _model = dialog.findChildren(QComboBox)
    mode.setCurrentIndex(mode.findData("keyword"))
    assert dialog._tag.text() == "keyword-2"
    text.setCurrentIndex(text.findData("title"))
    assert dialog._tag.text() == "keyword-title"
    dialog._tag.setText("two words")
    assert not dialog.action.isEnabled()
    page.dialogs.close()


def test_a_round_is_previewed_and_then_pooled_as_previewed(
    draft: Any, page: CampaignsPage, said: list[str], qtbot: QtBot
) -> None:
    draft.make_run("keyword", mode="keyword", k=12)
    page.retry_wanted.emit()
    page.open_tab(Tab.RUNS)
    page.runs.pool._depth.setValue(3)
    qtbot.waitUntil(lambda: "Pool 6 pairs" in buttons(page), timeout=3000)
    assert draft.info().n_pairs == 0
    buttons(page)["Pool 6 pairs"].click()
    assert draft.info().n_pairs == 6
    assert said[-1] == "Round 1: 6 new pairs."
    assert table(page, "Rounds of the pool")[0][:3] == ["1 · depth 3", "keyword", "6"]


@pytest.mark.parametrize("strategy", [PoolStrategy.DEPTH, PoolStrategy.RRF, PoolStrategy.BOTH])
def test_the_preview_counts_what_pooling_adds(opened: Any, filled: Any, strategy: PoolStrategy) -> None:
    from assay_desktop.pages.campaigns import reads

    shown = reads.pool_preview(filled, opened, strategy, 7, ["keyword", "title"])
    before = set(opened.store.pool.pairs())
    made = opened.make_pool(strategy=strategy, depth=7, runs=["keyword", "title"])
    after = set(opened.store.pool.pairs())
    assert shown.n_new == made.n_pairs == len(after - before)
    assert shown.n_queries == len({query_id for query_id, _ in after - before})


def test_the_holes_of_a_run_are_queued_in_one_click_and_assigned(
    graded: Any, page: CampaignsPage, said: list[str]
) -> None:
    page.open_tab(Tab.RUNS)
    page.runs._runs.selectRow(1)
    n = sum(map(len, graded.unjudged("title", k=10).values()))
    assert n > 0
    assert "Unjudged results in title" in words(page)
    assert sum(int(row[1]) for row in table(page, "Unjudged results by query")) == n
    before = graded.info().n_pairs
    buttons(page)[f"Queue {n} pairs"].click()
    assert graded.info().n_pairs == before + n
    assert len(graded.store.assignments.all()) == 2 * (before + n)
    assert said[-1] == f"Round 2: {n} new pairs."


def test_a_trec_run_is_taken_over_and_what_is_not_of_the_campaign_is_counted(
    draft: Any, page: CampaignsPage, said: list[str], tmp_path: Path
) -> None:
    query = draft.store.queries.all()[0].query_id
    file = tmp_path / "theirs.run"
    file.write_text(f"{query} Q0 p1 1 2.0 theirs\n{query} Q0 unknown 2 1.0 theirs\n", encoding="utf-8")
    page.open_tab(Tab.RUNS)
    page.runs.run_file_chosen.emit(str(file))
    assert [run.tag for run in draft.store.runs.all()] == ["theirs"]
    assert "1 paper and 0 queries are not in this campaign" in said[-1]


def test_assigning_says_who_got_how_many(draft: Any, page: CampaignsPage, said: list[str]) -> None:
    draft.make_run("keyword", mode="keyword", k=12)
    draft.make_pool(depth=3)
    page.dialogs.assign_wanted.emit("pair", 1.0)
    assert said == ["12 pairs assigned: ada 4, kim 4, mona 4"]


# -- progress and agreement -------------------------------------------------------------------------------


def test_progress_counts_pairs_grades_and_everybodys_pace(graded: Any, page: CampaignsPage) -> None:
    page.open_tab(Tab.PROGRESS)
    assert "8 PAIRS" in words(page).upper()
    assert "16 GRADES" in words(page).upper()
    rows = table(page, "Progress by assessor")
    assert sum(int(row[1]) for row in rows) == sum(int(row[2]) for row in rows) == 16
    assert {row[-1] for row in rows} == {"4.0 s"}
    assert page.progress._grade_bar.accessibleName() == (
        "Grades: 0 not relevant 3, 1 relevant 12, 2 very relevant 1"
    )


def test_agreement_shows_each_pair_of_assessors_with_its_n(graded: Any, page: CampaignsPage) -> None:
    page.open_tab(Tab.AGREEMENT)
    rows = table(page, "Agreement between two assessors")
    assert [row[0] for row in rows] == ["ada – kim", "ada – mona", "kim – mona"]
    assert sum(int(row[1]) for row in rows) == 8
    assert "0.62" in words(page)  # 5 of 8 pairs agree
    assert "8 pairs with two or more grades" in words(page)


def test_choosing_two_assessors_shows_their_matrix(graded: Any, page: CampaignsPage) -> None:
    page.open_tab(Tab.AGREEMENT)
    page.agreement._pairs.selectRow(2)
    assert page.agreement._matrix.accessibleName() == "Confusion matrix of kim and mona"
    kim = {(j.query_id, j.doc_id): j.relevance for j in graded.store.judgements.current(assessor="kim")}
    mona = {(j.query_id, j.doc_id): j.relevance for j in graded.store.judgements.current(assessor="mona")}
    both = kim.keys() & mona.keys()
    expected = [[sum(kim[p] == a and mona[p] == b for p in both) for b in range(3)] for a in range(3)]
    assert [list(row) for row in page.agreement._matrix._counts] == expected


def test_undefined_is_spelled_out_where_nobody_overlaps(filled: Any, page: CampaignsPage) -> None:
    work = create_campaign(filled, "alone", queries=("graphs",), assessors=("ada", "kim"))
    work.make_run("keyword", mode="keyword")
    work.make_pool(depth=4)
    work.assign()
    work.set_status(CampaignStatus.OPEN)
    for row in work.store.assignments.all():
        work.store.judgements.record(row.query_id, row.doc_id, assessor=row.assessor, relevance=1)
    page.retry_wanted.emit()
    page.open_campaign("alone")
    page.open_tab(Tab.AGREEMENT)
    assert table(page, "Agreement between two assessors") == [["ada – kim", "0", *["undefined"] * 5]]
    assert "no pair has two grades" in words(page)


# -- releases ---------------------------------------------------------------------------------------------


def test_a_release_is_previewed_frozen_and_described(
    settling: Any, page: CampaignsPage, said: list[str]
) -> None:
    page.open_tab(Tab.RELEASES)
    assert "5 pairs kept: 5 unanimous" in words(page)
    assert "3 left out: 3 not adjudicated." in words(page)
    buttons(page)["Freeze release"].click()
    release = settling.store.releases.get(1)
    assert release.n_items == 5
    assert said[-1] == "Release 1 is frozen: 5 rows."
    assert release.sha256[:10] in words(page)
    assert release.sha256 in page.releases._card.toPlainText().replace("\n", "")


def test_a_release_that_was_frozen_just_now_is_the_one_that_is_exported(
    settling: Any, page: CampaignsPage
) -> None:
    settling.release(ReleaseRule.MEDIAN)
    page.open_tab(Tab.RELEASES)
    assert page.releases.version == 1
    buttons(page)["Freeze release"].click()
    assert page.releases.version == 2
    page.releases._table.selectRow(1)
    page.retry_wanted.emit()  # news do not take the choice away
    assert page.releases.version == 1


def test_another_rule_shows_what_it_would_keep(settling: Any, page: CampaignsPage) -> None:
    page.open_tab(Tab.RELEASES)
    page.releases.rule_chosen.emit(ReleaseRule.MEDIAN)
    assert "8 pairs kept" in words(page)
    assert "No pair is left out." in words(page)
    page.releases.freeze_wanted.emit(ReleaseRule.MEDIAN)
    assert settling.store.releases.get(1).rule is ReleaseRule.MEDIAN


def test_a_release_is_exported_and_has_as_many_rows_as_it_had_items(
    settling: Any, page: CampaignsPage, said: list[str], tmp_path: Path
) -> None:
    settling.release(ReleaseRule.MEDIAN)
    page.open_tab(Tab.RELEASES)
    for layout in ("trec", "csv", "beir", "iclr2022", "datasets", "bundle"):
        page.releases.export_chosen.emit(1, str(tmp_path / f"out-{layout}"), layout)
    qrels = (tmp_path / "out-trec").read_text(encoding="utf-8").splitlines()
    assert len(qrels) == 8
    assert said[0] == "8 rows written to out-trec"
    assert (tmp_path / "out-beir" / "corpus.jsonl").is_file()
    assert (tmp_path / "out-iclr2022").is_dir()


def test_runs_are_measured_on_a_release_with_and_without_their_own_pairs(
    settling: Any, page: CampaignsPage
) -> None:
    settling.release(ReleaseRule.MEDIAN)
    page.open_tab(Tab.RELEASES)
    page.releases.findChild(QTabBar).setCurrentIndex(1)
    buttons(page)["Evaluate all runs"].setFocus()
    buttons(page)["Evaluate all runs"].click()
    assert page.isAncestorOf(QApplication.focusWidget())
    found = {row.tag: row for row in settling.evaluate(1).rows}
    bias = {row.tag: row for row in settling.pool_bias(1)}
    rows = {row[0]: row for row in table(page, "Runs measured on the release")}
    own = {row[0]: row for row in table(page, "Runs as if they had not been pooled")}
    assert rows.keys() == own.keys() == {"keyword", "title"}
    for tag in rows:
        assert rows[tag][1] == f"{found[tag].mean['nDCG@10']:.3f}"
        assert own[tag][3] == f"{bias[tag].mean_without:.3f}"
        assert own[tag][1] == str(bias[tag].n_unique)


# -- bundles and imports ----------------------------------------------------------------------------------


def test_a_bundle_is_shown_before_it_is_merged(
    opened: Any, page: CampaignsPage, said: list[str], tmp_path: Path
) -> None:
    bundle = tmp_path / "b.jsonl.gz"
    page.dialogs.bundle_path_chosen.emit(str(bundle), "")
    assert bundle.is_file()
    row = opened.store.assignments.all()[0]
    opened.store.judgements.record(row.query_id, row.doc_id, assessor=row.assessor, relevance=2)
    page.dialogs.bundle_chosen.emit(str(bundle))
    dialog = QApplication.activeModalWidget()
    assert "none" in words(dialog)
    dialog.action.click()
    assert not page.dialogs.is_open
    assert said[-1].startswith("0 new events merged")


def test_a_bundle_for_an_assessor_holds_nobody_else_s_grades(
    graded: Any, page: CampaignsPage, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = tmp_path / "for ada.jsonl"
    suggested = []

    def choose(*args: Any) -> tuple[str, str]:
        suggested.append(args[2])
        return str(bundle), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    (menu,) = [each.menu() for each in page.head._menu.actions() if each.menu() is not None]
    offered = {action.text(): action for action in menu.actions() if action.text()}
    assert [text.split(":")[0].split(",")[0] for text in offered] == [
        "For ada",
        "For kim",
        "For mona",
        "Everything",
    ]
    next(iter(offered.values())).trigger()
    assert suggested == ["pilot for ada.jsonl.gz"]
    events = [json.loads(line) for line in bundle.read_text(encoding="utf-8").splitlines()]
    held = json.dumps(events)
    assert "Cited as closest." not in held  # a note of another rater
    whole = tmp_path / "whole.jsonl"
    graded.export_bundle(whole)
    assert "Cited as closest." in whole.read_text(encoding="utf-8")


def test_a_bundle_that_was_cut_short_is_refused_in_plain_words(
    opened: Any, page: CampaignsPage, tmp_path: Path
) -> None:
    bundle = tmp_path / "b.jsonl"
    opened.export_bundle(bundle)
    whole = bundle.read_text(encoding="utf-8")
    bundle.write_text(whole[: len(whole) // 2], encoding="utf-8")
    page.dialogs.bundle_chosen.emit(str(bundle))
    assert not page.dialogs.is_open
    assert "b.jsonl" in page._strip.text


@pytest.fixture
def pooled(draft: Any) -> Any:
    """A draft with a pool that nobody was given yet."""
    draft.make_run("keyword", mode="keyword", k=12)
    draft.make_pool(depth=4)
    return draft


def test_judgements_of_others_are_previewed_and_taken_in(
    pooled: Any, page: CampaignsPage, said: list[str], tmp_path: Path, qtbot: QtBot
) -> None:
    query_id, doc_id = pooled.store.pool.pairs()[0]
    file = tmp_path / "theirs.qrels"
    file.write_text(f"{query_id} 0 {doc_id} 2\n", encoding="utf-8")
    page.dialogs.ask_import(str(file))
    dialog = QApplication.activeModalWidget()
    qtbot.waitUntil(lambda: "1 judgement of 1 query and 1 paper" in words(dialog), timeout=3000)
    assert pooled.store.judgements.ratings() == []
    dialog.action.click()
    assert [rating[3] for rating in pooled.store.judgements.ratings()] == [2]
    assert said[-1].startswith("1 judgement imported: 1 new")


def test_an_export_says_how_many_papers_read_otherwise_than_their_frozen_corpus(
    settling: Any, page: CampaignsPage, said: list[str], tmp_path: Path, workspace: Any
) -> None:
    settling.release(ReleaseRule.MEDIAN)
    pooled = settling.store.pool.pairs()[0][1]
    workspace.library.papers.update([(Paper(pooled, "Another title altogether"), ())])
    page.open_tab(Tab.RELEASES)
    page.releases.export_chosen.emit(1, str(tmp_path / "out"), "trec")
    assert said[-1] == "8 rows written to out. 1 paper differs from the frozen corpus."


def test_the_preview_names_what_an_import_understood_in_its_own_way(
    pooled: Any, page: CampaignsPage, tmp_path: Path, qtbot: QtBot
) -> None:
    query_id, doc_id = pooled.store.pool.pairs()[0]
    folder = tmp_path / "theirs"
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text(json.dumps({"_id": doc_id, "title": "T", "text": "x"}) + "\n")
    (folder / "queries.jsonl").write_text(json.dumps({"_id": query_id, "text": "x"}) + "\n")
    for split in ("dev", "test"):
        rows = f"query-id\tcorpus-id\tscore\n{query_id}\t{doc_id}\t1\n"
        (folder / "qrels" / f"{split}.tsv").write_text(rows)
    page.dialogs.ask_import(str(folder))
    dialog = QApplication.activeModalWidget()
    qtbot.waitUntil(lambda: "dev" in dialog._problems.toPlainText(), timeout=3000)
    page.dialogs.close()


def test_judgements_that_no_rater_s_place_is_left_for_are_refused_with_the_reason(
    opened: Any, page: CampaignsPage, tmp_path: Path, qtbot: QtBot
) -> None:
    query_id, doc_id = opened.store.pool.pairs()[0]
    file = tmp_path / "theirs.qrels"
    file.write_text(f"{query_id} 0 {doc_id} 2\n", encoding="utf-8")
    page.dialogs.ask_import(str(file))
    dialog = QApplication.activeModalWidget()
    qtbot.waitUntil(lambda: "reading" not in words(dialog), timeout=3000)
    assert "3 raters where the campaign 'pilot' says 2" in dialog._problems.toPlainText()
    assert not dialog.action.isEnabled()
    page.dialogs.close()


def test_a_grade_outside_the_scale_is_refused_until_it_is_mapped(
    pooled: Any, page: CampaignsPage, tmp_path: Path, qtbot: QtBot
) -> None:
    query_id, doc_id = pooled.store.pool.pairs()[0]
    file = tmp_path / "theirs.qrels"
    file.write_text(f"{query_id} 0 {doc_id} 3\n", encoding="utf-8")
    page.dialogs.ask_import(str(file))
    dialog = QApplication.activeModalWidget()
    qtbot.waitUntil(lambda: "reading" not in words(dialog), timeout=3000)
    assert not dialog.action.isEnabled()
    dialog._map.setText("3=2")
    qtbot.waitUntil(dialog.action.isEnabled, timeout=3000)
    dialog._map.setText("3=7")
    qtbot.waitUntil(lambda: "theirs=ours" in words(dialog), timeout=3000)
    assert not dialog.action.isEnabled()
    page.dialogs.close()


# -- the whole page ---------------------------------------------------------------------------------------


def test_ctrl_page_down_turns_the_tabs(opened: Any, page: CampaignsPage, qtbot: QtBot) -> None:
    page.setFocus()
    for tab in list(Tab)[1:]:
        qtbot.keyClick(
            QApplication.focusWidget() or page, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier
        )
        assert page.tab is tab


def test_a_step_that_only_leads_to_the_tab_on_screen_has_no_button(
    settling: Any, page: CampaignsPage
) -> None:
    assert "Adjudicate" in buttons(page)
    page.head.step_wanted.emit(Step(StepKind.ADJUDICATE, "", "", Tab.ADJUDICATE))
    assert page.tab is Tab.ADJUDICATE
    assert "Adjudicate" not in buttons(page)


def test_the_chosen_campaign_is_remembered(
    opened: Any, filled: Any, context: AppContext, page: CampaignsPage, qtbot: QtBot
) -> None:
    from assay_desktop.pages import campaigns

    create_campaign(filled, "later", queries=("graphs",))
    page.retry_wanted.emit()
    page.open_campaign(NAME)
    again = campaigns.create(context)
    qtbot.addWidget(again)
    again.show()
    assert "2 queries · 16 papers" in words(again)


def test_a_damaged_setting_of_the_chosen_campaign_shows_the_newest(
    opened: Any, context: AppContext, qtbot: QtBot
) -> None:
    from assay_desktop.pages import campaigns

    context.settings.set_text("campaigns/chosen", json.dumps({"no": "such"}))
    made = campaigns.create(context)
    qtbot.addWidget(made)
    made.show()
    assert "2 queries · 16 papers" in words(made)


def test_runs_on_a_release_are_measured_once_there_are_runs(opened: Any, page: CampaignsPage) -> None:
    pane = page.releases._scores
    page.releases.show_runs(0)
    assert not pane._go.isEnabled()
    assert pane._go.toolTip() == pane._say.text() == "No runs yet. Make or import one under Runs & pool."
    page.releases.show_runs(2)
    assert pane._go.isEnabled()
    assert pane._say.text().startswith("Measures every run")


def test_what_is_missing_before_pairs_are_assigned_is_said(draft: Any, page: CampaignsPage) -> None:
    page.retry_wanted.emit()
    setup = page.setup
    assert draft.info().n_pairs == 0
    assert not setup._assign.isEnabled()
    assert setup._assign.toolTip() == "No pairs yet. Pool some under Runs & pool."
    page.open_tab(Tab.RELEASES)
    assert not page.releases._freeze.isEnabled()
    assert page.releases._freeze.toolTip() == "No grades yet. A release needs at least one graded pair."


@pytest.mark.parametrize(
    ("control", "why"),
    [
        (lambda page: page.setup._add, "Grading has ended: nothing more can be added."),
        (lambda page: page.setup._raters, "Fixed since the campaign was opened."),
        (lambda page: page.runs._queue_button, "Pairs are added while the campaign is a draft or open."),
    ],
    ids=["add", "raters", "queue"],
)
def test_what_a_campaign_takes_no_more_is_off_and_says_why(
    settling: Any, page: CampaignsPage, control: Callable[[CampaignsPage], QWidget], why: str
) -> None:
    page.open_tab(Tab.RUNS)
    page.runs._runs.selectRow(1)
    widget = control(page)
    assert (widget.isEnabled(), widget.toolTip(), widget.accessibleDescription()) == (False, why, why)

"""From an empty set-up to results and what is behind them: the real window, engine and command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import Qt

from assay.searching.indexing import index_vectors, index_words
from assay_desktop.pages.evaluation.benchmarks.page import RESULTS
from shots.shot_stage import stage, wait
from small_benchmarks import small_beir, small_scidocs

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from assay_desktop.pages.evaluation.page import EvaluationPage

_LONG_S = 240.0


@pytest.mark.timeout(900)
@pytest.mark.usefixtures("forked_children")
def test_a_run_is_set_up_followed_read_and_looked_behind(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.types import Paper
    from assay.workspace import Workspace

    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))  # results are kept beside them
    data = small_beir(small_scidocs(tmp_path / "data"))
    with Workspace.open(tmp_path / "library") as workspace:
        workspace.library.papers.add([(Paper("p1", "Graphs", "On graphs."), ())])
        workspace.use_model("hashing")
        index_words(workspace)
        index_vectors(workspace)
    with stage(tmp_path / "library") as scene:
        scene.await_engine()
        page = cast("EvaluationPage", scene.page("evaluation"))
        page.choose("benchmarks")
        view = page.benchmarks
        assert wait(lambda: view.results.empty.isVisible() and not view.export.isVisible(), 60)

        view.open_setup()
        view.setup.folder_chosen.emit(str(data))
        assert wait(view.setup.tree.isVisible, 60)
        for row in range(view.setup.tasks.rowCount()):
            suite = view.setup.tasks.index(row, 0)
            if view.setup.tasks.data(suite) in ("BEIR", "SciDocs"):
                view.setup.tasks.toggle(suite)
        ticked = [
            view.setup.systems.list.item(row).data(Qt.ItemDataRole.UserRole)
            for row in range(view.setup.systems.list.count())
            if view.setup.systems.list.item(row).checkState() == Qt.CheckState.Checked
        ]
        assert ticked == ["bm25", "hashing"]
        view.setup.run.click()
        assert wait(lambda: not view.setup.work.isHidden(), 10)
        assert wait(view.setup.work.isHidden, _LONG_S)
        (job,) = scene.context.jobs.all()
        assert (job.state, job.error) == ("done", "")

        view.open_results()
        results = view.results
        assert wait(lambda: results.table.isVisible() and results.table.model().rowCount() > 0, 60)
        spans = results.plots.forest
        assert wait(lambda: len(spans.spans) > 1 and not results._note.text().startswith("Comparing"), 60)
        scifact = results._model.find(lambda row: row.task == "beir/scifact")
        results.table.selectRow(scifact)
        assert results.row is not None
        assert set(results.row.values) == {"bm25", "hashing"}

        results.behind.click()
        queries = view.behind.queries
        assert wait(lambda: queries.rankings[0].model().rowCount() > 0, 60)
        assert queries.table.model().rowCount() == 4
        title = queries.rankings[0].model().index(0, 1).data()
        assert title.split()[0] in ("graphs", "proteins", "planets", "markets"), "a title, and no id"
        view.behind.back.click()
        assert view._stack.currentIndex() == RESULTS

"""Both rankings of a query of this library, a run that is made of a model, and what is asked about runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QPoint, QSize

from assay.types import LibraryOverview, OverviewRow, Paper, RankedPaper, Rankings
from shots.shot_stage import dialog, stage

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.pages.evaluation.page import EvaluationPage
    from assay_desktop.pages.evaluation.page_library import LibraryView
    from assay_desktop.theme import ThemeChoice
    from shots.shot_stage import Stage

_REPORT: Final = LibraryOverview(
    measure="nDCG@10",
    measures=("nDCG@10",),
    reference="keyword",
    n_queries=1,
    n_judgements=3,
    grades=(1, 1, 1),
    rows=(OverviewRow("semantic", {"nDCG@10": 0.7}, 0, 0.3), OverviewRow("keyword", {"nDCG@10": 0.4}, 0)),
    per_query={"q1": {"keyword": 0.4, "semantic": 0.7}},
    holes={},
    texts={"q1": "how far do judges agree"},
)
HALF = QSize(960, 800)


def fill_rankings(view: LibraryView) -> None:
    """Both rankings of an invented query, the first paper chosen."""
    titles = ("A coefficient of agreement", "Relevance judgements that vary", "Sampling a pool")
    one, other = (
        tuple(
            RankedPaper(rank, f"p{n}", titles[n], (2, 1, None)[n], order.index(n) + 1) for rank, n in places
        )
        for places, order in ((((1, 0), (2, 1), (3, 2)), [2, 0, 1]), (((1, 2), (2, 0), (3, 1)), [0, 1, 2]))
    )
    view.show_report(_REPORT, selected="semantic")
    view.open_rankings()
    found = Rankings("q1", "how far do judges agree", graded=True, relevant=2, reference=one, system=other)
    view.rankings.show_rankings(found, _REPORT, "semantic", {"p0": 2})
    view.rankings.show_paper(
        Paper("p0", titles[0], "How often two people agree, chance left out.", ("J. Cohen",))
    )


def ranking_shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Each state."""
    with stage(folder, out, theme=theme) as scene:
        scene.await_engine()
        _states(scene)


def _states(scene: Stage) -> None:
    view = cast("EvaluationPage", scene.page("evaluation")).library
    scene.save("evaluation-runs")
    view._details.open_query()
    scene.settle()
    scene.save("evaluation-rankings")
    view.rankings.grade(2)
    scene.settle()
    view.rankings.pair.tables[1].selectRow(3)
    scene.settle()
    scene.save("evaluation-rankings-graded")
    view.rankings.back_wanted.emit()
    menu = view.menu_of("semantic")
    menu.popup(scene.window.mapToGlobal(QPoint(400, 200)))
    scene.save("evaluation-run-menu", menu)
    menu.close()
    for what, ask in (
        ("model", view.models_wanted.emit),
        ("rename", view._ask_name),
        ("delete", view._ask_removal),
    ):
        ask()
        scene.settle()
        asked = dialog()
        if asked is not None:
            scene.save(f"evaluation-ask-{what}", asked)
            asked.close()

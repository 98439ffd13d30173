"""Pictures of every page, drawn offscreen by the real window on real libraries.

With `tests` on the path, `python -m shots.shots OUT` makes libraries of its own and draws every page in many
states, with `--only training` (several names: each after its own --only) those of one kind;
`python -m shots.shots --library FOLDER OUT` draws each page of a library once and changes nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtWidgets import QApplication, QTabBar

from assay.discovery.map_file import make_map
from assay.interpreter import python
from assay.types import JudgementState
from assay.workspace import Workspace
from assay_desktop.pages.campaigns.model import Sources, Tab
from assay_desktop.pages.campaigns.page import CampaignsPage
from assay_desktop.pages.judging.page import JudgingPage
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.training.page import TrainingPage
from assay_desktop.pages.training.widgets.goals import GoalCard
from assay_desktop.shell.main_window import PAGES
from assay_desktop.text.language import CHOICES, speak
from shots.shot_benchmarks import benchmark_shots
from shots.shot_campaigns import CLOSED, DRAFT, OPEN, SETTLING, campaign_library
from shots.shot_check import check_shots
from shots.shot_comforts import comfort_shots
from shots.shot_duplicates import duplicate_shots, repeated_library
from shots.shot_filing import filed_library, filing_shots
from shots.shot_grading import grading_shots
from shots.shot_improve import improve_shots
from shots.shot_libraries import large_library, odd_library, sample_library, single_library
from shots.shot_lookups import looked_up_library, lookup_shots
from shots.shot_predictions import prediction_shots
from shots.shot_rankings import ranking_shots
from shots.shot_rerank import rerank_shots
from shots.shot_saved import saved_shots
from shots.shot_stage import ANSWER_S, LARGE, SIZES, SMALL, Stage, draw, save, stage, wait
from shots.shot_starts import starts_shots
from shots.shot_training import training_shots

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QSize

    from assay_desktop.theme import ThemeChoice

THEMES: Final[tuple[ThemeChoice, ...]] = ("light", "dark")
_DEAD: Final = tuple(python("-c", "raise SystemExit('the model file could not be read')"))
_ENCODING = """
import json, sys, time
for n in range(6000):
    line = {"progress": {"stage": "encoding", "done": 41200 + 3 * n, "total": 124872}}
    print(json.dumps(line), file=sys.stderr, flush=True)
    time.sleep(0.01)
"""
_LONG_JOB: Final = tuple(python("-c", _ENCODING))


def page_shots(folder: Path, out: Path) -> list[Path]:
    """One picture of each page of a library, page-*.png in `out`; the library stays as it is."""
    made = []
    with stage(folder) as scene:
        scene.await_engine()
        for key in PAGES:
            page = scene.page(key)
            if isinstance(page, SearchPage):
                page.run_first_query()
                scene.settle()
            if isinstance(page, TrainingPage):
                _await_goals(page)
            made.append(draw(scene.window, out / f"page-{key}.png"))
    return made


def scene_shots(out: Path, only: Sequence[str]) -> list[Path]:
    """Pages, light and dark, in the states of some `SCENES`."""
    with tempfile.TemporaryDirectory(prefix="assay-libraries-") as own:
        return [shot for name in only for shot in SCENES[name](Path(own), out)]


def _full(folder: Path, out: Path, theme: ThemeChoice, size: QSize) -> list[Path]:
    """All pages with content; the small light ones at 200 % too."""
    name = f"{theme}-{size.width()}x{size.height()}"
    made = []
    with stage(folder, theme=theme, size=size) as scene:
        scene.await_engine()
        for key in PAGES:
            page = scene.page(key)
            if isinstance(page, SearchPage):
                _search_with_seeds(scene, page)
            if isinstance(page, JudgingPage):
                _judge_a_little(scene, page)
            if isinstance(page, TrainingPage):
                _await_goals(page)
            made.append(save(scene.window, out / f"{key}-{name}.png"))
        page = scene.page("search")
        if isinstance(page, SearchPage) and size == SMALL:
            for tab in ("similar", "why", "history"):
                page.open_tab(tab)
                scene.settle()
                made.append(save(scene.window, out / f"search-{tab}-{name}.png"))
    return made


def _await_goals(page: TrainingPage) -> None:
    wait(lambda: any(each.isVisible() for each in page.findChildren(GoalCard)), ANSWER_S)


def _search_with_seeds(scene: Stage, page: SearchPage) -> None:
    page.run_first_query()
    scene.settle()
    page.advance(2)
    page.want_seed()
    scene.settle()
    for grade in (2, 2, 1, 0):
        page.grade(grade)
        scene.settle()
    page.advance(-4)
    page.focus_results()
    scene.settle()


def _judge_a_little(scene: Stage, page: JudgingPage) -> None:
    for grade in (2, 0, 1):
        wait(lambda: False, 0.9)  # time to read, or the pace shown would be nobody's
        page.grade_given.emit(grade)
        scene.settle()
    page.state_given.emit(JudgementState.LATER)
    scene.settle()
    page.grade_given.emit(1)
    scene.settle()


def _states(folder: Path, out: Path) -> list[Path]:
    """Without an engine, while it starts, and during a long job."""
    made = []
    with stage(folder, engine=_DEAD) as scene:
        page = scene.page("search")
        wait(lambda: scene.context.engine.state.phase == "dead", ANSWER_S)
        if isinstance(page, SearchPage):
            page.text_edited.emit("dense retrieval")
            page.box.show_text("dense retrieval")
        wait(lambda: "times" in scene.context.engine.state.message, ANSWER_S)
        made.append(save(scene.window, out / "search-engine-dead.png"))
        scene.page("evaluation")
        made.append(save(scene.window, out / "evaluation-engine-dead.png"))
    with stage(folder, job=_LONG_JOB, theme="dark") as scene:
        scene.await_engine()
        scene.context.jobs.add("Index the library", ["index"])
        scene.context.jobs.add("Rank the queries (semantic)", ["run"])
        scene.page("library")
        scene.window.toggle_jobs()
        wait(lambda: False, 2.0)
        made.append(save(scene.window, out / "library-long-job.png"))
        page = scene.page("search")
        if isinstance(page, SearchPage):
            page.run_first_query()
            scene.settle()
        made.append(save(scene.window, out / "search-long-job.png"))
    return made


def campaign_shots(folder: Path, out: Path) -> list[Path]:
    """Each tab of a campaign, light and dark, small and large; then the other states of the page."""
    made = []
    for theme in ("light", "dark"):
        for size in SIZES:
            name = f"{theme}-{size.width()}x{size.height()}"
            with stage(folder, theme=theme, size=size, start_engine=False) as scene:
                made += _campaign_tabs(scene, out, name)
                made += grading_shots(scene, out, name, open_name=OPEN, closed_name=CLOSED)
    with stage(folder, start_engine=False) as scene:
        made += _campaign_states(scene, out)
    return made


def _campaign_tabs(scene: Stage, out: Path, name: str) -> list[Path]:
    made = []
    page = _campaign(scene, SETTLING)
    for tab in Tab:
        page.open_tab(tab)
        scene.settle()
        wait(lambda: False, 0.4)  # previews come a moment after what they are of
        scene.settle()
        made.append(save(scene.window, out / f"campaigns-{tab}-{name}.png"))
    cast("QTabBar", page.releases.findChild(QTabBar)).setCurrentIndex(1)
    page.releases.evaluation_wanted.emit(page.releases.version)
    scene.settle()
    made.append(save(scene.window, out / f"campaigns-scores-{name}.png"))
    return made


def _campaign_states(scene: Stage, out: Path) -> list[Path]:
    """A draft, an open campaign with its hidden grades, a closed one, and the dialogs."""
    made = []
    for title, name, tabs in (
        (DRAFT, "draft", (Tab.SETUP, Tab.RUNS, Tab.PROGRESS, Tab.AGREEMENT, Tab.RELEASES)),
        (OPEN, "open", (Tab.PROGRESS, Tab.ADJUDICATE, Tab.AGREEMENT)),
        (CLOSED, "closed", (Tab.ADJUDICATE, Tab.RELEASES)),
    ):
        page = _campaign(scene, title)
        for tab in tabs:
            page.open_tab(tab)
            scene.settle()
            made.append(save(scene.window, out / f"campaigns-{name}-{tab}.png"))
    return made + _campaign_dialogs(scene, out)


def _campaign_dialogs(scene: Stage, out: Path) -> list[Path]:
    page = _campaign(scene, SETTLING)
    asks: dict[str, Callable[[], object]] = {
        "new": partial(page.dialogs.ask_campaign, Sources(156, (("Thesis", 12),), ("By year",))),
        "run": page.runs.run_wanted.emit,
        "assign": page.ask_assignment,
    }
    made = []
    for name, ask in asks.items():
        ask()
        scene.settle()
        dialog = QApplication.activeModalWidget()
        if dialog is not None:
            made.append(save(dialog, out / f"campaigns-dialog-{name}.png"))
        page.dialogs.close()
    return made


def _campaign(scene: Stage, name: str) -> CampaignsPage:
    """The page on this campaign."""
    page = cast("CampaignsPage", scene.page("campaigns"))
    page.open_campaign(name)
    scene.settle()
    return page


def _odd(folder: Path, out: Path) -> list[Path]:
    """Long titles, many authors, other scripts, formulas."""
    made = []
    for theme in ("light", "dark"):
        with stage(folder, theme=theme) as scene:
            scene.await_engine()
            for key in ("library", "judging"):
                scene.page(key)
                made.append(save(scene.window, out / f"{key}-odd-{theme}.png"))
            page = scene.page("search")
            if isinstance(page, SearchPage):
                page.run_first_query()
                scene.settle()
                for row in range(4):
                    made.append(save(scene.window, out / f"search-odd-{row}-{theme}.png"))
                    page.advance()
                    scene.settle()
    return made


def _few(folder: Path, out: Path) -> list[Path]:
    """Nothing at all, and one paper alone."""
    made = []
    for name, library in (("0", folder / "Empty library"), ("1", single_library(folder / "One paper"))):
        with stage(library) as scene:
            scene.await_engine()
            for key in PAGES:
                scene.page(key)
                made.append(save(scene.window, out / f"{key}-{name}.png"))
    return made


def _many(folder: Path, out: Path) -> list[Path]:
    """A hundred thousand rows: the table, and what the search says of them."""
    with stage(folder, size=LARGE, start_engine=False) as scene:
        scene.page("library")
        return [save(scene.window, out / "library-100000.png")]


def _pages(folder: Path, out: Path) -> list[Path]:
    sample = sample_library(folder / "Sample library")
    with Workspace.open(sample) as workspace:
        make_map(workspace)
    return [shot for theme in THEMES for size in SIZES for shot in _full(sample, out, theme, size)]


SCENES: Final[dict[str, Callable[[Path, Path], list[Path]]]] = {
    "pages": _pages,
    "states": lambda folder, out: _states(sample_library(folder / "States"), out),
    "predictions": lambda folder, out: prediction_shots(sample_library(folder / "Predictions"), out),
    "reranking": lambda folder, out: rerank_shots(sample_library(folder / "Reranking"), out),
    "starts": lambda folder, out: starts_shots(sample_library(folder / "Starts"), out),
    "saved": lambda folder, out: saved_shots(sample_library(folder / "Saved"), out),
    "odd": lambda folder, out: _odd(odd_library(folder / "Odd texts"), out),
    "few": _few,
    "comforts": lambda folder, out: comfort_shots(
        sample_library(folder / "Sample library"), folder / "New library", out
    ),
    "check": lambda folder, out: check_shots(sample_library(folder / "Checked library"), out),
    "duplicates": lambda folder, out: duplicate_shots(repeated_library(folder / "Repeated papers"), out),
    "filing": lambda folder, out: filing_shots(filed_library(sample_library(folder / "Filed")), out),
    "lookups": lambda folder, out: lookup_shots(looked_up_library(folder / "Looked up"), out),
    "campaigns": lambda folder, out: campaign_shots(campaign_library(folder / "Campaigns"), out),
    "training": lambda folder, out: training_shots(sample_library(folder / "Trainings"), out),
    "improving": lambda folder, out: improve_shots(sample_library(folder / "Improving"), out),
    "rankings": lambda folder, out: ranking_shots(sample_library(folder / "Rankings"), out),
    "benchmarks": lambda folder, out: benchmark_shots(sample_library(folder / "Benchmarks"), out),
    "many": lambda folder, out: _many(large_library(folder / "A hundred thousand"), out),
}
"""What can be drawn by itself: the pictures of it, from a folder for its library and one for them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Draws and names what was drawn."""
    parser = argparse.ArgumentParser(prog="shots.shots", description=__doc__)
    parser.add_argument("--library", type=Path, help="draw each page of this library once")
    parser.add_argument("--only", action="append", choices=SCENES, help="draw these alone")
    parser.add_argument("--language", choices=CHOICES, default="en", help="what the window speaks")
    parser.add_argument("out", type=Path, help="the folder for the pictures")
    given = parser.parse_args(arguments)
    if not given.library and not given.only:
        return _side_by_side(given.out, given.language)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance() or QApplication(sys.argv[:1])
    speak(app, given.language)
    made = page_shots(given.library, given.out) if given.library else scene_shots(given.out, given.only)
    sys.stdout.write("".join(f"{path}\n" for path in made))
    return 0


def _side_by_side(out: Path, language: str) -> int:
    """Draws every scene, in two processes; the status is that of the worse one."""
    begun = [sys.executable, "-m", "shots.shots", "--language", language, str(out)]
    names = list(SCENES)
    halves = [[f"--only={name}" for name in names[first::2]] for first in (0, 1)]
    drawing = [subprocess.Popen([*begun, *half]) for half in halves]
    return max(each.wait() for each in drawing)


if __name__ == "__main__":
    sys.exit(main())

"""Pictures of every page, drawn offscreen by the real window on real libraries.

With `tests` on the path, `python -m shots.shots OUT` makes libraries of its own and draws every page in many
states, light and dark, with `--only training` (several names: each after its own --only) those of one kind;
`python -m shots.shots --library FOLDER OUT` draws each page of a library once, light or in the `--theme`
given, and changes nothing.
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
from shots.shot_campaigns import CLOSED, DRAFT, OPEN, SETTLING, add_campaigns
from shots.shot_check import check_shots
from shots.shot_comforts import comfort_shots
from shots.shot_duplicates import duplicate_shots
from shots.shot_filing import filing_shots
from shots.shot_grading import grading_shots
from shots.shot_improve import improve_shots
from shots.shot_libraries import large_library, odd_library, sample_library, single_library
from shots.shot_lookups import lookup_shots
from shots.shot_predictions import prediction_shots
from shots.shot_rankings import ranking_shots
from shots.shot_rerank import rerank_shots
from shots.shot_saved import saved_shots
from shots.shot_stage import ANSWER_S, Stage, dialog, draw, stage, wait
from shots.shot_starts import starts_shots
from shots.shot_training import training_shots

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay_desktop.theme import ThemeChoice

THEMES: Final[tuple[ThemeChoice, ...]] = ("light", "dark")
_MEMORY: Final = Path("/dev/shm")
_DEAD: Final = tuple(python("-c", "raise SystemExit('the model file could not be read')"))
_ENCODING = """
import json, sys, time
for n in range(6000):
    line = {"progress": {"stage": "encoding", "done": 41200 + 3 * n, "total": 124872}}
    print(json.dumps(line), file=sys.stderr, flush=True)
    time.sleep(0.01)
"""
_LONG_JOB: Final = tuple(python("-c", _ENCODING))


def page_shots(folder: Path, out: Path, theme: ThemeChoice = "light") -> list[Path]:
    """One picture of each page of a library, page-*.png in `out`; the library stays as it is."""
    made = []
    with stage(folder, theme=theme) as scene:
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


def scene_shots(out: Path, only: Sequence[str], theme: ThemeChoice) -> None:
    """Pages in the states of some `SCENES`, in this theme."""
    with tempfile.TemporaryDirectory(prefix="assay-libraries-") as own:
        for name in only:
            SCENES[name](Path(own), out, theme)


def _pages(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """All pages with content."""
    sample = sample_library(folder / "Sample library")
    with Workspace.open(sample) as workspace:
        make_map(workspace)
    with stage(sample, out, theme=theme) as scene:
        scene.await_engine()
        for key in PAGES:
            page = scene.page(key)
            if isinstance(page, SearchPage):
                _search_with_seeds(scene, page)
            if isinstance(page, JudgingPage):
                _judge_a_little(scene, page)
            if isinstance(page, TrainingPage):
                _await_goals(page)
            scene.save(key)
        page = scene.page("search")
        if isinstance(page, SearchPage):
            for tab in ("similar", "why", "history"):
                page.open_tab(tab)
                scene.settle()
                scene.save(f"search-{tab}")


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


def _states(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Without an engine, while it starts, and during a long job."""
    sample = sample_library(folder / "States")
    with stage(sample, out, theme=theme, engine=_DEAD) as scene:
        page = scene.page("search")
        wait(lambda: scene.context.engine.state.phase == "dead", ANSWER_S)
        if isinstance(page, SearchPage):
            page.text_edited.emit("dense retrieval")
            page.box.show_text("dense retrieval")
        wait(lambda: "could not be read" in scene.context.engine.state.message, ANSWER_S)
        scene.save("search-engine-dead")
        scene.page("evaluation")
        scene.save("evaluation-engine-dead")
    with stage(sample, out, theme=theme, job=_LONG_JOB) as scene:
        scene.await_engine()
        scene.context.jobs.add("Index the library", ["index"])
        scene.context.jobs.add("Rank the queries (semantic)", ["run"])
        scene.page("library")
        scene.window.toggle_jobs()
        wait(lambda: False, 2.0)
        scene.save("library-long-job")
        page = scene.page("search")
        if isinstance(page, SearchPage):
            page.run_first_query()
            scene.settle()
            scene.save("search-long-job")
            page.text_edited.emit("weihgting of terms")
            page.search_requested.emit()
            scene.settle()
            page.focus_results()
            page.grade(2)
            scene.settle()
            scene.save("search-new-query")


def campaign_shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Each tab of a campaign, then the other states of the page."""
    with stage(add_campaigns(folder), out, theme=theme, start_engine=False) as scene:
        _campaign_tabs(scene)
        grading_shots(scene, open_name=OPEN, closed_name=CLOSED)
        _campaign_states(scene)


def _campaign_tabs(scene: Stage) -> None:
    page = _campaign(scene, SETTLING)
    for tab in Tab:
        page.open_tab(tab)
        scene.settle()
        wait(lambda: False, 0.4)  # previews come a moment after what they are of
        scene.settle()
        scene.save(f"campaigns-{tab}")
    cast("QTabBar", page.releases.findChild(QTabBar)).setCurrentIndex(1)
    page.releases.evaluation_wanted.emit(page.releases.version)
    scene.settle()
    scene.save("campaigns-scores")


def _campaign_states(scene: Stage) -> None:
    """A draft, an open campaign with its hidden grades, a closed one, and the dialogs."""
    for title, name, tabs in (
        (DRAFT, "draft", (Tab.SETUP, Tab.RUNS, Tab.PROGRESS, Tab.AGREEMENT, Tab.RELEASES)),
        (OPEN, "open", (Tab.PROGRESS, Tab.ADJUDICATE, Tab.AGREEMENT)),
        (CLOSED, "closed", (Tab.ADJUDICATE, Tab.RELEASES)),
    ):
        page = _campaign(scene, title)
        for tab in tabs:
            page.open_tab(tab)
            scene.settle()
            scene.save(f"campaigns-{name}-{tab}")
    page = _campaign(scene, SETTLING)
    asks: dict[str, Callable[[], object]] = {
        "new": partial(page.dialogs.ask_campaign, Sources(156, (("Thesis", 12),), ("By year",))),
        "run": page.runs.run_wanted.emit,
        "assign": page.ask_assignment,
    }
    for name, ask in asks.items():
        ask()
        scene.settle()
        asked = dialog()
        if asked is not None:
            scene.save(f"campaigns-dialog-{name}", asked)
        page.dialogs.close()


def _campaign(scene: Stage, name: str) -> CampaignsPage:
    """The page on this campaign."""
    page = cast("CampaignsPage", scene.page("campaigns"))
    page.open_campaign(name)
    scene.settle()
    return page


def _odd(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Long titles, many authors, other scripts, formulas."""
    with stage(odd_library(folder / "Odd texts"), out, theme=theme) as scene:
        scene.await_engine()
        for key in ("library", "judging"):
            scene.page(key)
            scene.save(f"{key}-odd")
        page = scene.page("search")
        if isinstance(page, SearchPage):
            page.run_first_query()
            scene.settle()
            for row in range(4):
                scene.save(f"search-odd-{row}")
                page.advance()
                scene.settle()


def _few(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Nothing at all, and one paper alone."""
    for name, library in (("0", folder / "Empty library"), ("1", single_library(folder / "One paper"))):
        with stage(library, out, theme=theme) as scene:
            scene.await_engine()
            for key in PAGES:
                scene.page(key)
                scene.save(f"{key}-{name}")


def _many(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """A hundred thousand rows: the table, and what the search says of them."""
    with stage(large_library(folder / "A hundred thousand"), out, theme=theme, start_engine=False) as scene:
        scene.page("library")
        scene.save("library-100000")


def _of_sample(draw: Callable[[Path, Path, ThemeChoice], None]) -> Callable[[Path, Path, ThemeChoice], None]:
    """The pictures of a sample library of their own."""

    def shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
        draw(sample_library(folder / draw.__name__ / "Sample library"), out, theme)

    return shots


SCENES: Final[dict[str, Callable[[Path, Path, ThemeChoice], None]]] = {
    "pages": _pages,
    "states": _states,
    "predictions": _of_sample(prediction_shots),
    "reranking": _of_sample(rerank_shots),
    "starts": _of_sample(starts_shots),
    "saved": _of_sample(saved_shots),
    "odd": _odd,
    "few": _few,
    "comforts": _of_sample(comfort_shots),
    "check": _of_sample(check_shots),
    "duplicates": duplicate_shots,
    "filing": _of_sample(filing_shots),
    "lookups": lookup_shots,
    "campaigns": _of_sample(campaign_shots),
    "training": _of_sample(training_shots),
    "improving": _of_sample(improve_shots),
    "rankings": _of_sample(ranking_shots),
    "benchmarks": _of_sample(benchmark_shots),
    "many": _many,
}
"""What can be drawn by itself: from a folder for its libraries, one for the pictures, and the theme."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Draws, and names the pages of a library that were drawn."""
    parser = argparse.ArgumentParser(prog="shots.shots", description=__doc__)
    parser.add_argument("--library", type=Path, help="draw each page of this library once")
    parser.add_argument("--only", action="append", choices=SCENES, help="draw these alone")
    parser.add_argument("--theme", choices=THEMES, help="one of both, in this process")
    parser.add_argument("--language", choices=CHOICES, default="en", help="what the window speaks")
    parser.add_argument("out", type=Path, help="the folder for the pictures")
    given = parser.parse_args(arguments)
    if not given.library and not given.theme:
        return _side_by_side(sys.argv[1:] if arguments is None else arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if _MEMORY.is_dir():
        tempfile.tempdir = str(_MEMORY)  # on a disk, commits take as long as all the rest
    app = QApplication.instance() or QApplication(sys.argv[:1])
    speak(app, given.language)
    if given.library:
        shown = page_shots(given.library, given.out, given.theme or "light")
        sys.stdout.write("".join(f"{path}\n" for path in shown))
    else:
        scene_shots(given.out, given.only or tuple(SCENES), given.theme)
    return 0


def _side_by_side(arguments: Sequence[str]) -> int:
    """Draws each theme in a process of its own; the status is that of the worse one."""
    begun = [sys.executable, "-m", "shots.shots", *arguments]
    drawing = [subprocess.Popen([*begun, f"--theme={theme}"]) for theme in THEMES]
    return max(each.wait() for each in drawing)


if __name__ == "__main__":
    sys.exit(main())

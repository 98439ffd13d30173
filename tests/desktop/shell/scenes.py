"""The places of the window that the tests of the keyboard go to: every page, and what opens within one."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QTimer

from assay.goals.library_goals import training_goals
from assay.lookup import Suggestion
from assay.types import Filters, Paper, SearchRequest
from assay_desktop.actions.suggesting import SuggestionLine
from assay_desktop.pages.campaigns.model import Tab
from assay_desktop.pages.evaluation.benchmarks.widgets.analyses import CURVES, PARTS, PUBLISHED, TASKS
from assay_desktop.pages.evaluation.benchmarks.widgets.plots import HOW
from assay_desktop.pages.search.facets import Counts, Value, Years
from assay_desktop.pages.search.model import SavedLine
from assay_desktop.pages.search.presenters.search import PAUSE_MS
from assay_desktop.shell.widgets.library_notices import NoticeStrip, SafeMode
from pdf_papers import conference
from pdf_writing import pdf
from shots.shot_benchmarks import fill_results, fill_setup, fill_unscored
from shots.shot_benchmarks_analyses import fill_analyses
from shots.shot_benchmarks_behind import fill_leaks, fill_papers, fill_queries, fill_reviewers
from shots.shot_campaigns import SETTLING, campaign_library
from shots.shot_explore import fill_explored
from shots.shot_rankings import fill_rankings
from shots.shot_stage import Stage, stage, wait
from shots.shot_training import N_CURVES, write_runs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from assay_desktop.pages.campaigns.page import CampaignsPage
    from assay_desktop.pages.discovery.page import DiscoveryPage
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
    from assay_desktop.pages.evaluation.page import EvaluationPage
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.reader.page import ReaderPage
    from assay_desktop.pages.search.page import SearchPage
    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.pages.training.page import TrainingPage

PLACES: Final = (
    "library",
    "library/duplicates",
    "library/suggestions",
    "library/form",
    "search",
    "search/full",
    "search/why",
    "search/predicted",
    "discovery",
    "judging",
    "campaigns",
    *(f"campaigns/{tab}" for tab in Tab),
    "evaluation",
    "evaluation/rankings",
    "evaluation/setup",
    "evaluation/results",
    "evaluation/unscored",
    "evaluation/how",
    "evaluation/queries",
    "evaluation/papers",
    "evaluation/reviewers",
    "evaluation/leakage",
    "evaluation/parts",
    "evaluation/published",
    "evaluation/curves",
    "evaluation/tasks",
    "training",
    "training/models",
    "training/new",
    "training/recipe",
    "training/run",
    "settings",
    "settings/keys",
    "settings/conflict",
    "reader",
    "reader/empty",
    "settings/library",
    "settings/watched",
    "settings/lookups",
    "settings/backups",
    "window/notices",
)
"""The keys of pages, some with the part that is opened in them."""

RUN: Final = "20260109-090000-crops-then-judgements"
"""The run whose curves are looked at."""

_KEYWORDS: Final = """
import json, sys
HITS = [{"doc_id": d, "score": 1.0, "rank": n, "channels": {"keyword": n}, "title": d, "authors": [],
         "year": 2020, "venue": "", "passage": []} for n, d in enumerate(sys.argv[1:], 1)]
STATE = {"event": "state", "phase": "ready", "model": "m", "semantic": "ready", "indexed": 9, "total": 9}
print(json.dumps(STATE), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["op"] == "quit":
        break
    answer = {"error": {"kind": "EngineError", "message": "This one only searches."}}
    if asked["op"] == "search":
        answer = {"ok": {"hits": HITS, "mode": "keyword", "ms": 1.0, "indexed": 9, "total": 9}}
    if asked["op"] == "status":
        answer = {"ok": {}}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
"""
_TITLE: Final = "How moths jam the sonar of hunting bats over open fields"
_COUNTS: Final = Counts(
    40,
    True,
    tuple(Years(year, year, 4) for year in range(2010, 2020)),
    (2010, 2019),
    tuple(Value(facet, name, 3) for facet in ("venue", "author", "tag") for name in ("one", "another")),
)


def walked_library(folder: Path) -> Path:
    """The sample library with campaigns in each status, runs, two papers that are one, and a saved search."""
    from assay.ingest.importing import import_files
    from assay.searching.saved_searches import SavedSearchWork
    from assay.workspace import Workspace

    assert write_runs(campaign_library(folder, model="hashing") / "training").name == RUN
    with Workspace.open(folder) as workspace:
        twice = (Paper("moths", _TITLE, year=2019), Paper("moths-2", f"{_TITLE}.", year=2019))
        workspace.library.papers.add([(paper, []) for paper in twice])
        workspace.library.collections.add("Thesis/Chapter 2", ["moths", "moths-2"])
        workspace.library.tags.add("to read", ["moths"])
        (folder / "moss.pdf").write_bytes(pdf(conference(), outline=[("Introduction", 1, 460)]))
        import_files(workspace.library, [folder / "moss.pdf"])
        SavedSearchWork(workspace).add("Hard negatives", SearchRequest("hard negatives"))
        workspace.library.backup()
    return folder


@contextmanager
def walked_stage(folder: Path) -> Iterator[Stage]:
    """The window on it, as the active one, with an engine that finds three papers for everything."""
    with stage(folder, engine=(sys.executable, "-c", _KEYWORDS, "a", "b", "c")) as made:
        made.window.activateWindow()
        yield made


class PlacesOfStage:
    """Goes to one of `PLACES`, and afterwards takes away what the next one should not find."""

    def __init__(self, scene: Stage) -> None:
        self._scene = scene
        self._strip: NoticeStrip | None = None

    def go(self, where: str) -> None:
        """Returns when nothing moves any more."""
        key, _, part = where.partition("/")
        opened = getattr(self, f"_{key}")
        opened(part)
        self.rest()

    def leave(self) -> None:
        window = self._scene.window
        if self._strip is not None:
            self._strip.setParent(None)
            window._help._steps.close()
            window.toggle_jobs()
        library = cast("LibraryPage", window.page("library"))
        library.duplicates.back_wanted.emit()
        library.pane.close_form()
        window._toast.hide()  # of the search for duplicates beside a training, for some seconds
        self._settings_page().keys.leave.click()
        self._search_page().show_tabs(["one"], 0)

    def rest(self) -> None:
        """Previews come a moment after what they are of: here at once."""
        self._scene.settle()
        assert wait(lambda: not any(timer.isActive() for timer in self._hurried()), 5)
        self._scene.settle()

    def _hurried(self) -> list[QTimer]:
        """The timers that wait for a pause in what a person does, made to wait for none."""
        timers = [each for each in self._scene.window.findChildren(QTimer) if each.isSingleShot()]
        pauses = [each for each in timers if 0 < each.interval() <= PAUSE_MS]
        for each in pauses:
            if each.interval() > 1:
                each.setInterval(1)
        return pauses

    def _settings_page(self) -> SettingsPage:
        return cast("SettingsPage", self._scene.window.page("settings"))

    def _search_page(self) -> SearchPage:
        return cast("SearchPage", self._scene.window.page("search"))

    def _library(self, part: str) -> None:
        page = cast("LibraryPage", self._scene.page("library"))
        if part == "duplicates":
            page.open_duplicates()
            assert wait(lambda: page.duplicates.list.model().rowCount() > 0, 60)
        if part == "form":
            assert wait(lambda: bool(page.listed()[1]), 5)
            page.filing.edit()
        if part == "suggestions":
            assert wait(lambda: bool(page.listed()[1]), 5)
            found = [Suggestion("a", field, "", "Nature", "crossref") for field in ("venue", "year")]
            page.pane.suggestions.show_suggestions([SuggestionLine(one, "A", "Crossref") for one in found])

    def _search(self, part: str) -> None:
        page = cast("SearchPage", self._scene.page("search"))
        page.run_first_query()
        self._scene.settle()
        page.open_tab(part if part in ("why", "predicted") else "abstract")
        if part == "full":
            self._fill_search(page)

    def _fill_search(self, page: SearchPage) -> None:
        """Everything that a search can have at once: chips, tabs, facets, a model to rerank with, news."""
        page.advance(1)
        page.want_seed()
        page.text_seed_wanted.emit(-1)
        self.rest()
        line = SavedLine(1, "Hard negatives", n_new=3)
        page.show_saved([line], line)
        page.show_tabs(["one search", "another"], 0)
        page.show_rerankers(["coder-small"], "")
        page.show_full_texts(4)
        page.show_facets(_COUNTS)

    def _discovery(self, _part: str) -> None:
        page = cast("DiscoveryPage", self._scene.page("discovery"))
        self._scene.settle()
        fill_explored(page)

    def _judging(self, _part: str) -> None:
        self._scene.page("judging")

    def _campaigns(self, part: str) -> None:
        page = cast("CampaignsPage", self._scene.page("campaigns"))
        page.open_campaign(SETTLING)
        self._scene.settle()
        page.open_tab(Tab(part) if part else Tab.SETUP)

    def _evaluation(self, part: str) -> None:
        page = cast("EvaluationPage", self._scene.page("evaluation"))
        page.choose("benchmarks" if part not in ("", "rankings") else "library")
        fills = {
            "setup": fill_setup,
            "results": fill_results,
            "unscored": fill_unscored,
            "how": _fill_how,
            "queries": fill_queries,
            "papers": fill_papers,
            "reviewers": fill_reviewers,
            "leakage": fill_leaks,
            "parts": partial(fill_analyses, which=PARTS),
            "published": partial(fill_analyses, which=PUBLISHED),
            "curves": partial(fill_analyses, which=CURVES),
            "tasks": partial(fill_analyses, which=TASKS),
        }
        if part == "rankings":
            self.rest()
            fill_rankings(page.library)
        elif part:
            self.rest()  # what the engine says of benchmarks comes before
            fills[part](page.benchmarks)

    def _training(self, part: str) -> None:
        page = cast("TrainingPage", self._scene.page("training"))
        if part == "models":
            page.open_models()
        if part == "new":
            page.open_new()
            page.goals.show_goals(training_goals(self._scene.context.jobs.location))
        if part == "recipe":
            page.open_recipe()
        if part == "run":
            self._scene.window.open_run(str(self._scene.window._folder / "training" / RUN))
            assert wait(lambda: len(page.run.plot.lines) == N_CURVES, 20)

    def _settings(self, part: str) -> None:
        page = cast("SettingsPage", self._scene.page("settings"))
        page.show_section(part if part and part != "conflict" else "appearance")
        if part in ("keys", "conflict"):
            page.show_section("keys")
            page.keys.select("judging.unsure")  # what changes a key is there for the one that is chosen
        if part == "conflict":
            page.keys.change.click()
            page.keys.recorder.pressed.emit("S")

    def _reader(self, part: str) -> None:
        window, page = self._scene.window, cast("ReaderPage", self._scene.page("reader"))
        window.read_paper("moths" if part else self._with_pdf())
        if not part:
            assert wait(lambda: page.view.page_count > 0 and page.view.missing() is None, 20)

    def _with_pdf(self) -> str:
        """The id of the paper that has a PDF."""
        found: list[str] = []
        only = Filters(has_file=True)
        self._scene.context.lane.submit(lambda ws: ws.library.papers.ids(filters=only), found.extend)
        assert wait(lambda: bool(found), 5)
        return found[0]

    def _window(self, _part: str) -> None:
        """Both strips above the page, and the jobs below it."""
        self._scene.page("library")
        window = self._scene.window
        window.add_safe_mode(SafeMode(3, self._scene.window._folder))
        self._strip = window.findChild(NoticeStrip)
        window._help.open_steps()
        window.toggle_jobs()


def _fill_how(view: BenchmarksView) -> None:
    fill_results(view)
    view.results.plots.show_view(HOW)

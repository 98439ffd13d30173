"""Pictures of look-ups: hosts in the settings, what was asked of them, what they suggest. All is invented."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, cast

from assay.types import Paper
from shots.shot_stage import stage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.theme import ThemeChoice
    from shots.shot_stage import Stage

_CONFIG: Final = "XDG_CONFIG_HOME"
_ABSTRACT: Final = (
    "Hibernating bats lose heat through the rock that they hang from. Over eleven winters we measured it in "
    "forty abandoned mines, and find that the depth of a gallery says less than the age of its timber."
)
_PAPERS: Final = (
    Paper("heat", "Heat budgets of hibernating bats", doi="10.5555/heat", authors=("N. Hil",), year=2012),
    Paper("tides", "Tidal memory of burrowing clams in the Wadden Sea", doi="10.5555/tides"),
    Paper("snow", "A slow census of snow algae", doi="10.5555/snow", venue="Polar Biology", year=2020),
)
_KNOWN: Final = {
    "heat": {
        "title": ["Heat budgets of hibernating bats in abandoned mines"],
        "author": [{"family": "Hill", "given": "Nora"}, {"family": "Oak", "given": "Sam"}],
        "container-title": ["Ecology of the North"],
        "issued": {"date-parts": [[2013]]},
        "abstract": _ABSTRACT,
    },
    "tides": {
        "title": ["Tidal memory of burrowing clams in the Wadden Sea"],
        "author": [{"family": "Holm", "given": "Mia"}],
        "container-title": ["Marine Biology"],
        "issued": {"date-parts": [[2015]]},
    },
}


def looked_up_library(folder: Path) -> Path:
    """Three papers of PDFs: two that a host knew, one that it did not."""
    from assay.ingest.lookups import FOLDER
    from assay.library import Place, ReadFile
    from assay.lookup import HOSTS, Answers, Journal, questions
    from assay.workspace import Workspace

    with Workspace.open(folder) as workspace:
        library = workspace.library
        library.papers.add([(paper, [f"shot:{paper.doc_id}"]) for paper in _PAPERS])
        for number, paper in enumerate(_PAPERS):
            found = {
                "title": (paper.title, 0.95, "layout"),
                "authors": ("; ".join(paper.authors), 0.4, "layout"),
                "year": (str(paper.year), 0.4, "metadata"),
            }
            read = ReadFile(f"{number}" * 64, 9, reader=1, n_pages=8, found=found, doubtful=True)
            library.files.add([(read, Place(f"/papers/{paper.doc_id}.pdf", 9, 1), paper.doc_id)])
        answers, journal = Answers(folder / FOLDER), Journal(folder / FOLDER)
        for paper in _PAPERS:
            question = next(questions(paper))
            known = _KNOWN.get(paper.doc_id)
            body = json.dumps({"message": {"DOI": paper.doi, **known}}).encode() if known else b""
            asked = journal.begin("crossref", question.address(HOSTS["crossref"]), paper.doc_id)
            answers.keep(question, body)
            outcome = "found" if known else "not known there"
            journal.end(asked, status=200 if known else 404, n_bytes=len(body), outcome=outcome)
        journal.begin("openalex", f"{HOSTS['openalex'].address}/works/doi:10.5555/snow", "snow")
    return folder


@contextmanager
def _consent(folder: Path) -> Iterator[None]:
    """Crossref is on, whatever is on for whoever draws."""
    from assay.lookup import Consent

    before = os.environ.get(_CONFIG)
    os.environ[_CONFIG] = str(folder / "config")
    try:
        Consent().with_host("crossref", on=True).save()
        yield
    finally:
        os.environ.pop(_CONFIG)
        os.environ.update({_CONFIG: before} if before is not None else {})


def lookup_shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Nothing is sent, and nothing is accepted."""
    library = looked_up_library(folder / "Looked up")
    with _consent(folder), stage(library, out, theme=theme, start_engine=False) as scene:
        _states(scene)


def _states(scene: Stage) -> None:
    library = cast("LibraryPage", scene.page("library"))
    library.paper_selected.emit("heat")
    scene.settle()
    scene.save("library-suggestions")
    settings = cast("SettingsPage", scene.page("settings"))
    scene.settle()
    settings.show_section("lookups")
    scene.settle()
    scene.save("settings-lookups")
    for dialog, kind in (
        (settings.lookups.suggested, "suggestions"),
        (settings.lookups.request_log, "asked"),
    ):
        dialog.open()
        scene.settle()
        scene.save(f"settings-lookups-{kind}", dialog)
        dialog.close()

"""The window by keyboard alone, as its user has it: a real program on a display, keys sent from outside.

It takes minutes, and needs a display without a monitor:
`make soak SOAK_ONLY=tests/flow/program/test_keyboard_walk.py`.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assay import config
from assay.index import FolderStore
from assay.search import indexed_models
from pdf_writing import block, pdf
from screen import Screen, missing_packages, screen, wait_for

pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(missing_packages()), reason=f"apt install {' '.join(missing_packages())}"),
]

SUBJECTS = {
    "Graph networks": "messages that pass between the nodes of a graph",
    "Speech recognition": "acoustic models that write down spoken words",
    "Protein folding": "chains of amino acids in three dimensions",
    "Topic models": "latent themes of many documents",
    "Image retrieval": "pictures found by what they show",
}
QUERIES = ("speech recognition", "protein folding", "topic models")
GRADES = "2102001"


class Walk:
    """The program on its display, and what its library holds."""

    def __init__(self, shown: Screen, folder: Path) -> None:
        self.screen, self._library = shown, folder / "library"
        self._program = subprocess.Popen(
            [sys.executable, "-m", "assay", "--library", str(self._library), "desktop"],
            env=_own_home(folder) | shown.environment,
        )
        wait_for(lambda: "Assay" in shown.title(), "the window")
        time.sleep(2.0)

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        with sqlite3.connect(f"file:{self._library}/library.sqlite?mode=ro", uri=True) as connection:
            return connection.execute(statement).fetchall()

    def press_until(self, true: Callable[[], object], what: str, *keys: str) -> None:
        """Press keys, "=word" is typed, again and again until it is true: what they act on may be late."""
        until = time.monotonic() + 120.0
        while not true():
            if time.monotonic() > until:
                raise TimeoutError(f"{what}: not within 120 s")
            for key in keys:
                if key.startswith("="):
                    self.screen.type(key[1:])
                else:
                    self.screen.press(key, pause_s=2.0)
            time.sleep(1.0)

    def count(self, table: str) -> int:
        return int(str(self.rows(f"select count(*) from {table}")[0][0]))

    def leave(self) -> int:
        """Quit, and return the exit status."""
        self.screen.press("ctrl+q")
        try:
            return self._program.wait(30)
        finally:
            self._program.kill()


def _own_home(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return kept | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """A list of forty references."""
    entries = []
    for number in range(40):
        title, about = list(SUBJECTS.items())[number % len(SUBJECTS)]
        entries.append(
            f"@article{{k{number}, title={{{title} in study {number}}}, author={{Ada Moss and Bo Pebble}}, "
            f"year={{{2010 + number % 10}}}, abstract={{We consider {about}, with experiment {number}.}}}}"
        )
    path = tmp_path / "papers.bib"
    path.write_text("\n".join(entries), encoding="utf-8")
    return path


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Walk]:
    with screen(1280, 800) as shown:
        yield Walk(shown, tmp_path)
        shown.picture(tmp_path / "end.png")  # where it stopped, if it did


def test_from_a_list_of_references_to_a_model_of_ones_own_by_keys_alone(
    walk: Walk, papers: Path, tmp_path: Path
) -> None:
    keys = walk.screen
    # Import: the preview of more than twenty entries is agreed to by Enter.
    keys.press("ctrl+i")
    wait_for(lambda: keys.title() == "Import papers", "the dialog")
    keys.type(str(papers))
    keys.press("Return")
    wait_for(lambda: "preview" in keys.title(), "the preview")
    keys.press("Return")
    wait_for(lambda: walk.count("paper") == 40, "the papers")
    wait_for(lambda: list((tmp_path / "library" / "indexes").glob("*/*")), "an index")

    # Search, and attach a PDF to the first result, in the reader.
    file = tmp_path / "study.pdf"
    file.write_bytes(pdf(block("Spoken words are written down by acoustic models, which listen.", 72, 72)))
    keys.press("ctrl+2")
    keys.type("speech recognition")
    keys.press("Return")
    time.sleep(8.0)
    keys.press("Down", "o")
    time.sleep(1.0)
    keys.press("Return")
    wait_for(lambda: "PDF" in keys.title(), "the dialog of files")
    keys.type(str(file))
    keys.press("Return")
    wait_for(lambda: walk.count("paper_file") == 1, "the PDF")

    # A match is selected, so that it can be highlighted; then a note on the paper.
    time.sleep(10.0)  # before the page is there, Escape leaves the reader
    there = lambda: walk.count("highlight") == 1  # noqa: E731
    walk.press_until(there, "the highlight", "ctrl+f", "ctrl+a", "=acoustic", "Return", "Escape", "h")
    assert "acoustic" in str(walk.rows("select quote from highlight")[0][0])
    keys.press("n")
    keys.type("worth a second reading")
    keys.press("Escape")
    wait_for(lambda: walk.rows("select 1 from paper where item like '%second reading%'"), "the note")
    keys.press("Escape")

    # Twenty-one grades; the first of each text makes it a query.
    for query in QUERIES:
        keys.press("ctrl+f", "ctrl+a")
        keys.type(query)
        keys.press("Return")
        time.sleep(8.0)
        keys.press("Down")
        for grade in GRADES:
            keys.press(grade, pause_s=0.5)
            keys.press("j")
    wait_for(lambda: walk.count("judgement_event") == len(QUERIES) * len(GRADES), "the grades")
    assert {row[0] for row in walk.rows("select text from query")} == set(QUERIES)

    # Evaluate: Enter adds the first run of an empty page, Insert the next one; both rankings, a grade there.
    keys.press("ctrl+5")
    walk.press_until(lambda: walk.count("run") == 1, "the run", "Return")
    keys.press("Insert", "Down", "Down", "Down", "Return")
    wait_for(lambda: walk.count("run") == 2, "the hybrid run")
    n_grades = walk.count("judgement_event")
    walk.press_until(lambda: walk.count("judgement_event") > n_grades, "the grade", "ctrl+o", "2")
    keys.press("Escape")

    # Train by the goal that stands out; its model is compared by itself, then promoted.
    library = tmp_path / "library"
    keys.press("ctrl+6")
    walk.press_until(
        lambda: list(library.glob("training/*/requested_recipe.toml")), "the training", "ctrl+Return"
    )
    models = tmp_path / ".local" / "share" / "assay" / "models"
    wait_for(lambda: list(models.glob("*/scores/*")), "the comparison", 900)
    walk.press_until(lambda: keys.title().startswith("Search this library with"), "the question", "ctrl+p")
    keys.press("Tab", "Return")  # nothing speaks for a model of forty papers: Return alone would cancel
    (model,) = (path.name for path in models.iterdir())
    wait_for(lambda: config.load(library).model == model, "the promotion", 120)
    assert indexed_models(FolderStore(library / "indexes"))[model] == 40
    assert walk.leave() == 0

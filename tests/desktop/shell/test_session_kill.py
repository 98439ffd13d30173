"""A window that is killed comes back where it was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from assay.library import Library
from assay.searching.indexing import index_vectors, index_words
from assay.types import Paper, Query
from assay.workspace import Workspace
from assay_desktop.session import SOON_MS

if TYPE_CHECKING:
    from collections.abc import Iterator

SCRIPT = Path(__file__).parent / "restored_window.py"
ANIMALS = ("bees", "owls", "ants", "bats", "wolves", "salmon")
TOPICS = ("navigation", "hunting", "sleep", "song", "winter")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """60 papers of two venues with an index, and twelve pairs to judge."""
    folder = tmp_path / "library"
    with Workspace.open(folder) as workspace:
        workspace.use_model("hashing")
        add_papers(workspace.library)
        index_words(workspace)
        index_vectors(workspace)
    return folder


def add_papers(library: Library) -> None:
    papers = [
        Paper(f"{animal}-{topic}-{n}", f"{animal} and {topic}, {n}", f"{topic} of {animal}", venue=venue)
        for animal in ANIMALS
        for topic in TOPICS
        for n, venue in enumerate(("ACL", "TREC"))
    ]
    library.papers.add([(paper, ()) for paper in papers])
    library.queries.add([Query("q", "bees")])
    library.pool.add([("q", paper.doc_id) for paper in papers[:12]])


def platform(folder: Path) -> str:
    """A screen that is none, large enough for a window; the usual one has 800 by 800 pixels."""
    screen = {"name": "none", "x": 0, "y": 0, "width": 1600, "height": 1000, "logicalDpi": 96, "dpr": 1}
    config = folder.with_name("screens.json")
    config.write_text(json.dumps({"screens": [screen]}))
    return f"offscreen:configfile={config}"


@contextmanager
def window(folder: Path, what: str) -> Iterator[dict[str, Any]]:
    """What a window shows; it is killed at the end of the block."""
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), str(folder), what],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": platform(folder), "PYTHONUTF8": "1"},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        yield json.loads(line)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        process.stderr.close()


def rest(path: Path, seconds: float) -> None:
    """Wait until nobody has written the file for so long, on a busy machine too."""
    end = time.monotonic() + 20
    while not path.exists() or time.time() - path.stat().st_mtime < seconds:
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
def test_a_killed_window_comes_back_where_it_was(folder: Path) -> None:
    with window(folder, "leave") as left:
        rest(folder / "window.json", 5 * SOON_MS / 1000)
    assert left["tabs"] == ["owls hunting", "bees navigation"]
    assert left["page"] == "search"
    assert left["scrolled"] > 0
    assert left["place"][1] > 0
    with window(folder, "return") as found:
        assert found == left

"""The first grade of a new query is in the library before the window says so: no kill takes it back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from assay.library import Library
from assay.types import Paper
from killing import require_no_process_left


def test_a_first_grade_outlives_the_engine_and_the_window(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    with Library.open(folder) as library:
        library.papers.add([(Paper(f"p{n}", f"Paper {n}"), ()) for n in range(3)])
    own = {f"XDG_{what}_HOME": str(tmp_path / what) for what in ("CONFIG", "DATA", "CACHE", "STATE")}
    window = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("killed_window.py"), folder],
        env={**os.environ, **own, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert window.stdout is not None
    said = window.stdout.readline()
    window.kill()
    window.communicate()
    assert said == "saved\n"
    require_no_process_left(folder)
    with Library.open(folder) as library:
        query = library.queries.with_text("dense retreival")
        assert query is not None
        given = {(j.query_id, j.doc_id, j.relevance) for j in library.judgements.current()}
    assert given == {(query.query_id, "p0", 2), (query.query_id, "p1", 2)}

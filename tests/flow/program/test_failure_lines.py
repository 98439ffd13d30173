"""One failure is one line, whatever line breaks stand in its reason or in a file's name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.types import ImportFailure

Assay = Callable[..., Any]
BREAKS = "\n\r\x0b\x0c\x1c\x85\u2028\u2029"


@pytest.mark.parametrize("mark", BREAKS)
def test_a_failure_is_one_line(mark: str) -> None:
    said = str(ImportFailure(f"a{mark}b.bib", 3, f"no title{mark}{mark}of its own{mark}"))
    assert said == "a b.bib:3: no title of its own"


def test_an_import_says_each_failure_once_in_a_line(assay: Assay, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    for name in ("one\ntwo.json", "three\u2028four.json"):
        (papers / name).write_text("this is not JSON")
    (papers / "broken\npaper.pdf").write_bytes(b"%PDF-1.4\nnothing more")
    answer = assay("import", papers, papers)
    lines = (answer.out + answer.err).splitlines()
    for end in ("two.json", "four.json", "paper.pdf"):
        assert len([line for line in lines if end in line]) == 1
    for part in ("one two.json", "three four.json", "broken paper.pdf"):
        assert any(part in line for line in lines)
    assert len(lines) == 3 + 2  # the counts, and that nothing could be imported
    rows = assay("import", papers, "--json").payload["failed"]
    assert sorted(row["file"] for row in rows) == sorted(map(str, papers.iterdir()))


def test_a_watched_folder_says_each_failure_in_a_line(assay: Assay, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "one\ntwo.json").write_text("this is not JSON")
    (papers / "broken\npaper.pdf").write_bytes(b"%PDF-1.4\nnothing more")
    assert assay("watch", "add", papers).status == 0
    lines = assay("watch", "look").out.splitlines()
    assert len(lines) == 1 + 2
    assert any("one two.json" in line for line in lines)

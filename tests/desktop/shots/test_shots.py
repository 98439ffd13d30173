"""Pictures of a library's pages: real window, real engine, and nothing in the library changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QImage

from shots.shot_libraries import odd_library, odd_papers
from shots.shots import PAGES, main

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


@pytest.mark.dressed
@pytest.mark.usefixtures("forked_children")
def test_every_page_of_a_library_is_drawn_and_the_library_stays_as_it_is(
    tmp_path: Path, qapp: QApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    from assay.workspace import Workspace

    folder = odd_library(tmp_path / "library")
    assert main(["--library", str(folder), "--theme", "dark", str(tmp_path / "out")]) == 0
    made = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert [path.name for path in made] == [f"page-{key}.png" for key in PAGES]
    for path in made:
        image = QImage(str(path))
        assert (image.width(), image.height()) == (1280, 800)
        row = {image.pixel(x, y) for x in range(0, 1280, 2) for y in range(0, 800, 4)}
        assert len(row) > 20, f"{path.name} is nearly blank"
        assert image.pixelColor(4, 600).lightness() < 128, f"{path.name} is not dark"
    with Workspace.open(folder) as workspace:
        assert workspace.library.judgements.history() == []
        assert workspace.library.papers.count() == len(odd_papers())


def test_the_odd_texts_are_as_odd_as_they_claim() -> None:
    papers = odd_papers()
    assert len(papers[0].title) == 300
    assert len(papers[1].authors) == 200
    assert any("\u4e00" <= letter <= "\u9fff" for letter in papers[2].title)
    assert any("\u0600" <= letter <= "\u06ff" for letter in papers[3].title)

"""The pictures of the guide: `python -m shots.guide_pictures`, with `tests` on the path, draws them anew."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, qRgb
from PySide6.QtWidgets import QApplication

from assay.discovery.map_file import make_map
from assay.workspace import Workspace
from shots.shot_libraries import sample_library
from shots.shot_stage import ANSWER_S, draw, stage, wait

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_desktop.pages.discovery.page import DiscoveryPage
    from assay_desktop.pages.evaluation.page import EvaluationPage
    from assay_desktop.pages.judging.page import JudgingPage
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.search.page import SearchPage
    from assay_desktop.pages.training.page import TrainingPage
    from shots.shot_stage import Stage

PICTURES: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
_SIZE: Final = QSize(980, 640)
_N_COLORS: Final = 256


def draw_all(folder: Path, out: Path) -> list[Path]:
    """Draw the pages that the guide shows, on the sample library in `folder`."""
    made = []
    with stage(folder, size=_SIZE) as scene:
        scene.await_engine()
        for name, prepare in _PAGES.items():
            prepare(scene)
            scene.settle()
            wait(lambda: False, 0.5)  # what comes a moment after the page
            made.append(with_palette(draw(scene.window, out / f"{name}.png")))
    return made


def with_palette(path: Path) -> Path:
    """Rewrite a picture with its most frequent colours, a third of the bytes."""
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1) & 0xFFFFFF
    colors, counts = np.unique(pixels[:, : image.width()], return_counts=True)
    kept: dict[int, int] = {}  # cell of similar colours -> its most frequent one
    for color in colors[np.argsort(-counts, kind="stable")].tolist():
        cell = (color >> 3) & 0x1F1F1F
        if len(kept) < _N_COLORS:
            kept.setdefault(cell, color)
    table = [qRgb(color >> 16, color >> 8 & 255, color & 255) for color in kept.values()]
    if not image.convertToFormat(QImage.Format.Format_Indexed8, table).save(str(path)):
        raise OSError(f"{path} cannot be written.")
    return path


def _library(scene: Stage) -> None:
    page = cast("LibraryPage", scene.page("library"))
    scene.settle()
    page.table.selectRow(2)


def _search(scene: Stage) -> None:
    page = cast("SearchPage", scene.page("search"))
    page.run_first_query()
    scene.settle()
    page.advance(1)
    scene.settle()
    page.grade(2)


def _explore(scene: Stage) -> None:
    page = cast("DiscoveryPage", scene.page("discovery"))
    wait(lambda: False, 1.0)  # the map is drawn a moment after it is read
    page.map.choose(3)


def _judge(scene: Stage) -> None:
    page = cast("JudgingPage", scene.page("judging"))
    for grade in (2, 0, 1):
        wait(lambda: False, 0.9)  # time to read, or the pace shown would be nobody's
        page.grade_given.emit(grade)
        scene.settle()


def _evaluate(scene: Stage) -> None:
    cast("EvaluationPage", scene.page("evaluation"))


def _rankings(scene: Stage) -> None:
    page = cast("EvaluationPage", scene.page("evaluation"))
    page.library._details.open_query()


def _train(scene: Stage) -> None:
    page = cast("TrainingPage", scene.page("training"))
    page.open_new()
    wait(page.goals._state.isHidden, ANSWER_S)


_PAGES: Final[dict[str, Callable[[Stage], None]]] = {
    "library": _library,
    "search": _search,
    "explore": _explore,
    "judge": _judge,
    "evaluate": _evaluate,
    "rankings": _rankings,
    "train": _train,
}


def main() -> int:
    """Draw them and say what was drawn."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QApplication.instance() or QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory(prefix="assay-guide-") as own:
        folder = sample_library(Path(own) / "Sample library")
        with Workspace.open(folder) as workspace:
            make_map(workspace)
            workspace.library.trust()
        made = draw_all(folder, PICTURES)
    sys.stdout.write("".join(f"{path} {path.stat().st_size:,} bytes\n" for path in made))
    return 0


if __name__ == "__main__":
    sys.exit(main())

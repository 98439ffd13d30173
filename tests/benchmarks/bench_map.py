"""The map at 125,000 points: how long a frame takes while it is moved and zoomed, and how long it is made.

`bench_map.py [N]`: the page's own widget and pyqtgraph's ScatterPlotItem (symbols of 3 px, one brush a
cluster) draw the same points into a picture of the same size, in the same run. `--layout` also lays the
points' vectors of 256 numbers out, as `assay map` does.
"""

from __future__ import annotations

import os
import statistics
import time
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from measuring import head, parser_of, resident_mb, row
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget

from assay.discovery.layout import layout
from assay.discovery.map_file import LibraryMap
from assay.progress import silent
from assay_desktop.pages.discovery.widgets.map_view import MapView
from assay_desktop.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable

SIZE = QSize(1100, 700)
CLUSTERS = 40
FRAMES = 60


def main() -> None:
    """Print both tables."""
    parser = parser_of(__doc__)
    parser.add_argument("n", nargs="?", type=int, default=125_000, help="points")
    parser.add_argument("--layout", action="store_true", help="also lay their vectors out")
    given = parser.parse_args()
    n = given.n
    app = QApplication([])
    made = made_up(n)
    head(
        f"Frames of the map, {n:,} points, {SIZE.width()} x {SIZE.height()}",
        "median, ms",
        "p95, ms",
        "own time, ms",
    )
    view = MapView(Theme("light"))
    view.resize(SIZE)
    view.show_map(made)
    frames("map of Assay, moved", view, lambda: view.move_by(0.01, 0.005))
    frames("map of Assay, zoomed", view, lambda: view.zoom(1.03))
    view.show_all()
    start = time.perf_counter()
    for _ in range(20):
        view.row_at(view.rect().center().toPointF())
    row("point under the mouse", f"{(time.perf_counter() - start) * 50:.2f}", "", "")
    scatter(made)
    if given.layout:
        vectors = np.random.default_rng(1).normal(size=(n, 256)).astype(np.float32)
        vectors += np.random.default_rng(2).normal(size=(CLUSTERS, 256)).astype(np.float32)[made.labels] * 1.5
        start = time.perf_counter()
        layout(vectors, random_seed=0, progress=silent)
        head(f"Layout of {n:,} vectors", "s", "MB resident")
        row(
            "PCA, t-SNE of 5,000 landmarks, placing",
            f"{time.perf_counter() - start:.0f}",
            f"{resident_mb():.0f}",
        )
    del app


def made_up(n: int) -> LibraryMap:
    """Clusters of points with names."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, CLUSTERS, n).astype(np.int32)
    centres = rng.uniform(-0.9, 0.9, (CLUSTERS, 2))
    places = (centres[labels] + rng.normal(size=(n, 2)) * 0.06).clip(-1, 1).astype(np.float32)
    names = tuple(f"cluster {label} · terms" for label in range(CLUSTERS))
    return LibraryMap(tuple(map(str, range(n))), places, labels, names)


def frames(name: str, widget: QWidget, change: Callable[[], object]) -> None:
    """Time the painting of a widget after each change."""
    took, worked = [], []
    for _ in range(FRAMES):
        change()
        start, thread = time.perf_counter(), time.thread_time()
        widget.grab()
        took.append((time.perf_counter() - start) * 1000)
        worked.append((time.thread_time() - thread) * 1000)
    took.sort()
    row(
        name,
        f"{statistics.median(took):.1f}",
        f"{took[int(0.95 * FRAMES)]:.1f}",
        f"{statistics.median(worked):.1f}",
    )


def scatter(made: LibraryMap) -> None:
    """The same by pyqtgraph."""
    import pyqtgraph

    pyqtgraph.setConfigOptions(background="w", antialias=False)
    plot = pyqtgraph.PlotWidget()
    plot.resize(SIZE)
    brushes = [pyqtgraph.mkBrush(pyqtgraph.intColor(label, CLUSTERS)) for label in range(CLUSTERS)]
    item = pyqtgraph.ScatterPlotItem(
        x=made.places[:, 0],
        y=made.places[:, 1],
        size=3,
        pen=None,
        brush=[brushes[label] for label in made.labels],
    )
    plot.addItem(item)
    box = plot.getViewBox()
    frames("pyqtgraph ScatterPlotItem, moved", plot, lambda: box.translateBy(x=0.01, y=0.005))
    frames("pyqtgraph ScatterPlotItem, zoomed", plot, lambda: box.scaleBy((0.97, 0.97)))


if __name__ == "__main__":
    main()

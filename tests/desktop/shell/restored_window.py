"""A real window in a process of its own, told to `leave` or to `return`.

It goes somewhere, or looks where it is; prints what it shows as one JSON object; lives until it is killed.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QSplitter

from assay_desktop.background.engine_client import EngineClient
from assay_desktop.background.jobs import Jobs
from assay_desktop.background.lane import Lane
from assay_desktop.context import AppContext, Changes
from assay_desktop.errors import Faults
from assay_desktop.keys import Keys
from assay_desktop.pages.judging.page import JudgingPage
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.session import Session
from assay_desktop.settings import Settings
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.theme import Theme

WAIT_S = 60.0
VALUE = Qt.ItemDataRole.UserRole


class Driver:
    def __init__(self, folder: Path) -> None:
        self.app = QApplication([])
        settings = Settings(QSettings(str(folder.with_suffix(".ini")), QSettings.Format.IniFormat))
        settings.set_assessor("ada")
        faults = Faults()
        self.context = AppContext(
            lane=Lane.at(folder, faults),
            engine=EngineClient(folder),
            jobs=Jobs(folder),
            theme=Theme("light"),
            settings=settings,
            changes=Changes(),
            keys=Keys(settings),
            session=Session.of(folder),
        )
        self.window = MainWindow(self.context, faults, folder)
        self.window.show()
        self.context.engine.start()

    def until(self, condition: Any, what: str) -> None:
        end = time.monotonic() + WAIT_S
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(what)
            self.app.processEvents()
            time.sleep(0.005)

    def page(self, key: str) -> Any:
        self.window.open_page(key)
        return self.window.page(key)

    def search(self, page: Any, text: str) -> None:
        page.box.show_text(text)
        page.text_edited.emit(text)
        page.search_requested.emit()
        self.until(lambda: self.context.engine.state.semantic == "ready", "a model")
        self.until(lambda: "paper" in page.modes.summary.text(), f"results of {text}")


def leave(driver: Driver) -> None:
    driver.window.resize(1250, 777)
    library = driver.page("library")
    driver.until(lambda: library.table.model().rowCount() == 60, "the table")
    driver.until(lambda: len(sources(library)) > 3, "the sources")
    model = library._sources.model()
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    library._sources.setCurrentIndex(next(row for row in rows if row.data() == "ACL"))
    driver.until(lambda: library.table.model().rowCount() == 30, "one venue")
    library.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    driver.until(lambda: library.listed()[0] == sorted(library.listed()[0]), "the order")
    library.advance(20)
    library.show_scroll(150)
    search = driver.page("search")
    driver.search(search, "owls hunting")
    search.advance(2)
    search.tab_new.emit()
    driver.search(search, "bees navigation")
    search.advance(4)
    search.results.verticalScrollBar().setValue(120)
    (panes,) = [each for each in search.findChildren(QSplitter) if each.count() == 3]
    panes.setSizes([250, 560, 380])
    panes.splitterMoved.emit(250, 1)
    judging = driver.page("judging")
    await_pair(driver, judging)
    for _ in range(3):
        before = judging._paper._title.text()
        judging.browse_wanted.emit(1)
        await_pair(driver, judging, before)
    driver.window.open_page("search")


def sources(library: Any) -> list[Any]:
    model = library._sources.model()
    found = [model.index(row, 0).data(VALUE) for row in range(model.rowCount())]
    return [each for each in found if each is not None]


def look_around(driver: Driver) -> None:
    """Opens each page as a person would, and waits until it shows what it will; then back."""
    first = driver.window.page_key
    driver.until(lambda: driver.context.engine.state.semantic == "ready", "a model")
    search = driver.page("search")
    driver.until(lambda: search.listed()[0] and "paper" in search.modes.summary.text(), "results")
    library = driver.page("library")
    driver.until(lambda: library.table.model().rowCount() > 0, "the table")
    driver.until(lambda: len(sources(library)) > 3, "the sources")
    judging = driver.page("judging")
    await_pair(driver, judging)
    driver.window.open_page(first)


def await_pair(driver: Driver, judging: Any, before: str = "") -> None:
    """Wait for another pair, whose query's words are marked a moment later."""
    title = judging._paper._title
    driver.until(lambda: title.text() != before and "<u>bees</u>" in title.text(), "a pair")


def shown(driver: Driver) -> dict[str, Any]:
    search, library, judging = (driver.window.page(key) for key in ("search", "library", "judging"))
    assert isinstance(search, SearchPage)
    assert isinstance(library, LibraryPage)
    assert isinstance(judging, JudgingPage)
    (panes,) = [each for each in search.findChildren(QSplitter) if each.count() == 3]
    return {
        "page": driver.window.page_key,
        "size": [driver.window.width(), driver.window.height()],
        "tabs": [search.tabs.tabText(at) for at in range(search.tabs.count())],
        "tab": search.tabs.currentIndex(),
        "place": list(search.place),
        "listed": search.listed()[0],
        "panes": panes.sizes(),
        "ids": library.listed()[0],
        "selected": library.listed()[1][0],
        "scrolled": library.scrolled,
        "source": library._sources.currentIndex().data(VALUE).key,
        "pair": judging._paper._title.text(),
    }


def main() -> None:
    driver = Driver(Path(sys.argv[1]))
    if sys.argv[2] == "leave":
        leave(driver)
    else:
        look_around(driver)
    sys.stdout.write(json.dumps(shown(driver)) + "\n")
    sys.stdout.flush()
    while True:  # until it is killed
        driver.app.processEvents()
        time.sleep(0.005)


if __name__ == "__main__":
    main()

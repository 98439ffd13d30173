"""The keys of the search page. Single letters rest while a text field has the focus: it takes them first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.types import GRADES

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_desktop.keys import Keys
    from assay_desktop.pages.search.page import SearchPage


def bind_keys(page: SearchPage, keys: Keys) -> None:
    """Keys work while the focus is anywhere in the page."""
    calls: dict[str, Callable[[], None]] = {
        "box": page.focus_search,
        "next": page.advance,
        "previous": lambda: page.advance(-1),
        "similar": page.want_similar,
        "seed": page.want_seed,
        "search.for": page.want_seed,
        "search.against": lambda: page.want_seed(-1),
        "search.text_for": lambda: page.text_seed_wanted.emit(1),
        "search.text_against": lambda: page.text_seed_wanted.emit(-1),
        "citation": page.want_citation,
        "search.save": page.saved.want,
        "search.seen": lambda: page.saved.seen.emit(None),
        "tab.new": page.tab_new.emit,
        "tab.close": lambda: page.tab_closed.emit(-1),
        "tab.reopen": page.tab_reopened.emit,
        "tab.next": lambda: page.tab_stepped.emit(1),
        "tab.previous": lambda: page.tab_stepped.emit(-1),
        "undo": page.undo_wanted.emit,
        "redo": page.redo_wanted.emit,
    }
    for grade in GRADES:
        calls[f"grade.{grade}"] = lambda grade=grade: page.grade(grade)  # type: ignore[misc]  # bound per turn
    for name, call in calls.items():
        keys.bind(name, page, call)

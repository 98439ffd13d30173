"""The keys of the judging page. Letters and digits rest while a note is written: it takes them first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.types import GRADES, JudgementState

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_desktop.keys import Keys
    from assay_desktop.pages.judging.page import JudgingPage


def bind_keys(page: JudgingPage, keys: Keys) -> None:
    """Keys work while the focus is anywhere in the page."""
    calls: dict[str, Callable[[], None]] = {
        "judging.unsure": lambda: page.state_given.emit(JudgementState.UNSURE),
        "judging.later": lambda: page.state_given.emit(JudgementState.LATER),
        "judging.unreadable": lambda: page.state_given.emit(JudgementState.UNREADABLE),
        "judging.note": page.edit_note,
        "judging.guideline": page.toggle_guideline,
        "judging.history": page.toggle_history,
        "judging.down": lambda: page.scroll_paper(1),
        "judging.up": lambda: page.scroll_paper(-1),
        "judging.next": lambda: page.browse_wanted.emit(1),
        "judging.previous": lambda: page.browse_wanted.emit(-1),
        "undo": page.undo_wanted.emit,
        "redo": page.redo_wanted.emit,
    }
    for grade in GRADES:
        calls[f"grade.{grade}"] = lambda grade=grade: page.grade_given.emit(grade)  # type: ignore[misc]  # bound per turn
    for name, call in calls.items():
        keys.bind(name, page, call, repeats=False)  # a key held down must not grade twenty papers

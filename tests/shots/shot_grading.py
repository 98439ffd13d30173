"""The judging page in a campaign, in the states in which an assessor sees it. The grades are scripted."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from shots.shot_stage import wait

if TYPE_CHECKING:
    from assay_desktop.pages.judging.page import JudgingPage
    from shots.shot_stage import Stage

_READING_S = 1.5  # or the pace shown would be nobody's
_NOTE = "Same data, other task: see the rule on surveys."


def grading_shots(scene: Stage, *, open_name: str, closed_name: str) -> None:
    """A pair, a note that is written, the history, a closed campaign, a name that is not on the roster."""
    page = cast("JudgingPage", scene.page("judging"))

    def picture(state: str) -> None:
        scene.settle()
        scene.save(f"judging-{state}")

    page.open_campaign(open_name)
    scene.settle()
    wait(lambda: False, _READING_S)
    page.grade_given.emit(1)
    picture("campaign")
    page.edit_note()
    page.note_edited.emit(_NOTE)
    page.note_left.emit()
    wait(lambda: False, _READING_S)
    page.grade_given.emit(2)
    page.toggle_history()
    picture("history")
    page.toggle_history()
    page.edit_note()
    picture("note")
    page.note_edited.emit("")
    page.open_campaign(closed_name)
    picture("closed")
    page.open_campaign(open_name)
    page.assessor_named.emit("Kim")
    picture("stranger")
    page.assessor_named.emit("Ada")
    scene.settle()

"""The assessor's last grade in the library, undone or redone from any page that gives grades."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.types import JudgementState
from assay_desktop.context import Change
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.errors import AssayError
    from assay.types import Judgement
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext

_tr = translator("undoing_grades")


@dataclass(frozen=True, slots=True)
class _Turned:
    """What an undo or redo did to one pair."""

    title: str
    before: Judgement | None
    after: Judgement | None


def turn_grade(
    context: AppContext, say: Callable[[str], object], fail: Callable[[str], object], *, redo: bool
) -> None:
    """Undo or redo the assessor's last judgement, say which it was, and let all pages know of it."""
    assessor = context.settings.assessor

    def done(turned: _Turned | None) -> None:
        if turned is None:
            say(_tr("There is nothing to redo") if redo else _tr("There is nothing to undo"))
            return
        template = _tr("Redone: {0} for {1}") if redo else _tr("Undone: {0} for {1}")
        say(template.format(_words(turned, redo=redo), turned.title))
        context.changes.changed.emit(Change(judgements=True))

    def failed(error: AssayError) -> None:
        fail(_tr("Nothing was changed. {0}").format(error))

    context.lane.submit(lambda ws: _turn(ws, assessor, redo=redo), done, failed)


def _words(turned: _Turned, *, redo: bool) -> str:
    """Return what was said of the pair: a grade, a state that is none, or only a note."""
    shown, other = (turned.after, turned.before) if redo else (turned.before, turned.after)
    if shown is None:
        return _tr("no grade")
    if other is not None and (shown.state, shown.relevance) == (other.state, other.relevance):
        return _tr("note")
    return _state_words(shown.state) if shown.relevance is None else str(shown.relevance)


def _turn(ws: Workspace, assessor: str, *, redo: bool) -> _Turned | None:
    judgements = ws.library.judgements
    before = {(j.query_id, j.doc_id): j for j in judgements.current(assessor=assessor)}
    turned = judgements.redo(assessor=assessor) if redo else judgements.undo(assessor=assessor)
    if turned is None:
        return None
    query_id, doc_id, after = turned
    title = next((paper.title for paper in ws.library.papers.get([doc_id])), doc_id)
    return _Turned(title, before.get((query_id, doc_id)), after)


def _state_words(state: JudgementState) -> str:
    """Return a state that is no grade."""
    return {
        JudgementState.UNSURE: _tr("unsure"),
        JudgementState.LATER: _tr("for later"),
        JudgementState.UNREADABLE: _tr("unreadable"),
        JudgementState.CONFLICT: _tr("in conflict"),
    }.get(state, str(state.value))

"""The assessor's last grade in the library, undone or redone from any page that gives grades."""

from __future__ import annotations

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


def turn_grade(
    context: AppContext, say: Callable[[str, str, str], object], fail: Callable[[str], object], *, redo: bool
) -> None:
    """Undo or redo the assessor's last judgement and let all pages know of it.

    `say` gets the words, the query_id and the doc_id; both are "" where there was nothing to turn.
    """
    assessor = context.settings.assessor

    def done(turned: tuple[str, str, str, str] | None) -> None:
        if turned is None:
            say(_tr("Nothing to redo") if redo else _tr("Nothing to undo"), "", "")
            return
        template = _tr("Grade redone: {0} for {1}") if redo else _tr("Grade undone: {0} for {1}")
        context.changes.changed.emit(Change(judgements=True))
        say(template.format(*turned[:2]), *turned[2:])

    def failed(error: AssayError) -> None:
        fail(_tr("Nothing was changed. {0}").format(error))

    context.lane.submit(lambda ws: _turn(ws, assessor, redo=redo), done, failed)


def _turn(ws: Workspace, assessor: str, *, redo: bool) -> tuple[str, str, str, str] | None:
    """Undo or redo; return what was said of which paper: grade, title, query_id, doc_id."""
    judgements = ws.library.judgements
    known = {(j.query_id, j.doc_id): j for j in judgements.current(assessor=assessor)}
    turned = judgements.redo(assessor=assessor) if redo else judgements.undo(assessor=assessor)
    if turned is None:
        return None
    query_id, doc_id, after = turned
    before = known.get((query_id, doc_id))
    title = next((paper.title for paper in ws.library.papers.get([doc_id])), doc_id)
    return _words(after, before) if redo else _words(before, after), title, query_id, doc_id


def _words(shown: Judgement | None, other: Judgement | None) -> str:
    """Return what was said of the pair: a grade, a state that is none, or only a note."""
    if shown is None:
        return _tr("no grade")
    before = None if other is None else (other.state, other.relevance)
    if shown.state is None or (shown.state, shown.relevance) == before:
        return _tr("note")
    return _state_words(shown.state) if shown.relevance is None else str(shown.relevance)


def _state_words(state: JudgementState) -> str:
    """Return a state that is no grade."""
    return {
        JudgementState.UNSURE: _tr("unsure"),
        JudgementState.LATER: _tr("for later"),
        JudgementState.UNREADABLE: _tr("unreadable"),
        JudgementState.CONFLICT: _tr("in conflict"),
    }.get(state, str(state.value))

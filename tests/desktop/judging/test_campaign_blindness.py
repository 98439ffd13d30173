"""Nothing that could lead an assessor is anywhere in the widgets, shown or hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from campaign_set import OTHERS_NOTE, RUNS, SCORES
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from assay_desktop.pages.judging.page import JudgingPage

Key = Qt.Key
ROLES = (*range(20), *range(256, 262))  # what Qt gives a row, and what our models add
SECRETS = (*RUNS, *(str(score) for score in SCORES), "planted-fingerprint", OTHERS_NOTE, "ben thinks")
UNREADABLE = {"_PySideInvalidatePtr"}  # the binding's own, of no type that Python knows
WORDS = ("rank", "score", "semantic", "keyword", "bm25", "minilm", "hidden author", "secret")


def told(root: QWidget) -> str:
    """Every property of every widget and action below, every dynamic one, and every cell of every model."""
    return "\n".join(_told(root)).casefold()


def _told(root: QWidget) -> Iterator[str]:
    for each in (root, *root.findChildren(QWidget), *root.findChildren(QAction)):
        kind = each.metaObject()
        for place in range(kind.propertyCount()):
            if kind.property(place).isReadable():
                yield str(each.property(kind.property(place).name()))
        names = [bytes(name.data()).decode() for name in each.dynamicPropertyNames()]
        yield from (str(each.property(name)) for name in names if name not in UNREADABLE)
        if isinstance(each, QAbstractItemView) and each.model() is not None:
            yield from _cells(each)


def _cells(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    n_columns = 1 if isinstance(view, QListView) else model.columnCount()
    for row in range(model.rowCount()):
        for column in range(n_columns):
            yield from (repr(model.index(row, column).data(role)) for role in ROLES)


@pytest.fixture
def led(work: Any) -> None:
    """Ben has graded and annotated everything before ada begins."""
    for query_id, doc_id in work.store.pool.pairs():
        work.store.judgements.record(query_id, doc_id, assessor="ben", relevance=2)
        work.store.judgements.set_note(query_id, doc_id, assessor="ben", note=OTHERS_NOTE)


def test_the_walk_finds_what_is_planted_in_a_widget(grading: JudgingPage) -> None:
    assert "document number" in told(grading)
    grading._foot.setProperty("source", RUNS[0])
    assert RUNS[0] in told(grading)


def test_no_model_rank_score_or_other_s_grade_is_in_the_tree_of_a_pair(
    led: None, grading: JudgingPage, qtbot: QtBot
) -> None:
    grading.toggle_history()
    for key in (Key.Key_0, Key.Key_1, Key.Key_U, Key.Key_S):
        held = told(grading)
        assert [word for word in (*SECRETS, *WORDS) if word.casefold() in held] == []
        assert not any(button.isChecked() for button in grading._foot._bar.buttons)
        qtbot.keyClick(grading, key)


def test_the_history_and_its_search_hold_the_assessor_s_own_judgements_only(
    led: None, grading: JudgingPage, qtbot: QtBot
) -> None:
    for _ in range(12):
        qtbot.keyClick(grading, Key.Key_1)
    grading.toggle_history()
    for text in ("", "benedict", "ben", "document"):
        grading.history_searched.emit(text)
        held = told(grading)
        assert [word for word in (*SECRETS, *WORDS) if word.casefold() in held] == []
    assert grading._history._rows.model().rowCount() == 12


def test_another_assessor_of_the_same_machine_leaves_nothing_behind(
    led: None, grading: JudgingPage, work: Any, qtbot: QtBot
) -> None:
    grading.toggle_history()
    grading.assessor_named.emit("ben")
    assert OTHERS_NOTE in told(grading)  # his own
    grading.assessor_named.emit("ada")
    assert OTHERS_NOTE not in told(grading)

"""Random judging with undo and redo, against a model that keeps a list of what was done."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from assay.library import Library
from assay.types import Judgement, JudgementState, Paper, Query

if TYPE_CHECKING:
    from collections.abc import Callable

ASSESSORS = ("ada", "bob")
DOCS = ("d1", "d2", "d3")


@dataclass
class Cell:
    """A pair of one assessor, as the model sees it."""

    state: JudgementState | None = None
    relevance: int | None = None
    note: str = ""


@dataclass
class Desk:
    """What one assessor did and took back: an undo pops from one list to the other."""

    done: list[tuple[str, Callable[[Cell], None]]] = field(default_factory=list)
    undone: list[tuple[str, Callable[[Cell], None]]] = field(default_factory=list)

    def act(self, doc_id: str, action: Callable[[Cell], None]) -> None:
        self.done.append((doc_id, action))
        self.undone.clear()

    def cell(self, doc_id: str) -> Cell:
        cell = Cell()
        for where, action in self.done:
            if where == doc_id:
                action(cell)
        return cell


class Judging(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.place = tempfile.TemporaryDirectory()
        self.library = Library.open(Path(self.place.name))
        self.library.papers.add([(Paper(doc_id, doc_id), ()) for doc_id in DOCS])
        self.library.queries.add([Query("q", "text")])
        self.desks = {assessor: Desk() for assessor in ASSESSORS}

    @rule(who=st.sampled_from(ASSESSORS), doc_id=st.sampled_from(DOCS), relevance=st.integers(0, 2))
    def grade(self, who: str, doc_id: str, relevance: int) -> None:
        self.library.judgements.record("q", doc_id, assessor=who, relevance=relevance)

        def action(cell: Cell) -> None:
            cell.state, cell.relevance = JudgementState.GRADE, relevance

        self.desks[who].act(doc_id, action)

    @rule(
        who=st.sampled_from(ASSESSORS),
        doc_id=st.sampled_from(DOCS),
        state=st.sampled_from([JudgementState.UNSURE, JudgementState.LATER, JudgementState.UNREADABLE]),
    )
    def defer(self, who: str, doc_id: str, state: JudgementState) -> None:
        self.library.judgements.record("q", doc_id, assessor=who, state=state)

        def action(cell: Cell) -> None:
            cell.state, cell.relevance = state, None

        self.desks[who].act(doc_id, action)

    @rule(who=st.sampled_from(ASSESSORS), doc_id=st.sampled_from(DOCS), note=st.sampled_from(["", "a", "b"]))
    def note(self, who: str, doc_id: str, note: str) -> None:
        changes = self.desks[who].cell(doc_id).note != note
        self.library.judgements.set_note("q", doc_id, assessor=who, note=note)

        def action(cell: Cell) -> None:
            cell.note = note

        if changes:
            self.desks[who].act(doc_id, action)

    @rule(who=st.sampled_from(ASSESSORS), doc_id=st.sampled_from(DOCS))
    def clear(self, who: str, doc_id: str) -> None:
        changes = self.desks[who].cell(doc_id).state is not None
        self.library.judgements.clear("q", doc_id, assessor=who)

        def action(cell: Cell) -> None:
            cell.state = cell.relevance = None

        if changes:
            self.desks[who].act(doc_id, action)

    @rule(who=st.sampled_from(ASSESSORS), times=st.integers(1, 3))
    def undo(self, who: str, times: int) -> None:
        for _ in range(times):
            self._turn(who, self.desks[who].done, self.desks[who].undone, self.library.judgements.undo)

    @rule(who=st.sampled_from(ASSESSORS), times=st.integers(1, 3))
    def redo(self, who: str, times: int) -> None:
        for _ in range(times):
            self._turn(who, self.desks[who].undone, self.desks[who].done, self.library.judgements.redo)

    def _turn(self, who: str, source: list, target: list, turn: Callable) -> None:  # type: ignore[type-arg]
        answer = turn(assessor=who)
        if not source:
            assert answer is None
            return
        doc_id, action = source.pop()
        target.append((doc_id, action))
        assert answer == ("q", doc_id, self._expected(who, doc_id))

    @rule(who=st.sampled_from(ASSESSORS), grades=st.dictionaries(st.sampled_from(DOCS), st.integers(0, 2)))
    def take_over(self, who: str, grades: dict[str, int]) -> None:
        fresh = {d: g for d, g in grades.items() if self.desks[who].cell(d).relevance != g}
        assert self.library.judgements.import_qrels({"q": grades}, assessor=who) == len(fresh)
        for doc_id, relevance in fresh.items():

            def action(cell: Cell, relevance: int = relevance) -> None:
                cell.state, cell.relevance = JudgementState.GRADE, relevance

            self.desks[who].act(doc_id, action)

    @rule()
    def restart(self) -> None:
        self.library.close()
        self.library = Library.open(Path(self.place.name), check=False)

    @invariant()
    def the_library_agrees_with_the_model(self) -> None:
        expected = {
            (doc_id, who): found
            for doc_id in DOCS
            for who in ASSESSORS
            if (found := self._expected(who, doc_id)) is not None
        }
        current = self.library.judgements.current()
        assert {(j.doc_id, j.assessor): j for j in current} == expected

    def _expected(self, who: str, doc_id: str) -> Judgement | None:
        cell = self.desks[who].cell(doc_id)
        if cell.state is None and not cell.note:
            return None
        return Judgement("q", doc_id, who, cell.state, cell.relevance, cell.note)

    def teardown(self) -> None:
        cached = self._cache()
        self.library.judgements.rebuild()
        assert self._cache() == cached
        self.library.close()
        self.place.cleanup()

    def _cache(self) -> list[tuple[object, ...]]:
        with self.library._database.read() as connection:
            rows = connection.exec_driver_sql(
                "SELECT * FROM judgement_current ORDER BY pair_pk, annotator_pk"
            )
            return [tuple(row) for row in rows]


TestJudging = Judging.TestCase
TestJudging.settings = settings(
    max_examples=10, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)

"""Random work on three machines that exchange bundles, against a small model of what must come of it.

The model knows nothing of tables. It keeps, for each machine, a set of facts: who said what of which pair,
having seen which facts. Merging is the union of two sets; where somebody stands follows from the facts by the
definition in product.md (what was said in sight of something else replaces it, and what was not is kept
beside it).
"""

from __future__ import annotations

import itertools
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from library_machines import MACHINES, NAME, PAIRS, RATERS, bring, cache, log, open_machines, records

from assay.campaign_types import Adjudication
from assay.errors import BadInput
from assay.library import Library
from assay.library.bundles.merging import preview_merge
from assay.types import Judgement, JudgementState

GRADE, UNSURE, LATER, UNREADABLE, CONFLICT = JudgementState
PEOPLE = RATERS  # and sam, who adjudicates
COUNT = 3
PLACES = st.integers(0, COUNT - 1)
WHO = st.sampled_from(PEOPLE)
WHERE = st.sampled_from(PAIRS[:2])

Pair = tuple[str, str]
Said = tuple[JudgementState, int | None] | None


@dataclass(frozen=True, eq=False)
class Fact:
    """Something that a person said of a pair, and all that they could see of it by then."""

    who: str
    pair: Pair
    kind: str  # "state", "note", "undo", "redo"
    value: Any  # (state, grade) or None; the note; or the fact that is taken back or brought back
    seen: frozenset[Fact]


@dataclass(frozen=True, eq=False)
class Verdict:
    """An adjudication, and what the raters said then."""

    pair: Pair
    grade: int | None
    reason: str
    inputs: frozenset[tuple[str, Said]]
    seen: frozenset[Verdict]
    number: int


@dataclass
class Machine:
    order: list[Fact] = field(default_factory=list)  # as they came
    own: set[Fact] = field(default_factory=set)  # given here, or in the library that this one was copied from
    verdicts: set[Verdict] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=lambda: {who: who for who in PEOPLE})
    inactive: set[str] = field(default_factory=set)

    @property
    def facts(self) -> set[Fact]:
        return set(self.order)

    def give(self, fact: Fact) -> None:
        self.order.append(fact)
        self.own.add(fact)

    def hear(self, other: Machine) -> None:
        known = self.facts
        self.order += [fact for fact in other.order if fact not in known]
        self.verdicts |= other.verdicts

    def _acts(self, who: str) -> list[Fact]:
        return [f for f in self.order if f.who == who and f in self.own and f.kind in ("state", "note")]

    def _last_turn(self, fact: Fact) -> Fact | None:
        return next((turn for turn in reversed(self.order) if turn.value is fact), None)

    def undoable(self, who: str) -> Fact | None:
        """The latest act here that is not taken back, as far as this machine has heard."""
        turns = {fact: self._last_turn(fact) for fact in self._acts(who)}
        left = [fact for fact, turn in turns.items() if turn is None or turn.kind == "redo"]
        return left[-1] if left else None

    def redoable(self, who: str) -> Fact | None:
        """What the latest standing undo here took back, unless something was done since."""
        acts = self._acts(who)
        since = self.order[self.order.index(acts[-1]) :] if acts else []
        undos = [f for f in since if f.kind == "undo" and f.who == who and f in self.own]
        standing = [undo for undo in undos if self._last_turn(undo.value) is undo]
        return standing[-1].value if standing else None

    def of(self, who: str, pair: Pair) -> frozenset[Fact]:
        return frozenset(fact for fact in self.facts if (fact.who, fact.pair) == (who, pair))

    def stands(self, who: str, pair: Pair) -> tuple[JudgementState | None, int | None, str]:
        facts = self.of(who, pair)
        said = {None if fact is None else fact.value for fact in _left(facts, "state")}
        note = "\n".join(sorted({fact.value for fact in _left(facts, "note") if fact} - {""}))
        state, grade = (CONFLICT, None) if len(said) > 1 else (said.pop() or (None, None))
        return state, grade, note

    def judgement(self, who: str, pair: Pair) -> Judgement | None:
        state, grade, note = self.stands(who, pair)
        if state is None and not note:
            return None
        return Judgement(*pair, self.names[who], state, grade, note)

    def ratings(self, pair: Pair) -> frozenset[tuple[str, Said]]:
        said = {who: self.stands(who, pair)[:2] for who in PEOPLE}
        return frozenset((who, (state, grade)) for who, (state, grade) in said.items() if state is not None)

    def settled(self, pair: Pair) -> tuple[int | None, bool, bool] | None:
        """(grade, stale, conflict) of what the adjudications of the pair amount to."""
        verdicts = [verdict for verdict in self.verdicts if verdict.pair == pair]
        last = [v for v in verdicts if not any(v in other.seen for other in verdicts)]
        if not last:
            return None
        now = self.ratings(pair)
        shown = max(last, key=lambda v: (v.inputs == now, v.number))
        return shown.grade, shown.inputs != now, len({v.grade for v in last}) > 1


def _left(facts: frozenset[Fact], kind: str) -> list[Fact | None]:
    """What was said of this kind, may not have been taken back, and was not replaced in sight of it."""
    said = {fact: _outcomes(fact, facts) for fact in facts if fact.kind == kind}
    certain = [fact for fact, outcomes in said.items() if outcomes == {"redo"}]
    left: list[Fact | None] = [
        fact
        for fact, outcomes in said.items()
        if "redo" in outcomes and not any(fact in other.seen for other in certain)
    ]
    return left if certain else [*left, None]


def _outcomes(fact: Fact, facts: frozenset[Fact]) -> set[str]:
    """The kinds of the last turns: both where copies of a library took turns without seeing each other."""
    turns = [turn for turn in facts if turn.value is fact]
    return {t.kind for t in turns if not any(t in other.seen for other in turns)} or {"redo"}


class Team(RuleBasedStateMachine):
    @initialize(begun=st.booleans())
    def open(self, begun: bool) -> None:
        self.place = Path(tempfile.mkdtemp(prefix="assay-team-"))
        self.libraries = open_machines(self.place, COUNT)
        self.stores = [library.campaign(NAME) for library in self.libraries]
        self.machines = [Machine() for _ in range(COUNT)]
        self.logs: list[dict[str, list[Any]]] = [{} for _ in range(COUNT)]
        self.number = 0
        if begun:  # so that there is something to adjudicate
            for n, (who, pair) in enumerate(itertools.product(PEOPLE, PAIRS[:2])):
                self.grade(0, who, pair, n % 3)
            self.merge(1, 0, again=False)
            self.merge(2, 0, again=False)

    # -- what people do ---------------------------------------------------------------------------------

    @rule(at=PLACES, who=WHO, pair=WHERE, grade=st.integers(0, 2))
    def grade(self, at: int, who: str, pair: Pair, grade: int) -> None:
        self._say(at, who, pair, "state", (GRADE, grade), relevance=grade)

    @rule(at=PLACES, who=WHO, pair=WHERE, state=st.sampled_from([UNSURE, LATER, UNREADABLE]))
    def put_aside(self, at: int, who: str, pair: Pair, state: JudgementState) -> None:
        self._say(at, who, pair, "state", (state, None), state=state)

    @rule(at=PLACES, who=WHO, pair=WHERE, note=st.sampled_from(["", "a", "b"]))
    def note(self, at: int, who: str, pair: Pair, note: str) -> None:
        machine, handle = self.machines[at], self.machines[at].names[who]
        changes = machine.stands(who, pair)[2] != note

        def write() -> object:
            return self.stores[at].judgements.set_note(*pair, assessor=handle, note=note)

        self._act(at, who, pair, "note", note, write, counts=changes)

    @rule(at=PLACES, who=WHO, pair=WHERE)
    def clear(self, at: int, who: str, pair: Pair) -> None:
        machine, handle = self.machines[at], self.machines[at].names[who]
        changes = machine.stands(who, pair)[0] is not None

        def write() -> object:
            return self.stores[at].judgements.clear(*pair, assessor=handle)

        self._act(at, who, pair, "state", None, write, counts=changes)

    def _say(self, at: int, who: str, pair: Pair, kind: str, value: Any, **given: Any) -> None:
        handle = self.machines[at].names[who]

        def write() -> object:
            return self.stores[at].judgements.record(*pair, assessor=handle, **given)

        answer = self._act(at, who, pair, kind, value, write)
        assert answer is None or answer == self.machines[at].judgement(who, pair)

    def _act(
        self, at: int, who: str, pair: Pair, kind: str, value: Any, write: Any, *, counts: bool = True
    ) -> object:
        machine = self.machines[at]
        if who in machine.inactive:
            with pytest.raises(BadInput, match="deactivated"):
                write()
            return None
        answer: object = write()
        if counts:
            machine.give(Fact(who, pair, kind, value, machine.of(who, pair)))
        return answer

    @rule(at=PLACES, who=WHO)
    def undo(self, at: int, who: str) -> None:
        self._turn(at, who, "undo", self.machines[at].undoable(who))

    @rule(at=PLACES, who=WHO)
    def redo(self, at: int, who: str) -> None:
        self._turn(at, who, "redo", self.machines[at].redoable(who))

    @rule(at=PLACES, who=WHO)
    def undo_then_redo(self, at: int, who: str) -> None:
        """Together they change nothing of what stands."""
        if who in self.machines[at].inactive:
            return
        before = self.stores[at].judgements.current()
        anything = self.machines[at].undoable(who) is not None
        self.undo(at, who)
        if anything:
            self.redo(at, who)
        assert self.stores[at].judgements.current() == before

    def _turn(self, at: int, who: str, kind: str, fact: Fact | None) -> None:
        machine = self.machines[at]
        turn = getattr(self.stores[at].judgements, kind)
        if fact is not None and who in machine.inactive:
            with pytest.raises(BadInput, match="deactivated"):
                turn(assessor=machine.names[who])
            return
        answer = turn(assessor=machine.names[who])
        if fact is None:
            assert answer is None
            return
        machine.give(Fact(who, fact.pair, kind, fact, machine.of(who, fact.pair)))
        assert answer == (*fact.pair, machine.judgement(who, fact.pair))

    @rule(at=PLACES, pair=WHERE, grade=st.sampled_from([0, 1, 2, None]))
    def adjudicate(self, at: int, pair: Pair, grade: int | None) -> None:
        machine = self.machines[at]
        verdicts = frozenset(v for v in machine.verdicts if v.pair == pair)
        said = dict(machine.ratings(pair))
        before = self.stores[at].judgements.current()

        def write() -> Adjudication:
            return self.stores[at].adjudications.record(
                *pair, adjudicator="sam", relevance=grade, reason=f"n {self.number}"
            )

        through = all(said.get(who, (LATER,))[0] in (GRADE, UNSURE, UNREADABLE) for who in PEOPLE)  # type: ignore[index]
        last = [v for v in verdicts if not any(v in other.seen for other in verdicts)]
        if not through or (grade is None and all(v.grade is None for v in last)):
            with pytest.raises(
                BadInput, match=r"yet to judge|nothing is settled|Nothing is settled|nothing to"
            ):
                write()
        else:
            self.number += 1
            reason = f"n {self.number}"
            given = write()
            assert (given.relevance, given.reason, given.is_valid) == (grade, reason, grade is not None)
            machine.verdicts.add(Verdict(pair, grade, reason, machine.ratings(pair), verdicts, self.number))
        assert self.stores[at].judgements.current() == before  # the raters' own stay as they were

    # -- what machines do -------------------------------------------------------------------------------

    @rule(here=PLACES, there=PLACES, again=st.booleans())
    def merge(self, here: int, there: int, again: bool) -> None:
        before = [cache(self.libraries[here]), log(self.libraries[here])]
        bundle = records(self.stores[there])
        looked = preview_merge(self.libraries[here], bundle, confirmed=None)
        assert [cache(self.libraries[here]), log(self.libraries[here])] == before
        known = len(log(self.libraries[here]))
        report = bring(self.libraries[there], self.libraries[here])
        assert report == looked
        assert report.events_new == len(log(self.libraries[here])) - known
        self.machines[here].hear(self.machines[there])
        if again:
            standing = cache(self.libraries[here])
            repeated = bring(self.libraries[there], self.libraries[here])
            assert (repeated.events_new, repeated.adjudications_new, repeated.pairs_new) == (0, 0, 0)
            assert repeated.conflicts == report.conflicts
            assert cache(self.libraries[here]) == standing

    @rule(here=PLACES, there=PLACES, luck=st.integers(0, 2))
    def copy_the_folder(self, here: int, there: int, luck: int) -> None:
        """Somebody carries a library to another machine, and works on with both."""
        if here == there or luck:
            return
        for place in (here, there):
            self.libraries[place].close()
        shutil.rmtree(self.place / MACHINES[here])
        shutil.copytree(self.place / MACHINES[there], self.place / MACHINES[here])
        for place in (here, there):
            self.libraries[place] = Library.open(self.place / MACHINES[place], check=False)
            self.stores[place] = self.libraries[place].campaign(NAME)
        other = self.machines[there]
        self.machines[here] = Machine(
            list(other.order), set(other.own), set(other.verdicts), dict(other.names), set(other.inactive)
        )
        self.logs[here] = dict(self.logs[there])

    @rule(at=PLACES, who=WHO, to=st.sampled_from(["kim", "lee", "max", "kim o."]))
    def rename(self, at: int, who: str, to: str) -> None:
        names = self.machines[at].names
        taken = {name for other, name in names.items() if other != who}
        if to in taken:
            with pytest.raises(BadInput, match="another person"):
                self.libraries[at].annotators.rename(names[who], to)
        else:
            self.libraries[at].annotators.rename(names[who], to)
            names[who] = to

    @rule(at=PLACES, who=WHO)
    def deactivate(self, at: int, who: str) -> None:
        self.libraries[at].annotators.set_active(self.machines[at].names[who], False)
        self.machines[at].inactive.add(who)

    @precondition(lambda self: any(machine.inactive for machine in self.machines))
    @rule(at=PLACES)
    def activate_all(self, at: int) -> None:
        for who in self.machines[at].inactive:
            self.libraries[at].annotators.set_active(self.machines[at].names[who], True)
        self.machines[at].inactive.clear()

    # -- what must hold ---------------------------------------------------------------------------------

    @invariant()
    def every_machine_stands_as_its_facts_say(self) -> None:
        for machine, store in zip(self.machines, self.stores, strict=True):
            expected = {
                (found.query_id, found.doc_id, found.assessor): found
                for who in PEOPLE
                for pair in PAIRS
                if (found := machine.judgement(who, pair)) is not None
            }
            current = store.judgements.current()
            assert {(j.query_id, j.doc_id, j.assessor): j for j in current} == expected
            assert store.judgements.conflicts() == [j for j in current if j.state is CONFLICT]

    @invariant()
    def qrels_hold_only_grades_that_somebody_stands_by(self) -> None:
        for machine, store in zip(self.machines, self.stores, strict=True):
            given = {
                pair: sorted(grade for _, (_, grade) in machine.ratings(pair) if grade is not None)  # type: ignore[misc]
                for pair in PAIRS
            }
            lower = {pair: grades[(len(grades) - 1) // 2] for pair, grades in given.items() if grades}
            assert {
                (q, d): g for q, docs in store.judgements.qrels().items() for d, g in docs.items()
            } == lower
            assert set(lower.values()) <= {0, 1, 2}
            assert sorted((q, d, g) for q, d, _, g in store.judgements.ratings()) == sorted(
                (*pair, grade) for pair, grades in given.items() for grade in grades
            )

    @invariant()
    def adjudications_stand_stale_or_in_conflict_as_the_verdicts_say(self) -> None:
        for machine, store in zip(self.machines, self.stores, strict=True):
            expected = {pair: found for pair in PAIRS if (found := machine.settled(pair))}
            assert {
                (a.query_id, a.doc_id): (a.relevance, a.stale, a.conflict) for a in store.adjudications.all()
            } == expected

    @invariant()
    def what_was_written_once_never_changes(self) -> None:
        for library, seen in zip(self.libraries, self.logs, strict=True):
            for table in ("judgement_event", "adjudication_event"):
                rows = log(library, table)
                before = seen.get(table, [])
                assert rows[: len(before)] == before
                seen[table] = rows

    def teardown(self) -> None:
        for library in getattr(self, "libraries", []):
            before = cache(library)
            library.judgements.rebuild()
            assert cache(library) == before
        self._all_meet()
        for library in getattr(self, "libraries", []):
            library.close()
        shutil.rmtree(getattr(self, "place", ""), ignore_errors=True)

    def _all_meet(self) -> None:
        """Once everybody has heard everything, all machines agree, in whatever order it came."""
        for there, here in ((0, 1), (1, 2), (2, 1), (1, 0)):
            self.merge(here, there, again=False)
        self.every_machine_stands_as_its_facts_say()
        self.adjudications_stand_stale_or_in_conflict_as_the_verdicts_say()
        for machine in self.machines[1:]:
            assert machine.facts == self.machines[0].facts


class LongTeam(Team):
    """The same, for longer."""


ANYTHING = list(HealthCheck)
TestTeam = Team.TestCase
TestTeam.settings = settings(
    max_examples=8, stateful_step_count=20, deadline=None, suppress_health_check=ANYTHING
)
TestLongTeam = pytest.mark.soak(LongTeam.TestCase)
TestLongTeam.settings = settings(
    max_examples=150, stateful_step_count=50, deadline=None, suppress_health_check=ANYTHING
)

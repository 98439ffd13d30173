"""One assessor, one pair, several machines: differences are shown as a conflict, settled by judging again."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from library_machines import (
    NAME,
    PAIRS,
    bring,
    log,
    n_heads,
    open_machines,
    records,
    require_cache_is_rebuild,
    standings,
)

from assay.errors import BadInput
from assay.library import Library
from assay.types import Judgement, JudgementState

if TYPE_CHECKING:
    from pathlib import Path

PAIR = PAIRS[0]
GRADE, UNSURE, LATER, UNREADABLE, CONFLICT = JudgementState


def differ(machines: list[Library], *grades: int) -> None:
    """Kim gives another grade on each machine, and then all hear of each other."""
    for library, relevance in zip(machines, grades, strict=False):
        library.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=relevance)
    exchange(machines)


def exchange(machines: list[Library]) -> None:
    for source in machines:
        for target in machines:
            if source is not target:
                bring(source, target)


def stands(library: Library) -> Judgement | None:
    return library.campaign(NAME).judgements.get(*PAIR, assessor="kim")


def heads(library: Library) -> int:
    (count,) = (n for (*pair, _), n in n_heads(library).items() if tuple(pair) == PAIR)
    return count


def test_different_grades_of_two_machines_are_a_conflict_on_both(machines: list[Library]) -> None:
    one, two, _ = machines
    differ([one, two], 0, 2)
    for library in (one, two):
        conflict = Judgement(*PAIR, "kim", CONFLICT)
        store = library.campaign(NAME)
        assert store.judgements.conflicts() == store.judgements.current() == [conflict]
        assert store.judgements.ratings() == []
        assert store.judgements.qrels() == {}
        assert heads(library) == 2


@pytest.mark.parametrize("n", [2, 3])
def test_judging_again_closes_every_head_with_one_event_less_than_there_are(
    machines: list[Library], n: int
) -> None:
    differ(machines[:n], 0, 2, 1)
    one, two = machines[:2]
    before = len(log(one))
    assert heads(one) == n
    given = one.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=1)
    assert given == stands(one) == Judgement(*PAIR, "kim", GRADE, 1)
    assert len(log(one)) == before + n - 1
    assert heads(one) == 1
    bring(one, two)
    assert stands(two) == given
    assert standings(one) == standings(two)


def test_undo_brings_the_conflict_back_and_redo_settles_it(machines: list[Library]) -> None:
    differ(machines, 0, 2, 1)
    judgements = machines[0].campaign(NAME).judgements
    judgements.record(*PAIR, assessor="kim", relevance=1)
    conflict = Judgement(*PAIR, "kim", CONFLICT)
    assert judgements.undo(assessor="kim") == (*PAIR, conflict)
    assert judgements.redo(assessor="kim") == (*PAIR, Judgement(*PAIR, "kim", GRADE, 1))
    assert judgements.redo(assessor="kim") is None
    assert judgements.undo(assessor="kim") == (*PAIR, conflict)


def test_a_state_settles_a_conflict_and_a_clear_by_leaving_nothing(machines: list[Library]) -> None:
    differ(machines[:2], 0, 2)
    one, two = (library.campaign(NAME).judgements for library in machines[:2])
    assert two.record(*PAIR, assessor="kim", state=UNSURE).state is UNSURE
    assert two.conflicts() == []
    one.clear(*PAIR, assessor="kim")
    assert one.current() == []


def test_a_note_leaves_the_conflict_though_it_closes_the_heads(machines: list[Library]) -> None:
    differ(machines, 0, 2, 1)
    one = machines[0]
    judgements = one.campaign(NAME).judgements
    assert judgements.set_note(*PAIR, assessor="kim", note="which?").state is CONFLICT
    assert heads(one) == 1
    assert judgements.conflicts() == [Judgement(*PAIR, "kim", CONFLICT, None, "which?")]
    assert judgements.record(*PAIR, assessor="kim", relevance=2) == Judgement(
        *PAIR, "kim", GRADE, 2, "which?"
    )


def test_a_note_on_three_heads_says_nothing_against_an_undo_of_another_machine(
    machines: list[Library],
) -> None:
    """What closes the heads is not a word for any of them, so an undo elsewhere still takes back its own."""
    found = []
    for pair, noted in ((PAIRS[0], False), (PAIRS[1], True)):
        one, two, three = (library.campaign(NAME).judgements for library in machines)
        two.record(*pair, assessor="kim", relevance=0)
        two.undo(assessor="kim")
        one.record(*pair, assessor="kim", relevance=1)
        three.record(*pair, assessor="kim", relevance=2)
        bring(machines[0], machines[1])
        bring(machines[2], machines[1])
        if noted:
            two.set_note(*pair, assessor="kim", note="check")
        one.undo(assessor="kim")
        bring(machines[0], machines[1])
        stands_now = two.get(*pair, assessor="kim")
        assert stands_now is not None
        found.append((stands_now.state, stands_now.relevance, stands_now.note))
        assert {event.kind for event in two.history(limit=99)} <= {"grade", "note", "undo"}
    assert found[1] == (*found[0][:2], "check")


def test_a_note_on_turns_that_disagree_leaves_them_so(tmp_path: Path, team: Path) -> None:
    """A library's folder was copied, and both went on: one took a grade back, the other did and did not."""
    one, idle, three = open_machines(tmp_path, team=team)
    idle.close()
    one.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=1)
    bring(one, three)
    one.close()
    shutil.copytree(tmp_path / "one", tmp_path / "copy")
    one, copy = (Library.open(tmp_path / name, check=False) for name in ("one", "copy"))
    one.campaign(NAME).judgements.undo(assessor="kim")
    copy.campaign(NAME).judgements.undo(assessor="kim")
    copy.campaign(NAME).judgements.redo(assessor="kim")
    three.campaign(NAME).judgements.set_note(*PAIR, assessor="kim", note="hm")
    bring(copy, one)
    bring(three, one)
    assert heads(one) == 3
    one.campaign(NAME).judgements.set_note(*PAIR, assessor="kim", note="again")
    assert stands(one) == Judgement(*PAIR, "kim", CONFLICT, None, "again")
    for library in (one, copy, three):
        require_cache_is_rebuild(library)
        library.close()


def test_nobody_takes_back_by_undo_what_was_imported_under_their_name(machines: list[Library]) -> None:
    store = machines[0].campaign(NAME)
    judgements = store.judgements
    keys = {PAIR: "a"}
    store.import_ratings([(*PAIR, "kim", 2)], order_keys=lambda *_: keys, params={})
    assert judgements.undo(assessor="kim") is None
    judgements.record(*PAIR, assessor="kim", relevance=0)
    assert judgements.undo(assessor="kim") == (*PAIR, Judgement(*PAIR, "kim", GRADE, 2))
    assert judgements.undo(assessor="kim") is None


def test_a_conflict_is_never_given_and_nobody_elses_judgement_settles_it(machines: list[Library]) -> None:
    one, two, _ = machines
    differ([one, two], 0, 2)
    judgements = one.campaign(NAME).judgements
    with pytest.raises(BadInput, match="found, never given"):
        judgements.record(*PAIR, assessor="kim", state=CONFLICT)
    judgements.record(*PAIR, assessor="lee", relevance=2)
    exchange([one, two])
    exchange([two, one])
    assert [j.assessor for j in judgements.conflicts()] == ["kim"]


def test_undo_passes_over_what_another_machine_gave(machines: list[Library]) -> None:
    one, two, _ = machines
    one.campaign(NAME).judgements.record(*PAIRS[1], assessor="kim", relevance=1)
    two.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=2)
    bring(two, one)
    judgements = one.campaign(NAME).judgements
    assert judgements.undo(assessor="kim") == (*PAIRS[1], None)
    assert judgements.undo(assessor="kim") is None
    assert judgements.redo(assessor="kim") == (*PAIRS[1], Judgement(*PAIRS[1], "kim", GRADE, 1))
    assert stands(one) == Judgement(*PAIR, "kim", GRADE, 2)


def test_imported_grades_settle_a_conflict_too(machines: list[Library]) -> None:
    differ(machines, 0, 2, 1)
    one = machines[0]
    judgements = one.campaign(NAME).judgements
    assert judgements.import_qrels({"q1": {"d1": 1, "d2": 0}}, assessor="kim") == 2
    assert judgements.qrels() == {"q1": {"d1": 1, "d2": 0}}
    assert heads(one) == 1


def test_events_say_on_which_device_and_under_which_guideline_they_were_given(
    machines: list[Library], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, _ = machines
    devices = {}
    for library, name in ((one, "laptop"), (two, "desk")):
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / name))
        library.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=1)
        devices[name] = (tmp_path / name / "assay" / "device").read_text().strip()
    one.campaign(NAME).set_guideline("# Grade\n\nOtherwise.")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "laptop"))
    one.campaign(NAME).judgements.record(*PAIR, assessor="lee", relevance=1)
    bring(two, one)
    events = [r for r in records(one.campaign(NAME)) if r["kind"] == "event"]
    first, second = (g.sha256 for g in one.campaign(NAME).guidelines())
    assert [(e["device"], e["guideline"]) for e in events] == [
        (devices["laptop"], first),
        (devices["laptop"], second),
        (devices["desk"], first),
    ]
    assert devices["laptop"] != devices["desk"]


def test_a_device_that_cannot_be_kept_is_noted_and_the_grade_is_given(
    machines: list[Library], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "a file"))
    judgements = machines[0].campaign(NAME).judgements
    judgements.record(*PAIR, assessor="kim", relevance=1)
    judgements.record(*PAIR, assessor="kim", relevance=2)
    assert [record.levelname for record in caplog.records if "cannot be kept" in record.message] == [
        "WARNING"
    ]
    events = [r for r in records(machines[0].campaign(NAME)) if r["kind"] == "event"]
    assert len({e["device"] for e in events}) == 1

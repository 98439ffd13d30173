"""A bundle does not rewrite others' grades unasked, and brings no dates that no clock gave."""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from small_papers import CAMPAIGN

from assay.campaigns import exchange as campaign_bundles
from assay.library import Library

Assay = Callable[..., Any]
Record = dict[str, Any]


class Team:
    """The lead's library and those of ada and bob, each on a machine of their own; grades of both are in."""

    def __init__(self, place: Path, patch: pytest.MonkeyPatch, assay: Assay) -> None:
        self.place, self._patch, self._assay = place, patch, assay

    def begin(self, made: Path) -> None:
        shutil.copytree(made, self.place / "lead")
        for words in (("pool", CAMPAIGN, "--depth", 8), ("assign", CAMPAIGN)):  # more than five for each
            assert self.run("lead", "campaign", *words).status == 0
        for name in ("ada", "bob"):
            bundle = self.export("lead", f"for-{name}", "--for", name)
            assert self.run(name, "campaign", "merge", bundle, "--create").status == 0
            self.grade(name)
            self.merged(self.export(name, f"of-{name}"))

    @contextmanager
    def machine(self, name: str) -> Iterator[None]:
        with self._patch.context() as patch:
            patch.setenv("XDG_STATE_HOME", str(self.place / f"state of {name}"))
            yield

    def run(self, name: str, *words: object) -> Any:
        with self.machine(name):
            return self._assay(*words, folder=self.place / name)

    def export(self, name: str, file: str, *words: str) -> Path:
        path = self.place / f"{file}.jsonl"
        path.unlink(missing_ok=True)
        done = self.run(name, "campaign", "export", CAMPAIGN, path, "--format", "bundle", *words)
        assert done.status == 0, done.err
        return path

    def merge(self, path: Path, *words: str) -> Any:
        return self.run("lead", "campaign", "merge", path, "--json", *words)

    def merged(self, path: Path, *words: str) -> dict[str, Any]:
        """What a merge reports that held nothing back."""
        answer = self.merge(path, *words)
        assert answer.status == 0, answer.err
        assert answer.payload["held_back"] == []
        payload: dict[str, Any] = answer.payload
        return payload

    def pairs(self, name: str, who: str) -> list[tuple[str, str]]:
        with self.machine(name), Library.open(self.place / name) as library:
            return [(one.query_id, one.doc_id) for one in library.campaign(CAMPAIGN).assignments.of(who)]

    def grade(self, name: str, relevance: int = 2, n: int = 5) -> None:
        """On their own machine: their first pairs."""
        for query_id, doc_id in self.pairs(name, name)[:n]:
            with self.machine(name), Library.open(self.place / name) as library:
                library.campaign(CAMPAIGN).judgements.record(
                    query_id, doc_id, assessor=name, relevance=relevance
                )

    def grades(self) -> dict[tuple[str, str, str], tuple[str, int | None]]:
        with self.machine("lead"), Library.open(self.place / "lead") as library:
            current = library.campaign(CAMPAIGN).judgements.current()
        return {(j.query_id, j.doc_id, j.assessor): (str(j.state), j.relevance) for j in current}


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the first test that asks for a team leaves to the others, before it does anything else."""
    return tmp_path_factory.mktemp("team") / "begun"


@pytest.fixture
def team(made: Path, begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, assay: Assay) -> Team:
    team = Team(tmp_path, monkeypatch, assay)
    if not begun.exists():
        team.begin(made)
        shutil.copytree(tmp_path, begun)
    else:
        shutil.copytree(begun, tmp_path, dirs_exist_ok=True)
    return team


# -- how a bundle is forged: by the published layout alone ------------------------------------------------


def _lines(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _sealed(lines: list[Record], path: Path) -> Path:
    """The records as a whole bundle: header, records, closing line with the checksum of all before it."""
    text = b"".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for line in lines[:-1]
    )
    end = {"kind": "end", "n": len(lines) - 2, "sha256": hashlib.sha256(text).hexdigest()}
    path.write_bytes(text + json.dumps(end, separators=(",", ":")).encode() + b"\n")
    return path


def _of(lines: list[Record], who: str) -> tuple[str, list[Record]]:
    """The uuid of somebody, and their events."""
    (found,) = [line["uuid"] for line in lines if line.get("kind") == "assessor" and line["handle"] == who]
    return found, [line for line in lines if line.get("kind") == "event" and line["assessor"] == found]


def _with(lines: list[Record], new: list[Record]) -> list[Record]:
    last = max(n for n, line in enumerate(lines) if line.get("kind") in {"event", "assignment", "pair"})
    return [*lines[: last + 1], *new, *lines[last + 1 :]]


def _after(event: Record, kind: str = "grade", **fields: object) -> Record:
    """An event that follows another one."""
    given = {"grade": 0} if kind == "grade" else {"grade": None}
    new = {**event, "uuid": str(uuid.uuid4()), "event": kind, **given, "note": None, "merges": None}
    return {**new, "supersedes": event["uuid"], "target": None, **fields}


def _attack(team: Team, how: str, kind: str = "grade") -> Path:
    """Bob's bundle with 5 events in Ada's name behind hers, which he has from a whole export of the lead."""
    whole = _lines(team.export("lead", "whole"))
    mine = _lines(team.export("bob", "of-bob"))
    ada, events = _of(whole, "ada")
    _, own = _of(mine, "bob")
    assert len(events) == 5
    devices = {"bob": own[0]["device"], "ada": events[0]["device"], "lead": _device(team, "lead")}
    by, header = {
        "on his machine": ("bob", "bob"),
        "as if on hers": ("ada", "bob"),
        "as if in her bundle": ("ada", "ada"),
        "as if in the lead's bundle": ("ada", "lead"),
        "as if all was the lead's": ("lead", "lead"),
    }[how]
    forged = [
        _after(one, kind, device=devices[by], target=one["uuid"] if kind == "undo" else None)
        for one in events
    ]
    lines = _with(mine, [*copy.deepcopy(events), *forged])
    lines[0]["device"] = devices[header]
    assert ada in {line.get("uuid") for line in lines if line.get("kind") == "assessor"}
    return _sealed(lines, team.place / "attack.jsonl")


def _device(team: Team, name: str) -> str:
    from assay.library.db.device import device_id

    with team.machine(name):
        return device_id()


HOWS = (
    "on his machine",
    "as if on hers",
    "as if in her bundle",
    "as if in the lead's bundle",
    "as if all was the lead's",
)


@pytest.mark.parametrize("kind", ["grade", "clear", "undo", "unsure"])
@pytest.mark.parametrize("how", HOWS)
def test_bobs_bundle_changes_none_of_adas_grades_unless_that_is_confirmed(
    team: Team, how: str, kind: str
) -> None:
    before = team.grades()
    hers = {key: said for key, said in before.items() if key[2] == "ada"}
    assert set(hers.values()) == {("grade", 2)}
    assert len(hers) == 5
    attack = _attack(team, how, kind)
    answer = team.merge(attack)
    assert answer.status == 0, answer.err
    assert team.grades() == before
    [held] = answer.payload["held_back"]
    assert (held["assessor"], held["n_events"], len(held["changes"])) == ("ada", 5, 5)
    named = {(change["query_id"], change["doc_id"], "ada") for change in held["changes"]}
    assert named == hers.keys()
    assert {change["before"] for change in held["changes"]} == {"2"}
    assert team.merge(attack, "--preview", "--accept", "ada").payload["held_back"] == []
    assert team.grades() == before
    assert team.merged(attack, "--accept", "ada")["events_new"] == 5
    assert {said for key, said in team.grades().items() if key[2] == "ada"} != {("grade", 2)}


def test_the_terminal_says_what_would_change_and_how_it_is_confirmed(team: Team) -> None:
    said = team.run("lead", "campaign", "merge", _attack(team, "on his machine")).out
    assert "held back: 5 events in the name of 'ada'" in said
    assert "2 would be 0" in said
    assert "--accept ada" in said


def test_a_plan_merges_what_the_preview_showed(team: Team) -> None:
    attack = _attack(team, "on his machine")
    seen = team.merge(attack, "--preview").payload
    assert [held["assessor"] for held in seen["held_back"]] == ["ada"]
    again = team.merge(attack, "--preview", "--accept", "ada").payload
    assert (again["plan"], again["held_back"]) == (seen["plan"], [])
    shown = team.run("lead", "campaign", "merge", attack, "--preview").out
    assert f"--plan {seen['plan']}" in shown
    assert team.merged(attack, "--accept", "ada", "--plan", seen["plan"])["events_new"] == 5


def test_a_plan_is_refused_where_the_bundle_or_the_grades_have_changed(team: Team) -> None:
    attack = _attack(team, "on his machine")
    plan = team.merge(attack, "--preview").payload["plan"]
    other = _attack(team, "on his machine", "clear")
    before = team.grades()
    answer = team.merge(other, "--accept", "ada", "--plan", plan)
    assert (answer.status, team.grades()) == (2, before)
    assert "not the same as when they were shown" in answer.payload["error"]["message"]
    attack = _attack(team, "on his machine")
    plan = team.merge(attack, "--preview").payload["plan"]
    (query_id, doc_id, _), *_ = sorted(key for key in before if key[2] == "ada")
    with team.machine("lead"), Library.open(team.place / "lead") as library:
        library.campaign(CAMPAIGN).judgements.record(query_id, doc_id, assessor="ada", relevance=1)
    before = team.grades()
    answer = team.merge(attack, "--accept", "ada", "--plan", plan)
    assert (answer.status, team.grades()) == (2, before)


def test_what_changes_while_a_merge_waits_for_the_lock_is_seen(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada changes a grade at the last moment before the merge has the lock."""
    attack = _attack(team, "on his machine")
    plan = team.merge(attack, "--preview").payload["plan"]
    (query_id, doc_id, _), *_ = sorted(key for key in team.grades() if key[2] == "ada")
    merge = campaign_bundles.merge

    def late(*args: Any, **named: Any) -> Any:
        with Library.open(team.place / "lead") as library:
            library.campaign(CAMPAIGN).judgements.record(query_id, doc_id, assessor="ada", relevance=1)
        return merge(*args, **named)

    monkeypatch.setattr(campaign_bundles, "merge", late)
    answer = team.merge(attack, "--accept", "ada", "--plan", plan)
    assert answer.status == 2
    hers = {key: said for key, said in team.grades().items() if key[2] == "ada"}
    assert sorted(hers.values()) == [("grade", 1), *[("grade", 2)] * 4]


def test_new_grades_in_adas_name_from_bobs_machine_wait_too(team: Team) -> None:
    """Nothing of hers changes: these are pairs that she has not judged yet."""
    lines = _lines(team.export("bob", "of-bob"))
    whole = _lines(team.export("lead", "whole"))
    ada, events = _of(whole, "ada")
    rest = [pair for pair in team.pairs("lead", "ada") if (*pair, "ada") not in team.grades()]
    assert rest
    forged = [
        {**_after(events[0], device=device), "query_id": q, "doc_id": d, "supersedes": None}
        for (q, d), device in zip(rest, [_device(team, "bob"), _device(team, "ada")] * 9, strict=False)
    ]
    before = team.grades()
    answer = team.merge(_sealed(_with(lines, forged), team.place / "new.jsonl"))
    assert team.grades() == before
    [held] = answer.payload["held_back"]
    assert (held["assessor"], held["n_events"], held["foreign"], held["changes"]) == (
        "ada",
        len(forged),
        len(forged),
        [],
    )
    assert ada


def test_an_event_of_bobs_in_place_of_adas_is_refused_whole(team: Team) -> None:
    lines = _lines(team.export("bob", "of-bob"))
    _, events = _of(_lines(team.export("lead", "whole")), "ada")
    bob, _ = _of(lines, "bob")
    forged = [_after(one, assessor=bob) for one in events]
    before = team.grades()
    answer = team.merge(_sealed(_with(lines, [*events, *forged]), team.place / "bad.jsonl"))
    assert (answer.status, "Nothing was merged" in answer.out) == (2, True)
    assert team.grades() == before


def test_what_somebody_says_on_their_own_machine_needs_no_word(team: Team) -> None:
    team.grade("ada", relevance=1, n=99)  # five of them are grades that stand with the lead
    before = team.grades()
    answer = team.merge(team.export("ada", "of-ada"))
    [held] = answer.payload["held_back"]
    assert (held["assessor"], held["foreign"], len(held["changes"])) == ("ada", 0, 5)
    assert team.grades() == before
    team.merged(team.export("ada", "of-ada"), "--accept", "ada")
    assert {said for key, said in team.grades().items() if key[2] == "ada"} == {("grade", 1)}
    team.grade("bob", n=99)  # Bob's five are as they were, and the rest are new
    assert team.merge(team.export("bob", "of-bob-again")).payload["held_back"] == []


def test_what_others_say_is_merged_while_ada_is_asked(team: Team) -> None:
    attack = _lines(_attack(team, "on his machine"))
    bob, own = _of(attack, "bob")
    lead = {key for key in team.grades() if key[2] == "bob"}
    rest = [pair for pair in team.pairs("bob", "bob") if (*pair, "bob") not in lead]
    more = [
        {**_after(own[0]), "query_id": q, "doc_id": d, "supersedes": None, "assessor": bob}
        for q, d in rest[:1]
    ]
    answer = team.merge(_sealed(_with(attack, more), team.place / "both.jsonl"))
    assert answer.payload["events_new"] == len(more)
    assert [held["assessor"] for held in answer.payload["held_back"]] == ["ada"]


# -- dates ------------------------------------------------------------------------------------------------

NOW = datetime.now(UTC)
IMPOSSIBLE = (
    "9999-12-31T23:59:59.999999+00:00",
    "1989-12-31T23:59:59+00:00",
    "0001-01-01T00:00:00+00:00",
    (NOW + timedelta(days=3)).isoformat(),
    (NOW + timedelta(days=4000)).isoformat(),
)
FIELDS = (
    ("event", "occurred_at"),
    ("assignment", "assigned_at"),
    ("assignment", "withdrawn_at"),
    ("assignment", "lease_until"),
    ("campaign", "created_at"),
    ("pool", "created_at"),
)


@pytest.mark.parametrize(("kind", "name"), FIELDS)
@pytest.mark.parametrize("date", IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_a_date_that_no_clock_gave_is_refused(team: Team, kind: str, name: str, date: str) -> None:
    if name == "lease_until" and date == IMPOSSIBLE[3]:
        date = (NOW + timedelta(days=500)).isoformat()  # a lease lasts a year at most
    lines = _lines(team.export("ada", "of-ada"))
    row = next(line for line in lines if line.get("kind") == kind)
    row[name] = date
    if kind == "event":
        row["uuid"] = str(uuid.uuid4())
        lines = [line for line in lines if line.get("kind") != "event" or line is row]
    before = team.grades()
    answer = team.merge(_sealed(lines, team.place / "date.jsonl"))
    assert answer.status == 2
    assert name in answer.out
    assert "not in the future" in answer.out
    assert team.grades() == before


def test_a_clock_that_is_some_hours_ahead_is_none_to_refuse(team: Team) -> None:
    lines = _lines(team.export("ada", "of-ada"))
    row = next(line for line in lines if line.get("kind") == "assignment")
    row["assigned_at"] = (NOW + timedelta(hours=11)).isoformat()
    assert team.merge(_sealed(lines, team.place / "ahead.jsonl")).status == 0


def test_assigning_is_not_poisoned_by_dates_that_are_there_already(team: Team) -> None:
    """As an earlier Assay took them in: withdrawn and assigned at the end of time."""
    from sqlalchemy import update

    from assay.library.db.schema import assignment

    pair = team.pairs("lead", "eve")[0]
    end = datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
    with team.machine("lead"), Library.open(team.place / "lead") as library:
        store = library.campaign(CAMPAIGN)
        kept = next(one for one in store.assignments.of("eve") if (one.query_id, one.doc_id) == pair)
        with library._database.write() as connection:
            connection.execute(update(assignment).values(assigned_at_utc=end))
        store.assignments.withdraw(*pair, "eve")
        with library._database.write() as connection:
            withdrawn = assignment.c.withdrawn_at_utc.is_not(None)
            connection.execute(update(assignment).where(withdrawn).values(withdrawn_at_utc=end))
        assert store.assignments.add([kept]) == 1
        assert pair in [(one.query_id, one.doc_id) for one in store.assignments.of("eve")]
    # and the others can still merge what this library exports
    assert team.run("ada", "campaign", "merge", team.export("lead", "lead-again"), "--json").status == 0


def test_nobody_speaks_for_the_machine_that_merges(team: Team) -> None:
    """Its number stands in every bundle that it hands out; what it made, it has already."""
    whole = _lines(team.export("lead", "whole"))
    mine = _lines(team.export("bob", "of-bob"))
    _, events = _of(whole, "ada")
    here = _device(team, "lead")
    free = [
        pair
        for pair in team.pairs("lead", "ada")
        if pair not in {(e["query_id"], e["doc_id"]) for e in events}
    ]
    forged = [
        {**_after(events[0], device=here), "query_id": query_id, "doc_id": doc_id, "supersedes": None}
        for query_id, doc_id in free[:3]
    ]
    assert forged
    mine[0]["device"] = here
    before = team.grades()
    answer = team.merge(_sealed(_with(mine, [*events, *forged]), team.place / "forged.jsonl"))
    (held,) = [one for one in answer.payload["held_back"] if one["assessor"] == "ada"]
    assert held["foreign"] == len(forged)
    assert team.grades() == before

"""Records one by one: what an assessor's bundle leaves of them, and releases that arrive with one."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from assay.campaign_types import ReleaseItem, ReleaseRule
from assay.errors import BadInput
from assay.judging.campaigns.assignment import Balance, Loads
from assay.judging.campaigns.bundle_file import blinded
from assay.judging.campaigns.release import MOST_WAYS, checked_releases, is_as_frozen

Record = dict[str, Any]


def record(kind: str, **fields: Any) -> Record:
    return {"kind": kind, **fields}


def pair(query_id: str, doc_id: str, round_: int | None = None) -> Record:
    return record("pair", query_id=query_id, doc_id=doc_id, round=round_, added="t")


def assignment(query_id: str, doc_id: str, assessor: str) -> Record:
    return record("assignment", query_id=query_id, doc_id=doc_id, assessor=assessor)


def bundle(queue: str = "assigned") -> list[Record]:
    return [
        record("campaign", uuid="c", name="owls", queue=queue),
        record("guideline", version=1),
        record("assessor", uuid="u-ada", handle="ada"),
        record("assessor", uuid="u-bob", handle="bob"),
        record("paper", doc_id="d1", title="one"),
        record("query", query_id="q1", text="x"),
        record("run", tag="bm25"),
        record("run_query", tag="bm25", query_id="q1"),
        record("pool", round=4, strategy="depth", params={"runs": ["bm25"]}, created="later"),
        record("pool", round=3, strategy="holes", params={"k": 5}, created="first"),
        pair("q2", "d1", 4),
        pair("q1", "d2", 3),
        pair("q1", "d1"),
        assignment("q2", "d1", "u-ada"),
        assignment("q1", "d2", "u-bob"),
        assignment("q1", "d1", "u-bob"),
        assignment("q1", "d1", "u-ada"),
        record("event", uuid="e1", assessor="u-bob", relevance=2),
        record("event", uuid="e2", assessor="u-ada", relevance=0),
        record("adjudication", query_id="q1", relevance=1),
        record("release", version=1),
    ]


@pytest.mark.parametrize("queue", ["assigned", "shared"])
def test_an_assessor_is_handed_their_own_and_nothing_that_tells_a_rank(queue: str) -> None:
    records = bundle(queue)
    before = copy.deepcopy(records)
    found = list(blinded(iter(records), "ada"))
    plain = [one for one in records if one["kind"] in {"campaign", "guideline", "assessor", "paper", "query"}]
    mine = [assignment("q1", "d1", "u-ada"), assignment("q2", "d1", "u-ada")]
    theirs = [assignment("q1", "d1", "u-bob"), assignment("q1", "d2", "u-bob")]
    assert found == [
        *plain,
        record("pool", round=3, strategy="manual", params={}, created="first"),
        pair("q1", "d1"),
        pair("q1", "d2", 3),
        pair("q2", "d1", 3),
        *(mine if queue == "assigned" else [mine[0], *theirs, mine[1]]),
        record("event", uuid="e2", assessor="u-ada", relevance=0),
    ]
    assert records == before, "whoever gave them keeps them as they are"


def test_who_is_not_of_the_campaign_is_handed_nobodys_work() -> None:
    found = list(blinded(iter(bundle()), "kim"))
    assert {one["kind"] for one in found}.isdisjoint({"assignment", "event", "run", "release"})


def test_pairs_without_their_round_are_of_none() -> None:
    assert list(blinded([pair("q", "d", 2)], "ada")) == [pair("q", "d")]


def test_kinds_are_told_apart_wherever_they_stand() -> None:
    """A second group of a kind is looked at like the first."""
    records = [
        record("campaign", uuid="c", name="owls", queue="assigned"),
        record("assessor", uuid="u-bob", handle="bob"),
        record("event", uuid="e1", assessor="u-bob"),
        record("assessor", uuid="u-ada", handle="ada"),
        record("release_item", version=1),
        record("release_item", version=1),
        record("event", uuid="e2", assessor="u-ada"),
        record("assessor", uuid="u-ada-2", handle="ada"),
        record("event", uuid="e3", assessor="u-ada-2"),
        record("event", uuid="e4", assessor="u-ada"),
    ]
    kept = [one["uuid"] for one in blinded(records, "ada") if one["kind"] == "event"]
    assert kept == ["e2", "e3", "e4"]


# -- releases that arrive ---------------------------------------------------------------------------------

ITEMS = [("q1", "d1", 2, 2, "unanimous"), ("q1", "d2", 0, 1, "single")]


def sealed(items: list[tuple[Any, ...]], guideline: str = "", rule: str = "median") -> str:
    """The hash as the description of a release gives it, line by line."""
    rows: list[list[Any]] = [["assay-release", 1], ["corpus", "c" * 64], ["guideline", guideline]]
    rows += [["rule", rule], ["query", "q1", "owls", None], ["query", "q2", "a paper", "d1"]]
    rows += [["item", *item] for item in sorted(items)]
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def card(sha256: str, guideline: str = "") -> Record:
    return {
        "guideline": {"sha256": guideline} if guideline else None,
        "corpus": {"sha256": "c" * 64},
        "queries": [
            {"query_id": "q1", "text": "owls", "doc_id": None},
            {"query_id": "q2", "text": "a paper", "doc_id": "d1"},
        ],
        "release": {"sha256": sha256},
    }


def arriving(
    items: list[tuple[Any, ...]],
    sha256: str,
    *,
    version: int = 1,
    aliases: dict[str, list[str]] | None = None,
) -> list[Record]:
    names = ("query_id", "doc_id", "grade", "n_raters", "source")
    return [
        *(record("paper", doc_id=doc_id, aliases=also) for doc_id, also in (aliases or {}).items()),
        record(
            "release", version=version, rule="median", sha256=sha256, card=card(sha256), n_items=len(items)
        ),
        *(record("release_item", version=version, **dict(zip(names, item, strict=True))) for item in items),
    ]


def test_releases_as_frozen_pass_with_all_records_in_their_order() -> None:
    records = [
        *arriving(ITEMS, sealed(ITEMS), aliases={"d9": []}),
        *arriving(ITEMS[:1], sealed(ITEMS[:1]), version=2),
        record("end of it"),
    ]
    assert list(checked_releases(iter(records))) == records


CHANGES: dict[str, Callable[[Record], object]] = {
    "query_id": lambda item: item.update(query_id="q2"),
    "doc_id": lambda item: item.update(doc_id="d3"),
    "grade": lambda item: item.update(grade=1),
    "n_raters": lambda item: item.update(n_raters=3),
    "source": lambda item: item.update(source="single"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("version", [1, 2])
def test_a_changed_item_is_told_by_the_version_of_its_release(change: str, version: int) -> None:
    records = [
        *arriving(ITEMS, sealed(ITEMS), aliases={"d1": ["x1"]}),
        *arriving(ITEMS, sealed(ITEMS), version=2),
    ]
    CHANGES[change](
        next(one for one in records if one["kind"] == "release_item" and one["version"] == version)
    )
    handed = []
    with pytest.raises(BadInput, match=f"Release {version} of the bundle does not have its SHA-256"):
        handed.extend(checked_releases(records))


@pytest.mark.parametrize("part", ["sha256", "card", "rule"])
def test_a_changed_seal_is_told(part: str) -> None:
    records = arriving(ITEMS, sealed(ITEMS))
    changed = {"sha256": "0" * 64, "card": card("0" * 64), "rule": "majority"}[part]
    records[0] = {**records[0], part: changed}
    with pytest.raises(BadInput, match="Release 1 of the bundle"):
        list(checked_releases(records))


@pytest.mark.parametrize(
    "change",
    [{"n_items": 3}, {"n_items": 1}, {"rule": "loudest"}],
    ids=["an item fewer", "an item more", "a rule that nobody knows"],
)
def test_a_release_that_is_refused_elsewhere_does_not_hide_the_next(change: Record) -> None:
    records = arriving(ITEMS, sealed(ITEMS))
    records[0] |= change
    assert list(checked_releases(records)) == records
    behind = arriving(ITEMS, "0" * 64, version=2)
    with pytest.raises(BadInput, match="Release 2 of the bundle"):
        list(checked_releases([*records, *behind]))


def test_records_that_are_not_formed_as_they_should_be_are_handed_through() -> None:
    odd = [
        record("release", version=5),
        record("release_item", version=7, query_id="q", doc_id="d", grade=1, n_raters=1, source="single"),
        record("release_item", version=1),
        record("paper", doc_id="d"),
        record("paper", doc_id="d", aliases=5),
    ]
    records = [*odd, *arriving(ITEMS, sealed(ITEMS)), *odd]
    assert list(checked_releases(records)) == records
    records[-len(odd) - 1] = {**records[-len(odd) - 1], "grade": 2}
    with pytest.raises(BadInput, match="Release 1"):
        list(checked_releases(records))


def test_a_paper_known_by_other_ids_may_have_been_frozen_under_any_of_them() -> None:
    frozen = [("q1", "x2", 2, 2, "unanimous"), ("q1", "y1", 0, 1, "single")]
    aliases = {"d1": ["x1", "x2"], "d2": ["y1"], "d7": ["z"]}
    records = arriving(ITEMS, sealed(frozen), aliases=aliases)
    assert list(checked_releases(records)) == records
    for known in ({"d1": ["x1", "x2"]}, {"d2": ["y1"]}, {"d1": ["x1"], "d2": ["y1"]}, {}):
        with pytest.raises(BadInput, match="Release 1"):
            list(checked_releases(arriving(ITEMS, sealed(frozen), aliases=known)))


def as_frozen(items: list[tuple[Any, ...]], sha256: str, **facts: Any) -> bool:
    given = {"card": card(sha256), "rule": ReleaseRule.MEDIAN} | facts
    return is_as_frozen([ReleaseItem(*item) for item in items], sha256=sha256, **given)


def test_so_many_ways_to_name_papers_that_nobody_can_try_them_are_taken_for_a_yes() -> None:
    n = MOST_WAYS.bit_length() - 1
    items = [("q1", f"d{i}", 1, 1, "single") for i in range(n + 1)]
    also = {f"d{i}": [f"x{i}"] for i in range(n + 1)}
    assert 2 ** (len(items) - 1) == MOST_WAYS
    assert not as_frozen(items[:-1], "0" * 64, also=also), "all of them are tried"
    assert as_frozen(items, "0" * 64, also=also)
    last = [(query, doc_id.replace("d", "x"), *rest) for query, doc_id, *rest in items[:-1]]
    assert as_frozen(items[:-1], sealed(last), also=also)


def test_the_card_of_a_release_is_asked_for_its_guideline_and_its_parts() -> None:
    guided = sealed(ITEMS, guideline="g" * 64)
    assert as_frozen(ITEMS, guided, card=card(guided, "g" * 64))
    assert not as_frozen(ITEMS, guided)
    assert not as_frozen(ITEMS, guided, card=card(guided, "h" * 64))
    for part in card(guided):
        lacking = {name: value for name, value in card(guided, "g" * 64).items() if name != part}
        assert as_frozen(ITEMS, guided, card=lacking) is False
        assert as_frozen(ITEMS, guided, card={**lacking, part: 5}) is False
    twice = [ITEMS[0], ITEMS[0]]
    assert as_frozen(twice, sealed(twice)) is False, "a pair that is there twice is no release"


# -- loads ------------------------------------------------------------------------------------------------


def test_a_pair_that_nobody_may_have_is_given_to_nobody() -> None:
    loads = Loads({"ann": 0, "bob": 0}, {"ann": None, "bob": 1})
    balance = Balance(loads, seed=1)
    assert balance.give(("q", "a"), barred=["ann"]) is True
    assert balance.given == {("q", "a"): {"bob"}}
    assert loads.load == {"ann": 0, "bob": 1}
    assert balance.give(("q", "b"), barred=["ann"]) is False, "bob has as many as he may, and cannot hand on"
    assert (balance.given["q", "b"], loads.load) == (frozenset(), {"ann": 0, "bob": 1})
    assert balance.give(("q", "b"), barred=["bob"]) is False, "who is barred from a pair stays so"
    assert balance.give(("q", "c")) is True
    assert loads.load == {"ann": 1, "bob": 1}
    loads.limit["ann"] = 1
    assert balance.give(("q", "d")) is False, "there is no room at all"


def test_room_is_what_the_quotas_leave_and_never_below_nothing() -> None:
    loads = Loads({"ann": 4, "bob": 1, "cat": 2}, {"ann": 3, "bob": 3, "cat": 2})
    assert loads.room == 2
    assert [loads.has_room(who) for who in loads.people] == [False, True, False]
    loads.add({"bob": 1})
    assert (loads.load["bob"], loads.room) == (2, 1)
    assert Loads({"ann": 0}, {"ann": 0}).room == 0
    assert Loads({"ann": 5}, {"ann": None}).room == float("inf")

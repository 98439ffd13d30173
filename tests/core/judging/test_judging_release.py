"""What a release holds under each rule, what it leaves out, and its hash."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.campaign_types import Adjudication, ReleaseItem, ReleaseRule
from assay.errors import BadInput
from assay.judging import left_out, release_sha256, released
from assay.judging.campaigns.release import is_as_frozen
from assay.types import Judgement, JudgementState, Query

WHEN = datetime(2026, 3, 1, 12, tzinfo=UTC)
RULES = list(ReleaseRule)
UNANIMOUS, MAJORITY, MEDIAN, ADJUDICATED = RULES
PAIRS = [(f"q{q}", f"d{d}") for q in range(2) for d in range(3)]
STATES = [state for state in JudgementState if state is not JudgementState.GRADE]

any_said = st.dictionaries(
    st.tuples(st.sampled_from(PAIRS), st.sampled_from(["ann", "bob", "cat", "dan"])),
    st.one_of(st.integers(0, 2), st.sampled_from(STATES)),
)
any_adjudications = st.dictionaries(
    st.sampled_from(PAIRS),
    st.tuples(st.none() | st.integers(0, 2), st.booleans(), st.booleans()),
)


def judgements(said: dict[tuple[tuple[str, str], str], int | JudgementState]) -> list[Judgement]:
    return [
        Judgement(*pair, who, JudgementState.GRADE, what)
        if isinstance(what, int)
        else Judgement(*pair, who, what)
        for (pair, who), what in said.items()
    ]


def adjudications(given: dict[tuple[str, str], tuple[int | None, bool, bool]]) -> list[Adjudication]:
    return [
        Adjudication(*pair, "judge", grade, "why", WHEN, stale=stale, conflict=conflict)
        for pair, (grade, stale, conflict) in given.items()
    ]


def graded(pair: tuple[str, str], *grades: int) -> list[Judgement]:
    return judgements({(pair, f"r{i}"): grade for i, grade in enumerate(grades)})


def expected_items(
    said: dict[tuple[tuple[str, str], str], int | JudgementState],
    settled: dict[tuple[str, str], tuple[int | None, bool, bool]],
    rule: ReleaseRule,
) -> list[ReleaseItem]:
    """The rules, spelled out another way."""
    items = []
    for pair in PAIRS:
        grades = sorted(what for (one, _), what in said.items() if one == pair and isinstance(what, int))
        grade, stale, conflict = settled.get(pair, (None, False, False))
        n, votes = len(grades), [grades.count(g) for g in (0, 1, 2)]
        unclear = JudgementState.CONFLICT in {what for (one, _), what in said.items() if one == pair}
        if rule is ADJUDICATED and grade is not None and not stale and not conflict:
            items.append(ReleaseItem(*pair, grade, n, "adjudicated"))
        elif unclear:
            continue
        elif n == 1:
            items.append(ReleaseItem(*pair, grades[0], 1, "single"))
        elif n and max(votes) == n:
            items.append(ReleaseItem(*pair, votes.index(n), n, "unanimous"))
        elif n and rule is MAJORITY and max(votes) > n / 2:
            items.append(ReleaseItem(*pair, votes.index(max(votes)), n, "majority"))
        elif n and rule is MEDIAN:
            items.append(ReleaseItem(*pair, grades[(n - 1) // 2], n, "median"))
    return items


@given(said=any_said, settled=any_adjudications, rule=st.sampled_from(RULES), seed=st.integers(0, 99))
def test_a_release_holds_what_its_rule_says(
    said: dict[tuple[tuple[str, str], str], int | JudgementState],
    settled: dict[tuple[str, str], tuple[int | None, bool, bool]],
    rule: ReleaseRule,
    seed: int,
) -> None:
    given_judgements, given_adjudications = judgements(said), adjudications(settled)
    random.Random(seed).shuffle(given_judgements)
    random.Random(seed).shuffle(given_adjudications)
    items = released(given_judgements, given_adjudications, rule=rule)
    assert items == expected_items(said, settled, rule)
    reasons = left_out(given_judgements, given_adjudications, rule=rule, pairs=PAIRS)
    assert len(items) + sum(reasons.values()) == len(PAIRS), "every pair is there or counted"
    assert 0 not in reasons.values()


@pytest.mark.parametrize(
    ("grades", "expected"),
    [
        ((1,), dict.fromkeys(RULES, (1, "single"))),
        ((2, 2, 2), dict.fromkeys(RULES, (2, "unanimous"))),
        ((0, 2), {MEDIAN: (0, "median")}),
        ((1, 2), {MEDIAN: (1, "median")}),
        ((0, 0, 2), {MAJORITY: (0, "majority"), MEDIAN: (0, "median")}),
        ((0, 1, 2), {MEDIAN: (1, "median")}),
        ((0, 0, 2, 2), {MEDIAN: (0, "median")}),
        ((0, 2, 2, 2), {MAJORITY: (2, "majority"), MEDIAN: (2, "median")}),
        ((0, 1, 1, 2), {MEDIAN: (1, "median")}),
    ],
)
@pytest.mark.parametrize("rule", RULES)
def test_several_grades_become_one(
    rule: ReleaseRule, grades: tuple[int, ...], expected: dict[ReleaseRule, tuple[int, str]]
) -> None:
    items = released(graded(("q", "d"), *grades), [], rule=rule)
    assert [(i.relevance, i.source) for i in items] == ([expected[rule]] if rule in expected else [])
    assert all(item.n_raters == len(grades) for item in items)


@pytest.mark.parametrize("rule", RULES)
def test_a_pair_whose_second_rater_is_in_conflict_is_no_pair_of_one_rater(rule: ReleaseRule) -> None:
    said = judgements({(("q", "d"), "ann"): 2, (("q", "d"), "bob"): JudgementState.CONFLICT})
    assert released(said, [], rule=rule) == []
    assert left_out(said, [], rule=rule) == {"judged differently on two machines": 1}
    settled = [Adjudication("q", "d", "judge", 1, "", WHEN)]
    assert released(said, settled, rule=ADJUDICATED) == [ReleaseItem("q", "d", 1, 1, "adjudicated")]


def test_items_are_sorted_as_strings() -> None:
    said = [g for q in ("q10", "q2", "q1") for d in ("d9", "d10", "D1") for g in graded((q, d), 1)]
    keys = [(i.query_id, i.doc_id) for i in released(said, [], rule=MEDIAN)]
    assert keys == [(q, d) for q in ("q1", "q10", "q2") for d in ("D1", "d10", "d9")]


def test_what_is_left_out_is_counted_by_reason() -> None:
    said = [
        *graded(("q", "differ"), 0, 2),
        *graded(("q", "old"), 0, 2),
        *graded(("q", "two judges"), 0, 2),
        *graded(("q", "taken back"), 0, 2),
        Judgement("q", "unsure", "ann", JudgementState.UNSURE),
        Judgement("q", "later", "ann", JudgementState.LATER),
        Judgement("q", "broken", "ann", JudgementState.UNREADABLE),
        Judgement("q", "broken", "bob", JudgementState.LATER),
        Judgement("q", "merged", "ann", JudgementState.CONFLICT),
        Judgement("q", "merged", "bob", JudgementState.UNSURE),
        *graded(("q", "fine"), 1),
    ]
    settled = adjudications({
        ("q", "old"): (1, True, False),
        ("q", "two judges"): (1, False, True),
        ("q", "taken back"): (None, False, False),
    })  # fmt: skip
    pooled = [("q", "fine"), ("q", "nobody"), ("q", "nor this"), ("q", "differ")]
    assert left_out(said, settled, rule=ADJUDICATED, pairs=pooled) == {
        "adjudicated differently on two machines": 1,
        "adjudication out of date": 1,
        "adjudication withdrawn": 1,
        "judged differently on two machines": 1,
        "not adjudicated": 1,
        "not judged": 2,
        "put off for later": 1,
        "unreadable": 1,
        "unsure": 1,
    }
    assert left_out(said, settled, rule=UNANIMOUS)["raters differ"] == 4
    assert left_out(said, settled, rule=MAJORITY)["no majority"] == 4
    assert left_out(graded(("q", "d"), 0, 2), [], rule=MEDIAN) == {}


# -- the hash -------------------------------------------------------------------------------------------

ITEMS = [
    ReleaseItem("q2", "d1", 2, 3, "majority"),
    ReleaseItem("q1", "d9", 0, 1, "single"),
    ReleaseItem("q1", 'd"10\té', 1, 2, "unanimous"),
]
QUERIES = [Query("q2", "Eulen\nund \U0001f989"), Query("q1", "a paper", "p7")]
FACTS = {"corpus_sha256": "c" * 64, "rule": MEDIAN, "guideline_sha256": "g" * 64, "queries": QUERIES}


def test_a_stranger_can_compute_the_hash_from_its_description() -> None:
    # Written out by hand from the docstring: ids by code point ('d"10' before 'd9'), no spaces, \\uXXXX.
    text = "\n".join([
        '["assay-release",1]',
        f'["corpus","{"c" * 64}"]',
        f'["guideline","{"g" * 64}"]',
        '["rule","median"]',
        '["query","q1","a paper","p7"]',
        '["query","q2","Eulen\\nund \\ud83e\\udd89",null]',
        '["item","q1","d\\"10\\t\\u00e9",1,2,"unanimous"]',
        '["item","q1","d9",0,1,"single"]',
        '["item","q2","d1",2,3,"majority"]',
        "",
    ])  # fmt: skip
    assert release_sha256(ITEMS, **FACTS) == hashlib.sha256(text.encode("ascii")).hexdigest()  # type: ignore[arg-type]
    assert all(json.loads(line) for line in text.splitlines())


def test_the_hash_does_not_hang_on_the_order_and_hangs_on_everything_else() -> None:
    first = release_sha256(ITEMS, **FACTS)  # type: ignore[arg-type]
    assert release_sha256(ITEMS[::-1], **{**FACTS, "queries": QUERIES[::-1]}) == first  # type: ignore[arg-type]
    others = [
        release_sha256(items, **{**FACTS, **facts})  # type: ignore[arg-type]
        for items, facts in (
            (ITEMS[1:], {}),
            ([replace(ITEMS[0], relevance=1), *ITEMS[1:]], {}),
            ([replace(ITEMS[0], n_raters=4), *ITEMS[1:]], {}),
            ([replace(ITEMS[0], source="median"), *ITEMS[1:]], {}),
            ([replace(ITEMS[0], doc_id="d2"), *ITEMS[1:]], {}),
            (ITEMS, {"corpus_sha256": "d" * 64}),
            (ITEMS, {"guideline_sha256": ""}),
            (ITEMS, {"rule": MAJORITY}),
            (ITEMS, {"queries": QUERIES[1:]}),
            (ITEMS, {"queries": [QUERIES[0], replace(QUERIES[1], text="another")]}),
            (ITEMS, {"queries": [QUERIES[0], replace(QUERIES[1], doc_id=None)]}),
        )
    ]
    assert len({first, *others}) == len(others) + 1


def test_a_release_holds_a_pair_once_and_grades_only() -> None:
    with pytest.raises(BadInput, match="in the release twice"):
        release_sha256([ITEMS[0], replace(ITEMS[0], relevance=0)], **FACTS)  # type: ignore[arg-type]
    for grade in (3, -1):
        with pytest.raises(BadInput, match="Grades are 0, 1 and 2"):
            release_sha256([replace(ITEMS[0], relevance=grade)], **FACTS)  # type: ignore[arg-type]


def test_a_release_is_as_frozen_only_if_its_card_says_the_same_hash() -> None:
    """The card is shown and published: one that names another release's hash is not this release's."""
    items = [ReleaseItem("q", "d", 2, 1, "single")]
    facts = {"corpus_sha256": "c" * 64, "guideline_sha256": "", "queries": [Query("q", "text", None)]}
    sha256 = release_sha256(items, rule=MAJORITY, **facts)  # type: ignore[arg-type]
    card = {
        "guideline": None,
        "corpus": {"sha256": "c" * 64},
        "queries": [{"query_id": "q", "text": "text", "doc_id": None}],
        "release": {"sha256": sha256},
    }

    assert is_as_frozen(items, rule=MAJORITY, sha256=sha256, card=card)
    other = {**card, "release": {"sha256": "0" * 64}}
    assert not is_as_frozen(items, rule=MAJORITY, sha256=sha256, card=other)
    assert not is_as_frozen(items, rule=MAJORITY, sha256="0" * 64, card=other)
    assert not is_as_frozen(items, rule=MEDIAN, sha256=sha256, card=card)

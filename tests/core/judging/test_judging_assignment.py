"""Who judges which pair: the promises of a plan, and that it fails only where it must."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.campaign_types import Assignment
from assay.errors import BadInput
from assay.judging import Pair, order_keys, plan, seeded_order

PEOPLE = ["ann", "bob", "cat", "dan"]
UUIDS = {who: f"uuid-of-{who}" for who in PEOPLE}

some_pairs = st.lists(
    st.tuples(st.sampled_from(["q1", "q2", "q3", "q4"]), st.sampled_from([f"d{i}" for i in range(8)])),
    max_size=20,
)
some_people = st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=4, unique=True)


def grid(n_queries: int, n_docs: int) -> list[Pair]:
    return [(f"q{q}", f"d{d}") for q in range(n_queries) for d in range(n_docs)]


def raters(rows: list[Assignment]) -> dict[Pair, set[str]]:
    found: dict[Pair, set[str]] = {}
    for row in rows:
        found.setdefault((row.query_id, row.doc_id), set()).add(row.assessor)
    return found


def loads(rows: list[Assignment]) -> Counter[str]:
    return Counter(row.assessor for row in rows)


def possible(need: dict[Pair, int], barred: dict[Pair, set[str]], room: dict[str, float]) -> bool:
    """Whether a plan exists, by trying everything: Hall's condition over all sets of assessors.

    A flow exists exactly if, for every set of assessors, what the pairs cannot place outside the set fits
    into the room of the set.
    """
    people = list(room)
    for size in range(len(people) + 1):
        for chosen in itertools.combinations(people, size):
            outside = set(people) - set(chosen)
            forced = sum(max(0, n - len(outside - barred[pair])) for pair, n in need.items())
            if forced > sum(max(0.0, room[who]) for who in chosen):
                return False
            if any(n > len(set(people) - barred[pair]) for pair, n in need.items()):
                return False
    return True


@given(pairs=some_pairs, people=some_people, n=st.integers(1, 4), overlap=st.floats(0, 1), seed=st.integers())
def test_a_plan_by_pair_is_balanced_and_overlaps_as_wanted(
    pairs: list[Pair], people: list[str], n: int, overlap: float, seed: int
) -> None:
    n = min(n, len(people))
    rows = plan(pairs, people, raters_per_pair=n, by="pair", overlap=overlap, seed=seed)
    unique = set(pairs)
    several = math.floor(overlap * len(unique) + 0.5)
    found = raters(rows)
    assert found.keys() == unique
    assert len(rows) == sum(map(len, found.values())), "nobody gets a pair twice"
    assert sorted(map(len, found.values())) == sorted([n] * several + [1] * (len(unique) - several))
    counts = [loads(rows)[who] for who in people]
    assert max(counts) - min(counts) <= 1


@given(pairs=some_pairs, people=some_people, n=st.integers(1, 4), overlap=st.floats(0, 1), seed=st.integers())
def test_a_plan_by_query_gives_whole_queries(
    pairs: list[Pair], people: list[str], n: int, overlap: float, seed: int
) -> None:
    n = min(n, len(people))
    found = raters(plan(pairs, people, raters_per_pair=n, by="query", overlap=overlap, seed=seed))
    assert found.keys() == set(pairs)
    teams = {q: {frozenset(found[p]) for p in found if p[0] == q} for q in {q for q, _ in pairs}}
    assert all(len(one) == 1 for one in teams.values()), "a query's pairs go to the same people"
    several = math.floor(overlap * len(teams) + 0.5)
    sizes = sorted(len(next(iter(one))) for one in teams.values())
    assert sizes == sorted([n] * several + [1] * (len(teams) - several))


@st.composite
def hard_cases(draw: st.DrawFn) -> dict[str, object]:
    """Pairs, some judged already (also by people who are gone), and quotas that may be too small."""
    pairs = draw(st.lists(st.sampled_from(grid(2, 4)), min_size=1, max_size=8, unique=True))
    people = draw(some_people)
    somebody = st.frozensets(st.sampled_from([*people, "gone"]), max_size=3)
    already = draw(st.dictionaries(st.sampled_from([*pairs, ("q9", "elsewhere")]), somebody))
    quotas = draw(st.dictionaries(st.sampled_from(people), st.none() | st.integers(0, 8)))
    return {"pairs": pairs, "people": people, "already": already, "quotas": quotas}


@settings(max_examples=120)
@given(case=hard_cases(), n=st.integers(1, 3), seed=st.integers(0, 9))
def test_a_plan_by_pair_respects_everything_and_fails_only_where_nothing_else_would_do(
    case: dict[str, object], n: int, seed: int
) -> None:
    pairs: list[Pair] = case["pairs"]  # type: ignore[assignment]
    people: list[str] = case["people"]  # type: ignore[assignment]
    already: dict[Pair, frozenset[str]] = case["already"]  # type: ignore[assignment]
    quotas: dict[str, int | None] = case["quotas"]  # type: ignore[assignment]
    before = Counter(who for several in already.values() for who in several)
    limit = {who: math.inf if quotas.get(who) is None else quotas[who] for who in people}
    room = {who: limit[who] - before[who] for who in people}  # type: ignore[operator]
    barred = {pair: set(already.get(pair, ())) for pair in pairs}
    need = {pair: max(0, n - len(barred[pair])) for pair in pairs}
    try:
        rows = plan(pairs, people, raters_per_pair=n, by="pair", seed=seed, already=already, quotas=quotas)
    except BadInput:
        assert not possible(need, barred, room)
        return
    assert possible(need, barred, room)
    found = raters(rows)
    assert {pair: len(found.get(pair, ())) for pair in pairs} == need
    assert sum(map(len, found.values())) == len(rows)
    assert all(not found[pair] & barred[pair] for pair in found)
    assert all(loads(rows)[who] <= max(0, room[who]) for who in people)
    # As even as can be: handing one pair to somebody with two less must be forbidden, directly...
    total = {who: before[who] + loads(rows)[who] for who in people}
    for pair, several in found.items():
        for giver, taker in itertools.product(several, people):
            if taker not in several | barred[pair] and total[taker] < limit[taker]:  # type: ignore[operator]
                assert total[giver] - total[taker] <= 1


@settings(max_examples=60)
@given(case=hard_cases(), n=st.integers(1, 2), seed=st.integers(0, 9))
def test_no_other_plan_is_more_even(case: dict[str, object], n: int, seed: int) -> None:
    pairs: list[Pair] = case["pairs"][:4]  # type: ignore[index]
    people: list[str] = case["people"]  # type: ignore[assignment]
    already: dict[Pair, frozenset[str]] = case["already"]  # type: ignore[assignment]
    before = Counter(who for several in already.values() for who in several)
    barred = {pair: set(already.get(pair, ())) for pair in pairs}
    need = {pair: max(0, n - len(barred[pair])) for pair in pairs}
    choices = [
        list(itertools.combinations([who for who in people if who not in barred[pair]], need[pair]))
        for pair in pairs
    ]
    if not all(choices):
        return
    every = (Counter(who for team in teams for who in team) for teams in itertools.product(*choices))
    best = min(sum((before[who] + counts[who]) ** 2 for who in people) for counts in every)
    got = loads(plan(pairs, people, raters_per_pair=n, by="pair", seed=seed, already=already))
    assert sum((before[who] + got[who]) ** 2 for who in people) == best


@settings(max_examples=60)
@given(case=hard_cases(), n=st.integers(1, 3), overlap=st.floats(0, 1), seed=st.integers(0, 9))
def test_a_plan_by_query_keeps_quotas_and_repeats_nobody(
    case: dict[str, object], n: int, overlap: float, seed: int
) -> None:
    already: dict[Pair, frozenset[str]] = case["already"]  # type: ignore[assignment]
    quotas: dict[str, int | None] = case["quotas"]  # type: ignore[assignment]
    before = Counter(who for several in already.values() for who in several)
    try:
        rows = plan(
            case["pairs"],  # type: ignore[arg-type]
            case["people"],  # type: ignore[arg-type]
            raters_per_pair=n,
            by="query",
            overlap=overlap,
            seed=seed,
            already=already,
            quotas=quotas,
        )
    except BadInput:
        return
    found = raters(rows)
    assert sum(map(len, found.values())) == len(rows)
    assert all(not several & set(already.get(pair, ())) for pair, several in found.items())
    for who, given_now in loads(rows).items():
        quota = quotas.get(who)
        assert quota is None or before[who] + given_now <= quota


@pytest.mark.parametrize("by", ["pair", "query"])
def test_a_plan_hangs_on_the_seed_and_not_on_the_order_of_anything(by: str) -> None:
    pairs = grid(6, 10)
    shuffled = random.Random(1).sample(pairs, len(pairs))

    def made(pairs: list[Pair], people: list[str], seed: int) -> list[Assignment]:
        return plan(pairs, people, raters_per_pair=2, by=by, overlap=0.5, seed=seed)  # type: ignore[arg-type]

    assert made(shuffled, PEOPLE[::-1], 3) == made(pairs, PEOPLE, 3)
    assert made(pairs, PEOPLE, 4) != made(pairs, PEOPLE, 3)


def test_every_two_assessors_share_pairs() -> None:
    # 600 pairs, 6 couples: 100 each; fixed couples would leave four of them without any.
    couples = Counter(
        frozenset(several)
        for several in raters(plan(grid(20, 30), PEOPLE, raters_per_pair=2, by="pair", seed=0)).values()
    )
    assert len(couples) == 6
    assert all(60 < n < 140 for n in couples.values())


@pytest.mark.parametrize("by", ["pair", "query"])
def test_nothing_is_given_out_a_second_time(by: str) -> None:
    pairs = grid(5, 7)
    first = plan(pairs, PEOPLE, raters_per_pair=2, by=by, overlap=0.4, seed=1)  # type: ignore[arg-type]
    again = plan(
        pairs, PEOPLE, raters_per_pair=2, by=by, overlap=0.4, seed=1, already=raters(first)  # type: ignore[arg-type]
    )  # fmt: skip
    assert again == []


def test_a_second_round_adds_to_the_overlap_of_the_first() -> None:
    first = plan(grid(4, 10), PEOPLE, raters_per_pair=3, by="pair", overlap=0.25, seed=1)
    more = grid(4, 20)
    second = plan(more, PEOPLE, raters_per_pair=3, by="pair", overlap=0.25, seed=1, already=raters(first))
    together = raters([*first, *second])
    assert Counter(map(len, together.values())) == {3: 20, 1: 60}
    assert all(set(several) <= together[pair] for pair, several in raters(first).items())
    counts = loads([*first, *second])
    assert max(counts.values()) - min(counts.values()) <= 1


def test_pairs_that_come_later_go_to_those_who_have_their_query() -> None:
    first = plan(grid(6, 5), PEOPLE, raters_per_pair=2, by="query", seed=1)
    second = plan(grid(6, 9), PEOPLE, raters_per_pair=2, by="query", seed=1, already=raters(first))
    together = raters([*first, *second])
    assert len(together) == 54
    for query_id in {q for q, _ in together}:
        assert len({frozenset(several) for pair, several in together.items() if pair[0] == query_id}) == 1


def test_loads_by_query_are_even_to_the_size_of_a_query() -> None:
    counts = loads(plan(grid(40, 45), PEOPLE, raters_per_pair=1, by="query", seed=1))
    assert sorted(counts.values()) == [450] * 4


@pytest.mark.parametrize("seed", range(8))
def test_pairs_are_handed_on_where_only_that_makes_room(seed: int) -> None:
    # Bob has judged d0, so ann must take it; her room is one pair: whichever comes first, d1 is bob's.
    rows = plan(
        [("q", "d0"), ("q", "d1")],
        ["ann", "bob"],
        raters_per_pair=2,
        by="pair",
        seed=seed,
        already={("q", "d0"): {"bob"}, ("q", "d1"): {"x"}},
        quotas={"ann": 1},
    )
    assert raters(rows) == {("q", "d0"): {"ann"}, ("q", "d1"): {"bob"}}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"raters_per_pair": 0}, "at least 1"),
        ({"raters_per_pair": 5}, "4 assessors are left"),
        ({"overlap": 1.5}, "from 0 to 1"),
        ({"overlap": -0.1}, "from 0 to 1"),
        ({"overlap": math.nan}, "from 0 to 1"),
        ({"quotas": dict.fromkeys(PEOPLE, 2)}, "room for 8 more judgements, but 20 are needed"),
        ({"quotas": dict.fromkeys(PEOPLE, -3)}, "room for 0 more"),
        ({"assessors": []}, "0 assessors are left"),
    ],
)
@pytest.mark.parametrize("by", ["pair", "query"])
def test_what_cannot_be_done_is_refused(by: str, changed: dict[str, object], message: str) -> None:
    asked = {"pairs": grid(2, 5), "assessors": PEOPLE, "raters_per_pair": 2, "by": by, "seed": 0} | changed
    with pytest.raises(BadInput, match=message):
        plan(**asked)  # type: ignore[arg-type]


def test_quotas_that_hold_no_whole_query_are_refused_by_query_only() -> None:
    quotas: dict[str, int | None] = dict.fromkeys(PEOPLE, 3)
    rows = plan(grid(2, 5), PEOPLE, raters_per_pair=1, by="pair", seed=0, quotas=quotas)
    assert len(rows) == 10
    with pytest.raises(BadInput, match="assign by pair"):
        plan(grid(2, 5), PEOPLE, raters_per_pair=1, by="query", seed=0, quotas=quotas)


def test_nothing_to_assign_is_no_error() -> None:
    assert plan([], [], raters_per_pair=2, by="pair", seed=0) == []
    assert plan([("q", "d")], [], raters_per_pair=1, by="pair", seed=0, already={("q", "d"): {"x"}}) == []


@given(pairs=st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), max_size=20), seed=st.integers())
def test_keys_sort_pairs_as_the_seeded_order_does(pairs: list[Pair], seed: int) -> None:
    keys = order_keys(pairs, assessor_uuid="u-1", seed=seed)
    assert sorted(keys, key=keys.__getitem__) == seeded_order(pairs, assessor="u-1", seed=seed)
    assert all(len(key) == 64 and set(key) <= set("0123456789abcdef") for key in keys.values())


def test_a_plan_sorts_by_the_uuids_order_which_a_new_name_leaves_alone() -> None:
    pairs = grid(5, 6)
    rows = plan(pairs, PEOPLE, raters_per_pair=4, by="pair", seed=2, uuids=UUIDS)
    for who in PEOPLE:
        theirs = [(row.query_id, row.doc_id) for row in rows if row.assessor == who]
        assert theirs == seeded_order(pairs, assessor=UUIDS[who], seed=2)
        keys = order_keys(pairs, assessor_uuid=UUIDS[who], seed=2)
        assert [row.order_key for row in rows if row.assessor == who] == [keys[pair] for pair in theirs]
    renamed = plan(
        pairs,
        ["anna", *PEOPLE[1:]],
        raters_per_pair=4,
        by="pair",
        seed=2,
        uuids={**UUIDS, "anna": UUIDS["ann"]},
    )
    assert [r.order_key for r in renamed if r.assessor == "anna"] == [
        r.order_key for r in rows if r.assessor == "ann"
    ]


def test_a_large_campaign_is_planned_quickly_even_if_a_newcomer_has_judged_all_of_it() -> None:
    # dan has the smallest load and may take nothing: every pair looks for somebody to hand on to.
    pairs = grid(40, 46)
    already = {pair: {"dan"} for pair in pairs} | {("q99", f"d{i}"): set(PEOPLE[:3]) for i in range(5000)}
    rows = plan(pairs, PEOPLE, raters_per_pair=3, by="pair", seed=0, already=already)
    counts = loads(rows)
    assert counts["dan"] == 0
    assert max(counts[who] for who in PEOPLE[:3]) - min(counts[who] for who in PEOPLE[:3]) <= 1

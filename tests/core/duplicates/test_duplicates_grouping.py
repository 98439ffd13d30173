"""Papers gathered from pairs, and what keeps some of them apart."""

from __future__ import annotations

import itertools
from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from assay.duplicates.search import grouped
from assay.duplicates.types import Likeness, Verdict
from assay.messages import message


def link(one: str, two: str, score: float = 0.99) -> Likeness:
    return Likeness(min(one, two), max(one, two), Verdict.SAME, score, (message("same title"),))


def test_papers_are_one_through_a_third() -> None:
    groups, refused = grouped([link("a", "b"), link("b", "c"), link("d", "e")])
    assert [group.doc_ids for group in groups] == [("a", "b", "c"), ("d", "e")]
    assert refused == []


def test_a_group_is_as_sure_as_its_weakest_link() -> None:
    groups, _ = grouped([link("a", "b", 0.99), link("b", "c", 0.95), link("a", "c", 0.96)])
    assert groups[0].score == 0.96  # a-b and a-c join all three; b-c is not needed
    assert [found.score for found in groups[0].links] == [0.99, 0.96]


def test_the_less_sure_link_gives_way_where_two_papers_are_apart() -> None:
    groups, refused = grouped([link("a", "b", 0.95), link("b", "c", 0.99)], [("c", "a")])
    assert [group.doc_ids for group in groups] == [("b", "c")]
    assert [(found.doc_id, found.other, found.verdict) for found in refused] == [("a", "b", Verdict.POSSIBLE)]
    assert str(refused[0].reasons[-1]) == "but 'a' and 'c' are not one paper"


PAPERS = "abcdefgh"
PAIRS = list(itertools.combinations(PAPERS, 2))
LINKS = st.dictionaries(st.sampled_from(PAIRS), st.sampled_from([0.94, 0.97, 0.99]))
APART = st.sets(st.sampled_from(PAIRS), max_size=6)


@given(LINKS, APART, st.randoms(use_true_random=False))
def test_groups_do_not_depend_on_the_order_of_the_links(
    scores: dict[tuple[str, str], float], apart: set[tuple[str, str]], rng: st.DataObject
) -> None:
    links = [link(one, two, score) for (one, two), score in scores.items()]
    turned = [pair[::-1] for pair in apart]
    shuffled = sorted(links, key=lambda _: rng.random())  # type: ignore[attr-defined]  # a random.Random
    assert grouped(links, apart) == grouped(shuffled, turned)


@given(LINKS, APART)
def test_papers_that_are_apart_are_in_no_group_together(
    scores: dict[tuple[str, str], float], apart: set[tuple[str, str]]
) -> None:
    groups, refused = grouped([link(one, two, score) for (one, two), score in scores.items()], apart)
    for group in groups:
        assert not apart & set(itertools.combinations(group.doc_ids, 2))
        assert len(group.links) == len(group.doc_ids) - 1
    assert not {(found.doc_id, found.other) for found in refused} - set(scores)


@given(LINKS)
def test_without_contradictions_groups_are_the_connected_papers(scores: dict[tuple[str, str], float]) -> None:
    groups, refused = grouped([link(one, two, score) for (one, two), score in scores.items()])
    assert {group.doc_ids for group in groups} == connected(list(scores))
    assert refused == []


IDS = st.dictionaries(
    st.sampled_from(PAPERS),
    st.dictionaries(st.sampled_from(["doi", "pmid"]), st.sampled_from(["1", "2"]), min_size=1),
)


@given(LINKS, IDS)
def test_no_group_holds_two_identifiers_of_a_kind(
    scores: dict[tuple[str, str], float], identifiers: dict[str, dict[str, str]]
) -> None:
    links = [link(one, two, score) for (one, two), score in scores.items()]
    groups, refused = grouped(links, (), identifiers)
    assert (groups, refused) == grouped(links[::-1], (), identifiers)
    for group in groups:
        for kind in ("doi", "pmid"):
            assert len({identifiers.get(name, {}).get(kind) for name in group.doc_ids} - {None}) < 2


def connected(pairs: list[tuple[str, str]]) -> set[tuple[str, ...]]:
    """The components of a graph, by walking it."""
    near: dict[str, set[str]] = {}
    for one, two in pairs:
        near.setdefault(one, set()).add(two)
        near.setdefault(two, set()).add(one)
    found = set()
    for start in near:
        seen, waiting = {start}, deque([start])
        while waiting:
            new = near[waiting.popleft()] - seen
            seen |= new
            waiting.extend(new)
        found.add(tuple(sorted(seen)))
    return found

"""An assessor leaves in the middle of a campaign: their open pairs go to others, their grades stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest
from small_papers import CAMPAIGN

Assay = Callable[..., Any]
NOW = "strftime('%Y-%m-%d %H:%M:%f', 'now')"
HELD = f"""
    SELECT q.query_id, p.doc_id, n.handle FROM assignment a
    JOIN pair r ON r.pk = a.pair_pk JOIN query q ON q.pk = r.query_pk JOIN paper p ON p.pk = r.paper_pk
    JOIN annotator n ON n.pk = a.annotator_pk
    LEFT JOIN judgement_current j ON j.pair_pk = a.pair_pk AND j.annotator_pk = a.annotator_pk
    WHERE a.lease_until_utc IS NULL OR a.lease_until_utc > {NOW} OR j.state NOT IN ('later')
    ORDER BY 1, 2, 3
"""


def held(tmp_path: Path) -> list[tuple[str, str, str]]:
    """(query, paper, assessor) of every pair that somebody has, read from the file itself."""
    with closing(connect(tmp_path / "library" / "library.sqlite")) as database:
        return [tuple(row) for row in database.execute(HELD)]


def of(tmp_path: Path, handle: str) -> list[tuple[str, str]]:
    return [(query_id, doc_id) for query_id, doc_id, who in held(tmp_path) if who == handle]


def raters(tmp_path: Path) -> Counter[tuple[str, str]]:
    return Counter((query_id, doc_id) for query_id, doc_id, _ in held(tmp_path))


@pytest.fixture
def leaving(campaign: Assay, tmp_path: Path) -> Assay:
    """Bob grades one pair, puts another one off, leaves a third with a note, and is gone."""
    first, second = of(tmp_path, "bob")[:2]
    assert campaign("campaign", "grade", CAMPAIGN, *first, 2, "--assessor", "bob").status == 0
    assert campaign("campaign", "grade", CAMPAIGN, *second, "later", "--assessor", "bob").status == 0
    assert campaign("assessor", "deactivate", "bob").status == 0
    return campaign


def test_what_is_open_goes_to_others_and_what_is_graded_stays(leaving: Assay, tmp_path: Path) -> None:
    before, mine = held(tmp_path), of(tmp_path, "bob")

    answer = leaving("campaign", "reassign", CAMPAIGN, "--from", "bob", "--json")

    assert answer.status == 0, answer.err
    now = held(tmp_path)
    assert of(tmp_path, "bob") == mine[:1]
    assert raters(tmp_path) == Counter((q, d) for q, d, _ in before)  # as many raters as before, each pair
    assert len(set(now)) == len(now)  # and nobody twice
    assert answer.payload["n"] == len(mine) - 1
    assert answer.payload["n_kept"] == 1
    gained = Counter(who for _, _, who in now) - Counter(who for _, _, who in before)
    assert answer.payload["given"] == {"ada": gained["ada"], "eve": gained["eve"]}


def test_who_gets_a_pair_can_grade_it_and_who_left_cannot(leaving: Assay, tmp_path: Path) -> None:
    before = set(held(tmp_path))
    assert leaving("assessor", "activate", "bob").status == 0
    assert leaving("campaign", "reassign", CAMPAIGN, "--from", "bob").status == 0
    query_id, doc_id, taker = next(row for row in held(tmp_path) if row not in before)
    grade = ("campaign", "grade", CAMPAIGN, query_id, doc_id, 1, "--assessor")

    refused = leaving(*grade, "bob")

    assert refused.status == 2
    assert "is not assigned to 'bob'" in refused.err
    assert leaving(*grade, taker).status == 0


def test_history_takes_it_back_and_does_it_again(leaving: Assay, tmp_path: Path) -> None:
    before = held(tmp_path)
    leaving("campaign", "reassign", CAMPAIGN, "--from", "bob")
    after = held(tmp_path)
    listed = leaving("history", "--json").payload["actions"][0]["title"]

    assert (leaving("history", "undo").status, held(tmp_path)) == (0, before)
    assert (leaving("history", "redo").status, held(tmp_path)) == (0, after)
    assert (leaving("history", "undo").status, held(tmp_path)) == (0, before)
    assert listed == f"Reassigned {len(before) - len(set(before) & set(after))} pairs of {CAMPAIGN} from bob"


def test_it_is_not_taken_back_from_who_graded_meanwhile(leaving: Assay, tmp_path: Path) -> None:
    before = set(held(tmp_path))
    leaving("campaign", "reassign", CAMPAIGN, "--from", "bob")
    query_id, doc_id, who = next(row for row in held(tmp_path) if row not in before)
    assert leaving("campaign", "grade", CAMPAIGN, query_id, doc_id, 1, "--assessor", who).status == 0
    after = held(tmp_path)

    refused = leaving("history", "undo")

    assert refused.status == 2
    assert f"'{who}' has judged some of these pairs" in refused.err
    assert held(tmp_path) == after


def test_withdrawn_pairs_are_assigned_to_the_others(leaving: Assay, tmp_path: Path) -> None:
    before, mine = raters(tmp_path), of(tmp_path, "bob")

    taken = leaving("campaign", "withdraw", CAMPAIGN, "--assessor", "bob", "--json").payload

    assert (taken["n"], taken["n_kept"], taken["given"]) == (len(mine) - 1, 1, {})
    assert of(tmp_path, "bob") == mine[:1]
    progress = leaving("campaign", "show", CAMPAIGN, "--json").payload["progress"]
    (bob,) = (row for row in progress if row["assessor"] == "bob")
    assert (bob["n_assigned"], bob["n_graded"], bob["n_later"]) == (1, 1, 0)
    assert leaving("campaign", "assign", CAMPAIGN).status == 0
    assert (raters(tmp_path), of(tmp_path, "bob")) == (before, mine[:1])
    refused = leaving("history", "undo")  # others have the pairs by now
    assert refused.status == 2
    assert "others have it by now" in refused.err
    none = leaving("campaign", "withdraw", CAMPAIGN, "--assessor", "bob")
    assert none.status == 2
    assert "what they judged stays theirs" in none.err


def test_one_query_of_one_assessor_to_one_other(campaign: Assay, tmp_path: Path) -> None:
    query_id = next(pair[0] for pair in of(tmp_path, "bob") if pair in of(tmp_path, "ada"))
    before = held(tmp_path)
    others = {pair for pair in of(tmp_path, "bob") if pair[0] != query_id}
    assert leaving_nobody(campaign, tmp_path, query_id) == before  # Ada has some of them already
    assert campaign("campaign", "edit", CAMPAIGN, "--assessor", "fay").status == 0
    mine = {pair for pair in of(tmp_path, "bob") if pair[0] == query_id}

    asked = ("campaign", "reassign", CAMPAIGN, "--from", "bob", "--to", "fay", "--query", query_id)
    assert campaign(*asked, "--json").payload["given"] == {"fay": len(mine)}

    assert set(of(tmp_path, "bob")) == others
    assert set(of(tmp_path, "fay")) == mine
    unknown = campaign("campaign", "withdraw", CAMPAIGN, "--assessor", "bob", "--query", "q99")
    assert (unknown.status, "has no query 'q99'" in unknown.err) == (2, True)


def leaving_nobody(campaign: Assay, tmp_path: Path, query_id: str) -> list[tuple[str, str, str]]:
    """What is held after a request that cannot be met: all of the query's pairs to one who has some."""
    asked = ("campaign", "reassign", CAMPAIGN, "--from", "bob", "--to", "ada", "--query", query_id)
    answer = campaign(*asked)
    assert answer.status == 2
    assert "0 assessors are left for it" in answer.err
    return held(tmp_path)


def test_quotas_hold(leaving: Assay, tmp_path: Path) -> None:
    for who in ("ada", "eve"):
        n = len(of(tmp_path, who))
        assert leaving("campaign", "edit", CAMPAIGN, "--assessor", who, "--quota", n).status == 0
    before = held(tmp_path)

    refused = leaving("campaign", "reassign", CAMPAIGN, "--from", "bob")

    assert refused.status == 2
    assert "Raise a quota" in refused.err
    assert held(tmp_path) == before
    assert leaving("campaign", "edit", CAMPAIGN, "--assessor", "fay").status == 0
    assert leaving("campaign", "reassign", CAMPAIGN, "--from", "bob").status == 0
    assert len(of(tmp_path, "bob")) == 1
    assert len(held(tmp_path)) == len(before)
    assert all(len(of(tmp_path, who)) == Counter(w for _, _, w in before)[who] for who in ("ada", "eve"))


def test_on_a_shared_queue_leases_are_released(assay: Assay, papers_file: Path, tmp_path: Path) -> None:
    people = [option for name in ("ada", "bob") for option in ("--assessor", name)]
    for words in (
        ("import", papers_file),
        ("campaign", "create", "shared", "--query", "bees", "--shared", *people),
        ("campaign", "run", "shared", "words", "--mode", "keyword"),
        ("campaign", "pool", "shared", "--depth", 5),
        ("campaign", "open", "shared"),
    ):
        assert assay(*words).status == 0, words
    assert assay("campaign", "queue", "shared", "--assessor", "bob").status == 0
    mine = of(tmp_path, "bob")
    assert mine
    assert assay("campaign", "queue", "shared", "--assessor", "ada").status == 0
    assert not of(tmp_path, "ada")

    refused = assay("campaign", "reassign", "shared", "--from", "bob")
    assert (refused.status, "`assay campaign withdraw shared --assessor bob`" in refused.err) == (2, True)
    assert assay("campaign", "withdraw", "shared", "--assessor", "bob").status == 0

    assert not of(tmp_path, "bob")
    assert assay("campaign", "queue", "shared", "--assessor", "ada").status == 0
    assert of(tmp_path, "ada") == mine

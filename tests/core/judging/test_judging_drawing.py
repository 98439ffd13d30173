"""Draws of a plan by the published key, a card as a whole, and the edges of an import."""

from __future__ import annotations

import hashlib
import json
import math
import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from operator import ne
from pathlib import Path
from typing import Any

import pytest
from test_judging_card import CAMPAIGN, FACTS, RATINGS

from assay.campaign_types import Assignment
from assay.errors import BadInput
from assay.judging import Pair, agreement, card_markdown, data_card, plan, pool, replacements
from assay.judging.campaigns.imports import from_qrels, read_judgements

PEOPLE = ["ann", "bob", "cat"]
PAIRS: list[Pair] = [(f"q{q}", f"d{d}") for q in range(5) for d in range(q + 1)]


def key(*parts: str | int) -> bytes:
    """What every order of judging goes by: a hash of a JSON array."""
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=16).digest()


def raters(rows: list[Assignment]) -> dict[Pair, set[str]]:
    found: dict[Pair, set[str]] = {}
    for row in rows:
        found.setdefault((row.query_id, row.doc_id), set()).add(row.assessor)
    return found


@pytest.mark.parametrize("seed", [0, 7, 123456])
@pytest.mark.parametrize("overlap", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_what_overlaps_is_drawn_by_the_seed(seed: int, overlap: float) -> None:
    found = raters(plan(PAIRS, PEOPLE, raters_per_pair=2, overlap=overlap, seed=seed))
    drawn = sorted(PAIRS, key=lambda pair: key(seed, "overlap", *pair))
    n = math.floor(overlap * len(PAIRS) + 0.5)
    assert {pair for pair, several in found.items() if len(several) == 2} == set(drawn[:n])
    found = raters(plan(PAIRS, PEOPLE, raters_per_pair=2, by="query", overlap=overlap, seed=seed))
    queries = sorted({query for query, _ in PAIRS}, key=lambda query: key(seed, "overlap", query))
    chosen = queries[: math.floor(overlap * 5 + 0.5)]
    assert {pair[0] for pair, several in found.items() if len(several) == 2} == set(chosen)


@pytest.mark.parametrize("seed", [1, 5, 99])
def test_pairs_go_by_chance_to_whoever_has_least(seed: int) -> None:
    """Without quotas and with one rater each, nothing need be handed on: a plain loop does the same."""
    chance, load = random.Random(seed), Counter(dict.fromkeys(PEOPLE, 0))
    wanted: dict[Pair, set[str]] = {}
    for pair in sorted(PAIRS, key=lambda pair: key(seed, "plan", *pair)):
        least = min(load.values())
        who = chance.choice([one for one in PEOPLE if load[one] == least])
        wanted[pair] = {who}
        load[who] += 1
    assert raters(plan(PAIRS, PEOPLE[::-1], raters_per_pair=1, seed=seed)) == wanted
    again = replacements(PAIRS, PEOPLE, seed=seed, already={})
    assert raters(again) == wanted
    rows = plan(PAIRS, PEOPLE, raters_per_pair=1, seed=seed, uuids={"ann": "uuid-of-ann"})
    assert [row.assessor for row in rows] == sorted(row.assessor for row in rows)
    for row in rows:
        uuid = "uuid-of-ann" if row.assessor == "ann" else row.assessor
        order = key(seed, uuid, row.query_id).hex() + key(seed, uuid, row.query_id, row.doc_id).hex()
        assert row.order_key == order
    for who in PEOPLE:
        keys = [row.order_key for row in rows if row.assessor == who]
        assert keys == sorted(keys)


@pytest.mark.parametrize("seed", [1, 5, 99])
@pytest.mark.parametrize("n", [1, 2])
def test_queries_go_to_whoever_has_least_the_large_ones_first(seed: int, n: int) -> None:
    sizes = Counter(query for query, _ in PAIRS)
    load, wanted = Counter(dict.fromkeys(PEOPLE, 0)), {}
    for query in sorted(sizes, key=lambda one: (-sizes[one], key(seed, "plan", one))):
        team = sorted(PEOPLE, key=lambda who: (load[who], key(seed, "plan", query, who)))[:n]
        wanted |= {pair: set(team) for pair in PAIRS if pair[0] == query}
        load.update(dict.fromkeys(team, sizes[query]))
    assert raters(plan(PAIRS, PEOPLE, raters_per_pair=n, by="query", seed=seed)) == wanted


@pytest.mark.parametrize("seed", [1, 5, 99])
def test_queries_of_one_size_go_in_the_order_that_the_seed_draws(seed: int) -> None:
    queries = [f"q{n}" for n in range(7)]
    load, wanted = Counter(dict.fromkeys(PEOPLE, 0)), {}
    for query in sorted(queries, key=lambda one: key(seed, "plan", one)):
        who = min(PEOPLE, key=lambda one: (load[one], key(seed, "plan", query, one)))
        wanted[query, "d"] = {who}
        load[who] += 1
    pairs = [(query, "d") for query in queries]
    assert raters(plan(pairs, PEOPLE, raters_per_pair=1, by="query", seed=seed)) == wanted


@pytest.mark.parametrize("seed", range(6))
def test_who_has_one_pair_of_a_query_gets_its_others_whatever_they_have_to_do(seed: int) -> None:
    already = {("q", "old"): {"bob"}, **{("other", f"d{n}"): {"bob"} for n in range(9)}}
    rows = plan(
        [("q", "new"), ("q", "newer")], PEOPLE, raters_per_pair=1, by="query", seed=seed, already=already
    )
    assert {row.assessor for row in rows} == {"bob"}


@pytest.mark.parametrize("by", ["pair", "query"])
def test_a_replacement_is_somebody_else_for_each_pair_once(by: Any) -> None:
    already = {pair: {"ann", "gone"} for pair in PAIRS}
    rows = replacements([*PAIRS, *PAIRS], PEOPLE, by=by, seed=3, already=already)
    found = raters(rows)
    assert (found.keys(), len(rows)) == (set(PAIRS), len(PAIRS))
    assert {who for several in found.values() for who in several} == {"bob", "cat"}
    assert replacements(PAIRS, PEOPLE, seed=3, already=already) == replacements(
        PAIRS, PEOPLE, by="pair", seed=3, already=already
    )
    if by == "query":
        teams = {query: {frozenset(found[pair]) for pair in PAIRS if pair[0] == query} for query, _ in PAIRS}
        assert all(len(team) == 1 for team in teams.values())
    counts = Counter(row.assessor for row in rows)
    if by == "pair":
        assert abs(counts["bob"] - counts["cat"]) <= 1
    with pytest.raises(BadInput, match="quotas leave room for 14 more"):
        replacements(PAIRS, PEOPLE, by=by, seed=3, already=already, quotas={"bob": 5, "cat": 9, "ann": 15})
    only_bob = replacements(PAIRS, PEOPLE, by=by, seed=3, already=already, quotas={"cat": 0})
    assert {row.assessor for row in only_bob} == {"bob"}
    assert {
        row.order_key for row in replacements(PAIRS, ["bob"], seed=3, already=already, uuids={"bob": "u"})
    } == {key(3, "u", q).hex() + key(3, "u", q, d).hex() for q, d in PAIRS}


def test_no_runs_and_empty_runs_pool_nothing() -> None:
    assert pool([]) == {}
    assert pool([{}, {}]) == {}
    assert pool([{"q": {}}, {"q": {"d": 1.0}}], depth=1) == {"q": ["d"]}


# --- the card


def sections_of(text: str) -> dict[str, tuple[list[str], list[list[list[str]]]]]:
    """heading -> the lines of prose below it, and its tables: rows of cells, the head first."""
    found: dict[str, tuple[list[str], list[list[list[str]]]]] = {}
    for block in text.rstrip("\n").split("\n\n"):
        lines = block.split("\n")
        if lines[0].startswith("#"):
            assert len(lines) == 1
            found[lines[0]] = ([], [])
        elif lines[0].startswith("|"):
            rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
            assert rows.pop(1) == ["---"] * len(rows[0]), "the line below a table's head"
            list(found.values())[-1][1].append(rows)
        else:
            list(found.values())[-1][0].extend(lines)
    return found


def three(value: Fraction | None) -> str:
    return "undefined" if value is None else f"{float(value):.3f}"


def kappa(pairs: list[tuple[int, int]], weight: Any) -> Fraction | None:
    """Cohen 1968: 1 - what was observed over what chance gives, both in weights of disagreement."""
    observed = Fraction(sum(weight(a, b) for a, b in pairs))
    chance = sum(weight(a, b) for a, _ in pairs for _, b in pairs)
    return 1 - observed * len(pairs) / chance if chance else None


def ordinal_alpha(units: list[list[int]]) -> Fraction | None:
    """Krippendorff 2011 over pairs of values: no coincidence matrix, each two values one by one."""
    units = [values for values in units if len(values) > 1]
    values = [value for unit in units for value in unit]

    def apart(a: int, b: int) -> Fraction:
        low, high = min(a, b), max(a, b)
        ranks = sum(low <= value <= high for value in values)
        return (ranks - Fraction(values.count(a) + values.count(b), 2)) ** 2 if a != b else Fraction(0)

    observed = sum(apart(a, b) / (len(u) - 1) for u in units for a, b in permutations(u, 2))
    expected = sum((apart(a, b) for a, b in permutations(values, 2)), Fraction(0))
    return 1 - (len(values) - 1) * observed / expected if expected else None


def test_a_card_tells_every_fact_under_its_heading() -> None:
    """The numbers are worked out here from the items and the ratings."""
    found = sections_of(card_markdown(data_card(**FACTS)))
    assert list(found) == [
        "# owls \\| of the\\_world, release 3",
        *(f"## {name}" for name in ("Judgements", "Corpus", "Pools", "Raters", "Agreement", "Queries")),
        "## Left out",
        "## Guideline",
    ]
    (_, (table,)), *sections = found.values()
    told = dict(table)
    assert list(told) == ["", "released", "SHA-256 of the release", "campaign", "rule", "relevance"]
    assert told["released"] == "2026-03-04T07:30:00Z", "09:30 in a zone two hours ahead"
    assert told["SHA-256 of the release"] == f"`{FACTS['sha256']}`"
    assert told["campaign"] == "`uuid-1`, begun 2026-03-01T12:00:00Z"
    assert told["rule"].startswith("adjudicated: ")
    assert told["rule"].endswith("; a pair that only one rater graded keeps that grade (single)")
    assert told["relevance"] == "0 not relevant, 1 relevant, 2 very relevant"
    items, n = FACTS["items"], len(FACTS["items"])

    prose, (grades, sources) = sections[0]
    assert prose == [f"{n} pairs of query and paper, over {len({i.query_id for i in items})} of 2 queries."]
    assert grades == [
        ["grade", "pairs", "share"],
        *(
            [name, str(k), f"{100 * k / n:.1f} %"]
            for grade, name in enumerate(["0 (not relevant)", "1 (relevant)", "2 (very relevant)"])
            for k in [sum(item.relevance == grade for item in items)]
        ),
    ]
    assert sources[0] == ["how the grade came about", "pairs", "share"]
    counted = Counter(item.source for item in items)
    assert [[row[0].partition(":")[0], *row[1:]] for row in sources[1:]] == [
        [source, str(counted[source]), f"{100 * counted[source] / n:.1f} %"] for source in sorted(counted)
    ]

    prose, tables = sections[1]
    assert (prose[0], tables) == (f"1,094 papers, frozen with the SHA-256 `{CAMPAIGN.corpus_sha256}`.", [])
    assert prose[1:] == ["Changed or removed since: 2 papers, `p4`, `p9`."]

    begun = "2026-03-01T12:00:00Z"
    prose, (pools, runs) = sections[2]
    assert pools == [
        ["round", "strategy", "depth", "runs", "new pairs", "made"],
        *(
            [str(one.round), one.strategy.value, str(one.params["depth"]), runs, str(one.n_pairs), begun]
            for one, runs in zip(FACTS["rounds"], ["bm25, dense", "new"], strict=True)
        ),
    ]
    assert runs == [
        ["run", "mode", "model", "text", "fingerprint"],
        ["bm25", "keyword", "BM25", "title+abstract", "none"],
        ["dense", "semantic", "all-MiniLM-L6-v2", "title", "f" * 16],
        ["new", *["not known"] * 4],
    ]
    assert prose == [FACTS["bias_note"]]

    prose, (people, raters_of_pair) = sections[3]
    drawn = "assigned pairs, each in an order of their own (seed 7)"
    assert prose == [f"3 assessors, up to 2 for a pair, {drawn}."]
    by_rater = Counter(who for _, _, who, _ in RATINGS)
    assert people == [["assessor", "grades"], *([who, str(by_rater[who])] for who in sorted(by_rater))]
    raters_each = Counter(item.n_raters for item in items)
    assert raters_of_pair == [
        ["grades of a pair", "released pairs"], *([str(k), str(raters_each[k])] for k in sorted(raters_each)),
    ]  # fmt: skip

    units: dict[Pair, dict[str, int]] = {}
    for query, doc, who, grade in RATINGS:
        units.setdefault((query, doc), {})[who] = grade
    twice = [pair for unit in units.values() for pair in permutations(unit.values(), 2)]
    co_rated = sum(len(unit) > 1 for unit in units.values())
    raw = three(Fraction(sum(a == b for a, b in twice), len(twice)))
    alpha = three(ordinal_alpha([list(unit.values()) for unit in units.values()]))
    prose, (measures, couples, confusion) = sections[4]
    assert prose[0].startswith(f"{len(RATINGS)} grades on {len(units)} pairs; with two or more grades: 2. ")
    assert prose[1:] == ["Every two grades of one pair, both ways round:"]
    assert measures == [
        ["measure", "value", "co-rated pairs"],
        ["raw agreement", raw, str(co_rated)],
        ["Krippendorff's alpha, ordinal", alpha, str(co_rated)],
    ]
    wanted = [
        ["assessors", "co-rated pairs", "raw", "kappa", "linear kappa", "quadratic kappa", "alpha"],
    ]
    for a, b in combinations(sorted(by_rater), 2):
        both = [(unit[a], unit[b]) for unit in units.values() if {a, b} <= unit.keys()]
        same = Fraction(sum(x == y for x, y in both), len(both)) if both else None
        kappas = [kappa(both, w) for w in (ne, lambda x, y: abs(x - y), lambda x, y: (x - y) ** 2)]
        numbers = [same, *kappas, ordinal_alpha([list(two) for two in both])]
        wanted.append([f"{a} and {b}", str(len(both)), *map(three, numbers)])
    assert couples == wanted
    assert confusion == [
        ["", "0", "1", "2"], *([str(a), *(str(twice.count((a, b))) for b in range(3))] for a in range(3)),
    ]  # fmt: skip

    prose, (queries,) = sections[5]
    assert (prose, queries) == (
        [],
        [
            ["query", "text", "pairs", "0", "1", "2", "co-rated", "raw", "alpha"],
            ["`q1`", "barn owls \\| at night", "3", "2", "0", "1", str(co_rated), raw, alpha],
            ["`q2`", "bats", "0", "0", "0", "0", "0", "undefined", "undefined"],
        ],
    )
    prose, (reasons,) = sections[6]
    assert prose == ["Pooled or judged, and not in this release: 1,238 pairs."]
    assert reasons == [["why", "pairs"], ["not judged", "1,234"], ["unsure", "4"]]
    guideline = FACTS["guideline"]
    prose, tables = sections[7]
    assert (prose[0], tables) == (f"Version 2, SHA-256 `{guideline.sha256}`:", [])
    assert [line.removeprefix(">").removeprefix(" ") for line in prose[1:]] == guideline.markdown.split("\n")


def test_what_a_card_has_not_it_says_or_leaves_out() -> None:
    facts = FACTS | {
        "guideline": None, "left_out": {}, "changed_papers": [], "bias_note": "", "items": [], "rounds": [],
        "agreement": agreement([]), "graded": {}, "runs": [], "queries": [],
        "campaign": replace(CAMPAIGN, corpus_sha256="", n_papers=1),
    }  # fmt: skip
    text = card_markdown(data_card(**facts))
    sections = {part.split("\n")[0]: part.split("\n", 1)[1].strip() for part in text.split("## ")[1:]}
    assert sections["Corpus"] == "1 paper, frozen with the SHA-256 `not frozen`."
    assert sections["Pools"] == sections["Queries"] == ""
    assert sections["Left out"] == "No pair was left out."
    assert sections["Guideline"] == "None was written."
    assert sections["Judgements"].splitlines()[0] == "0 pairs of query and paper, over 0 of 0 queries."
    assert "| 0 (not relevant) | 0 | undefined |" in sections["Judgements"]
    assert sections["Raters"].startswith("0 assessors, up to 2 for a pair")
    assert "| raw agreement | undefined | 0 |" in sections["Agreement"]
    assert text.endswith("None was written.\n")


def test_a_pools_depth_may_be_a_k_or_none_and_names_stay_as_they_are() -> None:
    card = data_card(**FACTS)
    card["pools"][0]["params"] = {"k": 8, "runs": ["XL"]}
    card["pools"][1]["params"] = {}
    card["guideline"]["markdown"] = "ends in XX"
    text = card_markdown(card)
    assert "| 1 | depth | 8 | XL | 40 |" in text
    assert "| 2 | holes | none | none | 3 |" in text
    assert text.endswith("> ends in XX\n")


def test_a_card_says_what_came_to_light_later() -> None:
    card = data_card(**FACTS)
    card["raters"]["conflicts"] = 1
    card["export"] = {"changed_papers": ["p1", "p`2"]}
    card["release"]["min_raters"] = 2
    text = card_markdown(card)
    assert "\nJudged differently on two machines by one assessor: 1 judgement.\n\n" in text
    assert (
        "\nWritten with the texts of the day of export, which differ from the frozen ones for 2 papers: "
        "`p1`, `` p`2 ``.\n" in text
    )
    assert "; a pair with fewer than 2 grades is left out unless an adjudicator settled it |" in text
    card["raters"]["conflicts"] = 1200
    assert "by one assessor: 1,200 judgements." in card_markdown(card)
    with pytest.raises(BadInput, match="has the format 2, and 1 is known"):
        card_markdown({**card, "format": 2})


# --- imports


def csv(folder: Path, text: str) -> Path:
    path = folder / "book.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_raters_behind_a_nameless_one_are_read_too(tmp_path: Path) -> None:
    found = read_judgements(csv(tmp_path, "query,docid,Unknown,Ann,anonymous,Ann,Ann\nq,d,0,1,2,1,0\n"))
    assert found.rows == (
        ("q", "d", None, 0), ("q", "d", "Ann", 1), ("q", "d", "anonymous", 2), ("q", "d", "Ann (2)", 1),
        ("q", "d", "Ann (3)", 0),
    )  # fmt: skip
    assert found.notes == (
        "Two raters are called Ann: the one of column 6 is taken as Ann (2).",
        "Two raters are called Ann: the one of column 7 is taken as Ann (3).",
    )
    with pytest.raises(BadInput, match=r"book.csv:1: column 4 does not name its rater"):
        read_judgements(csv(tmp_path, "query,docid,Ann, \nq,d,0,1\n"))


@pytest.mark.parametrize("n", [1, 3, 4, 100, 101, 103])
def test_the_first_three_problems_are_told_and_how_many_more(tmp_path: Path, n: int) -> None:
    found = read_judgements(csv(tmp_path, "query,docid,rating\n" + "".join(f"q,d{i},9\n" for i in range(n))))
    assert len(found.problems) == min(n, 101)
    assert [problem.split(":")[0] for problem in found.problems[:100]] == [
        f"Line {line}" for line in range(2, min(n, 100) + 2)
    ]
    if n > 100:
        assert found.problems[100] == f"{n - 100} more rows have problems."
    with pytest.raises(BadInput) as caught:
        found.check()
    said = str(caught.value)
    assert [f"Line {line}:" in said for line in range(2, 6)] == [n >= k for k in (1, 2, 3)] + [False]
    more = len(found.problems) - 3
    assert (f" And {more} more. Nothing was imported." in said) is (more > 0)
    assert said.endswith("Nothing was imported.")


def test_qrels_are_judgements_of_nobody_and_their_odd_grades_problems() -> None:
    found = from_qrels({"q1": {"a": 2, "b": 3, "c": 0}, "q2": {"a": -1}}, {"q1": "owls"})
    assert found.rows == (("q1", "a", None, 2), ("q1", "c", None, 0))
    assert found.query_texts == {"q1": "owls", "q2": ""}
    assert found.n_rows == 4
    assert [problem.partition(":")[0] for problem in found.problems] == [
        "Query q1, document b", "Query q2, document a",
    ]  # fmt: skip
    assert "such as 3=2" in found.problems[0]
    assert "such as -1=0" in found.problems[1]
    assert from_qrels({"q1": {"a": 1}}).query_texts == {"q1": ""}

"""A whole campaign, from an empty library to a release that is evaluated, through the command line.

NOBODY JUDGED ANYTHING HERE. The grades are scripted: a "true" grade of every pooled pair comes from how many
words query and paper share, four assessors called ada, bob, cho and dan repeat it, and disagreements are
planted at places that a hash picks. That is what a test of the program needs, because it knows the outcome
beforehand; as judgements of relevance they are worth nothing.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from typing import Any

from assay.campaigns.campaign import CampaignWork
from assay.types import Paper
from assay.workspace import Workspace

ASSESSORS = ("ada", "bob", "cho", "dan")
ADJUDICATOR = "lead"
NAME = "scripted"
GUIDELINE = (
    "# How to grade\n\n0 is not relevant, 1 relevant, 2 very relevant.\n\nThis one is graded by a script.\n"
)
RUNS = {
    "dense-title": ("--mode", "semantic", "--text", "title"),
    "dense": ("--mode", "semantic"),
    "bm25": ("--mode", "keyword"),
    "hybrid": ("--mode", "hybrid"),
}
DEPTH = 10

Pair = tuple[str, str]
Given = dict[tuple[str, str, str], int | str]
"""(query_id, doc_id, assessor) -> what the script makes that assessor say: a grade, or a state."""


@dataclass(frozen=True)
class Outcome:
    """What the script knows of the campaign that it led, beside what the program says of it."""

    given: Given
    truth: dict[Pair, int]
    settled: dict[Pair, int]  # what the adjudicator decided
    release: dict[str, Any]
    evaluation: dict[str, Any]
    runs: dict[str, dict[str, dict[str, float]]]


def lead(
    assay: Callable[..., Any],
    library: Path | str,
    folder: Path,
    *,
    n_queries: int,
    raters: int = 2,
    by: str = "pair",
) -> Outcome:
    """Runs the campaign on the papers of `library`, a folder or a server; `folder` is for files."""
    guideline = folder / "guideline.md"
    guideline.write_text(GUIDELINE, encoding="utf-8")

    def call(*arguments: object) -> Any:
        answer = assay("campaign", *arguments, "--json", folder=library)
        assert answer.status == 0, answer
        return answer.payload

    people = [option for name in ASSESSORS for option in ("--assessor", name)]
    call(
        "create",
        NAME,
        "--sample",
        n_queries,
        "--seed",
        2022,
        "--raters",
        raters,
        "--guideline",
        guideline,
        *people,
    )
    for tag, options in RUNS.items():
        assert call("run", NAME, tag, *options)["n_queries"] == n_queries
    pooled = call("pool", NAME, "--depth", DEPTH)
    assigned = call("assign", NAME, "--by", by)["assigned"]
    assert sum(assigned.values()) == raters * pooled["n_pairs"]
    if by == "pair":
        assert max(assigned.values()) - min(assigned.values()) <= 1
    call("open", NAME)
    with Workspace.open(library) as workspace:
        truth = true_grades(workspace)
        given = grade_all(workspace, truth)
        runs = {tag: CampaignWork(workspace, NAME).store.runs.load(tag) for tag in RUNS}
    differing = call("adjudicate", NAME, "--start")["disagreements"]
    settled = {(one["query_id"], one["doc_id"]): truth[one["query_id"], one["doc_id"]] for one in differing}
    for (query_id, doc_id), grade in settled.items():
        call("adjudicate", NAME, query_id, doc_id, grade, "--by", ADJUDICATOR, "--reason", "both read again")
    call("close", NAME)
    release = call("release", NAME, "--rule", "adjudicated")
    return Outcome(given, truth, settled, release, call("evaluate", NAME, "--release", 1), runs)


# -- the script's judgements ------------------------------------------------------------------------------


def true_grades(workspace: Workspace) -> dict[Pair, int]:
    """The twentieth of the pairs whose papers share most words gets 2, the next fifth 1, the others 0."""
    store = CampaignWork(workspace, NAME).store
    pairs = store.pool.pairs()
    papers = {paper.doc_id: _words(paper) for paper in workspace.library.papers.get(store.corpus())}
    alike = {
        (query_id, doc_id): len(papers[query_id] & papers[doc_id]) / len(papers[query_id] | papers[doc_id])
        for query_id, doc_id in pairs  # the id of a sampled query is that of its paper
    }
    ranked = sorted(pairs, key=lambda pair: (-alike[pair], pair))
    very, some = len(ranked) // 20, len(ranked) // 4
    return {pair: 2 if place < very else 1 if place < some else 0 for place, pair in enumerate(ranked)}


def _words(paper: Paper) -> set[str]:
    return set(re.findall(r"[a-z]{5,}", f"{paper.title} {paper.abstract}".lower()))


def planted(assessor: str, pair: Pair, truth: int) -> int | str:
    """What the assessor says: bob errs by one, cho now and then turns 0 and 2 round, dan doubts."""
    draw = int.from_bytes(
        blake2b(f"{assessor}\t{pair[0]}\t{pair[1]}".encode(), digest_size=4).digest(), "big"
    )
    share = draw / 2**32
    if assessor == "bob" and share < 0.15:
        return truth + 1 if truth < 2 else 1
    if assessor == "cho" and share < 0.06:
        return 2 - truth
    if assessor == "dan" and share < 0.05:
        return "unsure"
    return truth


def grade_all(workspace: Workspace, truth: Mapping[Pair, int]) -> Given:
    """Everybody grades all their pairs, in their own order, key by key."""
    from assay.types import JudgementState

    given: Given = {}
    for assessor in ASSESSORS:
        walk = CampaignWork(workspace, NAME).session(assessor)
        while (pair := walk.pair) is not None:
            said = planted(assessor, pair, truth[pair])
            if isinstance(said, int):
                walk.grade(said, active_ms=4000)
            else:
                walk.mark(JudgementState(said), active_ms=4000)
            given[*pair, assessor] = said
        walk.undo()  # the last pair again: taken back, and given anew
        last = walk.pair
        assert last is not None
        walk.redo()
        assert CampaignWork(workspace, NAME).session(assessor).pair is None
    return given


# -- what must come of it, computed without the program ---------------------------------------------------


def expected_release(outcome: Outcome) -> dict[Pair, int]:
    """A settled grade where there is one, the grade on which all agree elsewhere; nothing without a grade."""
    grades: dict[Pair, set[int]] = defaultdict(set)
    for (query_id, doc_id, _), said in outcome.given.items():
        if isinstance(said, int):
            grades[query_id, doc_id].add(said)
    return {
        pair: outcome.settled[pair] if pair in outcome.settled else next(iter(several))
        for pair, several in grades.items()
        if several
    }


def co_rated(given: Given) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """Two assessors, in order -> the grades of the pairs that both graded."""
    by_pair: dict[Pair, dict[str, int]] = defaultdict(dict)
    for (query_id, doc_id, who), said in given.items():
        if isinstance(said, int):
            by_pair[query_id, doc_id][who] = said
    return {
        (a, b): [(said[a], said[b]) for said in by_pair.values() if a in said and b in said]
        for a, b in combinations(ASSESSORS, 2)
    }


def top(scores: Mapping[str, float], k: int) -> list[str]:
    return sorted(scores, key=lambda doc_id: (-scores[doc_id], doc_id))[:k]


def ndcg_at_10(
    qrels: Mapping[Pair, int], run: Mapping[str, Mapping[str, float]], query_ids: set[str]
) -> float:
    """The mean over the queries, linear gain, log2(rank + 1); a query without anything relevant counts 0."""
    total = 0.0
    for query_id in query_ids:
        grades = {d: g for (q, d), g in qrels.items() if q == query_id}
        gained = sum(
            grades.get(d, 0) / math.log2(rank + 1) for rank, d in enumerate(top(run[query_id], 10), start=1)
        )
        ideal = sum(
            g / math.log2(rank + 1)
            for rank, g in enumerate(sorted(grades.values(), reverse=True)[:10], start=1)
        )
        total += gained / ideal if ideal else 0.0
    return total / len(query_ids)


def without_own_finds(outcome: Outcome, qrels: Mapping[Pair, int], tag: str) -> dict[Pair, int]:
    """The grades that are left when this run had not been pooled: others found those pairs as well."""
    others = {
        (query_id, doc_id)
        for other, run in outcome.runs.items()
        if other != tag
        for query_id, scores in run.items()
        for doc_id in top(scores, DEPTH)
    }
    return {pair: grade for pair, grade in qrels.items() if pair in others}


# -- reading what was exported, without the program -------------------------------------------------------


def read_trec(path: Path) -> dict[Pair, int]:
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(row[1] == "0" and len(row) == 4 for row in rows)
    return {(row[0], row[2]): int(row[3]) for row in rows}


def read_tsv(path: Path) -> dict[Pair, int]:
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, delimiter="\t")
    assert header == ["query-id", "corpus-id", "score"]
    return {(row[0], row[1]): int(row[2]) for row in rows}


def read_table(path: Path) -> dict[Pair, int]:
    """A cell that begins with = + - @ has an apostrophe before it, so that a spreadsheet runs nothing."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (_bare(row["query_id"]), _bare(row["doc_id"])): int(row["relevance"])
            for row in csv.DictReader(file)
        }


def _bare(cell: str) -> str:
    return cell[1:] if re.match(r"'[=+\-@]", cell) else cell


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

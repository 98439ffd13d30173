"""A collection in BEIR's form that is known by heart: papers of subjects, queries that ask for one each.

The paper of subject s and verb v is dSV; the query qSV asks for it, and it alone is relevant.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

SUBJECTS = ("bees", "bats", "moths", "nests", "rivers", "engines")
VERBS = ("count", "sort", "trace", "compare", "hear", "build")
HEADER = "query-id\tcorpus-id\tscore\n"

Judged = Mapping[str, Mapping[str, int]]


def paper(subject: int, verb: int) -> str:
    return f"d{subject}{verb}"


def query(subject: int, verb: int) -> str:
    return f"q{subject}{verb}"


def grid(subjects: range, verbs: range) -> dict[str, dict[str, int]]:
    """Judgements of the queries of these subjects and verbs."""
    return {query(s, v): {paper(s, v): 1} for s in subjects for v in verbs}


TRAIN: Judged = grid(range(6), range(4))
"""24 queries."""
TEST: Judged = {**grid(range(6), range(4, 6)), "again": {paper(0, 0): 1, paper(0, 4): 1}}
"""13 queries: twelve ask for what no training query asks for, "again" also for the paper of q00."""


def write_collection(folder: Path, **splits: Judged) -> Path:
    """`splits` are qrels by name. 36 papers; the words of a query stand in its paper, in another order."""
    (folder / "qrels").mkdir(parents=True)
    papers = [
        {"_id": paper(s, v), "title": f"{subject} and {verb}", "text": f"How {subject} {verb} the nest."}
        for s, subject in enumerate(SUBJECTS)
        for v, verb in enumerate(VERBS)
    ]
    queries = [
        {"_id": query(s, v), "text": f"{VERBS[-v]} {verb} of {subject} {SUBJECTS[-s]}"}
        for s, subject in enumerate(SUBJECTS)
        for v, verb in enumerate(VERBS)
    ]
    queries.append({"_id": "again", "text": "bees that hear or count"})
    for name, rows in (("corpus", papers), ("queries", queries)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    for name, qrels in splits.items():
        lines = (f"{q}\t{d}\t{grade}\n" for q, judged in qrels.items() for d, grade in judged.items())
        (folder / "qrels" / f"{name}.tsv").write_text(HEADER + "".join(lines), encoding="utf-8")
    return folder

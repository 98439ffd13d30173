"""A library whose judgements teach, and what improving search by them leaves behind, without training."""

from __future__ import annotations

import json
import random
import string
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from assay.index.lexical import FINGERPRINT
from assay.search.query.learned import Learned, fingerprints, packed
from assay.types import Fusion, Paper, Query
from assay_desktop.pages.training.improvement_runs import REQUEST, ImproveRequest

if TYPE_CHECKING:
    from pathlib import Path

    from assay.encoding import Encoder
    from assay.workspace import Workspace

SUBJECTS = ("graph", "query", "token", "crop")
N_PAPERS, N_QUERIES = 24, 22
MODEL = "better-12345678"


def fill(workspace: Workspace) -> None:
    """Papers of four subjects, and typed queries that each have one relevant paper and one that is not.

    One query is a paper, and one typed query has nothing relevant: neither teaches.
    """
    papers = [
        Paper(f"p{n}", f"{SUBJECTS[n % 4]} model {n}", f"The {SUBJECTS[n % 4]} of index {n}.")
        for n in range(N_PAPERS)
    ]
    workspace.library.papers.add([(paper, ()) for paper in papers])
    words = random.Random(3)  # none is like another
    queries = [
        Query(f"q{n}", f"{SUBJECTS[n % 4]} {''.join(words.sample(string.ascii_lowercase, 9))}")
        for n in range(N_QUERIES)
    ]
    queries += [Query("by-paper", "graph model 0", "p0"), Query("nothing", "a loss of words")]
    workspace.library.queries.add(queries)
    qrels = {f"q{n}": {f"p{n % N_PAPERS}": 1 + n % 2, f"p{(n + 1) % N_PAPERS}": 0} for n in range(N_QUERIES)}
    qrels |= {"by-paper": {"p4": 2}, "nothing": {"p5": 0}}
    workspace.library.judgements.import_qrels(qrels, assessor="ada")


def change(group: str, mode: str, before: float, after: float, *, p: float, n: int = 18) -> dict[str, Any]:
    difference = after - before
    return {
        "group": group,
        "mode": mode,
        "n": n,
        "before": before,
        "after": after,
        "interval": [difference - 0.02, difference + 0.02],
        "p": p,
        "wins": 11,
        "losses": 4,
    }


CHANGES = (
    change("all", "meaning", 0.512, 0.598, p=0.0004, n=32),
    change("all", "hybrid", 0.553, 0.601, p=0.012, n=32),
    change("shared", "meaning", 0.497, 0.64, p=0.0002, n=14),
    change("shared", "hybrid", 0.541, 0.62, p=0.004, n=14),
    change("clean", "meaning", 0.524, 0.561, p=0.34),
    change("clean", "hybrid", 0.562, 0.571, p=0.61),
)


def report(*changes: dict[str, Any], **other: Any) -> dict[str, Any]:
    """As `assay improve` writes it into its folder."""
    return {
        "judgements": "campaign:Pilot/2",
        "base": "assay-papers",
        "model_id": MODEL,
        "queries": 32,
        "by_paper": 3,
        "without": 1,
        "folds": 5,
        "shares": [0.5, 0.75, 0.5, 0.25, 0.5],
        "share": 0.5,
        "changes": list(changes or CHANGES),
        "seconds": 312.0,
        **other,
    }


def steps_report(**other: Any) -> dict[str, Any]:
    """As `assay improve` writes it of its steps: the ranker wins."""
    weights = change("weights", "hybrid", 0.412, 0.409, p=0.71, n=34) | {"deep": -0.004, "deep_p": 0.48}
    ranker = change("ranker", "hybrid", 0.412, 0.448, p=0.021, n=34) | {"deep": 0.031, "deep_p": 0.003}
    return {
        "judgements": "library",
        "queries": 34,
        "steps": [weights, ranker],
        "chosen": "ranker",
        "version": "0123456789ab",
        "tuning": None,
        **other,
    }


def some_learned(encoder: Encoder) -> Learned:
    """Weights that 34 judged queries teach, of this model."""
    rows = packed(np.zeros((1, encoder.dim), np.float32))
    return Learned(
        step="ranker", meaning=0.8, ranker=(0.0,) * 5, n_queries=34, model="hashing", revision=1,
        judgements="library", measure="nDCG@10", before=0.412, after=0.448, p=0.021,
        created="2026-11-26T09:00:00+00:00", queries=("graph walks",), points=rows, directions=rows,
        vectors=fingerprints(encoder), words=FINGERPRINT, fusion=Fusion.SCORES,
    )  # fmt: skip


def write_attempt(
    runs: Path,
    name: str,
    asked: ImproveRequest,
    *,
    found: dict[str, Any] | None = None,
    steps: dict[str, Any] | None = None,
    parts: int = 0,
) -> Path:
    """An attempt with its candidates prepared and so many trainings done, each in ten seconds; with `steps`
    alone, one that trained nothing."""
    folder = runs / name
    folder.mkdir(parents=True)
    if steps is not None:
        (folder / "steps.json").write_text(json.dumps(steps), encoding="utf-8")
    else:
        (folder / "lists").mkdir()
    (folder / REQUEST).write_text(json.dumps(asdict(asked)), encoding="utf-8")
    for part in range(1, parts + 1):
        (folder / f"fold-{part}.txt").write_text("q1\n", encoding="utf-8")
        (folder / f"fold-{part}").mkdir()
        (folder / f"fold-{part}" / "card.json").write_text('{"seconds": 10.0}', encoding="utf-8")
    if found is not None:
        (folder / "improvement.json").write_text(json.dumps(found), encoding="utf-8")
    return folder

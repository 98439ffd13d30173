"""Task files written for tests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SUBJECTS = ("graphs", "proteins", "planets", "markets")


def write_rows(path: Path, rows: Sequence[Mapping[str, Any]]) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path.name


def write_table(path: Path, header: str, rows: Sequence[Sequence[object]]) -> str:
    lines = [header, *("\t".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path.name


def papers(n: int = 24) -> list[dict[str, Any]]:
    """Paper n is of the subject n % 4, and says how far through the list it stands."""
    return [
        {
            "doc_id": f"p{k}",
            "title": f"{SUBJECTS[k % 4]} {k}",
            "abstract": " ".join([SUBJECTS[k % 4]] * (k + 1)),
        }
        for k in range(n)
    ]


def small_tasks(folder: Path, *names: str) -> Path:
    """A task of each format: subject, subjects, place in the list, same subject, and a typed query.

    The file has those of `names`, or all.
    """
    write_rows(folder / "papers.jsonl", papers())
    subjects = [(f"p{k}", SUBJECTS[k % 4]) for k in range(24)]
    write_table(folder / "subject-train.tsv", "paper_id\tlabel", subjects[:16])
    write_table(folder / "subject-test.tsv", "paper_id\tlabel", subjects[16:])
    both = [{"paper_id": f"p{k}", "label": [SUBJECTS[k % 4], SUBJECTS[(k + 1) % 4]]} for k in range(24)]
    write_rows(folder / "subjects-train.jsonl", both[:16])
    write_rows(folder / "subjects-test.jsonl", both[16:])
    places = [(f"p{k}", k / 2) for k in range(24)]
    write_table(folder / "place-train.tsv", "paper_id\tlabel", places[::2])
    write_table(folder / "place-test.tsv", "paper_id\tlabel", places[1::2])
    near = [(f"p{q}", f"p{c}", int(q % 4 == c % 4)) for q in range(4) for c in range(8, 16)]
    write_table(folder / "near.tsv", "query_id\tcand_id\tscore", near)
    write_rows(folder / "asked.jsonl", [{"doc_id": f"q{k}", "query": SUBJECTS[k]} for k in range(4)])
    asked = [(f"q{k}", f"p{c}", 2 * int(k == c % 4)) for k in range(4) for c in range(8)]
    write_table(folder / "asked.tsv", "query-id\tcorpus-id\tscore", asked)
    tasks = [
        labelled("Subject", "classification", "subject", "tsv", in_train=True),
        labelled("Subjects", "classification", "subjects", "jsonl", multi_label=True),
        labelled("Place", "regression", "place", "tsv", in_train=True),
        {"name": "Near", "type": "proximity", "metrics": ["map", "ndcg"],
         "data": {"meta": "papers.jsonl", "test": "near.tsv"}},
        {"name": "Asked", "type": "adhoc_search",
         "data": {"meta": "papers.jsonl", "queries": "asked.jsonl", "test": "asked.tsv"}},
    ]  # fmt: skip
    write_rows(folder / "tasks.jsonl", [task for task in tasks if not names or task["name"] in names])
    return folder / "tasks.jsonl"


def labelled(name: str, kind: str, stem: str, ending: str, **rest: Any) -> dict[str, Any]:
    test = {part: f"{stem}-{part}.{ending}" for part in ("train", "test")}
    return {"name": name, "type": kind, "data": {"meta": "papers.jsonl", "test": test}, **rest}

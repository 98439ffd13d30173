"""The whole local suite for one model: seconds of encoding and of scoring, and a second run, which is kept.

    bench_suite.py [--model NAME] [--made-up] [--vectors FOLDER] [--data FOLDER --tasks FILE]

Without options every task of the project's real data (see local_suite.py) is scored for all-MiniLM-L6-v2 with
an empty cache, which takes an hour or two on two cores. Where the real data are not here, tasks of made-up
papers are measured instead, and said to be. `--vectors` names a cache folder (XDG_CACHE_HOME) with vectors of
before: then scoring alone is timed. Three runs are made: nothing kept, vectors kept, all kept.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import random
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import makers  # noqa: F401 - where public_sets and the like lie
from local_suite import local_suite
from measuring import head, parser_of, row, taken
from public_sets import real_data

from assay.benchmarks.results import TaskResult
from assay.benchmarks.runner import Bench
from assay.benchmarks.selection import SelectedTask, select_tasks
from assay.benchmarks.store import BenchStore
from assay.encoding import BASE_MODEL

PAPERS = 400  # made up
SUBJECTS = ("graphs", "proteins", "planets", "markets")
WORDS = [f"word{number}" for number in range(5000)]
OFTEN = list(itertools.accumulate(1 / (rank + 1) for rank in range(len(WORDS))))


def main() -> None:
    """Prints a line for each task, and one for each of the three runs."""
    logging.disable(logging.CRITICAL)
    parser = parser_of(__doc__)
    parser.add_argument("--model", default=BASE_MODEL)
    parser.add_argument("--made-up", action="store_true")
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--tasks", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="assay-suite-") as place:
        work = Path(place)
        os.environ["XDG_CACHE_HOME"] = str(given.vectors or work / "cache")
        data = given.data or (None if given.made_up or given.tasks else real_data())
        file = given.tasks or (local_suite(data, work) if data is not None else made_up(work))
        if data is None and not given.tasks:
            print(
                "\n*** MADE-UP DATA: these are no benchmarks, and no score below means anything. ***\n"
                + ("" if given.made_up else "*** The real data are not here; set ASSAY_SHARED_DATA. ***\n")
            )
        asked, absent = select_tasks(data=data, files=[file])
        print(f"{given.model}: {len(asked)} tasks, {len(absent)} of which there are no data\n", flush=True)
        before = "vectors of before" if given.vectors else "nothing kept"
        _measure(given.model, asked, work / "kept", before=before)


def _measure(model: str, asked: Sequence[SelectedTask], kept: Path, *, before: str) -> None:
    first = _run(model, asked, kept)
    head("task", "texts", "encoded", "encoding, s", "scoring, s")
    for each in first[1]:
        cost = each.cost
        told = (f"{cost.texts:,}", f"{cost.encoded:,}", f"{cost.encoding_s:.1f}", f"{cost.scoring_s:.1f}")
        row(each.name, *(told if each.scored else (f"NOT SCORED: {each.failure}",)))
    second = _run(model, asked, kept)
    shutil.rmtree(kept)
    third = _run(model, asked, kept)
    head("run", "by the clock, s", "encoding, s", "scoring, s")
    for name, (seconds, results) in ((before, first), ("vectors kept", third)):
        encoding, scoring = (
            sum(getattr(r.cost, what) for r in results) for what in ("encoding_s", "scoring_s")
        )
        row(name, f"{seconds:.1f}", f"{encoding:.1f}", f"{scoring:.1f}")
    row("all kept", f"{second[0]:.1f}", 0, 0)
    same = [each.values for each in first[1]] == [each.values for each in second[1]]
    same = same and [each.values for each in third[1]] == [each.values for each in first[1]]
    print("\nThe scores of the three are the same." if same else "\nTHE SCORES DIFFER BETWEEN THE RUNS.")


def _run(model: str, asked: Sequence[SelectedTask], kept: Path) -> tuple[float, list[TaskResult]]:
    """Loading the model is part of it, as it is for who waits."""
    workers = os.cpu_count() or 1
    took, (_, results) = taken(lambda: Bench(BenchStore(kept), workers=workers).run([model], asked))
    return took.clock, results


# --- made up


def made_up(folder: Path) -> Path:
    """A task of each kind of papers whose words are drawn as words are; returns the task file."""
    rng = random.Random(8)
    papers = [_paper(k, rng) for k in range(PAPERS)]
    _rows(folder / "papers.jsonl", papers)
    half = PAPERS // 2
    labels = {f"p{k}": SUBJECTS[k % 4] for k in range(PAPERS)}
    years = {f"p{k}": 1990 + k % 30 for k in range(PAPERS)}
    several = {f"p{k}": sorted({SUBJECTS[k % 4], SUBJECTS[k * 7 % 4]}) for k in range(PAPERS)}
    tasks = []
    for name, kind, values in (
        ("Subject", "classification", labels), ("Year", "regression", years),
        ("Subjects", "classification", several),
    ):  # fmt: skip
        rows = [{"paper_id": doc_id, "label": value} for doc_id, value in values.items()]
        parts = {"train": f"{name}-train.jsonl", "test": f"{name}-test.jsonl"}
        _rows(folder / parts["train"], rows[:half])
        _rows(folder / parts["test"], rows[half:])
        several_labels = {"multi_label": True} if name == "Subjects" else {}
        tasks.append(
            {"name": name, "type": kind, "data": {"meta": "papers.jsonl", "test": parts}, **several_labels}
        )
    near = [
        {"query_id": f"p{k}", "cand_id": f"p{(k + step) % PAPERS}", "score": int(step % 4 == 0)}
        for k in range(0, PAPERS, 10)
        for step in range(1, 26)
    ]
    _rows(folder / "near.jsonl", near)
    tasks.append(
        {"name": "Near", "type": "proximity", "data": {"meta": "papers.jsonl", "test": "near.jsonl"}}
    )
    path = folder / "made-up.jsonl"
    _rows(path, tasks)
    return path


def _paper(k: int, rng: random.Random) -> dict[str, object]:
    words = rng.choices(WORDS, cum_weights=OFTEN, k=rng.randint(80, 240))
    return {
        "doc_id": f"p{k}",
        "title": f"{SUBJECTS[k % 4]} {' '.join(words[:8])}",
        "abstract": " ".join(words[8:]),
    }


def _rows(path: Path, rows: Sequence[object]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()

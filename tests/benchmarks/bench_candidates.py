"""Candidates of MS MARCO's size, prepared and opened for training: memory and seconds as they grow.

    python tests/benchmarks/bench_candidates.py [FOLDER] [--drawn]

502,939 queries x 1,000 candidates over 8,841,823 passages (CODER's training set), at 1/100, 1/30 and 1/10, on
generated ids: a run's file in TREC's form, qrels, vectors of 384 halves as `precompute.py` lays them. Each
work is done by a process of its own; "own" is its largest anonymous memory, what it cannot give back, and
"in all" its largest resident one, pages of mapped files included. The old way (dicts of the whole run) is
measured beside it at 1/100. `--drawn` is the whole size alone: lists drawn at random are written as `prepare`
writes them, with qrels and queries in memory as there, and learned from; no run is written or read (20 GB).
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import makers  # noqa: F401 - where in_memory_lists lies
import numpy as np

from assay.training.data.lists.candidates import OneList
from assay.types import Qrels

QUERIES, PASSAGES, N, DIM = 502_939, 8_841_823, 1000, 384
SHARES = (100, 30, 10)
WORDS = [f"{a}{b}" for a in ("ab", "con", "de", "in", "per", "pro", "sub", "trans") for b in (
    "act", "cede", "duct", "fer", "form", "gress", "ject", "mit", "pel", "port", "scribe", "spect", "tract",
)]  # fmt: skip


def write_files(folder: Path, share: int) -> tuple[int, int]:
    """Return the numbers of queries and passages."""
    n_queries, n_passages = QUERIES // share, PASSAGES // share
    rng = np.random.default_rng(share)
    np.arange(n_passages, dtype="int32").tofile(folder / "ids.memmap")
    with (folder / "embedding.memmap").open("wb") as file:
        for start in range(0, n_passages, 1 << 16):
            shape = (min(1 << 16, n_passages - start), DIM)
            file.write(rng.standard_normal(shape, dtype=np.float32).astype("float16").tobytes())
    draw = random.Random(share)
    with ExitStack() as files:
        run, qrels, queries = (
            files.enter_context((folder / name).open("w"))
            for name in ("run.trec", "qrels.tsv", "queries.tsv")
        )
        for query in range(n_queries):
            ids = rng.integers(n_passages, size=N + 50)
            own = ids[np.sort(np.unique(ids, return_index=True)[1])][:N].tolist()
            name = 1_000_000 + query
            run.writelines(
                f"{name} Q0 {each} {k} {9.5 - k / 200:.3f} made\n" for k, each in enumerate(own, 1)
            )
            qrels.write(f"{name}\t0\t{draw.choice(own[:20]) if query % 5 else int(ids[-1])}\t1\n")
            queries.write(f"{name}\t{' '.join(draw.choices(WORDS, k=4))} {query}\n")
    return n_queries, n_passages


def prepare(folder: Path, out: Path) -> str:
    """Stream the run's file into lists over the vectors where they lie."""
    from assay.evaluation import read_qrels
    from assay.evaluation.trec import read_rankings
    from assay.training.data.lists.candidates import lists_of, write_lists
    from assay.training.data.lists.memmaps import open_embeddings
    from assay.training.data.lists.prepared import write_prepared
    from assay.training.data.objectives.files import read_table

    vectors, qrels = open_embeddings(folder, dim=DIM), read_qrels(folder / "qrels.tsv")
    found = lists_of(read_rankings(folder / "run.trec"), qrels, vectors.rows)
    written = write_lists(out, found if (folder / "run.trec").is_file() else _drawn(qrels, len(vectors)))
    texts = dict(row for _, row in read_table(folder / "queries.tsv", ("qid", "query"), quoted=False))
    names = written.query_ids
    write_prepared(
        out,
        vectors=vectors,
        keys=(),
        texts=[texts[name] for name in names],
        lists=names,
        model="",
        first="run",
    )
    return f"{written.candidates:,} candidates"


def _drawn(qrels: Qrels, n_passages: int) -> Iterator[OneList]:
    """A list of every query: the relevant one, then passages by chance."""
    rng, grades = np.random.default_rng(1), np.full(N, -np.inf, dtype=np.float32)
    grades[0] = 1.0
    for query in qrels:
        yield OneList(query, rng.integers(n_passages, size=N, dtype=np.int32), grades)


def write_whole(folder: Path) -> tuple[int, int]:
    """Return the whole numbers of queries and passages; blocks of vectors come again and again."""
    np.arange(PASSAGES, dtype="int32").tofile(folder / "ids.memmap")
    block = np.random.default_rng(1).standard_normal((1 << 16, DIM), dtype=np.float32).astype("float16")
    with (folder / "embedding.memmap").open("wb") as file:
        for start in range(0, PASSAGES, 1 << 16):
            file.write(block[: PASSAGES - start].tobytes())
    draw = random.Random(1)
    with (folder / "qrels.tsv").open("w") as qrels, (folder / "queries.tsv").open("w") as queries:
        for name in range(1_000_000, 1_000_000 + QUERIES):
            qrels.write(f"{name}\t0\t{draw.randrange(PASSAGES)}\t1\n")
            queries.write(f"{name}\t{' '.join(draw.choices(WORDS, k=4))} {name}\n")
    return QUERIES, PASSAGES


def old(folder: Path, out: Path) -> str:
    """The whole run as dicts, all lists in memory, then on the disk."""
    from assay.evaluation import read_qrels, read_run
    from in_memory_lists import candidate_lists, save

    run, qrels = read_run(folder / "run.trec"), read_qrels(folder / "qrels.tsv")
    rows = {str(each): each for each in range(len(np.fromfile(folder / "ids.memmap", dtype="int32")))}
    made = candidate_lists(run, qrels, rows)
    save(made, out)
    return f"{len(made.ids):,} candidates"


def learn(_: Path, out: Path) -> str:
    """Open as training does, queries held out with their like, and score 100 batches of 32 queries."""
    import torch

    from assay.training.data.examples import Listed
    from assay.training.data.objectives.lists import open_listed
    from assay.training.recipe.objective_spec import ListsSpec
    from assay.training.recipe.recipe import LossSpec

    source = open_listed(ListsSpec(path="lists", validation=0.02, validation_limit=10_000), out, seed=42)
    rng, loss = np.random.default_rng(1), LossSpec(kind="listnet")
    for _batch in range(100):
        one = [source.train.example(int(at), 0) for at in rng.integers(len(source.train), size=32)]
        listed = [each for each in one if isinstance(each, Listed)]
        queries = torch.randn(32, DIM, requires_grad=True)
        torch.autograd.backward(
            listed[0].lists.losses(queries, [each.place for each in listed], loss=loss).mean()
        )
    return f"{len(source.train):,} learn, {len(source.validation):,} validate"


WORKS = {"prepare": prepare, "old": old, "learn": learn}


def measured(work: str, folder: Path, out: Path) -> dict[str, float | str]:
    """Run one work in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, str(folder), "--work", work, str(out)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, float | str] = json.loads(done.stdout.splitlines()[-1])
    return found


def work_here(work: str, folder: Path, out: Path) -> None:
    anonymous, over = [0], threading.Event()

    def watch() -> None:
        while not over.wait(0.05):
            anonymous[0] = max(anonymous[0], status("RssAnon"))

    threading.Thread(target=watch, daemon=True).start()
    began = time.perf_counter()
    said = WORKS[work](folder, out)
    seconds = time.perf_counter() - began
    over.set()
    cpu = time.process_time()
    found = {
        "seconds": seconds,
        "cpu": cpu,
        "own": anonymous[0] / 2**20,
        "all": status("VmHWM") / 2**20,
        "said": said,
    }
    print(json.dumps(found))


def status(key: str) -> int:
    """KiB of this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


def main() -> None:
    """Prints the table."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument(
        "folder", nargs="?", type=Path, help="where files are made; a new folder if not given"
    )
    arguments.add_argument("--drawn", action="store_true", help="the whole size alone, its lists drawn")
    arguments.add_argument("--work", nargs=2, metavar=("WORK", "OUT"), help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.work:
        work_here(given.work[0], given.folder, Path(given.work[1]))
        return
    drawn, place = given.drawn, given.folder or Path(tempfile.mkdtemp(prefix="candidates-"))
    heading = ("queries", "passages", "work", "processor, s", "wall, s", "own, GiB", "in all, GiB", "")
    print("| " + " | ".join(heading) + " |\n|" + " --- |" * len(heading))
    for share in (1,) if drawn else SHARES:
        folder = place / str(share)
        folder.mkdir(parents=True)
        n_queries, n_passages = write_whole(folder) if drawn else write_files(folder, share)
        for work in ("prepare", "old", "learn") if share == SHARES[0] else ("prepare", "learn"):
            out = folder / ("lists" if work != "old" else "old")
            row = measured(work, folder, out)
            seconds = f"{row['cpu']:.0f} | {row['seconds']:.0f}"
            figures = f"{seconds} | {row['own']:.2f} | {row['all']:.2f} | {row['said']}"
            print(f"| {n_queries:,} | {n_passages:,} | {work} | {figures} |", flush=True)
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

"""What `assay replicate` says a row takes beside what it takes: a row of each table, on made data.

    python tests/benchmarks/bench_replication.py [--table N] [--steps 40] [--papers 1500]

Each table has its data in the published layouts and nothing else, so that one row of it can be trained
(Table 2: MS MARCO and SPECTER, of which the mixed row is shown). `--dry-run` says what the rows take, then
the command trains them; seconds are the run's own, memory its events', disk the largest that its folder had.
"""

from __future__ import annotations

import gzip
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from measuring import folder_mb, head, parser_of, row, written_texts

ROWS = ((1, "icrop"), (2, "mixed-msmarco-specter"), (3, "doc2doc"), (4, "icrop-inpars"))
MODEL = "cross-encoder-ms-marco-MiniLM-L-6-v2"


def lines(path: Path, rows: Sequence[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{each}\n" for each in rows), encoding="utf-8")


def write_data(folder: Path, table: int, n: int) -> None:
    """The published files that the table's row needs, of `n` papers each."""
    lengths = np.clip(np.random.default_rng(table).lognormal(5.0, 0.4, n), 20, 400).astype(int).tolist()
    texts = [f"{number} {text}" for number, text in enumerate(written_texts(lengths))]
    held = n // 10
    if table in (1, 4):
        for part, own in (("train", texts[held:]), ("dev", texts[:held])):
            path = folder / "independent-cropping" / f"corpus_{part}.tsv"
            lines(path, [f"Study {each.split()[0]}\t{each}" for each in own])
    if table == 4:
        rows = [{"question": f"what of {each[:40]}", "doc_text": each} for each in texts]
        lines(folder / "synthetic" / "set-1.jsonl", [json.dumps(each) for each in rows])
    if table == 3:
        place, ids = folder / "unarxiv-d2d", [f"1901.{number:05}" for number in range(n)]
        lines(
            place / "collection.tsv", [f"{a}\tStudy {a}\t{b}\tcs.IR" for a, b in zip(ids, texts, strict=True)]
        )
        cited = [{"text": f"As shown {a}", "cited_ids": [ids[a], ids[a - 1], ids[a - 2]]} for a in range(n)]
        lines(place / "contexts.jsonl", [json.dumps(each) for each in cited])
    if table == 2:
        triples = ["\t".join(f"T{k} [SEP] {texts[(at + k) % n]}" for k in range(3)) for at in range(n)]
        lines(folder / "specter" / "specter_train.tsv", triples[held:])
        lines(folder / "specter" / "specter_dev.tsv", triples[:held])
        place = folder / "msmarco-data"
        lines(
            place / "collection.tsv",
            [f"{number}\t{' '.join(each.split()[:60])}" for number, each in enumerate(texts)],
        )
        lines(
            place / "queries.train.tsv",
            [f"{number}\twhat is {each[:30]}" for number, each in enumerate(texts)],
        )
        others = {a: [(a + k) % n for k in range(1, 6)] for a in range(n)}
        mined = [json.dumps({"qid": a, "pos": [a], "neg": {"bm25": own}}) for a, own in others.items()]
        with gzip.open(place / "msmarco-hard-negatives.jsonl.gz", "wt") as file:
            file.write("\n".join(mined))
        scores = {a: {a: 9.0, **dict.fromkeys(own, 1.0)} for a, own in others.items()}
        with gzip.open(place / f"{MODEL}-scores.pkl.gz", "wb") as packed:
            pickle.dump(scores, packed)


def replicated(
    folder: Path, table: int, row_id: str, steps: int
) -> tuple[Mapping[str, float], Mapping[str, float]]:
    """What was said of the row, and what it took."""
    out = folder / "out"
    words = [sys.executable, "-m", "assay", "--library", folder / "library", "replicate", "--table", table,
             "--data", folder / "data", "--out", out, "--steps", steps, "--device", "cpu"]  # fmt: skip
    command = list(map(str, words))
    env = {**os.environ, "ASSAY_MODELS": str(folder / "models")}
    told = subprocess.run(
        [*command, "--dry-run", "--json"], capture_output=True, text=True, check=True, env=env
    )
    said = next(each for each in json.loads(told.stdout)["rows"] if each["row_id"] == row_id)
    run, disk = out / "small" / row_id, [0.0]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env) as process:
        while process.poll() is None and not (run / "card.json").is_file():
            with suppress(FileNotFoundError):  # a checkpoint goes while it is counted
                disk.append(folder_mb(run))
            time.sleep(0.05)
        process.terminate()  # the table's other rows are not asked for
    card = json.loads((run / "card.json").read_text(encoding="utf-8"))
    events = map(json.loads, (run / "events.jsonl").read_text(encoding="utf-8").splitlines())
    most = max(each.get("event", each).get("memory_bytes", 0) for each in events)
    return said, {
        "steps": sum(stage["steps"] for stage in card["stages"]),
        "seconds": card["seconds"],
        "memory_bytes": most,
        "disk_bytes": max(disk) * 1e6,
        "kept": folder_mb(run) * 1e6,
    }


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--table", type=int, action="append")
    parser.add_argument("--papers", type=int, default=1500)
    given = parser.parse_args()
    head("table, row", "steps", "said, s", "took, s", "times", "said, MB of memory", "took", "times",
         "said, MB of disk", "took", "times", "stays, MB", "load")  # fmt: skip
    for table, row_id in (each for each in ROWS if not given.table or each[0] in given.table):
        with tempfile.TemporaryDirectory() as name:
            write_data(Path(name) / "data", table, given.papers)
            said, took = replicated(Path(name), table, row_id, given.steps)
        cells: list[str] = []
        for key, scale in (("seconds", 1.0), ("memory_bytes", 1e6), ("disk_bytes", 1e6)):
            told, found = said.get(key, 0) / scale, took[key] / scale
            cells += [f"{told:.0f}", f"{found:.0f}", f"{found / told:.2f}" if told else "-"]
        load = f"{os.getloadavg()[0]:.1f}"
        row(f"{table}, {row_id}", int(took["steps"]), *cells, f"{took['kept'] / 1e6:.0f}", load)


if __name__ == "__main__":
    main()

"""No damage to a file of judgements or of a run makes its reader raise anything but a reason."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.evaluation import read_beir, read_qrels, read_run
from assay.evaluation.trec import off_scale
from assay.judging.campaigns.imports import is_quepid, read_judgements
from fuzzing import LONG, SHORT, fuzz

TREC = b"q1 0 d1 2\nq1 0 d2 0\nq2 0 10.1/x 1\nq2 0 d9 -1\n"
BEIR = b'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\t"d ""2"""\t0\nq2\td3\t1\n'
RUN = b"q1 Q0 d1 1 12.5 tag\nq1 Q0 d2 2 -3e-2 tag\nq2 Q0 d1 1 0.1 tag\n"
QUEPID = b'query,docid,title,rating,Ada,Bob\nbees,d1,"One, ""two""",2,1,2\nbats,d2,Two,,0,\n'
CORPUS = b'{"_id": "d1", "title": "One", "text": "Of one."}\n{"_id": 2, "text": "Two"}\n'
MARKS = [
    b"Q0",
    b" 0 ",
    b"q1",
    b"d1",
    b"query-id\tcorpus-id\tscore\n",
    b"nan",
    b"inf",
    b"-0",
    b"1e400",
    b"\t\t",
]


def read_damaged_qrels(folder: Path, count: int) -> None:
    path = folder / "a.qrels"

    def check(content: bytes) -> None:
        path.write_bytes(content)
        for given in ({"negatives": "zero"}, {"scale": (0, 1, 2), "grade_map": {-1: 0}}):
            qrels = read_qrels(path, **given)
            off_scale(path, scale=(0, 1, 2))
            assert qrels
            assert all(type(grade) is int and grade >= 0 for row in qrels.values() for grade in row.values())
            assert all(query_id and all(row) for query_id, row in qrels.items())

    fuzz("qrels", [TREC, BEIR], check, count=count, marks=MARKS, refused=AssayError)


def read_damaged_runs(folder: Path, count: int) -> None:
    path = folder / "a.run"

    def check(content: bytes) -> None:
        path.write_bytes(content)
        run = read_run(path)
        assert run
        assert all(math.isfinite(score) for row in run.values() for score in row.values())

    fuzz("run", [RUN], check, count=count, marks=MARKS, refused=AssayError)


def read_damaged_tables(folder: Path, count: int) -> None:
    path = folder / "a.csv"

    def check(content: bytes) -> None:
        path.write_bytes(content)
        is_quepid(path)
        table = read_judgements(path, grade_map={3: 2})
        assert all(query and doc_id for query, doc_id, _, _ in table.rows)

    fuzz(
        "Quepid's table",
        [QUEPID],
        check,
        count=count,
        marks=[b"docid", b"rating", b'""', b",,", b'",'],
        refused=AssayError,
    )


def read_damaged_folders(folder: Path, count: int) -> None:
    """One of the three files of a BEIR folder is damaged at a time."""
    whole = {
        "corpus.jsonl": CORPUS,
        "queries.jsonl": b'{"_id": "q1", "title": "One", "text": "Of one."}\n{"_id": "q2", "text": "x"}\n',
        "qrels.tsv": b"query-id\tcorpus-id\tscore\nq1\td1\t2\nq2\t2\t0\n",
    }
    for name, content in whole.items():
        (folder / name).write_bytes(content)

    def check(content: bytes) -> None:
        name = list(whole)[content[:1] == b"q" or 2 * (b"text" not in content)]
        (folder / name).write_bytes(content)
        try:
            assert read_beir(folder).qrels
        finally:
            (folder / name).write_bytes(whole[name])

    fuzz(
        "BEIR folder",
        list(whole.values()),
        check,
        count=count,
        marks=[*MARKS, b'"_id"', b"\\u0000"],
        refused=AssayError,
    )


READERS = [read_damaged_qrels, read_damaged_runs, read_damaged_tables, read_damaged_folders]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.filterwarnings("ignore")
def test_damaged_judgements_are_read_or_refused(read, tmp_path: Path) -> None:
    read(tmp_path, SHORT)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("read", READERS)
def test_100_000_damaged_judgements_are_read_or_refused(read, tmp_path: Path) -> None:
    read(tmp_path, LONG)

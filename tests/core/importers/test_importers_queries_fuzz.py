"""No damage to a file of queries makes its reader raise anything but a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from assay.errors import ImportFailed
from assay.importers import read_queries
from assay.importers.queries import read_titled_queries
from fuzzing import LONG, SHORT, fuzz

if TYPE_CHECKING:
    from pathlib import Path

SAMPLES = [
    b'{"_id": "q1", "text": "bees"}\n{"query_id": "q2", "doc_id": "d1", "title": "One"}\n',
    b"query-id\ttext\nq1\tbees that dance\nq2\tbats\n",
    b"bees that dance\nbats and moths\n",
]
MARKS = [b"\t", b'{"_id":', b'"text":', b'"doc_id":', b"[[", b"true", b"q1\t"]


def read_damaged_queries(folder: Path, count: int) -> None:
    path = folder / "queries"

    def check(content: bytes) -> None:
        path.write_bytes(content)
        queries = read_queries(path)
        titled = read_titled_queries(path)
        assert len(queries) == len(titled) == len({query.query_id for query in queries}) > 0
        for query in queries:
            assert query.query_id.split() == [query.query_id]
            assert query.text or query.doc_id
            f"{query.query_id}{query.text}{query.doc_id}".encode()

    fuzz("queries", SAMPLES, check, count=count, marks=MARKS, refused=ImportFailed)


def test_a_damaged_file_of_queries_is_read_or_refused(tmp_path: Path) -> None:
    read_damaged_queries(tmp_path, SHORT)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_100_000_damaged_files_of_queries_are_read_or_refused(tmp_path: Path) -> None:
    read_damaged_queries(tmp_path, LONG)

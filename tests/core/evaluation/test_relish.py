"""A set of 189,884 graded pairs read, written in every form of qrels, and read again without a difference."""

from __future__ import annotations

import gzip
import itertools
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Literal

import pytest

from assay.evaluation import read_qrels, write_qrels

Row = tuple[str, str, int]
Form = Literal["trec", "beir"]
FORMS: list[tuple[Form, str]] = [
    ("trec", "qrels.txt"),
    ("beir", "qrels.tsv.gz"),
    ("trec", "qrels.txt.gz"),
    ("beir", "qrels.tsv"),
]


def plain_rows(path: Path, *, header: bool) -> list[Row]:
    """Query, document and grade of every line, split at white space."""
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("ascii").splitlines()
    split = [line.split() for line in lines[header:]]
    return [(cells[0], cells[-2], int(cells[-1])) for cells in split]


def assert_no_difference(source: Path, folder: Path, forms: list[tuple[Form, str]]) -> None:
    expected = plain_rows(source, header=True)
    qrels = read_qrels(source)
    for form, name in forms:
        assert write_qrels(qrels, folder / name, format=form) == len(expected)
        written = plain_rows(folder / name, header=form == "beir")
        assert (len(written), set(written)) == (len(expected), set(expected))
        assert read_qrels(folder / name) == qrels


@pytest.mark.shared_data
def test_the_first_rows_of_relish_come_back_without_a_difference(shared_data: Path, tmp_path: Path) -> None:
    source = tmp_path / "first.tsv"
    with gzip.open(shared_data / "relish_qrels" / "qrels.tsv.gz", "rt", encoding="ascii") as file:
        source.write_text("".join(itertools.islice(file, 1 + 30_000)), encoding="ascii")
    assert set(Counter(grade for _, _, grade in plain_rows(source, header=True))) == {0, 1, 2}
    assert_no_difference(source, tmp_path, FORMS[:2])


@pytest.mark.soak
@pytest.mark.shared_data
def test_all_of_relish_comes_back_without_a_difference(shared_data: Path, tmp_path: Path) -> None:
    source = shared_data / "relish_qrels" / "qrels.tsv.gz"
    rows = plain_rows(source, header=True)
    assert len(rows) == len(set(rows)) == 189_884
    assert_no_difference(source, tmp_path, FORMS)


MEASURED = """
import resource, sys
from pathlib import Path
from assay.evaluation import read_qrels, write_qrels
idle = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
write_qrels(read_qrels(Path(sys.argv[1])), Path(sys.argv[2]), format="beir")
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - idle) // 1024)
"""


@pytest.mark.shared_data
def test_relish_is_read_and_written_in_modest_memory(shared_data: Path, tmp_path: Path) -> None:
    source = shared_data / "relish_qrels" / "qrels.tsv.gz"
    command = [sys.executable, "-c", MEASURED, str(source), str(tmp_path / "qrels.tsv")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert float(done.stdout) < 200  # 60 where this was written

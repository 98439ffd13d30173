"""Jobs that are killed or cancelled in the middle: what was finished stays, and the next run goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

MANY = 4000


@pytest.fixture
def many(assay, copied, tmp_path: Path) -> Path:
    """The folder of a library of that many papers."""
    words = ["river", "stone", "cloud", "signal", "garden", "engine", "letter", "market", "winter", "colour"]

    def make(folder: Path) -> None:
        path = tmp_path / "many.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for n in range(MANY):
                text = " ".join(words[(n * step + step) % 10] + str(n * step) for step in range(1, 40))
                file.write(json.dumps({"_id": f"d{n}", "title": f"Paper {n}", "text": text}) + "\n")
        assert assay("import", path, folder=folder).status == 0

    return copied("jobs", make, tmp_path / "library")


def test_an_index_job_killed_in_the_middle_goes_on_and_encodes_nothing_twice(
    assay, start, many: Path
) -> None:
    job = start(many, "index", "--model", "hashing", "--json", "--progress", "jsonl")
    assert job.stderr is not None
    for line in job.stderr:
        report = json.loads(line).get("progress", {"stage": ""})
        if report["stage"] == "encoding" and report["done"] > MANY // 3:
            break
    job.kill()
    job.communicate()
    report = assay("index", "--model", "hashing", "--json").payload["semantic"]
    assert report["n_papers"] == MANY
    assert report["n_encoded"] + report["n_cached"] + report["n_unchanged"] == MANY
    assert report["n_encoded"] < MANY, "vectors committed before the kill are not computed again"
    hits = assay("search", "Paper 17", "--mode", "semantic", "-k", 3, "--json").payload["hits"]
    assert len(hits) == 3


def test_a_cancelled_job_says_so_and_leaves_with_status_130(assay, start, many: Path) -> None:
    job = start(many, "index", "--model", "hashing", "--json", "--progress", "jsonl")
    assert job.stderr is not None
    assert job.stdin is not None
    job.stderr.readline()
    job.stdin.write("cancel\n")
    job.stdin.flush()
    out, _ = job.communicate(timeout=60)
    assert job.returncode == 130
    assert json.loads(out)["error"]["kind"] == "Cancelled"
    assert assay("index", "--model", "hashing").status == 0

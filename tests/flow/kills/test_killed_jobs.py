"""Jobs that are killed or cancelled in the middle: what was finished stays, and the next run goes on."""

from __future__ import annotations

import json
import signal
from pathlib import Path

MANY = 4000


def _many_papers(path: Path) -> Path:
    words = ["river", "stone", "cloud", "signal", "garden", "engine", "letter", "market", "winter", "colour"]
    with path.open("w", encoding="utf-8") as file:
        for number in range(MANY):
            text = " ".join(words[(number * step + step) % 10] + str(number * step) for step in range(1, 40))
            file.write(json.dumps({"_id": f"d{number}", "title": f"Paper {number}", "text": text}) + "\n")
    return path


def test_an_index_job_killed_in_the_middle_goes_on_and_encodes_nothing_twice(
    assay, start, tmp_path: Path
) -> None:
    assay("import", _many_papers(tmp_path / "many.jsonl"))
    job = start(tmp_path / "library", "index", "--model", "hashing", "--json", "--progress", "jsonl")
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


def test_a_cancelled_job_says_so_and_leaves_with_status_130(assay, start, tmp_path: Path) -> None:
    assay("import", _many_papers(tmp_path / "many.jsonl"))
    job = start(tmp_path / "library", "index", "--model", "hashing", "--json", "--progress", "jsonl")
    assert job.stderr is not None
    assert job.stdin is not None
    job.stderr.readline()
    job.stdin.write("cancel\n")
    job.stdin.flush()
    out, _ = job.communicate(timeout=60)
    assert job.returncode == 130
    assert json.loads(out)["error"]["kind"] == "Cancelled"
    assert assay("index", "--model", "hashing").status == 0


def test_an_interrupted_import_keeps_whole_batches_and_can_be_repeated(assay, start, tmp_path: Path) -> None:
    path = _many_papers(tmp_path / "many.jsonl")
    job = start(tmp_path / "library", "import", str(path), "--json", "--progress", "jsonl")
    assert job.stderr is not None
    job.stderr.readline()
    job.send_signal(signal.SIGKILL)
    job.communicate()
    again = assay("import", path, "--json").payload
    assert again["new"] + again["merged"] + again["unchanged"] == MANY
    assert again["failed"] == []

"""`assay replicate`, killed in the middle of a row and of the row that begins from it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from small_benchmarks import small_beir
from small_models import small_model
from workspace_papers import invented_papers

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Table 4's third row as published: crops, questions of two files, a collection of BEIR."""
    folder = tmp_path / "data"
    papers = invented_papers()
    for part, chosen in (("train", papers[:24]), ("dev", papers[24:])):
        path = folder / "independent-cropping" / f"corpus_{part}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{one.title}\t{one.abstract}\n" for one in chosen), encoding="utf-8")
    for n in range(2):
        rows = [{"question": one.title, "doc_text": one.abstract} for one in (papers * 6)[n::2]]
        path = folder / "synthetic" / f"questions-{n}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    small_beir(folder / "beir", "scifact")
    return folder


def test_a_table_that_is_killed_in_two_rows_ends_as_if_it_had_not_been(
    tmp_path: Path, data: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that is whole is not begun again; one that was killed is, or goes on from its checkpoint."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    base = small_model(tmp_path)

    def begun(out: str, *more: str, steps: int = 3) -> subprocess.Popen[str]:
        words = ("--table", "4", "--data", data, "--out", tmp_path / out, "--base", base, "--steps", steps)
        rest = "--device", "cpu", "--progress", "jsonl", *more
        return start(tmp_path / "library", "replicate", *map(str, words), *rest)

    def kill_in(row: str) -> None:
        """At the second step of that row."""
        process, folder = begun("cut"), tmp_path / "cut" / "small" / row
        for line in process.stderr or ():
            event = json.loads(line).get("event", {}) if line.startswith("{") else {}
            if (event.get("kind"), event.get("step")) == ("step", 2) and folder.exists():
                process.kill()
                break
        process.communicate()
        assert folder.exists()
        assert not (folder / "card.json").exists()

    whole = begun("whole")
    table, errors = whole.communicate(timeout=120)
    assert whole.returncode == 0, errors
    assert "ICrop: 3 steps of " in errors
    kill_in("icrop")
    kill_in("icrop-inpars")
    first = tmp_path / "cut" / "small" / "icrop" / "events.jsonl"
    before = first.read_bytes()
    rest = begun("cut")
    assert rest.communicate(timeout=120)[0] == table
    assert first.read_bytes() == before
    for row in ("icrop", "icrop-inpars"):
        one, other = (json.loads((tmp_path / out / "small" / row / "card.json").read_text("utf-8"))
                      for out in ("whole", "cut"))  # fmt: skip
        assert one["fingerprint"] == other["fingerprint"]
    tables = {path: path.read_bytes() for path in (tmp_path / "whole").glob("table-4*")}
    longer = begun("whole", "--force", steps=5)
    assert "trained by another recipe" in longer.communicate(timeout=120)[1]
    assert longer.returncode == 2
    assert tables == {path: path.read_bytes() for path in tables} != {}

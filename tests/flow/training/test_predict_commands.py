"""`assay predict`: learn, look at what was learned, and read it out for a paper."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.cli import run
from assay.cli.output import Output
from assay.encoding import HashingEncoder
from assay.engine.answers import formats_of
from assay.engine.process import Engine
from assay.prediction.types import PredictCall
from assay.searching.indexing import index_vectors
from assay.searching.types import ComparedFormats
from assay.types import Paper, SearchRequest, Seed, TaskFormat
from assay.workspace import Workspace


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    with Workspace.open(folder) as workspace:
        workspace.use_model("hashing")
        workspace.library.papers.add([(paper(n), ()) for n in range(80)])
        index_vectors(workspace)
    return folder


def paper(n: int) -> Paper:
    words = " ".join(["early"] * (80 - n) + ["late"] * n)
    return Paper(f"p{n}", f"Title {n}", words, year=1940 + n)


def answer(capsys: pytest.CaptureFixture[str], library: Path, *words: str) -> tuple[int, dict[str, object]]:
    arguments = ["--library", str(library), "--json", "predict", *words]
    status = run(arguments, Output(as_json=True))
    return status, json.loads(capsys.readouterr().out)


def test_learn_look_and_read_out(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, library, "status") == (0, {"learned": None})
    status, learned = answer(capsys, library, "train")
    assert status == 0
    assert learned["numbers"]["year"]["n"] == 80  # type: ignore[index]
    assert answer(capsys, library, "status")[1]["learned"] == learned
    status, found = answer(capsys, library, "show", "p79")
    [year] = found["numbers"]  # type: ignore[misc]
    assert (status, found["state"], year["known"]) == (0, "ready", 2019.0)
    assert year["low"] <= 2019 <= year["high"] + 5


def test_a_person_reads_how_good_it_is(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--library", str(library), "predict", "train"], Output()) == 0
    said = capsys.readouterr().out
    assert "year: 80 papers, mean error" in said
    assert "topics: not predicted. 0 papers have some" in said
    assert run(["--library", str(library), "predict", "show", "p3"], Output()) == 0
    shown = capsys.readouterr().out
    assert re.search(r"year +\d{4} +\d{4} to \d{4} +1943\b(?!\.)", shown), shown  # no year has decimals


def test_an_unknown_paper_is_bad_input(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = answer(capsys, library, "show", "nobody")
    assert (status, found["error"]["kind"]) == (2, "BadInput")  # type: ignore[index]
    assert "nobody" in found["error"]["message"]  # type: ignore[index]


def test_a_person_hears_how_to_begin(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--library", str(library), "predict", "show", "p3"], Output()) == 0
    assert "assay predict train" in capsys.readouterr().out
    assert run(["--library", str(library), "predict", "status"], Output()) == 0
    assert "assay predict train" in capsys.readouterr().out


def test_the_engine_predicts_once_its_model_is_there_and_names_no_formats_of_one_vector(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(capsys, library, "train")
    asked = [
        {"id": 1, "op": "predict", "doc_id": "p79"},
        {"id": 2, "op": "search", "request": {"text": "late", "mode": "semantic"}},
        {"id": 3, "op": "predict", "doc_id": "nobody"},
    ]
    said = io.StringIO()

    def lines() -> Iterator[str]:
        while '"semantic": "ready"' not in said.getvalue():
            time.sleep(0.01)
        yield from (json.dumps(each) + "\n" for each in asked)

    with Workspace.open(library) as workspace:
        Engine(workspace, said).run(lines())
    found = {row["id"]: row for row in map(json.loads, said.getvalue().splitlines()) if "id" in row}
    assert found[1]["ok"]["state"] == "ready"
    assert found[1]["ok"]["numbers"][0]["known"] == 2019.0
    assert (found[2]["ok"]["mode"], found[2]["ok"]["formats"]) == ("semantic", None)
    assert found[3]["error"]["kind"] == "BadInput"


def test_a_search_by_a_model_of_several_formats_names_those_that_it_compared() -> None:
    class Several(HashingEncoder):
        def fingerprint(self, format: TaskFormat) -> str:
            return super().fingerprint(format) if format is TaskFormat.PRX else f"{format}"

    encoder, seeds = Several(), (Seed("p3"),)
    assert formats_of(encoder, SearchRequest("bees")) == ComparedFormats(("QRY",), "PRX")
    assert formats_of(encoder, SearchRequest(seeds=seeds)) == ComparedFormats(("PRX",), "PRX")
    assert formats_of(encoder, SearchRequest("bees", seeds)) == ComparedFormats(("QRY", "PRX"), "PRX")


def test_without_a_model_the_engine_says_that_it_is_loading(library: Path) -> None:
    with Workspace.open(library) as workspace:
        engine = Engine(workspace, io.StringIO())
        assert engine._predict(PredictCall("p1")).state == "loading"

"""The recipes of docs/connect.md, run as they stand there."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")
PAGE = (Path(__file__).parents[3] / "docs" / "connect.md").read_text("utf-8")


def recipe(word: str) -> str:
    [code] = [
        code for code in re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE) if word in code
    ]
    return code


@pytest.fixture
def files(indexed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The files of the recipes in the current folder, and what `assay evaluate` says of the run."""
    monkeypatch.chdir(tmp_path)
    for query, paper, grade in (("q1", "bees", 2), ("q1", "ants", 1), ("q2", "moths", 2), ("q2", "owls", 0)):
        assert indexed("judge", query, paper, grade, "--assessor", "ada").status == 0
    for words in (("qrels", "export", "grades.qrels"), ("run", "--out", "hybrid.run")):
        assert indexed(*words).status == 0
    measured = indexed("evaluate", "--run", "hybrid.run", "--qrels", "grades.qrels", "--json")
    assert measured.status == 0, measured.err
    means: dict[str, float] = measured.payload["mean"]
    return means


def last_value(code: str) -> Any:
    """The value of the recipe's last line."""
    *lines, last = code.strip().splitlines()
    scope: dict[str, Any] = {}
    exec("\n".join(lines), scope)
    return eval(last, scope)


@pytest.mark.soak  # ranx compiles for half a minute, and is compared with in tests of every day
def test_ranx_measures_the_files_as_assay_does(files: dict[str, float]) -> None:
    pytest.importorskip("ranx")
    found = last_value(recipe("from ranx"))
    assert found["ndcg@10"] == pytest.approx(files["nDCG@10"], abs=1e-6)
    assert found["recall@100"] == pytest.approx(files["R@100"], abs=1e-6)


def test_ir_measures_measures_the_files_as_assay_does(files: dict[str, float]) -> None:
    pytest.importorskip("ir_measures")
    found = {str(measure): value for measure, value in last_value(recipe("import ir_measures")).items()}
    assert found["nDCG@10"] == pytest.approx(files["nDCG@10"], abs=1e-6)
    assert found["R@100"] == pytest.approx(files["R@100"], abs=1e-6)


def test_a_collection_of_ir_datasets_is_imported_with_its_grades(
    assay: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    formats = pytest.importorskip("ir_datasets.formats")
    monkeypatch.chdir(tmp_path)
    doc, query, grade = formats.GenericDoc, formats.GenericQuery, formats.TrecQrel
    data = SimpleNamespace(
        docs_iter=lambda: [doc("d1", "Owls fly in silence."), doc("d2", "Bats hear moths.")],
        queries_iter=lambda: [query("q1", "silent flight")],
        qrels_iter=lambda: [grade("q1", "d1", 2, "0"), grade("q1", "d2", 0, "0")],
    )
    catalogue: Any = ModuleType("ir_datasets")
    catalogue.load = lambda _name: data
    monkeypatch.setitem(sys.modules, "ir_datasets", catalogue)
    exec(recipe("import ir_datasets"), {"name": "own"})
    assert assay("import", "corpus.jsonl", "--json").payload["new"] == 2
    assert assay("queries", "import", "queries.jsonl").status == 0
    assert assay("qrels", "import", "grades.qrels", "--json").payload["new"] == 2

"""`assay rankings`: runs are listed, brought from a file, renamed, laid side by side and deleted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Assay = Callable[..., Any]


def test_runs_of_a_model_and_a_file_are_kept_shown_and_deleted(
    indexed: Assay, queries_file: Path, tmp_path: Path
) -> None:
    assay = indexed
    assert assay("queries", "import", queries_file).status == 0
    queries = assay("queries", "list", "--json").payload["queries"]
    query = queries[0]["query_id"]
    assay("run", "--mode", "semantic", "--model", "hashing", "--tag", "other")
    assay("run", "--mode", "keyword", "--out", tmp_path / "words.run")
    made = assay("rankings", "import", tmp_path / "words.run", "--json").payload
    assert made["mode"] == "imported"
    assay("rankings", "rename", made["tag"], "words")
    tags = {run["tag"]: run for run in assay("rankings", "list", "--json").payload["runs"]}
    assert tags["other"]["details"]["model"] == "hashing"
    assert tags["words"]["details"]["source"] == "words.run"
    lines = [line.split() for line in (tmp_path / "words.run").read_text().splitlines()]
    of_query = [line[2] for line in lines if line[0] == query]
    shown = assay("rankings", "show", query, "words", "other", "--json").payload
    assert [place["doc_id"] for place in shown["system"]] == of_query
    assert "other" in assay("rankings", "show", query, "words", "other").out
    assert assay("rankings", "remove", "words").status == 0
    assert "words" not in assay("rankings", "list").out
    assert assay("rankings", "remove", "words").status == 2
    assert assay("run", "--mode", "keyword", "--model", "hashing", "--tag", "x").status == 2

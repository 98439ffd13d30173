"""A refused campaign import says each of its problems in a line; the history names papers without a title."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from small_papers import CAMPAIGN

Assay = Callable[..., Any]


def test_a_refused_campaign_import_is_a_line_a_problem(campaign: Assay, tmp_path: Path) -> None:
    grades = tmp_path / "grades.qrels"
    grades.write_text("nobody 0 bees 1\nnothing 0 nowhere 2\n", encoding="utf-8")
    preview = campaign("campaign", "import", CAMPAIGN, grades, "--preview", "--json").payload
    assert len(preview["problems"]) > 1
    refused = campaign("campaign", "import", CAMPAIGN, grades)
    assert (refused.status, refused.out) == (2, "")
    first, *lines = refused.err.splitlines()
    assert f"{len(preview['problems'])} problems. Nothing was imported." in first
    assert lines == [f"assay: {problem}" for problem in preview["problems"]]
    error = campaign("campaign", "import", CAMPAIGN, grades, "--json").payload["error"]
    assert error["problems"] == preview["problems"]


def test_history_and_removed_papers_are_named_as_in_lists(assay: Assay, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    rows = [
        {"_id": "a1", "title": "", "text": "Bees dance on the comb."},
        {"_id": "a2", "title": "", "text": ""},
    ]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert assay("import", corpus).status == 0
    ids = [row["doc_id"] for row in assay("list", "--json").payload["papers"]]
    for doc_id in ids:
        assert assay("tag", "add", "mine", doc_id).status == 0
        assert assay("remove", doc_id).status == 0
    removed, history = assay("removed").out, assay("history").out
    shown = {"a1": "Bees dance on the comb.", "a2": "a2"}
    for doc_id in ids:
        assert f"{doc_id}  {shown[doc_id]} (" in removed
        assert f"“{shown[doc_id]}”" in history or f"'{shown[doc_id]}'" in history

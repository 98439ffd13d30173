"""Commands that could do nothing say so once, and by their exit status."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from small_papers import CAMPAIGN

Assay = Callable[..., Any]


def test_saved_news_before_indexing_fails_in_one_line(assay: Assay, papers_file: Path) -> None:
    """It left with 0, and gave the same long reason once for each search."""
    assert assay("import", papers_file).status == 0
    for name in ("bees", "bats", "owls"):
        assert assay("saved", "add", name, name).status == 0

    answer = assay("saved", "news")

    assert answer.status == 1
    assert answer.out.count("`assay index`") == 1
    assert answer.out.startswith("Not asked: bats, bees, owls. ")
    assert len(answer.out.splitlines()) == 1
    as_json = assay("saved", "news", "--json")
    assert as_json.status == 1
    assert [each["name"] for each in as_json.payload["saved"] if each["fault"]] == ["bats", "bees", "owls"]
    assert assay("index", "--model", "hashing").status == 0
    assert assay("saved", "news").status == 0


def test_a_preview_of_what_would_be_refused_leaves_with_1(campaign: Assay, tmp_path: Path) -> None:
    qrels = tmp_path / "theirs.qrels"
    qrels.write_text("q99 0 bees 7\n")
    wanted = ("campaign", "import", CAMPAIGN, qrels)

    answer = campaign(*wanted, "--preview")

    assert answer.status == 1
    assert "would be refused" in answer.out
    assert campaign(*wanted).status == 2  # and so it is
    assert campaign("campaign", "create", "theirs", "--query", "bees").status == 0
    query_id = campaign("campaign", "queries", "theirs", "--json").payload["queries"][0]["query_id"]
    qrels.write_text(f"{query_id} 0 bees 1\n")
    assert campaign("campaign", "import", "theirs", qrels, "--preview").status == 0

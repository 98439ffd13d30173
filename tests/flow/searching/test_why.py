"""Why a paper was found, on the command line and in the engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine_talk import Talk


def test_the_command_line_says_why_and_the_engine_the_same(indexed, start, tmp_path: Path) -> None:
    asked = ("search", "bats and moths", "--unlike-text", "owls", "--explain", "bats")
    why = indexed(*asked, "--json").payload["why"]
    assert why["rank"] == 1
    assert {part["word"].lower() for part in why["words"]} >= {"bats", "moths"}
    assert [start["name"] for start in why["starts"]] == ["bats and moths", "owls"]
    assert why["sentences"]
    printed = indexed(*asked).out
    assert "Why bats: rank 1" in printed
    assert "Closest sentence:" in printed
    talk = Talk(start(tmp_path / "library", "engine"))
    try:
        talk.state("ready")
        request = {"text": "bats and moths", "texts": [{"text": "owls", "sign": -1, "weight": 1.0}]}
        talk.send(id=1, op="why", request=request, doc_id="bats")
        answer = talk.answer(1)["ok"]
        talk.send(id=2, op="why", request=request, doc_id="nobody")
        missing = talk.answer(2)["error"]
    finally:
        talk.process.kill()
        talk.process.communicate()
    for name in ("words", "starts", "sentences"):
        for mine, theirs in zip(answer[name], why[name], strict=True):
            assert mine == pytest.approx(theirs)
    assert missing["kind"] == "BadInput"


def test_a_paper_that_is_not_found_has_no_rank_but_reasons(indexed) -> None:
    answer = indexed("search", "bats year:1900", "--mode", "keyword", "--explain", "bats", "--json").payload
    assert answer["why"]["rank"] is None
    assert "year 1900" in answer["why"]["passed"]
    refused = indexed("search", "bats", "--explain", "nobody")
    assert refused.status != 0
    assert "nobody" in refused.err

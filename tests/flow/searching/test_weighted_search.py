"""Searches from several papers and texts on the command line and in the engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine_talk import Talk


def found(answer) -> list[str]:
    return [hit["doc_id"] for hit in answer["hits"]]


def test_papers_and_texts_pull_and_push_by_sign_and_weight(indexed) -> None:
    asked = ("search", "--mode", "semantic", "-k", 6, "--json")
    towards = found(indexed(*asked, "--like", "bees:4", "--like", "owls:0.25").payload)
    assert towards[0] not in {"bees", "owls"}
    assert not {"bees", "owls"} & set(towards)
    other = found(indexed(*asked, "--like", "bees:0.25", "--like", "owls:4").payload)
    assert towards != other
    pushed = found(indexed(*asked, "bats", "--unlike-text", "moths:2", "--mode", "keyword").payload)
    assert pushed.index("bats") < pushed.index("moths")


def test_the_engine_gives_the_same_order_as_the_command_line(indexed, start, tmp_path: Path) -> None:
    written = ("--like", "bees:2", "--unlike", "owls:0.5", "--like-text", "moths", "--combine", "max")
    said = indexed("search", "bats", *written, "-k", 5, "--json").payload
    talk = Talk(start(tmp_path / "library", "engine"))
    try:
        talk.state("ready")
        request = {
            "text": "bats",
            "k": 5,
            "combine": "max",
            "seeds": [
                {"doc_id": "bees", "sign": 1, "weight": 2.0},
                {"doc_id": "owls", "sign": -1, "weight": 0.5},
            ],
            "texts": [{"text": "moths", "sign": 1, "weight": 1.0}],
        }
        talk.send(id=1, op="search", request=request)
        answered = talk.answer(1)["ok"]
        talk.send(id=2, op="search", request={"seeds": [{"doc_id": "bees"}], "mode": "semantic"})
        from_paper = talk.answer(2)["ok"]["hits"]
    finally:
        talk.process.kill()
        talk.process.communicate()
    assert found(answered) == found(said)
    assert any(bold for hit in from_paper for _, bold in hit["passage"]), "words of the paper are marked"


def test_an_id_that_ends_like_a_weight_is_an_id(assay, tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_text('{"_id": "a:2", "title": "Bees"}\n{"_id": "a", "title": "Bees and bats"}\n')
    assay("import", file)
    assay("index", "--keyword-only")
    assert found(assay("search", "--like", "a:2", "--mode", "keyword", "--json").payload) == ["a"]
    assert found(assay("search", "--like", "a:3", "--mode", "keyword", "--json").payload) == ["a:2"]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (("--unlike", "bees"), "empty"),
        (("bats", "--like", "bees:0"), "above 0"),
        (("bats", "--like", "nobody"), "'nobody'"),
        (("bats", "--like-text", " :2"), "empty"),
    ],
)
def test_what_cannot_be_searched_for_is_said(indexed, written: tuple[str, ...], why: str) -> None:
    answer = indexed("search", *written)
    assert answer.status != 0
    assert why in answer.err

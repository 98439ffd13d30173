"""The search engine process, spoken to over its pipes as the window does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_talk import Talk, engine


@pytest.fixture(scope="module")
def shared(made: Path, start) -> Iterator[Talk]:
    """One engine for the questions that leave it as it is, with its model loaded."""
    with engine(start, made) as talk:
        talk.state("ready")
        yield talk


@pytest.fixture
def talk(indexed, start, tmp_path: Path) -> Iterator[Talk]:
    with engine(start, tmp_path / "library") as talk:
        yield talk


def test_keyword_search_works_before_the_model_is_loaded(talk: Talk) -> None:
    first = talk.receive()
    assert (first["event"], first["semantic"]) == ("state", "loading")
    talk.send(id=1, op="search", request={"text": "bat", "mode": "keyword", "prefix": True})
    hits = talk.answer(1)["ok"]["hits"]
    assert {hit["doc_id"] for hit in hits} >= {"bats", "moths"}
    assert any(bold for _, bold in hits[0]["passage"])


def test_semantic_search_and_neighbours_work_once_the_model_is_ready(talk: Talk) -> None:
    ready = talk.state("ready")
    assert (ready["indexed"], ready["total"], ready["model"]) == (8, 8, "hashing")
    talk.send(id=1, op="search", request={"text": "bees nest", "mode": "hybrid", "k": 3})
    answer = talk.answer(1)["ok"]
    assert answer["mode"] == "hybrid"
    assert set(answer["hits"][0]["channels"]) <= {"keyword", "semantic"}
    talk.send(id=2, op="similar", doc_id="bees", k=3)
    assert "bees" not in {hit["doc_id"] for hit in talk.answer(2)["ok"]["hits"]}


def test_only_the_latest_of_many_searches_is_answered(shared: Talk) -> None:
    for number in range(1, 40):
        shared.send(id=number, op="search", request={"text": "bats " * number, "mode": "keyword"})
    answers = [shared.receive() for _ in range(39)]
    assert [answer["id"] for answer in answers] == list(range(1, 40)), (
        "every request gets an answer, in order"
    )
    assert answers[-1]["ok"]["hits"]
    assert any(answer.get("superseded") for answer in answers[:-1])


def test_words_of_a_query_are_marked_in_texts(shared: Talk) -> None:
    shared.send(id=1, op="marks", query="nests of bees", texts=["A bee's nest", ""])
    assert shared.answer(1)["ok"]["texts"] == [
        [["A ", False], ["bee", True], ["'s ", False], ["nest", True]],
        [],
    ]


def test_a_line_that_is_no_request_is_answered_and_survived(shared: Talk) -> None:
    assert shared.process.stdin is not None
    shared.process.stdin.write("this is not json\n")
    shared.process.stdin.flush()
    assert shared.receive()["error"]["kind"] == "BadInput"
    shared.send(id=5, op="no such thing")
    assert shared.answer(5)["error"]["kind"] == "BadInput"
    shared.send(id=6, op="status")
    assert shared.answer(6)["ok"]["total"] == 8


def test_a_killed_engine_loses_nothing_and_the_next_one_answers(talk: Talk, start, tmp_path: Path) -> None:
    talk.state("ready")
    talk.send(id=1, op="search", request={"text": "owls", "mode": "hybrid"})
    talk.process.kill()
    talk.process.wait()
    with engine(start, tmp_path / "library") as second:
        assert second.state("ready")["indexed"] == 8
        second.send(id=1, op="search", request={"text": "owls", "mode": "hybrid"})
        assert second.answer(1)["ok"]["hits"][0]["doc_id"] == "owls"


def test_the_engine_serves_the_evaluate_page(indexed, start, tmp_path: Path) -> None:
    indexed("judge", "q1", "bees", 2, "--assessor", "ada")
    indexed("judge", "q2", "bats", 1, "--assessor", "ada")
    indexed("pool")
    with engine(start, tmp_path / "library") as talk:
        talk.send(id=1, op="evaluate", reference="keyword", measure="nDCG@10")
        answer = talk.answer(1)["ok"]
    assert (answer["n_queries"], answer["n_judgements"], answer["grades"]) == (2, 2, [0, 1, 1])
    assert {row["tag"] for row in answer["rows"]} == {"keyword", "semantic", "hybrid"}
    assert answer["reference"] == "keyword"
    assert set(answer["per_query"]) == set(answer["texts"]) == {"q1", "q2"}


def test_a_reload_keeps_searching_by_meaning_without_a_gap(talk: Talk) -> None:
    talk.state("ready")
    talk.send(id=1, op="reload")
    talk.send(id=2, op="search", request={"text": "bees nest", "mode": "hybrid"})
    assert talk.answer(2)["ok"]["mode"] == "hybrid"


def test_a_reload_takes_up_the_model_that_another_process_indexed_with(
    talk: Talk, indexed, tmp_path: Path
) -> None:
    assert talk.state("ready")["model"] == "hashing"
    indexed("index", "--model", "all-MiniLM-L6-v2", "--max-length", 64)
    talk.send(id=1, op="reload")
    assert talk.state("loading")["model"] == "all-MiniLM-L6-v2", "who searches meanwhile is told why by words"
    state = talk.state("ready")
    assert (state["model"], state["indexed"]) == ("all-MiniLM-L6-v2", 8)
    talk.send(id=2, op="search", request={"text": "a bird that makes no sound", "mode": "semantic"})
    assert talk.answer(2)["ok"]["hits"][0]["doc_id"] == "owls"


def test_an_index_of_other_weights_of_the_model_is_not_taken_for_none(talk: Talk, tmp_path: Path) -> None:
    talk.state("ready")
    indexes = tmp_path / "library" / "indexes"
    (own,) = (folder for folder in indexes.iterdir() if folder.name != "lexical")
    own.rename(indexes / "f00d")  # where the same model would have put it with other weights
    talk.send(id=1, op="reload")
    assert talk.state("absent")["encoded_by"] == ["hashing"]


def test_a_model_that_cannot_be_loaded_leaves_keyword_search_and_says_why(
    indexed, start, tmp_path: Path
) -> None:
    settings = tmp_path / "library" / "assay.toml"
    gone = settings.read_text(encoding="utf-8").replace('"hashing"', '"nobody/nothing"')
    settings.write_text(gone, encoding="utf-8")
    with engine(start, tmp_path / "library") as talk:
        assert "nobody/nothing" in talk.state("failed")["message"]
        talk.send(id=1, op="search", request={"text": "owls", "mode": "hybrid"})
        answer = talk.answer(1)["ok"]
        assert (answer["mode"], answer["hits"][0]["doc_id"]) == ("keyword", "owls")


def test_fields_in_the_text_restrict_and_are_told(shared: Talk) -> None:
    typed = 'bees "bees nest" -owls yeer:2000 year:..2100'
    shared.send(id=1, op="search", request={"text": typed, "mode": "hybrid"})
    answer = shared.answer(1)["ok"]
    assert answer["filter_words"] == ["year to 2100", "“bees nest”", "not “owls”"]
    assert ["Did you mean year:?" in fault for fault in answer["faults"]] == [True]
    shared.send(id=2, op="search", request={"text": "bees", "mode": "keyword"})
    plain = shared.answer(2)["ok"]
    assert (plain["filter_words"], plain["faults"]) == ([], [])
    for number, half in enumerate(("bees author:", "bees year:2", 'bees "'), start=3):
        shared.send(id=number, op="search", request={"text": half, "mode": "keyword", "prefix": True})
        shown = shared.answer(number)["ok"]["hits"]
        assert [hit["doc_id"] for hit in shown] == [hit["doc_id"] for hit in plain["hits"]], half
    shared.send(id=9, op="search", request={"text": "-bees -ants", "mode": "keyword"})
    listed = {hit["doc_id"] for hit in shared.answer(9)["ok"]["hits"]}
    assert listed == {"wolves", "salmon", "owls", "bats", "moths"}

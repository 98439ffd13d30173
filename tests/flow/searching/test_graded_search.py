"""Grades that move a ranking, and the two ways of fusing one, on the command line and in the engine."""

from __future__ import annotations

from pathlib import Path

from engine_talk import Talk

TEXT = "animals at night"


def found(answer) -> list[tuple[str, float]]:
    return [(hit["doc_id"], hit["score"]) for hit in answer["hits"]]


def test_the_grades_of_a_text_move_its_ranking_in_both(indexed, start, tmp_path: Path) -> None:
    before = found(indexed("search", TEXT, "-k", 6, "--json").payload)
    ungraded = indexed("search", TEXT, "-k", 6, "--grades", "--json")
    assert found(ungraded.payload) == before
    assert "There are no grades" in ungraded.err
    last = before[-1][0]
    queries = tmp_path / "queries.jsonl"
    queries.write_text(f'{{"_id": "night", "text": "{TEXT}"}}\n', encoding="utf-8")
    assert indexed("queries", "import", queries).status == 0
    assert indexed("judge", "night", last, 2, "--assessor", "ada").status == 0
    after = found(indexed("search", TEXT, "-k", 6, "--grades", "--json").payload)
    assert after[0][0] == last
    assert found(indexed("search", TEXT, "-k", 6, "--json").payload) == before, "without the option as it was"
    talk = Talk(start(tmp_path / "library", "engine"))
    try:
        talk.state("ready")
        request = {"text": TEXT, "k": 6, "grades": [{"doc_id": last, "relevance": 2}]}
        talk.send(id=1, op="search", request=request)
        answered = talk.answer(1)["ok"]
        assert found(answered) == after
        assert not answered["listed"]
        talk.send(id=2, op="search", request={"text": "year:1900..", "k": 6})
        assert talk.answer(2)["ok"]["listed"]
        assert answered["before"] == {doc_id: rank for rank, (doc_id, _) in enumerate(before, start=1)}
    finally:
        talk.process.kill()
        talk.process.communicate()


def test_the_grades_of_a_paper_move_what_is_similar_to_it_in_both(indexed, start, tmp_path: Path) -> None:
    before = found(indexed("similar", "bats", "-k", 7, "--json").payload)
    assert before == found(indexed("search", "--like", "bats", "-k", 7, "--json").payload), "hybrid is usual"
    by_meaning = found(indexed("similar", "bats", "-k", 7, "--mode", "semantic", "--json").payload)
    assert by_meaning != before
    last = before[-1][0]
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"_id": "like", "text": "", "doc_id": "bats"}\n', encoding="utf-8")
    assert indexed("queries", "import", queries).status == 0
    assert indexed("judge", "like", last, 2, "--assessor", "ada").status == 0
    after = found(indexed("similar", "bats", "-k", 7, "--grades", "--json").payload)
    assert after[0][0] == last
    assert found(indexed("search", "--like", "bats", "-k", 7, "--grades", "--json").payload) == after
    assert found(indexed("similar", "bats", "bees", "-k", 6, "--grades", "--json").payload) == found(
        indexed("similar", "bats", "bees", "-k", 6, "--json").payload
    ), "two papers are no query"
    talk = Talk(start(tmp_path / "library", "engine"))
    try:
        talk.state("ready")
        talk.send(id=1, op="similar", doc_id="bats", k=7)
        talk.send(id=2, op="similar", doc_id="bats", k=7, learn=True, key="learnt")
        talk.send(id=3, op="similar", doc_id="bats", k=7, mode="semantic", key="meaning")
        plain, learned, meaning = (talk.answer(number)["ok"] for number in (1, 2, 3))
        assert found(plain) == before
        assert not plain["before"]
        assert found(learned) == after
        assert learned["before"] == {doc_id: rank for rank, (doc_id, _) in enumerate(before, start=1)}
        assert found(meaning) == by_meaning
    finally:
        talk.process.kill()
        talk.process.communicate()


def test_ranks_may_be_fused_instead_by_option_or_for_good(indexed, tmp_path: Path) -> None:
    by_scores = found(indexed("search", TEXT, "-k", 3, "--json").payload)
    by_ranks = found(indexed("search", TEXT, "-k", 3, "--fusion", "rrf", "--json").payload)
    assert by_ranks[0][1] <= 2 / 61 < by_scores[0][1] <= 1
    settings = tmp_path / "library" / "assay.toml"
    settings.write_text(
        settings.read_text("utf-8").replace('fusion = "scores"', 'fusion = "rrf"'), encoding="utf-8"
    )
    assert found(indexed("search", TEXT, "-k", 3, "--json").payload) == by_ranks
    assert found(indexed("search", TEXT, "-k", 3, "--fusion", "scores", "--json").payload) == by_scores

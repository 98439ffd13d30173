"""One's own queue, likely relevant first, on the command line and in the engine."""

from __future__ import annotations

from pathlib import Path

from engine_talk import Talk

TEXT = "animals at night"


def test_command_and_engine_agree_on_the_order_and_exports_name_it(indexed, start, tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text(f'{{"_id": "night", "text": "{TEXT}"}}\n', encoding="utf-8")
    assert indexed("queries", "import", queries).status == 0
    assert indexed("pool", "--depth", 6).status == 0
    queue = ("queue", "night", "--assessor", "ada", "--json")
    first = indexed(*queue).payload
    assert "night: nothing is judged yet of 6 pairs" in indexed(*queue[:-1]).out
    [ranking] = first["rankings"]
    hits = indexed("search", TEXT, "-k", 50, "--json").payload["hits"]
    assert [hit["doc_id"] for hit in hits if hit["doc_id"] in ranking["doc_ids"]] == ranking["doc_ids"]
    assert first["next"] == ["night", ranking["doc_ids"][0]]
    last = ranking["doc_ids"][-1]
    assert indexed("judge", "night", last, 2, "--assessor", "ada", "--order", "likely").status == 0
    assert indexed("judge", "night", ranking["doc_ids"][0], 0, "--assessor", "ada").status == 0
    after = indexed(*queue).payload
    assert (after["n_done"], after["rankings"][0]["n_found"]) == (2, 1)
    left = [row["doc_id"] for row in after["pairs"] if row["state"] is None]
    assert left == after["rankings"][0]["doc_ids"] != [d for d in ranking["doc_ids"] if d in left]
    assert "1 of 2 judged are relevant" in indexed(*queue[:-1]).out
    talk = Talk(start(tmp_path / "library", "engine"))
    try:
        talk.state("ready")
        talk.send(id=1, op="rank_queue", query_id="night", assessor="ada")
        answer = talk.answer(1)["ok"]
        assert {name: answer[name] for name in after["rankings"][0]} == after["rankings"][0]
    finally:
        talk.process.kill()
        talk.process.communicate()
    out = tmp_path / "grades.qrels"
    assert indexed("qrels", "export", out, "--json").payload["orders"] == {"": 1, "likely": 1}
    refused = indexed("judge", "night", last, 1, "--assessor", "ada", "--campaign", "c", "--order", "pool")
    assert "Leave --order out" in refused.err
    assert refused.status != 0
    hit = next(h["doc_id"] for h in hits if h["doc_id"] not in ranking["doc_ids"])
    unoffered = indexed("judge", "night", hit, 1, "--assessor", "ada", "--order", "likely")
    assert (unoffered.status, "no queue offered this pair" in unoffered.err) == (2, True)

"""The commands about models, called as a script would call them."""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.registry.registry import ModelRegistry
from assay.training.data.objectives.query_keys import packed
from assay.training.data.objectives.texts import text_key
from small_models import card_of, make_run, reference, small_model

Assay = Callable[..., Any]


@pytest.fixture(scope="session")
def models_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("small-models")


@pytest.fixture
def run_of(models_place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """The folder of a finished run of that name; the registry is the test's own."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))

    def make(name: str, *, seed: int = 7, **changes: Any) -> Path:
        card = card_of(name, seed=seed, **changes)
        return make_run(tmp_path / f"run-{name}", small_model(models_place, seed=seed), card)

    return make


def said(answer: Any) -> str:
    """The one line of an error."""
    assert answer.status == 2
    assert answer.err.startswith("assay: ")
    assert answer.err.count("\n") == 1
    return str(answer.err)


def test_from_a_run_to_a_promoted_model_and_back(indexed: Assay, run_of: Callable[..., Path]) -> None:
    model_id = indexed("model", "add", run_of("crops"), "--json").payload["model_id"]
    rows = {row["id"]: row for row in indexed("models", "--json").payload["models"]}
    assert rows["hashing"] == {"id": "hashing", "active": True, "indexed": 8, "kind": "encoder"}
    assert (rows[model_id]["active"], rows[model_id]["name"], rows[model_id]["indexed"]) == (
        False,
        "crops",
        0,
    )

    promoted = indexed("model", "promote", model_id, "--json").payload
    assert (promoted["model"], promoted["before"], promoted["must_index"]) == (model_id, "hashing", True)
    assert "Run `assay index`" in said(indexed("search", "bees", "--mode", "semantic"))
    assert indexed("index", "--json").payload["model"] == model_id
    assert len(indexed("search", "bees", "--mode", "semantic", "--json").payload["hits"]) > 0
    rows = {row["id"]: row for row in indexed("models", "--json").payload["models"]}
    assert (rows[model_id]["active"], rows[model_id]["indexed"]) == (True, 8)

    assert "uses the model" in said(indexed("model", "delete", model_id))
    back = indexed("model", "rollback", "--json").payload
    assert (back["model"], back["must_index"]) == ("hashing", False)
    assert indexed("search", "bees", "--mode", "semantic").status == 0
    assert indexed("model", "delete", model_id, "--json").payload == {"deleted": model_id, "n_indexed": 8}
    assert model_id not in {row["id"] for row in indexed("models", "--json").payload["models"]}
    assert "No earlier model of this library" in said(indexed("model", "rollback"))


def test_models_are_listed_and_deleted_where_there_is_no_library_and_none_is_made(
    assay: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    model_id = assay("model", "add", run_of("crops"), "--json").payload["model_id"]
    rows = {row["id"]: row for row in assay("models", "--json").payload["models"]}
    assert (rows[model_id]["indexed"], rows[model_id]["active"]) == (0, False)
    assert assay("model", "delete", model_id, "--json").payload == {"deleted": model_id, "n_indexed": 0}
    assert model_id not in {row["id"] for row in assay("models", "--json").payload["models"]}
    assert not (tmp_path / "library").exists()


def test_a_model_is_known_by_the_name_that_it_was_given(
    indexed: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    model_id = indexed("model", "add", run_of("crops"), "--name", "My first", "--json").payload["model_id"]
    assert indexed("index", "--model", "My first", "--json").payload["model"] == model_id
    papers = tmp_path / "p.jsonl"
    papers.write_text('{"doc_id": "1", "title": "Bees"}\n', encoding="utf-8")
    given = ("encode", papers, "--model", "My first", "--out", tmp_path / "v.npy", "--json")
    assert indexed(*given).payload["model"] == model_id
    assert indexed("model", "show", "My first", "--json").payload["model_id"] == model_id
    assert indexed("model", "diff", "My first", model_id, "--json").payload["differences"] == []
    assert indexed("model", "export", "My first", tmp_path / "out", "--json").payload["exported"] == model_id
    indexed("model", "add", run_of("other", seed=8), "--name", "My first")  # now the name says too little
    assert indexed(*given, "--force").status == 2
    assert "x" * 300 in said(indexed("encode", papers, "--model", "x" * 300, "--out", tmp_path / "w.npy"))


def test_a_length_that_a_model_cannot_read_is_refused(
    assay: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    model = run_of("crops") / "model"
    papers = tmp_path / "p.jsonl"
    papers.write_text('{"doc_id": "1", "title": "Bees"}\n', encoding="utf-8")
    made = ("--model", model, "--max-length", 65)
    assert "reads 64 tokens" in said(assay("encode", papers, "--out", tmp_path / "v.npy", *made))
    made_of = (tmp_path / "corpus.jsonl", tmp_path / "queries.jsonl", tmp_path / "qrels" / "test.tsv")
    made_of[2].parent.mkdir()
    rows = (
        '{"_id": "1", "text": "Bees"}',
        '{"_id": "q", "text": "bees"}',
        "query-id\tcorpus-id\tscore\nq\t1\t1",
    )
    for path, row in zip(made_of, rows, strict=True):
        path.write_text(row + "\n", encoding="utf-8")
    assert "reads 64 tokens" in said(assay("evaluate", "--beir", tmp_path, *made))
    assert "reads 64 tokens" in said(assay("index", *made))
    assert not (tmp_path / "v.npy").exists()


def test_a_person_is_told_what_is_to_be_indexed(indexed: Assay, run_of: Callable[..., Path]) -> None:
    indexed("model", "add", run_of("crops"), "--name", "My first")
    (row, *_) = indexed("models", "--json").payload["models"]
    told = indexed("model", "promote", row["id"]).out
    assert f"now searches with {row['id']} instead of hashing" in told
    assert "0 of 8 papers are indexed with it. Run `assay index`." in told
    listed = indexed("models").out
    assert f"* {row['id']}  encoder, 0 papers indexed, trained 2026-01-07" in listed


class Terminal(io.StringIO):
    """A person types this."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "more", "deleted"), [("n\n", (), False), ("y\n", (), True), ("", ("--yes",), True)]
)
def test_a_person_is_asked_before_a_model_is_deleted(
    indexed: Assay,
    run_of: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    more: tuple[str, ...],
    deleted: bool,
) -> None:
    model = indexed("model", "add", run_of("crops"), "--json").payload["model_id"]
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    answer = indexed("model", "delete", model, *more)
    assert (f"Delete {model}, its card and its scores for good?" in answer.err) == (not more)
    assert (answer.status == 0, "Cancelled" in answer.err) == (deleted, not deleted)
    assert (model in indexed("models").out) != deleted


def test_what_a_promotion_a_rollback_and_a_deletion_did_is_said(
    indexed: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    first, second = (
        indexed("model", "add", run_of(name, seed=seed), "--json").payload["model_id"]
        for name, seed in (("a", 3), ("b", 4))
    )
    indexed("model", "promote", first)
    assert f"searches with {first}, as before." in indexed("model", "promote", first).out
    assert indexed("model", "promote", first, "--json").payload["changed"] is False
    indexed("index")
    indexed("model", "promote", second)
    assert f"Deleted {first} and its index of 8 papers" in indexed("model", "delete", first).out
    listed = indexed("models").out
    assert first not in listed
    back = indexed("model", "rollback").out
    assert f"Passed over {first}: it has been deleted." in back
    assert f"now searches with hashing instead of {second}" in back


def test_an_index_whose_model_is_gone_is_listed_as_that(
    indexed: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    model_id = indexed("model", "add", run_of("a"), "--json").payload["model_id"]
    indexed("model", "promote", model_id)
    indexed("index")
    indexed("model", "rollback")
    shutil.rmtree(tmp_path / "models" / model_id)  # as another library's `model delete` leaves it
    assert f"{model_id}  8 papers indexed, DELETED: only its index is left" in indexed("models").out
    (row,) = [row for row in indexed("models", "--json").payload["models"] if row["id"] == model_id]
    assert row == {"id": model_id, "active": False, "indexed": 8, "deleted": True}


def test_an_index_that_serves_the_same_weights_under_another_name_stays(
    indexed: Assay, run_of: Callable[..., Path]
) -> None:
    run = run_of("a")
    first, second = (
        indexed("model", "add", run, "--name", name, "--json").payload["model_id"] for name in ("a", "b")
    )
    indexed("model", "promote", first)
    indexed("index")
    assert indexed("model", "promote", second, "--json").payload["must_index"] is False
    assert indexed("model", "delete", first, "--json").payload["n_indexed"] == 0
    assert indexed("search", "bees", "--mode", "semantic").status == 0


def test_a_library_with_broken_settings_is_named_as_the_reason_why_a_model_stays(
    indexed: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    model_id = indexed("model", "add", run_of("a"), "--json").payload["model_id"]
    other = tmp_path / "other"
    other.mkdir()
    ModelRegistry(tmp_path / "models").remember_library(model_id, other)
    (other / "assay.toml").write_text("model = ")
    told = said(indexed("model", "delete", model_id))
    assert f"'{model_id}' stays: the library {other} has used it, and whether it still does is" in told
    assert "assay.toml is not valid TOML" in told
    (other / "assay.toml").unlink()
    assert indexed("model", "delete", model_id).status == 0


def test_a_folder_that_was_merely_added_is_not_called_trained(
    assay: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    model_id = assay("model", "add", run_of("a") / "model", "--name", "plain", "--json").payload["model_id"]
    (row,) = [row for row in assay("models", "--json").payload["models"] if row["id"] == model_id]
    assert row["trained"] is False
    assert f"0 papers indexed, added {row['created'][:10]}, encoder {row['encoder_fingerprint']}" in (
        assay("models").out
    )
    shown = assay("model", "show", model_id).out
    assert "added" in shown
    assert "trained" not in shown


def test_a_run_and_an_index_lead_to_the_card_by_the_encoders_fingerprint(
    indexed: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    model_id = indexed("model", "add", run_of("a"), "--json").payload["model_id"]
    indexed("model", "promote", model_id)
    indexed("index")
    shown = indexed("model", "show", model_id, "--json").payload["encoder_fingerprint"]
    (row,) = [row for row in indexed("models", "--json").payload["models"] if row["id"] == model_id]
    assert row["encoder_fingerprint"] == shown
    assert shown in indexed("model", "show", model_id).out
    assert [path for path in tmp_path.rglob(f"indexes/{shown}") if path.is_dir()]


def test_a_card_is_shown_and_two_are_laid_side_by_side(assay: Assay, run_of: Callable[..., Path]) -> None:
    first, second = (
        assay("model", "add", run_of(name, seed=seed), "--json").payload["model_id"]
        for name, seed in (("a", 3), ("b", 4))
    )
    shown = assay("model", "show", first, "--json").payload
    assert shown["data"] == card_of("a")["data"]
    assert shown["recipe"].startswith('name = "a"')
    text = assay("model", "show", first).out
    for part in (
        "all-MiniLM-L6-v2",
        "90 examples, 10 held out, 3 left out",
        "a" * 64,
        "validation loss 0.25",
    ):
        assert part in text
    found = {
        row["key"]: (row["a"], row["b"])
        for row in assay("model", "diff", first, second, "--json").payload["differences"]
    }
    assert found["recipe.random_seed"] == found["seed"] == (3, 4)
    assert "recipe.base" not in found
    assert "recipe.name" in assay("model", "diff", first, second).out


def test_an_exported_model_is_a_plain_sentence_transformers_folder(
    assay: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    run = run_of("crops")
    model_id = assay("model", "add", run, "--json").payload["model_id"]
    out = tmp_path / "exported"
    assert assay("model", "export", model_id, out, "--json").payload["path"] == str(out)
    texts = ["bees nest", "moths and bats"]
    np.testing.assert_array_equal(reference(out).encode(texts), reference(run / "model").encode(texts))
    assert "is not empty" in said(assay("model", "export", model_id, out))


@pytest.fixture
def judged(indexed: Assay) -> Assay:
    """Both queries with a few grades."""
    papers = [hit["doc_id"] for hit in indexed("search", "bees", "-k", 8, "--json").payload["hits"]]
    for query_id in ("q1", "q2"):
        for number, doc_id in enumerate(papers[:6]):
            answer = indexed("judge", query_id, doc_id, str(number % 3), "--assessor", "ada")
            assert answer.status == 0, answer.err
    return indexed


def test_a_model_is_measured_beside_the_one_in_use(judged: Assay, run_of: Callable[..., Path]) -> None:
    model_id = judged("model", "add", run_of("crops"), "--json").payload["model_id"]
    found = judged(
        "model", "evaluate", model_id, "-m", "nDCG@10", "-m", "AP", "-m", "Judged@10", "--json"
    ).payload
    assert (found["test_set"], found["n_queries"]) == ("library", 2)
    assert (found["model"]["model"], found["against"]["model"]) == (model_id, "hashing")
    assert [one["measure"] for one in found["comparisons"]] == ["nDCG@10", "AP"]
    first = found["comparisons"][0]
    assert first["difference"] == pytest.approx(
        found["model"]["mean"]["nDCG@10"] - found["against"]["mean"]["nDCG@10"]
    )
    kept = judged("model", "show", model_id, "--json").payload["scores"]["library against hashing"]
    assert kept == found
    told = judged("model", "evaluate", model_id).out
    for part in ("library: 2 queries", "95 % interval", "Judged@10", "queries better", "Only 2 queries"):
        assert part in told
    assert "score library against hashing: nDCG@10" in judged("model", "show", model_id).out


def test_queries_that_the_model_learned_from_are_said_before_the_figures(
    judged: Assay, run_of: Callable[..., Path]
) -> None:
    learnt = {"queries": packed([text_key("Bees deciding  on a nest")]), "validation": "", "positives": ""}
    data = [{"name": "grades", "kind": "judgements", "n_train": 1, "learnt": learnt}]
    model_id = judged("model", "add", run_of("crops", data=data), "--json").payload["model_id"]
    told = judged("model", "evaluate", model_id).out
    first, second = told.splitlines()[:2]
    assert first.startswith("library: 2 queries")
    assert second.startswith(f"Mind: {model_id} learned from 1 of the 2 test queries. 1 query is left: too")
    found = judged("model", "evaluate", model_id, "--json").payload["overlap"]
    assert (found["n_queries"], found["n_clean"], found["clean"]) == (1, 1, None)
    assert "learned from 1 of its queries; no test" in judged("model", "show", model_id).out


def test_other_commands_take_a_trained_model_by_its_id(
    indexed: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    model_id = indexed("model", "add", run_of("crops"), "--json").payload["model_id"]
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text(
        "".join(
            json.dumps({"_id": d, "title": d, "text": f"of {d}"}) + "\n" for d in ("bees", "bats", "moths")
        )
    )
    (folder / "queries.jsonl").write_text('{"_id": "1", "text": "bees"}\n{"_id": "2", "text": "moths"}\n')
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\tbees\t1\n2\tmoths\t1\n")
    alone = indexed("evaluate", "--beir", folder, "--model", model_id, "--json").payload["mean"]
    beside = indexed("model", "evaluate", model_id, "--beir", folder, "--json").payload
    assert beside["model"]["mean"] == pytest.approx(alone)
    assert indexed("index", "--model", model_id, "--json").payload["model"] == model_id


def test_what_goes_wrong_is_said_in_one_line(
    indexed: Assay, run_of: Callable[..., Path], tmp_path: Path
) -> None:
    model_id = indexed("model", "add", run_of("cropping"), "--json").payload["model_id"]
    wrong = model_id[:-1]
    for command in (
        ("show", wrong),
        ("delete", wrong),
        ("export", wrong, tmp_path / "x"),
        ("diff", wrong, wrong),
    ):
        assert f"Did you mean '{model_id}'?" in said(indexed("model", *command))
    assert model_id in said(indexed("model", "promote", wrong))
    assert "There is no folder" in said(indexed("model", "add", tmp_path / "nowhere"))
    assert "modules.json is missing" in said(indexed("model", "add", tmp_path))
    assert "No judgements" in said(indexed("model", "evaluate", model_id))
    (tmp_path / "models" / model_id / "card.json").write_text("{")
    assert "is damaged" in said(indexed("model", "show", model_id))
    assert "is damaged" in said(indexed("model", "promote", model_id))
    assert "DAMAGED" in indexed("models").out
    (row,) = [row for row in indexed("models", "--json").payload["models"] if row["id"] == model_id]
    assert row["damage"]
    answer = indexed("model", "show", wrong, "--json")
    assert (answer.status, answer.payload["error"]["kind"]) == (2, "ModelError")
    assert indexed("model", "delete", model_id).status == 0

"""An ensemble from the command line: made of two models, searched with, and standing alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from assay.encoding import load_encoder
from assay.encoding.multiformat.folder import load_base, save_model, transformer_of
from assay.encoding.multiformat.spec import FormatSpec
from assay.registry.registry import ModelRegistry
from assay.types import TaskFormat
from small_models import card_of, make_run, small_model

Assay = Callable[..., Any]
Run = Callable[..., Path]


@pytest.fixture(scope="session")
def models_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("small-models")


@pytest.fixture
def run_of(models_place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A finished run of a multi-format model of that variant; the registry is the test's own."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))

    def make(variant: str, *, trained_base: bool = False, spec: Any = None, **changes: Any) -> Path:
        base = small_model(models_place)
        torch.manual_seed(len(variant))
        settings: Any = {"reduction": 4, "pooling": "mean", **(spec or {})}
        model = load_base(transformer_of(base), FormatSpec(variant, **settings))  # type: ignore[arg-type]
        with torch.no_grad():
            for weights in model.parameters() if trained_base else ():
                weights.add_(torch.randn_like(weights) * 0.05)
            for name, weights in model.named_parameters():
                if not name.startswith("base."):
                    weights.add_(torch.randn_like(weights) * 0.2)
        folder = tmp_path / f"made-{variant}"
        save_model(model, folder, base=str(base), base_folder=base, trained_base=trained_base)
        return make_run(tmp_path / f"run-{variant}", folder, card_of(variant, **changes))

    return make


@pytest.fixture
def two(indexed: Assay, run_of: Run) -> tuple[str, str]:
    """The ids of a model with control codes, its base trained too, and of one with adapters."""
    codes = indexed("model", "add", run_of("codes", trained_base=True), "--json").payload["model_id"]
    return codes, indexed("model", "add", run_of("adapters", max_length=16), "--json").payload["model_id"]


def said(answer: Any) -> str:
    """The one line of an error."""
    assert answer.status == 2
    assert answer.err.startswith("assay: ")
    assert answer.err.count("\n") == 1
    return str(answer.err)


def test_an_ensemble_is_made_promoted_indexed_and_searched(indexed: Assay, two: tuple[str, str]) -> None:
    made = indexed("model", "ensemble", *two, "--name", "Both", "--json").payload
    assert (made["name"], made["dim"], made["max_length"]) == ("Both", 32, 64)
    assert (set(made["formats"]), made["left_out"]) == ({"CLF", "RGN", "PRX", "QRY"}, [])
    assert made["base"]["members"] == list(two)
    assert [row["name"] for row in made["data"]] == [f"{name}: cropping" for name in two]
    assert made["parameters"] == 2 * 12345
    indexed("model", "promote", made["model_id"])
    assert indexed("index", "--json").payload["model"] == made["model_id"]
    hits = indexed("search", "bees", "--mode", "semantic", "--json").payload["hits"]
    assert len(hits) == 8
    rows = {row["id"]: row for row in indexed("models", "--json").payload["models"]}
    assert (rows[made["model_id"]]["active"], rows[made["model_id"]]["trained"]) == (True, False)


@pytest.mark.parametrize("how", ["mean", "concat"])
def test_an_ensemble_stands_without_its_members(indexed: Assay, two: tuple[str, str], how: str) -> None:
    models = ModelRegistry(_root())
    lengths = (64, 16)
    texts = ["bees in a nest", " ".join("abcdefghijklmnopqrstuvwxyz"), "moths"]
    vectors = [
        load_encoder(str(models.folder(name)), max_length=n, device="cpu").encode(
            texts, format=TaskFormat.QRY
        )
        for name, n in zip(two, lengths, strict=True)
    ]
    made = indexed("model", "ensemble", *two, "--how", how, "--json").payload
    for name in two:
        assert indexed("model", "delete", name).status == 0
    encoder = load_encoder(str(models.folder(made["model_id"], check=True)), max_length=64, device="cpu")
    assert encoder.fingerprint(TaskFormat.PRX) == made["encoder_fingerprint"]
    expected = np.hstack(vectors) if how == "concat" else (vectors[0] + vectors[1]) / 2
    np.testing.assert_allclose(encoder.encode(texts, format=TaskFormat.QRY), expected, atol=1e-5)
    assert made["dim"] == expected.shape[1]


def _root() -> Path:
    from assay import config

    return config.models_folder()


def test_the_same_ensemble_twice_is_one_model(indexed: Assay, two: tuple[str, str]) -> None:
    first, second = (indexed("model", "ensemble", *two, "--json").payload["model_id"] for _ in range(2))
    assert first == second
    assert sorted(path.name for path in _root().iterdir()) == sorted([*two, first])


def test_what_members_learned_from_is_told_of_the_ensemble(indexed: Assay, run_of: Run) -> None:
    learnt = dict.fromkeys(("queries", "validation", "positives"), "")
    judged = {"name": "mine", "kind": "judgements", "n_train": 3, "n_validation": 1, "learnt": learnt}
    first = indexed("model", "add", run_of("pals", data=[judged]), "--json").payload["model_id"]
    later = run_of("adapters", base={"id": first}, data=[{**judged, "name": "second"}])
    second = indexed("model", "add", later, "--json").payload["model_id"]
    third = indexed("model", "add", run_of("codes", base={"id": first}), "--json").payload["model_id"]
    made = indexed("model", "ensemble", second, third, "--json").payload
    assert [row["name"] for row in made["data"]] == [
        f"{second}: second",
        f"{first}: mine",
        f"{third}: cropping",
    ]
    assert made["data"][0]["learnt"] == learnt


def test_formats_that_only_some_members_have_are_left_out_and_it_is_said(
    indexed: Assay, run_of: Run, two: tuple[str, str]
) -> None:
    few = run_of("pals", spec={"formats": (TaskFormat.PRX, TaskFormat.QRY)})
    third = indexed("model", "add", few, "--json").payload["model_id"]
    told = indexed("model", "ensemble", two[0], third).out
    assert "Left out, for not all members have them: CLF, RGN." in told
    assert "the mean of the members' vectors: 32 dimensions for PRX, QRY." in told


def test_an_ensemble_is_handed_on_whole(indexed: Assay, two: tuple[str, str], tmp_path: Path) -> None:
    made = indexed("model", "ensemble", *two, "--json").payload
    assert indexed("model", "export", made["model_id"], tmp_path / "out").status == 0
    page = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "the mean of the members' vectors, none of them normalised first" in page
    again = indexed("model", "add", tmp_path / "out", "--name", "Again", "--json").payload
    assert (again["fingerprint"], again["dim"], again["max_length"]) == (made["fingerprint"], 32, 64)


def test_members_that_do_not_fit_are_refused(
    indexed: Assay, run_of: Run, two: tuple[str, str], models_place: Path, tmp_path: Path
) -> None:
    plain = make_run(tmp_path / "run-plain", small_model(models_place), card_of("plain"))
    third = indexed("model", "add", plain, "--json").payload["model_id"]
    assert "has one vector for all formats" in said(indexed("model", "ensemble", two[0], third))
    other = indexed("model", "add", run_of("pals", separator=""), "--json").payload["model_id"]
    assert "read papers differently" in said(indexed("model", "ensemble", two[0], other))
    assert "There is no model 'code'" in said(indexed("model", "ensemble", "code", two[1]))
    assert "assay model add" in said(indexed("model", "ensemble", tmp_path / "made-codes", two[1]))
    assert "two or more" in said(indexed("model", "ensemble", two[0]))
    wrong = indexed("model", "ensemble", *two, "--how", "median")
    assert wrong.status == 2
    assert "median" in wrong.err
    made = indexed("model", "ensemble", *two, "--json").payload["model_id"]
    assert "is an ensemble itself" in said(indexed("model", "ensemble", made, two[0]))


def test_a_damaged_member_is_found(indexed: Assay, two: tuple[str, str]) -> None:
    made = indexed("model", "ensemble", *two, "--json").payload["model_id"]
    path = _root() / made / "model" / "members" / "1" / "parts.safetensors"
    path.unlink()
    assert "parts.safetensors is missing" in said(indexed("model", "promote", made))
    rows = {row["id"]: row for row in indexed("models", "--json").payload["models"]}
    assert "members/1/parts.safetensors is missing" in rows[made]["damage"]


def test_an_ensemble_is_no_base_to_train_from(indexed: Assay, two: tuple[str, str], tmp_path: Path) -> None:
    made = indexed("model", "ensemble", *two, "--json").payload["model_id"]
    rows = [{"query": f"bees {n}", "positive": f"nest {n}"} for n in range(8)]
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for formats in ("", '[formats]\nvariant = "adapters"\n'):
        recipe = tmp_path / "recipe.toml"
        text = (
            f'name = "more"\nbase = "{made}"\n{formats}[[stages]]\nbatch_size = 2\n'
            '[[stages.objectives]]\nkind = "pairs"\npath = "pairs.jsonl"\n'
        )
        recipe.write_text(text, encoding="utf-8")
        answer = indexed("train", recipe, "--out", tmp_path / "out")
        assert "is an ensemble, which does not learn. Train one of its members" in answer.err + answer.out

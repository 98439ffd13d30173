"""Published models, in the files that they come in: added, with the vectors of transformers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from assay.types import TaskFormat
from hub_adapters import write_adapter
from published_models import TEXTS, WORDS, reference_vectors, write_scibert, write_specter

Assay = Callable[..., Any]


@pytest.fixture(autouse=True)
def own_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    return tmp_path / "models"


def vectors(model: str) -> Any:
    from assay.registry.loading import load_named

    return load_named(model, device="cpu").encode(TEXTS, format=TaskFormat.PRX)


@pytest.mark.parametrize("pooling", ["cls", "mean"])
@pytest.mark.parametrize(
    ("name", "write"), [("scibert_scivocab_uncased", write_scibert), ("specter2_base", write_specter)]
)
def test_a_published_bert_is_added_with_the_vectors_of_transformers(
    assay: Assay, tmp_path: Path, name: str, write: Callable[..., Path], pooling: str, own_models: Path
) -> None:
    folder = write(tmp_path / name)
    added = assay("model", "add", folder, "--pooling", pooling, "--json")
    assert added.status == 0, added.err
    expected = reference_vectors(folder, pooling)
    shutil.rmtree(folder)  # the copy is whole
    np.testing.assert_allclose(vectors(added.payload["model_id"]), expected, atol=2e-5)
    stored = {
        path.name for path in (own_models / added.payload["model_id"] / "model").rglob("*") if path.is_file()
    }
    assert {"model.safetensors", "tokenizer.json", "modules.json"} <= stored
    assert not [each for each in stored if each.endswith((".bin", ".pt", ".py"))]
    assert added.payload["name"] == name


def test_a_cased_vocabulary_keeps_its_capitals(assay: Assay, tmp_path: Path) -> None:
    folder = write_scibert(tmp_path / "scibert_scivocab_cased")
    by_name = assay("model", "add", folder, "--pooling", "cls", "--json").payload["model_id"]
    np.testing.assert_allclose(vectors(by_name), reference_vectors(folder, "cls", lower=False), atol=2e-5)
    assert (
        np.abs(reference_vectors(folder, "cls") - reference_vectors(folder, "cls", lower=False)).max() > 0.1
    )
    said = write_specter(tmp_path / "uncased-by-name")
    settings = said / "tokenizer_config.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text()), "do_lower_case": False}))
    by_setting = assay("model", "add", said, "--pooling", "mean", "--json").payload["model_id"]
    np.testing.assert_allclose(vectors(by_setting), reference_vectors(said, "mean"), atol=2e-5)


def test_without_a_pooling_the_hint_says_which_model_wants_which(assay: Assay, tmp_path: Path) -> None:
    folder = write_specter(tmp_path / "specter")
    for call in (("model", "add", folder), ("index", "--model", folder)):
        refused = assay(*call)
        assert refused.status == 2
        assert "cls for SPECTER, SPECTER2's base and SciNCL" in refused.err
        assert "SciBERT" in refused.err
        assert "--pooling cls` (or `mean` or `last`) adds it" in refused.err


def test_a_folder_that_says_its_pooling_takes_no_other(assay: Assay, tmp_path: Path) -> None:
    from small_models import small_model

    refused = assay("model", "add", small_model(tmp_path), "--pooling", "cls")
    assert "says itself how tokens become a vector" in refused.err


def test_errors_name_the_folder_that_was_given_and_no_copy_of_it(assay: Assay, tmp_path: Path) -> None:
    """What is rewritten, or fails when it is tried, lies in a draft that nobody has seen."""
    from small_models import save_small_model

    published = write_specter(tmp_path / "specter")
    (published / "tokenizer.json").write_text("{", encoding="utf-8")
    own = save_small_model(tmp_path / "own")
    (own / "tokenizer.json").write_text("{", encoding="utf-8")
    for folder, options in ((published, ("--pooling", "cls")), (own, ())):
        refused = assay("model", "add", folder, *options)
        assert refused.status == 2
        assert str(folder) in refused.err
        assert ".draft-" not in refused.err


def test_a_library_is_indexed_and_searched_with_a_published_folder(indexed: Assay, tmp_path: Path) -> None:
    folder = write_specter(tmp_path / "scincl")
    made = indexed("index", "--model", folder, "--pooling", "cls", "--json").payload
    assert made["model"].startswith("scincl-")
    assert made["semantic"]["n_papers"] == 8
    assert len(indexed("search", "bees", "--mode", "semantic", "--json").payload["hits"]) == 8


def test_a_sentence_transformers_folder_of_before_safetensors_is_taken(assay: Assay, tmp_path: Path) -> None:
    from small_models import reference, small_model

    folder = Path(shutil.copytree(small_model(tmp_path), tmp_path / "allenai-specter"))
    weights = folder / "model.safetensors"
    expected = reference(folder).encode(list(TEXTS))
    torch.save(load_file(weights), folder / "pytorch_model.bin")
    weights.unlink()
    (folder / "tokenizer.json").unlink()
    (folder / "vocab.txt").write_text(
        "".join(f"{word}\n" for word in _words(small_model(tmp_path))), encoding="utf-8"
    )
    assert "assay model add FOLDER" in assay("index", "--model", folder).err
    added = assay("model", "add", folder, "--json").payload["model_id"]
    np.testing.assert_allclose(vectors(added), expected, atol=2e-5)


def _words(folder: Path) -> list[str]:
    vocabulary = json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"]
    return sorted(vocabulary, key=vocabulary.get)


def test_specter2s_adapters_go_over_its_base_as_published(
    assay: Assay, tmp_path: Path, own_models: Path
) -> None:
    base = write_specter(tmp_path / "specter2_base")
    adapters = {
        name: write_adapter(tmp_path / f"[{name}]", layers=3, seed=seed, base="allenai/specter2")
        for seed, name in enumerate(("PRX", "QRY"))
    }
    made = assay("model", "adapters", base, "--prx", adapters["PRX"], "--qry", adapters["QRY"], "--json")
    assert made.status == 0, made.err
    plain = reference_vectors(base, "cls")
    own = vectors(made.payload["model_id"])
    assert own.shape == plain.shape
    assert np.abs(own - plain).max() > 0.01
    np.testing.assert_allclose(own, _adapted(base, adapters["PRX"]), atol=2e-5)


def _adapted(folder: Path, adapter: Path) -> Any:
    """Layer by layer as AdapterHub's seq_bn does it, with transformers' own layers."""
    from transformers import AutoTokenizer, BertConfig, BertModel

    bert = BertModel(
        BertConfig(**json.loads((folder / "config.json").read_text())), add_pooling_layer=False
    ).eval()
    bert.load_state_dict(torch.load(folder / "pytorch_model.bin", weights_only=True), strict=False)
    tensors = torch.load(adapter / "pytorch_adapter.bin", weights_only=True)
    rows = []
    for text in TEXTS:
        batch = AutoTokenizer.from_pretrained(folder)(
            [text], truncation=True, max_length=64, return_tensors="pt"
        )
        with torch.no_grad():
            x = bert.embeddings(batch["input_ids"])
            for place, layer in enumerate(bert.encoder.layer):
                attended = layer.attention(x)[0]
                out = layer.output.dense(layer.intermediate(attended))
                at = f"bert.encoder.layer.{place}.output.adapters.{adapter.name}"
                down, up = (
                    (tensors[f"{at}.{part}.weight"].T, tensors[f"{at}.{part}.bias"])
                    for part in ("adapter_down.0", "adapter_up")
                )
                before = layer.output.LayerNorm(out + attended)
                inner = torch.relu(before @ down[0] + down[1]) @ up[0] + up[1]
                x = layer.output.LayerNorm(inner + out + attended)
        rows.append(x[0, 0].numpy())
    return np.stack(rows)


def test_the_fixtures_are_as_published(tmp_path: Path) -> None:
    scibert, specter = write_scibert(tmp_path / "a"), write_specter(tmp_path / "b")
    assert {path.name for path in scibert.iterdir()} == {"config.json", "vocab.txt", "pytorch_model.bin"}
    assert {path.name for path in specter.iterdir()} == {
        "config.json", "vocab.txt", "pytorch_model.bin", "tokenizer_config.json", "special_tokens_map.json"
    }  # fmt: skip
    names = set(torch.load(scibert / "pytorch_model.bin", weights_only=True))
    assert {"bert.embeddings.LayerNorm.gamma", "cls.predictions.bias", "cls.seq_relationship.weight"} <= names
    assert "model_type" not in json.loads((scibert / "config.json").read_text())
    assert len({*WORDS}) == len(WORDS)

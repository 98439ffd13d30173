"""A model handed on is the model that was trained: sentence-transformers gives the same vectors for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from huggingface_hub import ModelCard

from assay.encoding import load_encoder
from assay.encoding.model_files.folder import BASE_MODEL, find_folder
from assay.errors import BadInput, ModelError
from assay.registry.card import Card
from assay.registry.registry import ModelRegistry
from assay.types import TaskFormat
from small_models import reference

Add = Callable[..., Card]

TEXTS = ["bees nest", "the bats and the moths [SEP] a", "", " ".join(["the nest of bees"] * 40)]


def test_sentence_transformers_encodes_to_the_same_vectors(
    registry: ModelRegistry, add: Add, tmp_path: Path
) -> None:
    card = add()
    out = tmp_path / "deep" / "out"
    registry.export(card.model_id, out)
    trained = reference(tmp_path / "run-0" / "model").encode(TEXTS)
    exported = reference(out).encode(TEXTS)
    np.testing.assert_array_equal(exported, trained)
    ours = load_encoder(str(registry.folder(card.model_id)), max_length=card.max_length)
    np.testing.assert_allclose(ours.encode(TEXTS, format=TaskFormat.PRX), exported, atol=1e-5)
    again = load_encoder(str(out), max_length=card.max_length)
    assert again.fingerprint(TaskFormat.PRX) == ours.fingerprint(TaskFormat.PRX)


def test_an_exported_model_cuts_texts_where_it_was_trained_to(
    registry: ModelRegistry, add: Add, tmp_path: Path
) -> None:
    card = add(max_length=12)
    registry.export(card.model_id, tmp_path / "out")
    exported = reference(tmp_path / "out")
    trained = reference(tmp_path / "run-0" / "model")
    assert not np.allclose(exported.encode(TEXTS[-1]), trained.encode(TEXTS[-1]), atol=1e-3)
    trained.max_seq_length = 12
    np.testing.assert_array_equal(exported.encode(TEXTS), trained.encode(TEXTS))


PROMPTS = {
    "both": ({"query": "bats ", "document": "moths of the "}, None, "moths of the "),
    "the default is for queries": ({"query": "bats "}, "query", ""),
    "a passage": ({"query": "bats ", "passage": "moths of the "}, None, "moths of the "),
    "none of ours": ({"sts": "bats "}, "sts", "bats "),
}


@pytest.mark.parametrize("case", PROMPTS)
def test_an_exported_model_reads_a_plain_text_as_assay_reads_a_paper(
    registry: ModelRegistry, model_folder: Path, tmp_path: Path, case: str
) -> None:
    prompts, default, of_papers = PROMPTS[case]
    bare = reference(model_folder)
    path = model_folder / "config_sentence_transformers.json"
    settings = json.loads(path.read_text())
    path.write_text(json.dumps({**settings, "prompts": prompts, "default_prompt_name": default}))
    card = registry.add(model_folder, name="prompted")
    ours = load_encoder(str(registry.folder(card.model_id)), max_length=card.max_length)
    out = tmp_path / "out"
    registry.export(card.model_id, out)
    by_hand = bare.encode([of_papers + text for text in TEXTS])
    np.testing.assert_allclose(ours.encode(TEXTS, format=TaskFormat.PRX), by_hand, atol=1e-5)
    np.testing.assert_allclose(reference(out).encode(TEXTS), by_hand, atol=1e-5)
    said = "use `encode_query`" in (out / "README.md").read_text()
    assert said == ("query" in prompts)
    queries = reference(out).encode_query(TEXTS) if said else reference(out).encode(TEXTS)
    np.testing.assert_allclose(ours.encode(TEXTS, format=TaskFormat.QRY), queries, atol=1e-5)


def test_where_an_export_cannot_be_made_the_advice_fits(
    registry: ModelRegistry, add: Add, tmp_path: Path
) -> None:
    model_id = add().model_id
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(ModelError, match=r"cannot be written: Not a directory\. Choose another place and"):
        registry.export(model_id, tmp_path / "file" / "out")


def test_an_exported_folder_holds_safetensors_its_card_and_a_page(
    registry: ModelRegistry, add: Add, tmp_path: Path
) -> None:
    card = add(separator=" ")
    registry.add_scores(card.model_id, {"library": {"mean": {"nDCG@10": 0.5, "AP": 0.25}}})
    out = tmp_path / "out"
    registry.export(card.model_id, out)
    files = {path.name for path in out.rglob("*") if path.is_file()}
    assert {"model.safetensors", "modules.json", "README.md", "model_card.json"} <= files
    assert not [name for name in files if Path(name).suffix in {".bin", ".pt", ".pkl"}]
    assert json.loads((out / "model_card.json").read_text())["recipe"] == card.recipe
    page = (out / "README.md").read_text()
    facts = ModelCard(page, ignore_metadata_errors=False).data
    assert (facts.library_name, facts.pipeline_tag) == ("sentence-transformers", "sentence-similarity")
    assert (facts.base_model, facts.datasets) == ("sentence-transformers/all-MiniLM-L6-v2", ["cropping"])
    assert (facts.license, facts.metrics) == ("unknown", ["nDCG@10", "AP"])
    [first, _] = facts.eval_results
    assert (first.dataset_name, first.metric_type, first.metric_value) == ("library", "nDCG@10", 0.5)
    assert "from all-MiniLM-L6-v2" in page
    assert "`title abstract`, cut to 64 tokens" in page
    assert "| cropping | cropping | 90 | 10 |" in page
    assert "library: nDCG@10 0.5000, AP 0.2500" in page


def test_nothing_is_written_over_by_an_export(registry: ModelRegistry, add: Add, tmp_path: Path) -> None:
    card = add()
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "thesis.txt").write_text("years of work")
    for place in (taken, taken / "thesis.txt"):
        with pytest.raises(BadInput, match="is not empty"):
            registry.export(card.model_id, place)
    assert [path.name for path in taken.iterdir()] == ["thesis.txt"]
    empty = tmp_path / "empty"
    empty.mkdir()
    registry.export(card.model_id, empty)
    assert (empty / "modules.json").is_file()


def test_the_default_model_goes_through_the_registry_unchanged(
    registry: ModelRegistry, tmp_path: Path
) -> None:
    default = find_folder(BASE_MODEL, allow_network=False)
    card = registry.add(default, name="MiniLM as it is")
    assert (card.dim, card.max_length) == (384, 256)
    out = tmp_path / "out"
    registry.export(card.model_id, out)
    np.testing.assert_array_equal(reference(out).encode(TEXTS), reference(default).encode(TEXTS))

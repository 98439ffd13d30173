"""A model with tuned queries is kept, loaded and handed on like any other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from assay.encoding import load_encoder
from assay.encoding.coder.folder import write_coder
from assay.encoding.multiformat.sizes import model_size
from assay.errors import ModelError
from assay.registry.registry import ModelRegistry
from assay.types import TaskFormat
from small_models import card_of, save_small_model

LENGTH = 64


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    return save_small_model(tmp_path / "papers", seed=1)


@pytest.fixture
def tuned(tmp_path: Path, papers: Path) -> Path:
    queries = save_small_model(tmp_path / "asked", seed=2)
    write_coder(tmp_path / "tuned", documents="mine", documents_folder=papers, queries=queries)
    return tmp_path / "tuned"


def test_it_stands_under_the_fingerprint_of_its_papers_model(
    tmp_path: Path, papers: Path, tuned: Path
) -> None:
    registry = ModelRegistry(tmp_path / "models")
    one = registry.add(papers, card=card_of("papers", max_length=LENGTH))
    other = registry.add(tuned, card=card_of("tuned", max_length=LENGTH))
    assert other.encoder_fingerprint == one.encoder_fingerprint
    kept = load_encoder(str(registry.folder(other.model_id, check=True)), device="cpu", max_length=LENGTH)
    assert kept.fingerprint(TaskFormat.PRX) == other.encoder_fingerprint
    assert kept.fingerprint(TaskFormat.QRY) != other.encoder_fingerprint


def test_its_dimensions_must_be_those_of_its_card(tmp_path: Path, tuned: Path) -> None:
    with pytest.raises(ModelError, match=r"16 dimensions, the model in .* has 32"):
        ModelRegistry(tmp_path / "models").add(tuned, card=card_of("tuned", dim=16))


def test_a_part_that_is_cut_short_is_refused(tmp_path: Path, tuned: Path) -> None:
    weights = tuned / "queries" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-8])
    with pytest.raises(ModelError, match="is cut short"):
        ModelRegistry(tmp_path / "models").add(tuned, card=card_of("tuned"))


def test_handed_on_it_says_whose_papers_it_asks_for(tmp_path: Path, tuned: Path) -> None:
    registry = ModelRegistry(tmp_path / "models")
    card = registry.add(tuned, card=card_of("tuned"))
    registry.export(card.model_id, tmp_path / "out")
    page = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "Queries tuned for papers that mine embedded" in page
    one, other = (load_encoder(str(each), device="cpu") for each in (tmp_path / "out", tuned))
    for each in (TaskFormat.PRX, TaskFormat.QRY):
        np.testing.assert_array_equal(
            one.encode(["bees nest"], format=each), other.encode(["bees nest"], format=each)
        )


def test_its_size_is_that_of_what_reads_queries(papers: Path, tuned: Path) -> None:
    assert model_size(tuned) == model_size(papers)

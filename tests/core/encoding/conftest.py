"""The default model, sentence-transformers beside it, and small models of known make."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from assay.encoding import Encoder, load_encoder
from assay.encoding.model_files.folder import BASE_MODEL, find_folder

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


@pytest.fixture(scope="session")
def minilm() -> Encoder:
    return load_encoder(BASE_MODEL)


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    return find_folder(BASE_MODEL, allow_network=False)


@pytest.fixture(scope="session")
def reference_models(minilm_folder: Path) -> Callable[[str | Path], SentenceTransformer]:
    """Loads a folder with sentence-transformers itself: the independent computation."""
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    logging.disable_progress_bar()

    def load(folder: str | Path) -> SentenceTransformer:
        return SentenceTransformer(str(folder), device="cpu", local_files_only=True)

    return load


@pytest.fixture(scope="session")
def reference(
    reference_models: Callable[[str | Path], SentenceTransformer], minilm_folder: Path
) -> SentenceTransformer:
    model = reference_models(minilm_folder)
    model.max_seq_length = 512
    return model


@pytest.fixture(scope="session")
def tiny_models(
    tmp_path_factory: pytest.TempPathFactory,
    minilm_folder: Path,
    reference_models: Callable[[str | Path], SentenceTransformer],
) -> Callable[[str], Path]:
    """Folders of random two-layer models, saved by sentence-transformers: "mean", "cls", "max", "dense",
    "prompts", "relu"."""
    made: dict[str, Path] = {}

    def make(kind: str) -> Path:
        if kind not in made:
            made[kind] = tmp_path_factory.mktemp("tiny") / kind
            _save_tiny(kind, made[kind], minilm_folder)
        return made[kind]

    return make


def _save_tiny(kind: str, folder: Path, minilm_folder: Path) -> None:
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Dense, Transformer
    from sentence_transformers.sentence_transformer.modules import Pooling
    from transformers import BertConfig, BertModel

    torch.manual_seed(7)
    plain = folder.with_name(f"{kind}-transformer")
    config = BertConfig(
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=48,
        initializer_range=0.2,
        hidden_act="relu" if kind == "relu" else "gelu",
    )
    BertModel(config, add_pooling_layer=False).save_pretrained(plain)
    for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt"):
        shutil.copy(minilm_folder / name, plain / name)
    modules = [Transformer(str(plain)), Pooling(32, kind if kind in {"cls", "max"} else "mean")]
    if kind == "dense":
        modules.append(Dense(32, 8))
    prompts = {"query": "query: ", "document": "passage: "} if kind == "prompts" else None
    SentenceTransformer(modules=modules, device="cpu", prompts=prompts).save(str(folder))


@pytest.fixture
def own_copy(tmp_path: Path, tiny_models: Callable[[str], Path]) -> Path:
    """A tiny model that a test may damage."""
    folder = tmp_path / "model"
    shutil.copytree(tiny_models("mean"), folder)
    return folder

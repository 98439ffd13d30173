"""Small random models of known make, as folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tiny_runs import PLACES, SUBJECTS, VERBS


@pytest.fixture(scope="session")
def tiny_folders(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Folders of random two-layer BERTs of 32 dimensions, saved by sentence-transformers; by dropout."""
    made: dict[float, Path] = {}

    def make(dropout: float = 0.1) -> Path:
        if dropout not in made:
            made[dropout] = tmp_path_factory.mktemp("tiny") / "model"
            _save(made[dropout], dropout)
        return made[dropout]

    return make


@pytest.fixture
def tiny_models(tiny_folders: Callable[..., Path]) -> Iterator[Callable[..., Path]]:
    """The same, with one thread: two wait for each other longer than such models take."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield tiny_folders
    torch.set_num_threads(before)


@pytest.fixture
def tiny_base(tiny_models: Callable[..., Path]) -> Path:
    return tiny_models()


def _save(folder: Path, dropout: float) -> None:
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Transformer
    from sentence_transformers.sentence_transformer.modules import Pooling
    from transformers import BertConfig, BertModel, BertTokenizerFast
    from transformers.utils import logging

    logging.disable_progress_bar()
    words = {word for text in (*SUBJECTS, *VERBS, *PLACES) for word in text.split()}
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(words), *"0123456789"]
    pieces += [f"##{sign}" for sign in "0123456789abcdefghijklmnopqrstuvwxyz"]
    plain = folder.with_name("plain")
    plain.mkdir(parents=True)
    (plain / "vocab.txt").write_text("\n".join(pieces), encoding="utf-8")
    tokenizer = BertTokenizerFast(vocab={piece: place for place, piece in enumerate(pieces)})
    tokenizer.save_pretrained(plain)
    with torch.random.fork_rng():
        torch.manual_seed(11)
        config = BertConfig(
            vocab_size=len(pieces),
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=4,
            intermediate_size=64,
            max_position_embeddings=128,
            initializer_range=0.2,
            hidden_dropout_prob=dropout,
            attention_probs_dropout_prob=dropout,
        )
        BertModel(config, add_pooling_layer=False).save_pretrained(plain)
    modules = [Transformer(str(plain)), Pooling(32, "mean")]
    SentenceTransformer(modules=modules, device="cpu").save(str(folder), create_model_card=False)

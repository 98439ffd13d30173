"""A small BERT by transformers, which is what ours must agree with, and our models over it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from transformers import BertConfig, BertModel

from assay.encoding.multiformat.folder import load_base
from assay.encoding.multiformat.modules.model import FormatBert
from assay.encoding.multiformat.spec import FormatSpec

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *(f"w{n}" for n in range(95))]
LAYERS, DIM, HEADS = 3, 32, 4

MakeModel = Callable[..., FormatBert]


@pytest.fixture(scope="session")
def bert() -> BertModel:
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=DIM,
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        intermediate_size=64,
        max_position_embeddings=40,
    )
    model = BertModel(config, add_pooling_layer=True)
    with torch.no_grad():  # far enough from where all BERTs begin, norms and biases too
        for weights in model.parameters():
            weights.add_(torch.randn_like(weights) * 0.1)
    return model.eval()


@pytest.fixture(scope="session")
def base(bert: BertModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a folder, without pooling."""
    folder = tmp_path_factory.mktemp("base") / "bert"
    bert.save_pretrained(folder)
    tokenizer = {
        "version": "1.0",
        "model": {
            "type": "WordLevel",
            "vocab": {word: place for place, word in enumerate(WORDS)},
            "unk_token": "[UNK]",
        },
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": {
            "type": "BertProcessing",
            "sep": ["[SEP]", WORDS.index("[SEP]")],
            "cls": ["[CLS]", WORDS.index("[CLS]")],
        },
        "normalizer": None,
        "decoder": None,
        "truncation": None,
        "padding": None,
        "added_tokens": [],
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    return folder


@pytest.fixture
def make(base: Path) -> MakeModel:
    """A model of a variant whose parts are not as they begin, so that every one of them matters."""

    def made(variant: str, **changes: object) -> FormatBert:
        torch.manual_seed(2)
        changes = {"reduction": 4, "pal_width": 12, "pal_heads": 3, "pool_width": 8, **changes}
        model = load_base(base, FormatSpec(variant, **changes))  # type: ignore[arg-type]
        with torch.no_grad():
            for name, weights in model.named_parameters():
                if not name.startswith("base."):
                    weights.add_(torch.randn_like(weights) * 0.2)
        return model.eval()

    return made


@pytest.fixture
def texts() -> tuple[torch.Tensor, torch.Tensor]:
    """Token ids (4, 12) of rows of 12, 5, 9 and 2 tokens, and those lengths."""
    torch.manual_seed(3)
    lengths = torch.tensor([12, 5, 9, 2])
    ids = torch.randint(5, len(WORDS), (4, 12))
    ids[:, 0] = WORDS.index("[CLS]")
    for row, length in enumerate(lengths):
        ids[row, length - 1] = WORDS.index("[SEP]")
        ids[row, length:] = 0
    return ids, lengths

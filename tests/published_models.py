"""Tiny BERTs in exactly the files that SciBERT, SPECTER, SPECTER2's base and SciNCL are published in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from transformers import BertConfig, BertForPreTraining, BertModel

WORDS = ("[PAD]", *(f"[unused{n}]" for n in range(1, 5)), "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "of",
"and", "bees", "nest", "bats", "moths", "BERT", "Bees", *"abcdefghijklmnopqrstuvwxyz.,-",
         *(f"##{c}" for c in "abcdefghijklmnopqrstuvwxyz"), *"BCDEF")  # fmt: skip
SIZES: dict[str, Any] = {
    "attention_probs_dropout_prob": 0.1,
    "hidden_act": "gelu",
    "hidden_dropout_prob": 0.1,
    "hidden_size": 32,
    "initializer_range": 0.3,
    "intermediate_size": 64,
    "max_position_embeddings": 64,
    "num_attention_heads": 4,
    "num_hidden_layers": 3,
    "type_vocab_size": 2,
    "vocab_size": len(WORDS),
}
TEXTS = (
    "Bees [SEP] The nest of bees and bats.",
    "BERT: naive moths, and the bats",
    "a " * 200,  # longer than the model has places for
    "zażółć 深度 -",
    "the",
)


def write_scibert(folder: Path, *, seed: int = 3, **config: Any) -> Path:
    """Of 2019: torch's oldest form, heads, norms called gamma and beta, and no model_type."""
    tensors = _tensors(BertForPreTraining, seed)
    old = {name.replace("LayerNorm.weight", "LayerNorm.gamma"): tensor for name, tensor in tensors.items()}
    old = {name.replace("LayerNorm.bias", "LayerNorm.beta"): tensor for name, tensor in old.items()}
    _write(folder, {**SIZES, **config})
    torch.save(old, folder / "pytorch_model.bin", _use_new_zipfile_serialization=False)
    return folder


def write_specter(folder: Path, *, seed: int = 4, **config: Any) -> Path:
    """Of 2020 to 2022, as SPECTER, SciNCL and SPECTER2's base: a BertModel with the buffer of positions."""
    tensors = _tensors(BertModel, seed)
    tensors["embeddings.position_ids"] = torch.arange(64)[None]
    _write(
        folder, {"architectures": ["BertModel"], "model_type": "bert", **SIZES, "pad_token_id": 0, **config}
    )
    settings = {"do_lower_case": True, "model_max_length": 64, "tokenizer_class": "BertTokenizer"}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    special = {f"{name}_token": f"[{name.upper()}]" for name in ("unk", "sep", "pad", "cls", "mask")}
    (folder / "special_tokens_map.json").write_text(json.dumps(special), encoding="utf-8")
    torch.save(tensors, folder / "pytorch_model.bin")
    return folder


def reference_vectors(folder: Path, pooling: str, *, lower: bool = True) -> Any:
    """(n, 32) of TEXTS, computed by transformers alone, from the published files."""
    from transformers import AutoTokenizer, BertTokenizer

    settings = json.loads((folder / "config.json").read_text())
    config = BertConfig(**settings)
    model = BertModel(config, add_pooling_layer=False).eval()
    tensors = torch.load(folder / "pytorch_model.bin", weights_only=True)
    named = {
        name.removeprefix("bert.").replace("gamma", "weight").replace("beta", "bias"): tensor
        for name, tensor in tensors.items()
    }
    missing = model.load_state_dict(named, strict=False).missing_keys
    assert not missing
    has_settings = (folder / "tokenizer_config.json").is_file() and "model_type" in settings
    tokenizer = (
        AutoTokenizer.from_pretrained(folder)
        if has_settings
        else BertTokenizer.from_pretrained(folder, do_lower_case=lower)
    )
    batch = tokenizer(list(TEXTS), padding=True, truncation=True, max_length=64, return_tensors="pt")
    with torch.no_grad():
        states = model(**batch).last_hidden_state
    if pooling == "cls":
        return states[:, 0].numpy()
    mask = batch["attention_mask"][..., None]
    return ((states * mask).sum(1) / mask.sum(1)).numpy()


def _tensors(kind: Any, seed: int) -> dict[str, torch.Tensor]:
    torch.manual_seed(seed)
    return dict(kind(BertConfig(**SIZES)).state_dict())


def _write(folder: Path, config: dict[str, Any]) -> None:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(config, indent=2), encoding="utf-8")
    (folder / "vocab.txt").write_text("".join(f"{word}\n" for word in WORDS), encoding="utf-8")

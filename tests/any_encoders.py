"""Tiny random encoders of several architectures, in the files in which their makers publish them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from torch import Tensor
from transformers import (
    AutoModel,
    AutoTokenizer,
    ModernBertConfig,
    MPNetConfig,
    PretrainedConfig,
    Qwen3Config,
    RobertaConfig,
)

TEXTS = (
    "Bees </s> the nest of bees and bats",
    "bats [SEP] the moths",
    "bees " * 90,  # longer than some have places for
    "the",
)
_WORDS = ("the", "of", "and", "bees", "nest", "bats", "moths", *"abcdefghijklmnopqrstuvwxyz")
_SIZES: dict[str, Any] = {
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_attention_heads": 4,
    "num_hidden_layers": 3,
    "initializer_range": 0.3,
    "pad_token_id": 1,
}
KINDS = ("roberta", "mpnet", "modernbert", "qwen3")
SEPARATORS = {"roberta": "</s>", "mpnet": "</s>", "modernbert": "[SEP]", "qwen3": ""}
PLACES = {"roberta": 64, "mpnet": 64, "modernbert": 1024, "qwen3": 1024}


def write_encoder(kind: str, folder: Path, dtype: torch.dtype = torch.float32) -> Path:
    """config.json, model.safetensors and a tokenizer, as `save_pretrained` leaves them."""
    folder.mkdir(parents=True)
    special = {
        "roberta": ("<s>", "<pad>", "</s>", "<unk>", "<mask>"),
        "mpnet": ("<s>", "<pad>", "</s>", "<unk>", "<mask>"),
        "modernbert": ("[CLS]", "[PAD]", "[SEP]", "[UNK]", "[MASK]"),
        "qwen3": ("<|im_start|>", "<|endoftext|>", "<|im_end|>", "<|unk|>", "<|x|>"),
    }[kind]
    words = {word: place for place, word in enumerate((*special, *_WORDS))}
    tokenizer = Tokenizer(models.WordPiece(words, unk_token=special[3], continuing_subword_prefix=""))  # type: ignore[call-arg]
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.decoder = decoders.WordPiece(prefix="")
    first, last = special[0], special[2]
    single = f"{first} $A {last}" if kind != "qwen3" else f"$A {special[1]}"
    named = [(word, words[word]) for word in special[:3]]
    tokenizer.post_processor = processors.TemplateProcessing(single=single, special_tokens=named)
    tokenizer.add_special_tokens([*special])
    tokenizer.save(str(folder / "tokenizer.json"))
    settings: dict[str, Any] = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "pad_token": special[1],
        "unk_token": special[3],
        "model_max_length": PLACES[kind],
    }
    if kind == "qwen3":
        settings |= {"eos_token": special[2]}
    else:
        settings |= {"cls_token": first, "sep_token": last, "mask_token": special[4]}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    torch.manual_seed(3)
    AutoModel.from_config(_config(kind, len(words))).to(dtype).save_pretrained(folder)
    return folder


def _config(kind: str, words: int) -> PretrainedConfig:
    sizes = {**_SIZES, "vocab_size": words}
    if kind == "roberta":
        return RobertaConfig(**sizes, max_position_embeddings=66, type_vocab_size=1)
    if kind == "mpnet":
        return MPNetConfig(**sizes, max_position_embeddings=66)
    if kind == "modernbert":
        ids = {"cls_token_id": 0, "sep_token_id": 2, "bos_token_id": 0, "eos_token_id": 2}
        return ModernBertConfig(
            **sizes, **ids, max_position_embeddings=1024, local_attention=8, global_attn_every_n_layers=2
        )
    heads = {"num_key_value_heads": 2, "head_dim": 8, "bos_token_id": 1, "eos_token_id": 2}
    return Qwen3Config(**sizes, **heads, max_position_embeddings=1024)


def reference(folder: Path, pooling: str, *, max_length: int, texts: tuple[str, ...] = TEXTS) -> Tensor:
    """(n, 32), by transformers alone, a text at a time so that nothing is padded."""
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
    rows = []
    for text in texts:
        read = tokenizer(text, truncation=True, max_length=max_length, return_tensors="pt")
        with torch.no_grad():
            states = model(**read).last_hidden_state[0]
        rows.append({"cls": states[0], "last": states[-1], "mean": states.mean(0)}[pooling])
    return torch.stack(rows)

"""Models of a few kilobytes for tests: a random BERT in sentence-transformers' folder form, and its card."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefghijklmnopqrstuvwxyz", *(f"##{c}" for c in
         "abcdefghijklmnopqrstuvwxyz"), "bees", "nest", "bats", "moths", "a", "the", "of", "and")  # fmt: skip

RECIPE = """name = "{name}"
base = "all-MiniLM-L6-v2"
random_seed = {seed}

[[stages]]
name = "one"

[[stages.objectives]]
kind = "cropping"
path = "abstracts.tsv"
"""


def save_small_model(folder: Path, *, seed: int = 7, dim: int = 32, positions: int = 64) -> Path:
    """A two-layer BERT with mean pooling and weights of this seed; texts are cut at `positions`."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Transformer
    from sentence_transformers.sentence_transformer.modules import Pooling
    from transformers import BertConfig, BertModel, BertTokenizerFast
    from transformers.utils import logging

    logging.set_verbosity_error()  # else it tells of the pooler where one line is expected
    torch.manual_seed(seed)
    plain = folder.with_name(f"{folder.name}-transformer")
    words = list(dict.fromkeys(WORDS))
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=dim,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=2 * dim,
        max_position_embeddings=positions,
        initializer_range=0.3,
    )
    BertModel(config, add_pooling_layer=False).save_pretrained(plain)
    plain.joinpath("vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    BertTokenizerFast(str(plain / "vocab.txt"), model_max_length=positions).save_pretrained(plain)
    model = SentenceTransformer(modules=[Transformer(str(plain)), Pooling(dim, "mean")], device="cpu")
    model.save(str(folder), create_model_card=False, safe_serialization=True)
    return folder


@cache
def small_model(place: Path, *, seed: int = 7, dim: int = 32) -> Path:
    """The same, made once for each place, seed and size. Not to be changed: copy it first."""
    return save_small_model(place / f"small-{seed}-{dim}", seed=seed, dim=dim)


def card_of(name: str, *, seed: int = 7, dim: int = 32, **changes: Any) -> dict[str, Any]:
    """A card as training writes it."""
    values = {
        "format": 1,
        "name": name,
        "recipe": RECIPE.format(name=name, seed=seed),
        "base": {"id": "all-MiniLM-L6-v2", "fingerprint": "0123456789abcdef"},
        "data": [
            {
                "name": "cropping",
                "kind": "cropping",
                "n_train": 90,
                "n_validation": 10,
                "files": {"abstracts.tsv": "a" * 64},
                "left_out": {"too short": 3},
            }
        ],
        "stages": [
            {
                "name": "one",
                "steps": 40,
                "examples": 640,
                "best_step": 30,
                "best_validation": 0.25,
                "validation_curve": [
                    {"step": step, "mean": mean, "losses": {"cropping": mean}}
                    for step, mean in ((10, 0.5), (20, 0.3), (30, 0.25), (40, 0.26))
                ],
                "train_loss_last": 0.2,
                "stopped": "its steps were done",
            }
        ],
        "seconds": 12.5,
        "device": "cpu",
        "precision": "fp32",
        "world": 1,
        "versions": {"assay": "0.1.0", "python": "3.11"},
        "seed": seed,
        "dim": dim,
        "parameters": 12345,
        "max_length": 64,
        "separator": "[SEP]",
        "created": f"2026-01-{seed:02d}T10:00:00+00:00",
        "scores": {},
    }
    return values | changes


def make_run(folder: Path, model: Path, card: dict[str, Any]) -> Path:
    """A run's folder as training leaves it."""
    shutil.copytree(model, folder / "model")
    folder.joinpath("events.jsonl").write_text('{"event": "end"}\n', encoding="utf-8")
    folder.joinpath("card.json").write_text(json.dumps(card), encoding="utf-8")
    return folder


def reference(folder: Path) -> SentenceTransformer:
    """The folder as sentence-transformers itself loads it: the independent computation."""
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    logging.disable_progress_bar()
    return SentenceTransformer(str(folder), device="cpu", local_files_only=True)

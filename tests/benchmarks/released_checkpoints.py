"""Compare Assay's vectors with those of SciRepEval's own code, on checkpoints that this code saves.

Two steps, since the released code needs other versions of the libraries than Assay:

    PYTHONPATH=OLD python released_checkpoints.py write SCIREPEVAL OUT    # adapters 1.3, transformers < 5
    python released_checkpoints.py compare OUT                            # Assay's environment

SCIREPEVAL is a checkout of allenai/scirepeval. Weights are random and tiny; no network is needed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from published_models import SIZES, TEXTS, WORDS

CODES = ("[CLF]", "[PRX]", "[QRY]", "[RGN]")
KINDS = ("ctrl", "pals", "adapters", "fusion")


def write(checkout: Path, out: Path) -> None:
    """Save a checkpoint of each kind with the released code, and the vectors that it gives."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    sys.path.insert(0, str(checkout))
    from adapter_fusion import AdapterEncoder, AdapterFusion  # type: ignore[import-not-found]
    from bert_pals import BertPalsEncoder  # type: ignore[import-not-found]

    base = out / "specter2_base"
    base.mkdir(parents=True)
    (base / "vocab.txt").write_text("".join(f"{word}\n" for word in WORDS), encoding="utf-8")
    tokenizer: Any = BertTokenizerFast(vocab_file=str(base / "vocab.txt"), model_max_length=64)
    torch.manual_seed(4)
    bert: Any = BertModel(BertConfig(**SIZES))
    tokenizer.save_pretrained(base)
    bert.save_pretrained(base)
    found: dict[str, Any] = {}

    def spread(model: Any, part: str) -> None:
        for name, weights in model.named_parameters():
            if part in name:
                weights.data.normal_(0, 0.3)

    def vectors(kind: str, read: Any, states: Callable[..., Any], *, prefix: bool = False) -> None:
        for code in CODES:
            texts = [f"{code} {text}" if prefix else text for text in TEXTS]
            batch = read(texts, padding=True, truncation=True, max_length=64, return_tensors="pt",
                         return_token_type_ids=False)  # fmt: skip
            with torch.no_grad():
                found[f"{kind} {code}"] = states(code, batch)[:, int(prefix)].numpy()

    pals = BertPalsEncoder(_pals_config(out), list(CODES), bert)
    spread(pals, "aug")
    spread(pals, "multi_layers")
    pals.eval()
    (out / "pals" / "model").mkdir(parents=True)
    torch.save(pals.bert.state_dict(), out / "pals" / "model" / "pytorch_model.bin")
    plain = {k: v for k, v in pals.bert.config.to_dict().items() if isinstance(v, int | float | str | list)}
    (out / "pals" / "model" / "config.json").write_text(json.dumps(plain))
    tokenizer.save_pretrained(out / "pals" / "tokenizer")
    vectors("pals", tokenizer, lambda code, batch: pals(task_id=code, **batch))

    single = AdapterEncoder(str(base), list(CODES)).eval()
    spread(single, "adapters")
    single.save_pretrained(str(out / "adapters" / "model"))
    vectors("adapters", tokenizer, lambda code, batch: single(task_id=code, **batch).last_hidden_state)
    fused = AdapterFusion(str(base), list(CODES), str(out / "adapters" / "model" / "adapters") + "/").eval()
    spread(fused, "fusion")
    fused.save_pretrained(str(out / "fusion" / "model"))
    vectors("fusion", tokenizer, lambda code, batch: fused(task_id=code, **batch).last_hidden_state)

    coded = BertTokenizerFast.from_pretrained(base)
    coded.add_special_tokens({"additional_special_tokens": [*CODES]})
    bert.resize_token_embeddings(len(coded), mean_resizing=False)
    bert.eval().save_pretrained(out / "ctrl" / "model", safe_serialization=False)
    coded.save_pretrained(out / "ctrl" / "tokenizer")
    vectors("ctrl", coded, lambda _code, batch: bert(**batch).last_hidden_state, prefix=True)
    np.savez(out / "vectors.npz", **found)


def _pals_config(out: Path) -> str:
    path = out / "pals.json"
    path.write_text(json.dumps({"hidden_size_aug": 12, "mult": True, "pals": True, **SIZES}))
    return str(path)


def compare(out: Path) -> None:
    """Add each checkpoint to a registry of its own and print the largest difference of its vectors."""
    with tempfile.TemporaryDirectory() as place:
        os.environ["ASSAY_MODELS"] = place
        from assay.models.adapter_models import add_adapters
        from assay.registry.loading import add_model, load_named
        from assay.types import TaskFormat

        base, own = str(out / "specter2_base"), out / "adapters" / "model" / "adapters"
        adapters = {each: own / f"[{each}]" for each in TaskFormat}
        cards = {
            "ctrl": add_model(out / "ctrl"),
            "pals": add_model(out / "pals"),
            "adapters": add_adapters(base, adapters),
            "fusion": add_adapters(base, adapters, fusion=out / "fusion"),
        }
        theirs = np.load(out / "vectors.npz")
        print(f"{'checkpoint':<12}{'largest number':>16}{'largest difference':>20}")
        for kind in KINDS:
            encoder = load_named(cards[kind].model_id, device="cpu")
            pairs = [
                (encoder.encode(list(TEXTS), format=TaskFormat(code[1:-1])), theirs[f"{kind} {code}"])
                for code in CODES
            ]
            largest = max(float(np.abs(other).max()) for _, other in pairs)
            difference = max(float(np.abs(one - other).max()) for one, other in pairs)
            print(f"{kind:<12}{largest:>16.2f}{difference:>20.1e}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    for step, names in (("write", ("scirepeval", "out")), ("compare", ("out",))):
        for name in names:
            (steps.choices.get(step) or steps.add_parser(step)).add_argument(name, type=Path)
    given = parser.parse_args()
    if given.step == "write":
        write(given.scirepeval, given.out)
    else:
        compare(given.out)

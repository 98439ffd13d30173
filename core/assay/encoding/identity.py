"""The fingerprint that vectors, indexes and runs stand under, worked out from a model's files alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from assay.encoding.coder.folder import is_coder, read_coder
from assay.encoding.formats import TextTemplate
from assay.encoding.model_files.folder import file_digests, read_modules, read_settings
from assay.encoding.model_files.scorer import scorer_identity, scorer_kind
from assay.encoding.multiformat.ensemble import ensemble_identity, ensemble_side, is_ensemble, read_ensemble
from assay.encoding.multiformat.folder import format_identity, is_multiformat, read_spec
from assay.encoding.multiformat.spec import side_of_format
from assay.types import TaskFormat

SETTINGS = "config_sentence_transformers.json"
DOCUMENT = "document"
_DOCUMENT_PROMPTS = (DOCUMENT, "passage", "corpus")  # the first that says something is read before a paper
_ROUTERS = frozenset({"Asym", "Router"})


def model_identity(digests: Mapping[str, str], max_length: int, *, by_product: bool = False) -> str:
    """Identify the model: differs whenever a file that can change a vector does, or the tokens at most.

    An index of one that ranks by the inner product has vectors as they are, and no other index of it counts.
    """
    kind = "sentence-product-1" if by_product else "sentence-1"
    return json.dumps([kind, dict(digests), max_length], sort_keys=True)


def ranks_by_product(folder: Path) -> bool:
    """Return whether a sentence-transformers folder says that its vectors meet by the inner product.

    Where a last part scales them to length 1, that is the cosine. Raises ModelError.
    """
    path = folder / SETTINGS
    stated = str(read_settings(path).get("similarity_fn_name")) if path.is_file() else ""
    if stated not in ("dot", "dot_product"):
        return False
    return not any(str(row["type"]).endswith(".Normalize") for row in read_modules(folder))


def in_precision(identity: str, precision: str) -> str:
    """Return the identity of the model where it computes in these numbers: float32 is the model itself."""
    return identity if precision == "float32" else json.dumps([identity, precision])


def vectors_fingerprint(identity: str, template: TextTemplate, side: str) -> str:
    """16 hex digits. `side` is how a format is read, where a model reads queries and papers differently."""
    mark, *fields = template.signature()
    return sha256(json.dumps([identity, mark, side, *fields]).encode()).hexdigest()[:16]


def papers_fingerprint(folder: Path, digests: Mapping[str, str], *, max_length: int, separator: str) -> str:
    """Return what the encoder of this folder answers as its fingerprint for papers. Raises ModelError."""
    if is_coder(folder):
        papers = read_coder(folder).documents_folder
        return papers_fingerprint(papers, file_digests(papers), max_length=max_length, separator=separator)
    if is_ensemble(folder):
        side = ensemble_side(read_ensemble(folder).specs(), TaskFormat.PRX)
        return vectors_fingerprint(
            ensemble_identity(digests, max_length), TextTemplate(separator=separator), side
        )
    if is_multiformat(folder):
        side = side_of_format(read_spec(folder), TaskFormat.PRX)
        return vectors_fingerprint(
            format_identity(digests, max_length), TextTemplate(separator=separator), side
        )
    if scorer_kind(folder) is not None:
        return scorer_identity(digests)
    routes = any(str(row["type"]).rpartition(".")[2] in _ROUTERS for row in read_modules(folder))
    side = paper_side(read_prompts(folder), routes=routes)
    identity = model_identity(digests, max_length, by_product=ranks_by_product(folder))
    return vectors_fingerprint(identity, TextTemplate(separator=separator), side)


def read_prompts(folder: Path) -> dict[str, str]:
    """Return the model's prompts by name; those that say nothing are left out. Raises ModelError."""
    path = folder / SETTINGS
    prompts: Any = read_settings(path).get("prompts") if path.is_file() else None
    return {str(k): str(v) for k, v in prompts.items() if v} if isinstance(prompts, dict) else {}


def say_by_product(folder: Path) -> None:
    """Write into a sentence-transformers folder that vectors meet by the inner product. Raises OSError."""
    path = folder / SETTINGS
    known = read_settings(path) if path.is_file() else {}
    path.write_text(json.dumps({**known, "similarity_fn_name": "dot"}, indent=1), encoding="utf-8")


def document_prompt(prompts: Mapping[str, str | None]) -> str:
    """The name of the prompt that stands before a paper: "document", which may be empty, if there is none."""
    return next(filter(prompts.get, _DOCUMENT_PROMPTS), DOCUMENT)


def paper_side(prompts: Mapping[str, str | None], *, routes: bool = False) -> str:
    """Return how papers are read: "" where the model reads papers and queries alike."""
    if not routes and not any(prompts.get(name) for name in ("query", *_DOCUMENT_PROMPTS)):
        return ""
    return document_prompt(prompts)


def side_of(papers: str, format: TaskFormat) -> str:
    """Return how a format is read by a model that reads papers so."""
    return "query" if papers and format is TaskFormat.QRY else papers

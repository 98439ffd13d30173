"""A model handed on: the folder that sentence-transformers loads, and a page that says what it is."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from assay.encoding.coder.folder import SETTINGS as SETTINGS_OF_CODER
from assay.encoding.coder.folder import is_coder
from assay.encoding.exported import Loading, write_loading
from assay.encoding.identity import SETTINGS, paper_side, read_prompts
from assay.encoding.model_files.folder import BASE_HUB, BASE_MODEL, read_settings, transformer_part
from assay.encoding.multiformat.ensemble import HOWS, is_ensemble, read_ensemble, shared_formats
from assay.encoding.multiformat.folder import is_multiformat, read_spec
from assay.encoding.multiformat.spec import VARIANTS
from assay.errors import BadInput, ModelError
from assay.files import replacing, sync
from assay.registry.card import Card
from assay.registry.files import copy_model, read_length, write_json
from assay.types import TaskFormat

CARD = "model_card.json"
"""The whole card. By this name no library reads it, so that it is no part of the model's fingerprint."""


def write_export(model: Path, card: Card, out: Path) -> Loading:
    """Write `out` whole or not at all, and says how it is loaded.

    Raises BadInput where something lies, ModelError for a full disk.
    """
    out = out.expanduser().resolve()
    if not out.name or (out.exists() and (not out.is_dir() or any(out.iterdir()))):
        raise BadInput("{0} is not empty. Give the name of a new folder.", out)
    try:
        with replacing(out) as draft:
            draft.mkdir(parents=True)
            copy_model(model, draft)
            for licence in model.glob("LICENSE*"):
                shutil.copyfile(licence, draft / licence.name)
            of_formats = is_multiformat(draft) or is_ensemble(draft) or is_coder(draft)
            loading = Loading()
            if of_formats:
                loading = write_loading(draft, max_length=card.max_length)
            else:
                _set_length(draft, card.max_length)
                _set_prompt(draft)
            write_json(draft / CARD, _card_facts(card))
            make_page = _tuned_page if is_coder(draft) else _formats_page if of_formats else _page
            lines = [*_facts_of(card, draft), *make_page(card, draft)]
            lines += ["", loading.words] if of_formats else []
            (draft / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
            sync(draft)
            if out.is_dir():
                out.rmdir()  # an empty one; systems differ in whether a rename takes its place
        return loading
    except OSError as error:
        raise ModelError(
            "{0} cannot be written: {1}. {2} and export again.", out, error.strerror or error, _advice(error)
        ) from error


def _card_facts(card: Card) -> dict[str, object]:
    """Return the card without the queries that were learned from: who is handed a model could guess them."""
    data = [{key: value for key, value in row.items() if key != "learnt"} for row in card.data]
    return {**card.to_json(), "data": data}


def _advice(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "Make room there, or choose another place,"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "Allow writing there, or choose another place,"
    return "Choose another place"


def _set_length(folder: Path, max_length: int) -> None:
    """Let sentence-transformers cut texts where Assay does; without it the vectors of long ones differ."""
    if read_length(folder) == max_length:
        return
    path = transformer_part(folder) / "sentence_bert_config.json"
    settings = read_settings(path) if path.is_file() else {}
    write_json(path, {**settings, "max_seq_length": max_length})


def _set_prompt(folder: Path) -> None:
    """Let sentence-transformers read a plain text as Assay reads a paper: with the model's document prompt.

    Assay leaves the default prompt aside where a model has one for queries or documents. Those of queries
    stand as they are, for `encode_query`.
    """
    name = paper_side(read_prompts(folder))
    if not name:
        return
    path = folder / SETTINGS
    settings = read_settings(path)
    prompts = {name: "", **settings["prompts"]}
    write_json(path, {**settings, "prompts": prompts, "default_prompt_name": name})


def _facts_of(card: Card, model: Path) -> Iterator[str]:
    """Yield the head of a README as model hubs read it: licence, base, data, measures and scores."""
    from huggingface_hub import EvalResult, ModelCardData

    base = Path(str(card.base.get("id", "")))
    hub = {BASE_MODEL: BASE_HUB}.get(base.name, base.as_posix())
    measured = [
        (key, measure, score)
        for key, value in card.scores.items()
        for measure, score in _means(value).items()
    ]
    licences = sorted(path.name for path in model.glob("LICENSE*"))
    facts = ModelCardData(
        license="other" if licences else "unknown",
        license_name=f"{card.name}-license" if licences else None,
        license_link=licences[0] if licences else None,
        library_name="sentence-transformers",
        pipeline_tag="sentence-similarity",
        tags=["sentence-transformers", "feature-extraction", "scientific-papers"],
        base_model=hub if base.name and not base.is_absolute() else None,
        datasets=list(dict.fromkeys(row.name for row in card.objectives if row.name)) or None,
        metrics=list(dict.fromkeys(measure for _, measure, _ in measured)) or None,
        model_name=card.name,
        eval_results=[
            EvalResult("sentence-similarity", key, key, measure, round(score, 4))
            for key, measure, score in measured
        ],
    )
    yield from ("---", facts.to_yaml(), "---", "")


def _formats_page(card: Card, model: Path) -> Iterator[str]:
    """Yield the lines of a README of a model with a vector for each task format."""
    formats, made = _formats_of(model)
    yield from (f"# {card.name}", "")
    yield f"An encoder of {card.dim} dimensions for scientific papers, with a vector for each task format"
    yield f"({', '.join(formats)}; SciRepEval): {made}."
    yield "Assay loads it: `assay model add PATH`."
    yield f"{CARD} holds all that is known of its recipe, data and scores."
    yield from _tables(card)


def _tuned_page(card: Card, model: Path) -> Iterator[str]:
    """Yield the lines of a README of a model whose queries were tuned over another model's papers."""
    named = Path(read_settings(model / SETTINGS_OF_CODER)["documents"]["id"])
    yield from (f"# {card.name}", "")
    whose = named.name if named.is_absolute() else named
    yield f"Queries tuned for papers that {whose} embedded (CODER, 2022):"
    yield "papers keep their vectors, and an index of them serves both models."
    yield "Assay loads it: `assay model add PATH`."
    yield f"{CARD} holds all that is known of its recipe, data and scores."
    yield from _tables(card)


def _formats_of(model: Path) -> tuple[tuple[TaskFormat, ...], str]:
    """Return which it has vectors for, and how it comes to them, in words."""
    if not is_ensemble(model):
        spec = read_spec(model)
        return spec.formats, VARIANTS[spec.variant]
    found = read_ensemble(model)
    names = " and ".join(member.name for member in found.members)
    return shared_formats(found.specs()), f"{HOWS[found.how]}, none of them normalised first ({names})"


def _page(card: Card, model: Path) -> Iterator[str]:
    """Yield the lines of a README in the form that model hubs show."""
    prompts = read_prompts(model)
    mark = card.separator.strip()
    joined = f"title {mark} abstract" if mark else "title abstract"
    yield from (f"# {card.name}", "")
    base = Path(str(card.base.get("id", "")))
    # Where a folder lies on the machine that trained it is nobody else's business.
    origin = f", trained with Assay from {base.name if base.is_absolute() else base}" if base.name else ""
    yield f"A sentence encoder of {card.dim} dimensions for scientific papers{origin}."
    yield f"{CARD} holds all that is known of its recipe, data and scores."
    yield from ("", "```python", "from sentence_transformers import SentenceTransformer")
    yield from (f"SentenceTransformer(PATH).encode([{json.dumps(joined)}])", "```", "")
    yield f"Papers are read as `{joined}`, cut to {card.max_length} tokens; queries as they are."
    if paper_side(prompts):
        yield "A plain text is read with the prompt of papers; for a query, use `encode_query`."
    yield from _tables(card)


def _tables(card: Card) -> Iterator[str]:
    if card.data:
        yield from ("", "## Data", "", "| objective | kind | examples | held out |", "|---|---|---:|---:|")
        for row in card.objectives:
            cells = map(_cell, (row.name, row.kind, row.n_train, row.n_validation))
            yield f"| {' | '.join(cells)} |"
    if card.scores:
        yield from ("", "## Scores", "")
        for key, value in card.scores.items():
            yield f"- {key}: {_score(value)}"


def _means(value: object) -> dict[str, float]:
    mean = value.get("mean") if isinstance(value, dict) else None
    found = mean.items() if isinstance(mean, dict) else ()
    return {str(measure): score for measure, score in found if isinstance(score, float)}


def _score(value: object) -> str:
    means = _means(value)
    return ", ".join(f"{measure} {score:.4f}" for measure, score in means.items()) or json.dumps(
        value, ensure_ascii=False
    )


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|")

"""Models by their names: found, loaded, and deleted where no library uses them.

A model's name is an id of the registry, else what `load_encoder` knows: a built-in name, a folder, a hub id.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from assay import config as configuration
from assay.config import Config
from assay.encoding import Encoder
from assay.encoding.formats import OWN_SEPARATOR, PaperField
from assay.encoding.identity import say_by_product
from assay.encoding.model_files.folder import find_folder
from assay.encoding.model_files.published import Pooling
from assay.encoding.model_files.scorer import scorer_kind
from assay.encoding.spread import EncoderSettings, SpreadEncoder
from assay.errors import BadInput, ModelError
from assay.messages import Message
from assay.registry.card import Card
from assay.registry.files import folder_separator
from assay.registry.registry import ModelRegistry

if TYPE_CHECKING:
    from assay.encoding.scorers import PairScorer
    from assay.workers import Workers

_TRIAL = (
    "Bees",
    "How honeybees choose a nest [SEP] " + "Scouts dance for the site that they have found. " * 100,
)
"""Texts that a model must encode before it is added: a short one, and one that is longer than most read."""


def open_registry() -> ModelRegistry:
    """Return the user's trained models."""
    return ModelRegistry(configuration.models_folder())


def add_model(
    folder: Path, *, name: str = "", pooling: Pooling | None = None, by_product: bool = False
) -> Card:
    """Add a finished run or a model's folder to the registry, once it has encoded a text.

    A folder as its publisher released it (weights in torch's file, a vocab.txt, no pooling) is rewritten with
    safetensors; `pooling` says how tokens become a vector where the folder does not. SciRepEval's MTL CTRL
    and PALs say it themselves, and become models with a vector for each format. Raises ModelError for a
    model that cannot be loaded or encodes nothing, BadInput for a pooling that is not wanted.

    `by_product` says in the model's settings that its vectors meet by the inner product, lengths and all.
    """
    from assay.encoding.model_files.published import needs_rewriting, write_sentence_folder
    from assay.encoding.multiformat.released import released_kind, write_released

    registry = open_registry()
    is_folder, is_plain = folder.is_dir(), (folder / "modules.json").is_file()
    is_scorer, released = scorer_kind(folder) is not None, is_folder and released_kind(folder) is not None
    is_raw = is_folder and not (is_scorer or released) and needs_rewriting(folder)
    if pooling is not None and is_folder and (is_plain or not is_raw):
        raise BadInput("{0} says itself how tokens become a vector. Leave the pooling out.", folder)
    if by_product and (is_scorer or not (is_plain or is_raw)):
        raise BadInput("{0} is of a kind that no setting makes rank by the inner product.", folder)
    try:
        if not (released or is_raw or by_product):
            return registry.add(folder, name=name, trial=_try_encoding)
        # A draft's name: what a killed process leaves there is swept away in time.
        registry.root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=registry.root, prefix=".draft-") as place:
            made = Path(place) / (folder.resolve().name or "model")
            if released:
                write_released(folder, made)
            elif is_raw:
                write_sentence_folder(folder, made, pooling=pooling)
            else:
                shutil.copytree(folder, made)
            if by_product:
                say_by_product(made)
            return registry.add(made, name=name, trial=_try_encoding)
    except ModelError as error:
        raise _named(error, folder, registry.root) from error
    except OSError as error:
        raise ModelError(
            "The model of {0} cannot be written in {1}: {2}. Free some space or allow writing there and "
            "try again.",
            folder,
            registry.root,
            error.strerror or error,
        ) from error


def _named(error: ModelError, folder: Path, root: Path) -> ModelError:
    """Return the error with the folder that was given in the place of its copies among the drafts."""
    parts = "|".join(("published", "base", "model", re.escape(folder.resolve().name)))
    draft = re.compile(rf"{re.escape(str(root))}(?:[\\/]\.draft-[^\\/]+)+(?:[\\/](?:{parts})(?![\w.-]))?")

    def given(text: Message | str) -> Message | str:
        if isinstance(text, str):
            return draft.sub(lambda _: str(folder), text)
        return Message(text.text, tuple(map(given, text.values)))

    found = given(error.message)
    return ModelError(found if error.message.values else given(str(error.message)), advice=error.advice)


def _try_encoding(model: Path, card: Card) -> None:
    """Raise ModelError for a model that does not encode a short and a long text."""
    from assay.encoding import load_encoder
    from assay.encoding.scorers import PairScorer

    try:
        if scorer_kind(model) is not None:
            PairScorer(model, name=card.name, device="cpu").scores(_TRIAL[0], _TRIAL)
            return
        encoder = load_encoder(str(model), name=card.name, max_length=card.max_length, device="cpu")
        encoder.encode_formats(_TRIAL, formats=sorted(encoder.formats))
    except (RuntimeError, IndexError, ValueError, TypeError, KeyError, MemoryError) as error:
        reason = str(error).partition("\n")[0]
        raise ModelError(
            "The model '{0}' is not added: it loads but does not encode a text ({1}). Its tokenizer or "
            "its settings are of another model. Get it again.",
            card.name,
            reason,
        ) from error
    _check_dim(encoder, card)


def load_model(config: Config, *, allow_network: bool = False, workers: Workers | None = None) -> Encoder:
    """The model that a library's settings name; takes seconds, so the engine does it on another thread."""
    return load_named(
        config.model,
        max_length=config.max_length,
        device=config.device,
        allow_network=allow_network,
        precision=config.precision,
        workers=workers,
    )


def load_named(
    model: str,
    *,
    max_length: int | None = None,
    device: str = "auto",
    separator: str | None = None,
    fields: tuple[PaperField, ...] | None = None,
    allow_network: bool = False,
    precision: str = "float32",
    workers: Workers | None = None,
) -> Encoder:
    """Load a model by its name; one of the registry reads texts as it was trained to, any other with the
    mark of its own tokenizer between title and abstract.

    `separator` and `fields` say otherwise how a paper is read; `workers` encode where there are many texts.
    Raises ModelError, which names the
    nearest model of the registry where the name is unknown.
    """
    from assay.encoding import TextTemplate, load_encoder
    from assay.encoding.formats import TITLE_AND_ABSTRACT

    registry = open_registry()
    model = registry.id_of(model)
    card = registry.find(model)
    max_length = max_length or (None if card is None else card.max_length)
    try:
        template = TextTemplate(
            separator=_separator(model, card, allow_network=allow_network)
            if separator is None or separator == OWN_SEPARATOR
            else separator,
            fields=fields or TITLE_AND_ABSTRACT,
        )
        place = model if card is None else str(registry.folder(model, check=True))
        encoder = load_encoder(
            place,
            name=model,
            max_length=max_length,
            template=template,
            device=device,
            allow_network=allow_network,
            precision=precision,
        )
    except ModelError as error:
        near = registry.nearest(model) if card is None and not Path(model).is_dir() else ""
        if near:
            raise ModelError(
                "{0} Of the trained models, '{1}' is the nearest.", error.message, near
            ) from error
        raise
    if card is not None:
        _check_dim(encoder, card)
    if workers is None:
        return encoder
    prints = {each.value: encoder.fingerprint(each) for each in sorted(encoder.formats)}
    settings = EncoderSettings(
        place, model, max_length, template.separator, template.fields, precision, prints
    )
    return SpreadEncoder(encoder, settings, workers)


def check_length(encoder: Encoder, max_length: int | None) -> None:
    """Raise BadInput where a user asks for texts that are longer than the model can read."""
    most = int(getattr(encoder, "length", 0))  # 0 where it does not tell
    if max_length is not None and 0 < most < max_length:
        raise BadInput(
            "{0} reads {1} tokens of a text at most, and {2} are asked for. Give {1} or fewer.",
            encoder.name,
            most,
            max_length,
        )


def _separator(model: str, card: Card | None, *, allow_network: bool) -> str:
    """Return what a model reads between title and abstract where nobody says. Raises ModelError."""
    from assay.encoding import HASHING_MODEL, TextTemplate

    if card is not None:
        return card.separator
    if model == HASHING_MODEL:
        return TextTemplate().separator
    return folder_separator(find_folder(model, allow_network=allow_network))


def load_scorer(model: str, *, device: str = "auto") -> PairScorer | None:
    """Load what scores pairs, by its name in the registry or its folder; None for a model of vectors.

    Raises ModelError.
    """
    from assay.encoding.scorers import PairScorer

    folder = scorer_folder(model, check=True)
    return None if folder is None else PairScorer(folder, name=model, device=device)


def is_sparse(model: str) -> bool:
    """Return whether it is a sparse encoder. Raises as `scorer_folder` does."""
    folder = scorer_folder(model)
    return folder is not None and scorer_kind(folder) == "sparse"


def scorer_folder(model: str, *, check: bool = False) -> Path | None:
    """Return where such a model lies; `check` compares a registered one byte by byte. Raises ModelError."""
    registry = open_registry()
    model = registry.id_of(model)
    folder = registry.folder(model, check=check) if model in registry else Path(model).expanduser()
    return folder if folder.is_dir() and scorer_kind(folder) is not None else None


def _check_dim(encoder: Encoder, card: Card) -> None:
    if encoder.dim != card.dim:
        raise ModelError(
            "The model '{0}' yields vectors of {1} dimensions and its card says {2}. Add it again from "
            "where it was trained.",
            card.model_id,
            encoder.dim,
            card.dim,
        )


def settings_for(model: str, config: Config, *, max_length: int | None = None, precision: str = "") -> Config:
    """Return the settings with another model. One of the registry keeps the max length of its training.

    A folder is kept by its full path, so that the library can be searched from anywhere.
    """
    config = replace(config, precision=precision or config.precision)
    registry = open_registry()
    model = registry.id_of(model)
    card = registry.find(model)
    if card is not None:
        return replace(config, model=model, max_length=max_length or card.max_length)
    name = str(Path(model).resolve()) if Path(model).is_dir() else model
    kept = Config().max_length if config.model in registry else config.max_length
    return replace(config, model=name, max_length=max_length or kept)

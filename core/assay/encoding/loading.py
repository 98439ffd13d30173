"""Loading a sentence encoder: one vector a text, whatever the task."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from assay.encoding.batching import Rows, token_budget_batches
from assay.encoding.coder.encoder import TunedQueries
from assay.encoding.coder.folder import is_coder, read_coder
from assay.encoding.decoded import DecodedCandidates, has_decoder
from assay.encoding.devices import claim_cores, resolve_device
from assay.encoding.encoder import Encoder
from assay.encoding.formats import TextTemplate
from assay.encoding.hashing import HASHING_MODEL, HashingEncoder
from assay.encoding.identity import in_precision, model_identity, ranks_by_product, vectors_fingerprint
from assay.encoding.library_sentence import LibrarySentenceModel
from assay.encoding.model_files.folder import (
    BASE_MODEL,
    DEFAULT_MODEL,
    check_base_weights,
    check_folder,
    file_digests,
    find_folder,
)
from assay.encoding.model_files.scorer import scorer_kind
from assay.encoding.multiformat.ensemble import is_ensemble
from assay.encoding.multiformat.ensemble_sentence import load_ensemble
from assay.encoding.multiformat.folder import is_multiformat, read_spec
from assay.encoding.multiformat.sentence import load_format_model
from assay.encoding.sentences.bert import UnfitWeights
from assay.encoding.sentences.bert_sentence import BertRecipe, BertSentenceModel, find_recipe
from assay.encoding.sentences.parallel import compute_batches
from assay.encoding.sentences.precision import FULL, HalfPrecisionModel, check_precision
from assay.encoding.sentences.reading import SentenceModel
from assay.errors import BadInput, ModelError
from assay.messages import message
from assay.progress import Progress, silent
from assay.types import TaskFormat, Vectors

logger = logging.getLogger(__name__)

__all__ = ["BASE_MODEL", "DEFAULT_MODEL", "MAX_LENGTH", "SentenceEncoder", "load_encoder"]

MAX_LENGTH = 512
"""Tokens, special ones included: what BERT has positions for. About 6 % of abstracts are longer."""

_PROOF = ("Dense retrieval [SEP] We compare, at length, naive Bayes with BERT: 3.5 % better!", "深度学习", "")
"""Texts on which our forward pass must agree with sentence-transformers: case, accents, symbols, Chinese."""


class SentenceEncoder:
    """An `Encoder` over a model of sentences."""

    def __init__(
        self,
        model: SentenceModel,
        *,
        name: str,
        template: TextTemplate,
        identity: str,
        word_columns: int = 0,
        by_product: bool = False,
    ) -> None:
        """`identity` is a text that differs whenever weights, tokenizer, pooling or maximum length do.

        The last `word_columns` of a vector for search say which words a text has, and nothing else. Searches
        rank `by_product` where a model's vectors are not compared by the cosine.
        """
        self.name = name
        self.word_columns = word_columns
        self.by_product = by_product
        self.template = template
        self._model = model
        self._identity = identity
        self.formats = model.formats

    @property
    def dim(self) -> int:
        return self._model.dim

    @property
    def device(self) -> str:
        """Where the weights are: "cpu", "cuda:0", "mps"; "" for a model that does not tell."""
        return str(getattr(self._model, "device", ""))

    @property
    def pooling(self) -> str:
        """How tokens become a vector: "mean", "cls"; "" for a model that does not tell."""
        return str(getattr(self._model, "pooling", ""))

    @property
    def precision(self) -> str:
        """The numbers that compute: "float32", "bfloat16"; "" for a model that does not tell."""
        return str(getattr(self._model, "precision", ""))

    @property
    def length(self) -> int:
        """Tokens of a text that are read at most, special ones included; 0 for a model that does not tell."""
        return int(getattr(self._model, "length", 0))

    def fingerprint(self, format: TaskFormat) -> str:
        return vectors_fingerprint(self._identity, self.template, self._model.side(TaskFormat(format)))

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        (vectors,) = self.encode_formats(texts, formats=[format], progress=progress)
        return vectors

    def encode_formats(
        self, texts: Sequence[str], *, formats: Sequence[TaskFormat], progress: Progress = silent
    ) -> list[Vectors]:
        formats = [TaskFormat(each) for each in formats]
        vectors = np.zeros((len(formats), len(texts), self.dim), dtype=np.float32)
        for each in formats:
            self._check(each)
        if not texts:
            return list(vectors)
        progress("encoding", 0, len(texts))
        reading = self._model.read(texts, formats)
        batches = token_budget_batches(reading.lengths, budget=self._model.token_budget)
        done = 0

        def deliver(rows: Rows, encoded: Vectors) -> None:
            nonlocal done
            vectors[:, rows] = encoded.swapaxes(0, 1)
            done += len(rows)
            progress("encoding", done, len(texts))

        compute_batches(batches, reading.vectors, deliver, workers=self._model.workers)
        if not np.isfinite(vectors).all():
            raise ModelError(
                message(
                    "The model {0} yields vectors that are not numbers: its weights are damaged.", self.name
                )
            )
        return list(vectors)

    def _check(self, format: TaskFormat) -> None:
        if format not in self.formats:
            raise ModelError(
                message(
                    "The model {0} has no vectors for {1}; it has them for {2}.",
                    self.name,
                    format,
                    ", ".join(sorted(self.formats)),
                )
            )


def load_encoder(
    model_id: str = DEFAULT_MODEL,
    *,
    max_length: int | None = None,
    template: TextTemplate | None = None,
    device: str = "auto",
    allow_network: bool = False,
    name: str = "",
    precision: str = FULL,
) -> Encoder:
    """Load "assay-papers" (the default), "all-MiniLM-L6-v2", "hashing", a model's folder, or a hub id.

    `max_length` is in tokens, special ones included: 512 if not given, and never more than the model takes.
    `device` is "auto", "cpu", "cuda", "cuda:1" or "mps"; `precision` "float32", "bfloat16" or "float16", each
    with a fingerprint of its own. A hub id is downloaded only with `allow_network`.
    `name` is what the user calls the model, where that is not `model_id`.
    Raises `ModelError` if the model is missing, damaged, incomplete or unsafe, or if the device is not there.
    """
    if max_length is not None and max_length < 3:
        raise BadInput("A maximum length of {0} tokens holds no text. Use 3 to {1}.", max_length, MAX_LENGTH)
    if model_id == HASHING_MODEL:
        return HashingEncoder(template=template)
    started = time.monotonic()
    folder = find_folder(model_id, allow_network=allow_network)
    if is_coder(folder):
        load_part = partial(
            load_encoder, max_length=max_length, template=template, device=device, precision=precision
        )
        return _load_coder(folder, load_part, name=name or model_id, max_length=max_length)
    length = max_length or MAX_LENGTH
    model: SentenceModel
    by_product = False
    if is_multiformat(folder) or is_ensemble(folder):
        device = resolve_device(device)
        claim_cores()
        load = load_ensemble if is_ensemble(folder) else load_format_model
        model, identity = load(
            folder, max_length=length, device=device, allow_network=allow_network, packed=precision == FULL
        )
    else:
        _refuse_scorer(folder, name or model_id)
        identity, by_product = _checked(folder, length, official=model_id == BASE_MODEL)
        device = resolve_device(device)
        claim_cores()
        proven, packed = model_id == BASE_MODEL, precision == FULL
        model = _load_model(folder, max_length=length, device=device, proven=proven, packed=packed)
    numbers = check_precision(precision, device)
    if numbers != FULL:
        model = HalfPrecisionModel(model, numbers, device=device, name=name or model_id)
    logger.info("loaded %s on %s, %.1f s", model_id, device, time.monotonic() - started)
    return SentenceEncoder(
        model,
        name=name or model_id,
        template=template or TextTemplate(),
        identity=in_precision(identity, numbers),
        word_columns=_word_columns(folder),
        by_product=by_product,
    )


def _checked(folder: Path, max_length: int, *, official: bool) -> tuple[str, bool]:
    """Return a model's identity and whether it ranks by products. Raises ModelError for unsafe files."""
    check_folder(folder)
    digests = file_digests(folder)
    if official:
        check_base_weights(folder, digests)
    by_product = ranks_by_product(folder)
    return model_identity(digests, max_length, by_product=by_product), by_product


def _refuse_scorer(folder: Path, name: str) -> None:
    if (kind := scorer_kind(folder)) is not None:
        raise ModelError(
            "'{0}' is a {1} model and has no vectors of papers. It reranks what another model or the "
            "keyword index finds.",
            name,
            kind,
            advice="`assay search TEXT --rerank {0}` does that; `assay bench run {0}` measures it.",
        )


def _word_columns(folder: Path) -> int:
    spec = read_spec(folder) if is_multiformat(folder) else None
    return spec.own_width if spec is not None and spec.variant == "wide" else 0


def _load_coder(
    folder: Path, load_part: Callable[[str], Encoder], *, name: str, max_length: int | None
) -> Encoder:
    """Return its papers' encoder and its queries', both without the network."""
    found = read_coder(folder)
    documents, queries = map(load_part, (found.documents, str(found.queries_folder)))
    decoder = None
    if has_decoder(folder):
        decoder = partial(
            DecodedCandidates, folder, found.queries_folder, max_length=max_length or MAX_LENGTH
        )
    return TunedQueries(documents, queries, name=name, notation=found.notation, decoder=decoder)


def _load_model(folder: Path, *, max_length: int, device: str, proven: bool, packed: bool) -> SentenceModel:
    """Our own forward pass where the model is a plain BERT, sentence-transformers everywhere else.

    The base model's equality is proven in the tests; any other BERT is compared once, here.
    """
    recipe = find_recipe(folder)
    if recipe is None:
        return LibrarySentenceModel(folder, max_length=max_length, device=device)
    if proven:
        return _bert_model(recipe, max_length, device, packed=packed)
    library = LibrarySentenceModel(folder, max_length=max_length, device=device)
    try:
        bert = _bert_model(recipe, max_length, device, packed=packed)
    except UnfitWeights as error:
        logger.info("%s runs in sentence-transformers: %s", folder, error)
        return library
    difference = _difference(bert, library)
    if not difference <= 1e-5:  # also where it is not a number
        logger.info("%s runs in sentence-transformers: ours differs by %.1e", folder, difference)
        return library
    return bert


def _bert_model(recipe: BertRecipe, max_length: int, device: str, *, packed: bool) -> BertSentenceModel:
    length = min(max_length, recipe.positions)
    return BertSentenceModel(recipe, max_length=length, device=device, packed=packed)


def _difference(one: SentenceModel, other: SentenceModel) -> float:
    """Return the largest difference of two models' vectors, measured against the length of the longest."""
    rows = np.arange(len(_PROOF))
    first, second = (model.read(_PROOF, [TaskFormat.PRX]).vectors(rows)[:, 0] for model in (one, other))
    if first.shape != second.shape:
        return float("inf")
    return float(np.abs(first - second).max() / max(1.0, float(np.linalg.norm(second, axis=1).max())))

"""ENCODE: texts become vectors. Nothing here imports torch before a model is loaded."""

from __future__ import annotations

from assay.encoding.batching import token_budget_batches
from assay.encoding.cache import FolderCache, VectorCache, text_key
from assay.encoding.coder.encoder import decoder_of
from assay.encoding.encoder import Encoder, by_product, notation, word_columns
from assay.encoding.formats import ALL_FORMATS, TextTemplate
from assay.encoding.hashing import HASHING_MODEL, HashingEncoder
from assay.encoding.loading import BASE_MODEL, DEFAULT_MODEL, load_encoder
from assay.encoding.reuse import encode_formats_with_cache, encode_with_cache

__all__ = [
    "ALL_FORMATS",
    "BASE_MODEL",
    "DEFAULT_MODEL",
    "HASHING_MODEL",
    "Encoder",
    "FolderCache",
    "HashingEncoder",
    "TextTemplate",
    "VectorCache",
    "by_product",
    "decoder_of",
    "encode_formats_with_cache",
    "encode_with_cache",
    "load_encoder",
    "notation",
    "text_key",
    "token_budget_batches",
    "word_columns",
]

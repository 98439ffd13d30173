"""SEARCH: text to papers, papers to papers, by keyword, semantic, or hybrid."""

from __future__ import annotations

from assay.search.batch import fused_runs, question_of_query, retrieve, retrieve_from, searcher_on
from assay.search.cascade import (
    INTERACTIVE_CANDIDATES,
    Reordered,
    Reranker,
    TextReranker,
    cascade_tag,
    first_stage,
)
from assay.search.folders import (
    full_text_folder,
    index_folder,
    indexed_models,
    indexes_of,
    is_indexed,
    lexical_folder,
    passages_folder,
)
from assay.search.full_text import FullTextSearch, update_full_text
from assay.search.fusion import rrf
from assay.search.indexer import update_index, update_lexical
from assay.search.opening import Indexes, open_indexes, searcher_for
from assay.search.passage_vectors import update_passages
from assay.search.query.fields import FIELDS, describe_filters
from assay.search.query.language import parse, parse_request
from assay.search.query.question import HighlightTerms
from assay.search.rerank import followed, rerank, rerank_by_scorer, retrieve_reranked
from assay.search.searcher import Searcher
from assay.search.snippets import note_passage, passage, shortened

__all__ = [
    "FIELDS",
    "INTERACTIVE_CANDIDATES",
    "FullTextSearch",
    "HighlightTerms",
    "Indexes",
    "Reordered",
    "Reranker",
    "Searcher",
    "TextReranker",
    "cascade_tag",
    "describe_filters",
    "first_stage",
    "followed",
    "full_text_folder",
    "fused_runs",
    "index_folder",
    "indexed_models",
    "indexes_of",
    "is_indexed",
    "lexical_folder",
    "note_passage",
    "open_indexes",
    "parse",
    "parse_request",
    "passage",
    "passages_folder",
    "question_of_query",
    "rerank",
    "rerank_by_scorer",
    "retrieve",
    "retrieve_from",
    "retrieve_reranked",
    "rrf",
    "searcher_for",
    "searcher_on",
    "shortened",
    "update_full_text",
    "update_index",
    "update_lexical",
    "update_passages",
]

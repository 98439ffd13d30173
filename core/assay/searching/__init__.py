"""Searches in a library: filters and facets, full texts, saved searches, reranking."""

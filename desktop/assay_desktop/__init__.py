"""Assay's window. It imports no torch, transformers, sentence_transformers or faiss, ever."""

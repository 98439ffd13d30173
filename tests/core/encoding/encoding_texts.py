"""Texts as libraries hold them: short, empty, beyond every limit, Chinese, with special tokens inside."""

from __future__ import annotations

SENTENCES = (
    "Retrieval of scientific documents by their citations",
    "",
    "x",
    "UPPER case, accents like naïve Bayès, math $x^2 \\leq 3$ and an emoji 🙂",
    "深度学习用于科学文献的检索与排序。",
    "Dense passage retrieval [SEP] We train two encoders, one for questions and one for passages.",
    "tab\tand newline\nand \u00a0 odd   spaces",
    "word " * 700,
    "Antidisestablishmentarianism " * 120,
    "A middling abstract about rankers, losses and negatives. " * 12,
)

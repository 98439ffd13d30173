"""DUPLICATES: which papers of a library are one, which are versions of one, and how sure that is."""

from assay.duplicates.comparison import Duplicates, Group, Likeness, Verdict, compare, traits_of
from assay.duplicates.search import find_duplicates, grouped

__all__ = [
    "Duplicates",
    "Group",
    "Likeness",
    "Verdict",
    "compare",
    "find_duplicates",
    "grouped",
    "traits_of",
]

"""DUPLICATES: which papers of a library are one, which are versions of one, and how sure that is."""

from assay.duplicates.comparison import compare
from assay.duplicates.finding import find_duplicates
from assay.duplicates.grouping import grouped
from assay.duplicates.traits import traits_of
from assay.duplicates.verdicts import Duplicates, Group, Likeness, Verdict

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

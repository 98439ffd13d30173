"""DUPLICATES: which papers of a library are one, which are versions of one, and how sure that is."""

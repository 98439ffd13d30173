"""ITEMS: the type and all fields of a paper, under CSL's names, and its sources' own text."""

from assay.items.item import Item, Original, merged_items, read_item, write_item
from assay.items.view import notes_of, notes_text

__all__ = ["Item", "Original", "merged_items", "notes_of", "notes_text", "read_item", "write_item"]

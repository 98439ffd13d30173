"""ITEMS: the type and all fields of a paper, under CSL's names, and its sources' own text."""

from assay.items.item import Item, Original, merged_items, read_item, write_item

__all__ = ["Item", "Original", "merged_items", "read_item", "write_item"]

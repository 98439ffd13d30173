"""EXPORT: papers as other programs read them, and as a reader of a text sees them cited.

`lines_of` gives a file's lines one paper at a time; nothing here opens a file or knows a library.
"""

from assay.exporters.citations import CitationStyle, citation_style, references
from assay.exporters.formats import WITH_COLLECTIONS, WITHOUT_ITEMS, ExportFormat, export_format, lines_of
from assay.table import guarded

__all__ = [
    "WITHOUT_ITEMS",
    "WITH_COLLECTIONS",
    "CitationStyle",
    "ExportFormat",
    "citation_style",
    "export_format",
    "guarded",
    "lines_of",
    "references",
]

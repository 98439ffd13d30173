"""Assay in a notebook: `with assay.open(path) as library:` and what a library answers, as pandas frames."""

from assay.notebook.library import OpenLibrary, open_library

__all__ = ["OpenLibrary", "open_library"]

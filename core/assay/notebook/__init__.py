"""Assay in a notebook: `with assay.open(path) as library:` and what a library answers, as pandas frames."""

import warnings

from assay.notebook.library import OpenLibrary, open_library

__all__ = ["OpenLibrary", "open_library"]

warnings.filterwarnings(
    "ignore", "IProgress not found"
)  # of tqdm in a notebook; no bar of ours needs widgets

"""Assay's headless core: import, index, search, judge, evaluate. It never imports the window toolkit.

In a notebook `assay.open(path)` opens a library; `assay.notebook` says what it answers.
"""

import importlib

__version__ = "0.2.0"


def __getattr__(name: str) -> object:
    """Load what notebooks use when it is named, so that `import assay` itself stays light."""
    if name == "open":
        return importlib.import_module("assay.notebook").open_library
    raise AttributeError(f"module 'assay' has no attribute '{name}'")

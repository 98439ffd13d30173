"""Assay's headless core: import, index, search, judge, evaluate. It never imports the window toolkit."""

__version__ = "0.2.0"

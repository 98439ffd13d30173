"""Assay's data files: icons, themes and the sample library. Reached through importlib.resources only."""

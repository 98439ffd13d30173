"""Presenters of the search page, one a part."""

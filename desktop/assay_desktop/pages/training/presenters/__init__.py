"""Presenters of the training page, one a part."""

"""Presenters of the evaluation page, one a part."""

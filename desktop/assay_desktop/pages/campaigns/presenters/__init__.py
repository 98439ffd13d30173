"""Presenters of the campaigns page, one a part."""

"""Widgets of the evaluation page."""

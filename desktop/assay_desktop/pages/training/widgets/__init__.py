"""Widgets of the training page."""

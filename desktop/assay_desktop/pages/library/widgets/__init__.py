"""Widgets of the library page."""

"""Widgets of the campaigns page."""

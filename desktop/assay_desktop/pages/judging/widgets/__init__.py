"""Widgets of the judging page."""

"""Widgets of the settings page."""

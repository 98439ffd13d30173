"""Dialogs of the campaigns page."""

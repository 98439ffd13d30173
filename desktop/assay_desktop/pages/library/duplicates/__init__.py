"""Part of the library page."""

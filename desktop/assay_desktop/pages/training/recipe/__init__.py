"""Part of the training page."""

"""Backups, checks and what else keeps a library whole."""

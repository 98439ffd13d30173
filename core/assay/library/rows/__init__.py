"""Rows of single tables: what the stores above read and write inside their transactions."""

"""A running Zotero as a source of papers, watched like a folder."""

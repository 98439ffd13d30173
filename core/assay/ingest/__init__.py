"""Papers into a library and out of it: imports, PDFs, watched folders, look-ups, edits, exports."""

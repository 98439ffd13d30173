"""Papers from BibTeX and biblatex."""

"""Papers as BibTeX."""

"""Papers from Zotero: its database and its RDF export."""

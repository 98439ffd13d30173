"""What all importers share: an entry of a source, its ids, names and titles."""

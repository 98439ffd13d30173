"""Linear probes on frozen vectors."""

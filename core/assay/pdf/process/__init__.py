"""The processes in which PDFs are read and drawn."""

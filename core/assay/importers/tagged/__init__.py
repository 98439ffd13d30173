"""Papers from formats that are lists of tags: RIS, MEDLINE, Web of Science, EndNote."""

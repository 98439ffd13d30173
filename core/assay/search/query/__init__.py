"""What a search asks for: the query language, its fields, and seeds."""

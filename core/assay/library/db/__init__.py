"""The database behind a library: SQLite or PostgreSQL, its schema and its errors."""

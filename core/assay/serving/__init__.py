"""A library for other programs: servers that start by a command and stop with it."""

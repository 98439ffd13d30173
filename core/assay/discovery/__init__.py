"""Discovery inside a library: what cites what, what is missing, what is near, and a map of it all."""

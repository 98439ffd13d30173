"""Training data: objectives, candidate lists, and how their examples are mixed."""

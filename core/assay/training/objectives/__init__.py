"""One reader and one rule an objective: how its file becomes examples."""

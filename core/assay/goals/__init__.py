"""What one trains a model for: each goal with the data that a library has for it, its cost and its gain."""

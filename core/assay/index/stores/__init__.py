"""STORES: where a library keeps the vector indexes of its models."""

"""TRAIN: what a recipe asks for, its objectives, and the order in which their examples are learned."""

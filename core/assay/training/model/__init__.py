"""The model that learns, and the arithmetic of its forward and backward passes."""

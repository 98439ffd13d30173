"""What learns in it: classes of torch, imported where a model is loaded."""

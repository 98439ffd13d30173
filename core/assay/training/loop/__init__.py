"""The training loop: batches, steps, validation and checkpoints."""

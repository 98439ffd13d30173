"""The training loop: batches, updates, validation and checkpoints."""

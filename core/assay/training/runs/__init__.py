"""The folder of a training run: its events, checkpoints, control file and card."""

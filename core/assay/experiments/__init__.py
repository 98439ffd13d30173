"""Many trainings compared: sweeps, replication of published tables, effects of lists."""

"""Public benchmarks: which tasks there are, what of them lies in a folder, and their data."""

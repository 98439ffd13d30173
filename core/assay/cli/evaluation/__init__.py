"""Commands that measure: runs, and benchmarks."""

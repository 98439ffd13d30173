"""Benchmarks: any system on any tasks, kept, reported and compared."""

"""Overlap of training data and benchmarks, and scores without the contaminated items."""

"""Results of benchmarks as tables, comparisons and files."""

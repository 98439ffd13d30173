"""CODER: queries of a tuned encoder among papers that stay as they are (Zerveas et al. 2022)."""

"""LISTS: a query learns to rank papers that stay as they are (Zerveas et al., CODER, 2022)."""

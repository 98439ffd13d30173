"""Names on papers, grouped by the person behind them, with the papers' vectors: S2AND-mini."""

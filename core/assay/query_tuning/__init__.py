"""Better search from judgements: queries are tuned over papers that stay as they are (CODER)."""

"""Tasks of SciRepEval's four formats: their files, and what vectors are worth on them."""

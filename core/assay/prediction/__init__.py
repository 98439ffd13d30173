"""Topics, year and score of papers, predicted from their vectors."""

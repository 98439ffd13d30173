"""Training runs of a library: recipes from its papers and judgements, and their folders."""

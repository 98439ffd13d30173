"""One paper, a vector for each task format (SciRepEval, Singh et al. 2023, section 4), over any BERT."""

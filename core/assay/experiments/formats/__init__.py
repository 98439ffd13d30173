"""Analyses of formats as in SciRepEval (Singh et al. 2023)."""

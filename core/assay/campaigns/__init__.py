"""Judgement campaigns: corpus, queries, runs, pools, assessors, releases."""

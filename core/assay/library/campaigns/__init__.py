"""Campaigns in the database: assessors, assignments, judgements, releases."""

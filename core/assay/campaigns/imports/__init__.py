"""Judgements made elsewhere, brought into a campaign."""

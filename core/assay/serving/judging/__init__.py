"""Judging in a browser for a team: invitations, the pairs that a page shows, HTTP."""

"""What campaigns of several assessors need: agreement, assignment, releases, exchange."""

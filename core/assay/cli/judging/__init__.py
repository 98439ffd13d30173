"""Commands about judging: queries, grades, assessors and campaigns."""

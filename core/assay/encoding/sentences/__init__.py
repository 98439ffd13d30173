"""Encoders that give one vector a text."""

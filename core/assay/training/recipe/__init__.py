"""Recipes: what a training run makes, read from TOML and checked."""

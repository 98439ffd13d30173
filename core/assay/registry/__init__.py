"""REGISTRY: trained models and the cards that say how each came to be. Knows neither torch nor SQL."""

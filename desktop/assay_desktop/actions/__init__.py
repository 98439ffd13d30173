"""What several pages offer: exports, citations, suggestions, news of trainings."""

"""The words of the window: its language, numerals, dates and sentences."""

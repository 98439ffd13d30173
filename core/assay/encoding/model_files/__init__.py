"""Model folders: checked, and published models rewritten, before anything is loaded."""

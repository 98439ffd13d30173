"""Pictures of every page of the window, drawn offscreen."""

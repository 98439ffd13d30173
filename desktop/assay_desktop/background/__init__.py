"""Work outside the window's thread: the lane, the engine and the jobs."""

"""The search engine process, which the window sends requests to: `process.serve` answers JSON lines."""

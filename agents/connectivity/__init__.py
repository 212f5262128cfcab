"""Whether hosts reach each other: each listens for a moment, and calls the others."""

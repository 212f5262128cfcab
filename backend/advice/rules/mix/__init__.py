"""Rules on a mix of requests."""

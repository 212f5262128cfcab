"""Rules on backends."""

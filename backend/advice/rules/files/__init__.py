"""Rules on files that nginx serves."""

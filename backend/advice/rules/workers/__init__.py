"""Rules on worker processes and their CPUs."""

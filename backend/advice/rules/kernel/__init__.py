"""Rules on settings of the host."""

"""Rules on logs."""

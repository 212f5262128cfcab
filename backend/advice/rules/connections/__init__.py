"""Rules on client connections."""

"""Rules on compressed answers."""

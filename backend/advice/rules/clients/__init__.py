"""Rules on what only other clients would notice."""

"""Rules on how a request comes to its answer."""

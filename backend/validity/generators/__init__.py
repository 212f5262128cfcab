"""Rules for load tools that work at their limit, or of which several load a server together."""

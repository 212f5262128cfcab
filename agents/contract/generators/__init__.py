"""Several generators of one load: their shares of it, and the report that they make together."""

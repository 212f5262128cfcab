"""A server as one file, and back."""

"""A team's server: its parts one by one, its secrets, and the proxy with TLS in front of them."""

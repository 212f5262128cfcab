"""Rules on TLS and HTTP/2."""

"""Diagnostics on this host: profiles and system calls of servers and load tool, by perf."""

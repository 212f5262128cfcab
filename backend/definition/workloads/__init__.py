"""Workloads as a definition writes them, before they are checked. Pure."""

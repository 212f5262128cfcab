"""Shared parts of the readers of all tools: report, lines and sections, units, typed commands. Pure."""

"""What the readers of all tools share: a report, lines and sections, units, typed commands. Pure."""

"""The load tools: one file per tool, and the one execution of it that a trial is."""

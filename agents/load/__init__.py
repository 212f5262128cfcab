"""The load tools: one file a tool, and the one execution of it that a trial is."""

"""Why: what limited a run, and where a difference comes from. Pure."""

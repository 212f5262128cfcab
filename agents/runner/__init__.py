"""The agent: enrols, takes jobs from its own Celery queue, works, reports, spools."""

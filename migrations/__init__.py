"""Alembic migrations; `dyno migrate` runs them."""

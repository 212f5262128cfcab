"""What control plane and agents say to each other: types and tables, no I/O, pydantic only."""

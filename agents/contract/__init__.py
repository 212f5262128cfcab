"""What the control plane and the agents say to each other: types and tables, no I/O, pydantic only."""

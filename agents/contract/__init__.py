"""Contract of the control plane and the agents: types and tables, no I/O, pydantic only."""

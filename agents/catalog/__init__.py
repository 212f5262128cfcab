"""Catalog of load tools, metrics and knobs, one entry each. Pure; read by the contract and all rooms."""

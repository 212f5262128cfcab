"""Observation of a host: facts, samplers, the measured window."""

"""Calibration: the noise of a testbed, from an experiment of equal runs."""

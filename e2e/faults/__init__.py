"""Faults injected into running experiments on a real stack: fault × step of a trial → what became of it."""

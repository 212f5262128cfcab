"""Accounting of a change in throughput: which part of the time a request makes up how much of it."""

"""Version of the messages: an agent and a dashboard work together when both say the same number."""

CONTRACT = 1
"""Counts up when messages change so that the other side could refuse or misread them.

`backend/tests/unit/jobs/test_contract.py` knows their shape and asks for a decision at each change.
Agents from before there was a number say 0.
"""

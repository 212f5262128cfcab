"""Telling people what happened: rows in the transaction of what happened, sent by the worker afterwards."""

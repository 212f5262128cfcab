"""Servers under test: how each kind is declared, read, checked, started and proved."""

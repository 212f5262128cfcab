"""Faults drawn at random, to see that the tests catch them: `python -m e2e.mutants draw|run`.

A fault is one changed operator, condition, number or statement of one function. It is recorded by what it
changes and not by its line, so that the same faults can be put into a later state of the code.
"""

"""What stops an embedded stack from starting, in one line."""


class StackProblem(Exception):
    """One sentence for the terminal: what is wrong and what to do. The command ends with status 1."""

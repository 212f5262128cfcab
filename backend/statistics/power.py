"""What promises are about: how sure they are, how far they go, and how much a round's change scatters."""

POWER = 0.8
MAX_TRIALS = 1000  # more than this is not useful advice


def round_sd(cv: float, has_two_references: bool = False) -> float:
    """Standard deviation of the log ratio of one round, from the coefficient of variation of one trial.

    A ratio has the noise of two trials; against the mean of two references, that of one and a half.
    """
    return cv * (1.5 if has_two_references else 2.0) ** 0.5

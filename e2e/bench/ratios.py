"""Ratios of pairs: median, mean and its interval, as the dashboard shows them."""

from collections.abc import Sequence

import numpy as np

from backend.statistics.estimate import estimate_pairs


def summary(logs: Sequence[float]) -> dict[str, float]:
    """Median and mean ratio with its 95% interval, of paired log ratios."""
    e = estimate_pairs(np.array([logs]))
    mean, half = float(e.mean[0]), float(e.ci_half_width[0])
    found = {"median": np.median(logs), "mean": mean, "low": mean - half, "high": mean + half}
    return {name: float(np.exp(value)) for name, value in found.items()}


def interval(ratio: dict[str, float]) -> str:
    return f"median {ratio['median']:.3f}, mean {ratio['mean']:.3f} [{ratio['low']:.3f}, {ratio['high']:.3f}]"


def undecided(ratio: dict[str, float], goal: float) -> str:
    """What an interval on both sides of its goal means, to begin a note with; empty where it is on one."""
    settled = ratio["low"] >= goal or ratio["high"] < goal
    return "" if settled else "The interval holds the goal: the noise of this machine decides. "

"""Deltas of one candidate, of several, and how large a change is found."""

from collections.abc import Iterator

import numpy as np

from backend.statistics.delta import Verdict, deltas
from backend.statistics.estimate import estimate_pairs, welch
from backend.statistics.holm import holm
from backend.statistics.promise import Design, smallest_effect
from e2e.bench.calibration.noise import (
    COVER,
    FALSE,
    MIN_EFFECT,
    SHOWN,
    Row,
    called,
    covered,
    drift_words,
    flat,
    logs,
)
from e2e.bench.calibration.verdicts import BETTER, verdicts

ALL = "interleaved, all of the above"
TRUTH = np.log(1.1)


def interleaved_pairs(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """A/A and coverage of a true +10%, paired by round, over noise, drift and number of rounds."""
    total, experiments = 0.0, 0
    for correlation in (None, 0.5, 0.8):
        for rounds in (3, 5, 8, 12, 20):
            wrong, held = [], []
            for cv in (0.005, 0.02, 0.05, 0.10):
                x = logs(rng, (n, 6, rounds), cv, correlation)
                wrong.append(called(estimate_pairs(x[:, 1] - x[:, 0])))
                held.append(covered(estimate_pairs(x[:, 2] + TRUTH - x[:, 0]), float(TRUTH)))
            what = f"interleaved, {drift_words(correlation)}, n = {rounds}, CV 0.5-10%"
            yield Row(what, "A/A called", float(np.mean(wrong)), *FALSE, 4 * n)
            yield Row(what, "coverage", float(np.mean(held)), *COVER, 4 * n)
            total, experiments = total + sum(wrong) * n, experiments + 4 * n
    yield Row(ALL, "A/A called", total / experiments, *FALSE, experiments)


def sequential_pairs(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """The same runs one after the other, by Welch: honest without drift, and not with it."""
    for correlation in (None, 0.5, 0.8):
        for rounds in (5, 12, 20):
            x = logs(rng, (n, 6, rounds), 0.08, correlation, interleaved=False)
            e = welch(flat(x[:, 0]), flat(x[:, 1]))
            what = f"sequential, Welch, {drift_words(correlation)}, n = {rounds}, CV 8%"
            yield Row(what, "A/A called", called(e), *(SHOWN if correlation else FALSE), n)
            yield Row(what, "coverage", covered(e, 0.0), *(SHOWN if correlation else COVER), n)


def families(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Whole experiments through `deltas`: five equal candidates and a control against one baseline."""
    for correlation in (None, 0.8):
        for rounds in (3, 5, 12, 20):
            cv = np.exp(rng.uniform(np.log(0.005), np.log(0.10), n))
            control = family = held = 0
            for experiment in np.exp(logs(rng, (n, 7, rounds), cv, correlation)).tolist():
                runs = [list(enumerate(values)) for values in experiment]
                found = deltas(runs[0], runs[1:], direction="higher", control=0)
                wrong = [d.verdict in (Verdict.BETTER, Verdict.WORSE) for d in found]
                control, family = control + wrong[0], family + any(wrong[1:])
                held += (found[0].low or 0.0) <= 0 <= (found[0].high or 0.0)
            what = f"experiments with control, {drift_words(correlation)}, n = {rounds}, CV 0.5-10%"
            yield Row(what, "control called", control / n, *FALSE, n)
            yield Row(what, "any of 5 candidates called", family / n, *FALSE, n)
            yield Row(what, "coverage", held / n, *COVER, n)


def holm_alone(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Holm, whatever the size of the changes."""
    x = logs(rng, (n, 6, 12), 0.08, None)
    p = np.stack([estimate_pairs(x[:, i] - x[:, 0]).p for i in range(1, 6)], axis=1)
    any_called = np.mean([holm(row).min() < 0.05 for row in p])
    yield Row("5 candidates by Holm, n = 12", "any candidate called", float(any_called), *FALSE, n)


def power(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """The smallest change that the planner promises is found in 80% of experiments, of any number."""
    for candidates in (1, 3, 5, 11):
        for rounds in (5, 12, 20):
            x = logs(rng, (n, candidates + 1, rounds), 0.08, None)
            effect = smallest_effect(0.08 * 2**0.5, Design((rounds,), candidates, MIN_EFFECT)) or 0.0
            d = x[:, 1:] - x[:, :1]
            d[:, 0] += np.log1p(effect)
            codes = verdicts(estimate_pairs(d))[1][:, 0]
            what = f"smallest effect of n = {rounds}, {candidates} candidate{'s' if candidates > 1 else ''}"
            yield Row(what, "called", float((codes == BETTER).mean()), 0.78, 0.82, n)

"""Honest under noise and drift; the full runs are in e2e/bench/calibration."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false

import numpy as np
import pytest

from backend.statistics.delta import Verdict, deltas

EXPERIMENTS, RUNS, CV = 150, 6, 0.08


def experiment(rng, rounds):
    """Logs of one experiment by run and round: noise, and drift of the same size shared by neighbours."""
    drift = rng.normal(0, CV, rounds * RUNS)
    for t in range(1, len(drift)):
        drift[t] = 0.8 * drift[t - 1] + 0.6 * drift[t]
    noise = rng.normal(0, CV, (rounds, RUNS))
    return drift, noise


def outcome(rounds, interleaved):
    rng = np.random.default_rng(11)
    called, covered = 0, 0
    for _ in range(EXPERIMENTS):
        drift, noise = experiment(rng, rounds)
        if interleaved:
            x = noise + rng.permuted(drift.reshape(rounds, RUNS), axis=1)
        else:
            x = noise + drift.reshape(RUNS, rounds).T
        runs = [list(enumerate(np.exp(column).tolist())) for column in x.T]
        found = deltas(runs[0], runs[1:], direction="higher", is_interleaved=interleaved, control=0)
        called += sum(d.verdict in (Verdict.BETTER, Verdict.WORSE) for d in found[:1])
        covered += sum(d.low <= 0 <= d.high for d in found)
    return called / EXPERIMENTS, covered / EXPERIMENTS / (RUNS - 1)


@pytest.mark.parametrize("rounds", [3, 12])
def test_interleaved_stays_calibrated_under_drift(rounds):
    called, covered = outcome(rounds, interleaved=True)
    assert called <= 0.09  # 5%, and what 150 experiments may deviate
    assert 0.92 <= covered <= 0.98


def test_sequential_does_not():
    called, covered = outcome(12, interleaved=False)
    assert called > 0.15
    assert covered < 0.85

"""Failure as an outcome: runs that fail, and equal runs that fail alike, judged by the code of the page."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from agents.catalog.metrics import MAIN
from agents.contract.states import ExperimentState, TrialState
from backend.analysis.deltas import delta_rows
from backend.analysis.schemas import DeltaRow
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics.rules import RULES_2
from e2e.bench.calibration.noise import FALSE, SHOWN, Row
from e2e.bench.calibration.worlds import STALL

CANDIDATES = 5
MAX_ATTEMPTS = 3
ROUNDS = (8, 12, 20)
SHARES = (0.05, 0.15, 0.3, 0.6)
NEVER = (None, 0.01)
WORDS = ("better", "same")


class Shape(NamedTuple):
    """`by_start`: a server that fails does so in all attempts of its round; `slow`: the slowest fail.

    `scatter`: noise of the first candidate ÷ that of the others.
    """

    rounds: int
    noise: float = 0.06
    by_start: bool = False
    slow: bool = False
    scatter: float = 1.0


def failing_runs(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """One of five candidates fails; all fail alike; slow attempts of all are dropped; one stalls.

    A sixteenth of `n` each.
    """
    experiments = max(n // 16, 1)
    for share in SHARES:
        for shape in (*map(Shape, ROUNDS), Shape(12, noise=0.005), Shape(12, slow=True)):
            yield from _one_fails(rng, share, shape, experiments)
    for share in (0.02, *SHARES):
        for shape in (*map(Shape, ROUNDS), Shape(12, by_start=True), Shape(20, by_start=True)):
            yield _all_fail(rng, share, shape, experiments)
    for share in SHARES[:-1]:
        for rounds in ROUNDS:
            yield from _threshold_drops(rng, share, Shape(rounds, slow=True), experiments)
            yield from _threshold_drops(rng, share, Shape(rounds, slow=True, scatter=3), experiments)
    for rounds in ROUNDS:
        yield from _one_stalls(rng, rounds, experiments)


def _one_fails(rng: np.random.Generator, share: float, shape: Shape, n: int) -> Iterator[Row]:
    rates = np.zeros(CANDIDATES + 1)
    rates[1] = share
    rows = [(experiment_rows(rng, rates, shape)[0]) for _ in range(n)]
    failing = [row for row in rows if row.failures and row.failures.run.dropped_attempts]
    what = f"fails in {share:.0%} of attempts, n = {shape.rounds}{_words(shape)}"
    bounds = NEVER if shape.noise > 0.01 else SHOWN
    yield Row(what, "called better or same", _share(row.verdict in WORDS for row in rows), *bounds, n)
    called = _share(row.verdict in WORDS for row in failing)
    yield Row(what, "the same, an attempt failed", called, *NEVER, len(failing))
    yield Row(what, "an attempt failed", len(failing) / n, *SHOWN, n)
    yield Row(what, "fails more", _share(row.word == "fails more" for row in rows), *SHOWN, n)


def _all_fail(rng: np.random.Generator, share: float, shape: Shape, n: int) -> Row:
    experiments = [experiment_rows(rng, np.full(CANDIDATES + 1, share), shape) for _ in range(n)]
    wrong = _share(any(row.failures and row.failures.word for row in rows) for rows in experiments)
    return Row(
        f"all fail in {share:.0%} of attempts, n = {shape.rounds}{_words(shape)}",
        "any fails more or less", wrong, *FALSE, n,
    )  # fmt: skip


def _threshold_drops(rng: np.random.Generator, share: float, shape: Shape, n: int) -> Iterator[Row]:
    """Attempts below one threshold for all are dropped, so none is missing at random."""
    experiments = [experiment_rows(rng, np.full(CANDIDATES + 1, share), shape) for _ in range(n)]
    what = f"a threshold drops the slowest {share:.0%}, n = {shape.rounds}{_words(shape)}"
    wrong = _share(any(row.verdict in ("better", "worse") for row in rows) for rows in experiments)
    yield Row(what, "any called", wrong, *(FALSE if shape.scatter == 1 else SHOWN), n)
    first = _share(rows[0].verdict in WORDS for rows in experiments)
    yield Row(what, "first called better or same", first, *(SHOWN if shape.scatter == 1 else NEVER), n)


def _one_stalls(rng: np.random.Generator, rounds: int, n: int) -> Iterator[Row]:
    """+5% in most rounds, and 60% of that in some: the mean of logs says less than nothing."""
    for stalls in (0.05, 0.15):
        for noise in (0.01, 0.06):
            rows = [_stalling(rng, rounds, noise, stalls) for _ in range(n)]
            alone = _share(row.verdict == "better" and row.mean_change is None for row in rows)
            what = f"stalls in {stalls:.0%} of trials, +5% in others, noise {noise:.0%}, n = {rounds}"
            yield Row(what, "better without the mean", alone, *SHOWN, n)
            yield Row(what, "mean beside", _share(row.mean_change is not None for row in rows), *SHOWN, n)
    rows = [_stalling(rng, rounds, 0.06, 0.0) for _ in range(n)]
    what = f"no stall, n = {rounds}"
    yield Row(what, "mean beside", _share(row.mean_change is not None for row in rows), *FALSE, n)


def _stalling(rng: np.random.Generator, rounds: int, noise: float, stalls: float) -> DeltaRow:
    x = noise / 2**0.5 * rng.standard_normal((2, rounds))
    x[1] += np.log(1.05) + STALL * (rng.random(rounds) < stalls)
    trials = [trial(run, i + 1, 1, True, x[run, i]) for run in range(2) for i in range(rounds)]
    return judged(2, trials)[0]


def experiment_rows(rng: np.random.Generator, rates: np.ndarray, shape: Shape) -> list[DeltaRow]:
    """Deltas of equal runs of which each drops attempts at its rate, and repeats them at most twice."""
    trials: list[TrialRow] = []
    size = (len(rates), shape.rounds, MAX_ATTEMPTS)
    x = shape.noise / 2**0.5 * rng.standard_normal(size)
    x[1] *= shape.scatter
    chance = rng.random(size)
    if shape.by_start:
        chance[:] = chance[:, :, :1]
    if shape.slow:
        chance = (x.argsort(axis=None).argsort() / x.size).reshape(size)
    for run, number in np.ndindex(size[:2]):
        for attempt in range(MAX_ATTEMPTS):
            is_valid = bool(chance[run, number, attempt] >= rates[run])
            trials.append(trial(run, number + 1, attempt + 1, is_valid, x[run, number, attempt]))
            if is_valid:
                break
    return judged(len(rates), trials)


def trial(run: int, number: int, attempt: int, is_valid: bool, log: float) -> TrialRow:
    failed = 0 if is_valid else 30
    findings: list[dict[str, Any]] = [] if is_valid else [{"code": "failed_requests", "level": "invalid"}]
    return TrialRow(
        id=f"{run}-{number}-{attempt}",
        experiment_id="e",
        run_id=str(run),
        round=number,
        position=number * 100 + run,
        repeat=1,
        attempt=attempt,
        state=TrialState.DONE if is_valid else TrialState.INVALID,
        failure=None,
        findings=findings,
        figures={MAIN.name: float(1e4 * np.exp(log)), "requests": 30000, "failed_requests": failed},
        started_at=None,
        ended_at=None,
        connections=None,
        start=number,
    )


def judged(runs: int, trials: list[TrialRow]) -> list[DeltaRow]:
    """The rows of the page."""
    experiment = Experiment(
        id="e", name="e", state=ExperimentState.FINISHED, origin=Origin.MEASURED, rules_version=RULES_2,
        definition={"order": "interleaved"}, is_calibration=False,
    )  # fmt: skip
    variants = [
        Run(
            id=str(i), experiment_id="e", position=i, name=str(i), variant=str(i), is_baseline=i == 0,
            workload={"name": "w", "tool": "wrk"}, is_control=False, bottlenecks=[],
            topology="proxied", knobs={"nginx.worker_processes": i + 1},
        )
        for i in range(runs)
    ]  # fmt: skip
    return delta_rows(experiment, variants, trials, MAIN)


def _words(shape: Shape) -> str:
    return "".join(
        [
            f", noise {shape.noise:.1%}" if shape.noise != Shape(0).noise else "",
            ", with its server" if shape.by_start else "",
            ", the slowest" if shape.slow else "",
            f", the first scatters by {shape.scatter:.0f} times as much" if shape.scatter != 1 else "",
        ]
    )


def _share(flags: Iterator[bool]) -> float:
    return float(np.mean([*flags] or [0.0]))


def main() -> None:
    for row in failing_runs(np.random.default_rng(20261125), 16000):
        print(f"{row.what:62} {row.figure:30} {row.value:7.2%} {'' if row.ok else 'OUTSIDE'}")


if __name__ == "__main__":
    main()

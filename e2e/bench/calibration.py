"""Is a delta honest? Simulated experiments with a known truth, judged by the product's own code.

    .venv/bin/python -m e2e.bench.calibration [--seed N] [--experiments N] [--out FILE]

Prints a table and one line of JSON; exits 1 if a figure is outside its bounds. Noise is log-normal;
drift is a first-order autoregression over the trials in the order in which they run, of the same size as
the noise. A/A: the share of equal runs called better or worse. Coverage: the share of 95% intervals that
hold the true change. Bounds allow for what so many experiments may deviate by chance (3.3 standard errors).
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from scipy.signal import lfilter

from backend.comparisons.delta import Verdict, deltas
from backend.comparisons.estimate import Estimate, paired, welch
from backend.comparisons.holm import holm
from backend.comparisons.pairing import Trials
from backend.comparisons.pooled import pooled
from backend.comparisons.power import smallest_effect
from backend.comparisons.spread import SpreadVerdict, compare_spread, pooled_spread
from backend.comparisons.verdict import judge

SEED = 20240607
EXPERIMENTS = 4000
MARGIN = np.log1p(0.01)
COVER = (0.93, 0.97)


@dataclass(frozen=True)
class Row:
    """One figure: `low` and `high` are its bounds before the allowance; None where it is only shown."""

    what: str
    figure: str
    value: float
    low: float | None
    high: float | None
    experiments: int

    @property
    def ok(self) -> bool:
        def allowance(p: float) -> float:
            return 3.3 * (p * (1 - p) / self.experiments) ** 0.5

        above = self.low is None or self.value >= self.low - allowance(self.low)
        return above and (self.high is None or self.value <= self.high + allowance(self.high))


def logs(
    rng: np.random.Generator,
    shape: tuple[int, int, int],
    cv: float,
    correlation: float | None,
    interleaved: bool = True,
) -> np.ndarray:
    """Log values by experiment, run and round; `correlation` of neighbouring trials' drift, None for none."""
    experiments, runs, rounds = shape
    sd = np.sqrt(np.log1p(cv**2))
    x = rng.normal(0, sd, shape)
    if correlation is None:
        return x
    e = rng.normal(0, sd, (experiments, runs * rounds))
    e[:, 1:] *= np.sqrt(1 - correlation**2)
    drift = np.asarray(lfilter([1.0], [1.0, -correlation], e, axis=1))
    if interleaved:
        drift = rng.permuted(drift.reshape(experiments, rounds, runs), axis=2)
        return x + drift.transpose(0, 2, 1)
    return x + drift.reshape(shape)


def flat(x: np.ndarray) -> Trials:
    """Rows of logs as the trials of so many runs."""
    runs, rounds = x.shape
    owner, number = np.repeat(np.arange(runs), rounds), np.tile(np.arange(rounds), runs)
    none = np.zeros(runs, dtype=np.int64)
    return Trials(runs, owner, number, np.full(x.size, -1), np.exp(x.ravel()), x.ravel(), none)


def called(e: Estimate) -> float:
    """The share of single candidates called better or worse with a margin of 1%."""
    return float(np.isin(judge(e, e.p, MARGIN, MARGIN, "higher"), (1, 2)).mean())


def covered(e: Estimate, truth: float) -> float:
    return float((np.abs(e.mean - truth) <= e.half).mean())


def interleaved_pairs(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """A/A and coverage of a true +10%, paired by round, over noise, drift and number of rounds."""
    total, experiments = 0.0, 0
    for correlation in (None, 0.5, 0.8):
        for rounds in (3, 5, 8, 12, 20):
            wrong, held = [], []
            for cv in (0.005, 0.02, 0.05, 0.10):
                x = logs(rng, (n, 6, rounds), cv, correlation)
                e = paired(x[:, 1] - x[:, 0])
                wrong.append(called(e))
                held.append(covered(paired(x[:, 2] + np.log(1.1) - x[:, 0]), np.log(1.1)))
            drift = "no drift" if correlation is None else f"drift {correlation}"
            what = f"interleaved, {drift}, n = {rounds}, CV 0.5-10%"
            yield Row(what, "A/A called", float(np.mean(wrong)), None, 0.05, 4 * n)
            yield Row(what, "coverage", float(np.mean(held)), *COVER, 4 * n)
            total, experiments = total + sum(wrong) * n, experiments + 4 * n
    yield Row("interleaved, all of the above", "A/A called", total / experiments, None, 0.05, experiments)


def sequential_pairs(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """The same runs one after the other, by Welch: honest without drift, and not with it."""
    for correlation in (None, 0.5, 0.8):
        for rounds in (5, 12, 20):
            x = logs(rng, (n, 6, rounds), 0.08, correlation, interleaved=False)
            e = welch(flat(x[:, 0]), flat(x[:, 1]))
            drift = "no drift" if correlation is None else f"drift {correlation}"
            what = f"sequential, Welch, {drift}, n = {rounds}, CV 8%"
            bounds = (None, 0.05) if correlation is None else (None, None)
            yield Row(what, "A/A called", called(e), *bounds, n)
            yield Row(what, "coverage", covered(e, 0.0), *(COVER if correlation is None else (None, None)), n)


def families(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Whole experiments through `deltas`: five equal candidates and a control against one baseline."""
    n = n // 4
    for rounds in (3, 5, 12):
        x = np.exp(logs(rng, (n, 7, rounds), 0.08, 0.8))
        control, family = 0, 0
        for experiment in x:
            runs = [list(enumerate(values)) for values in experiment.tolist()]
            different = [
                d.verdict in (Verdict.BETTER, Verdict.WORSE)
                for d in deltas(runs[0], runs[1:], direction="higher", control=0)
            ]
            control, family = control + different[0], family + any(different[1:])
        what = f"5 candidates and control, drift 0.8, n = {rounds}"
        yield Row(what, "control called", control / n, None, 0.05, n)
        yield Row(what, "any candidate called", family / n, None, 0.05, n)


def holm_alone(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Holm without the help of a control's margin."""
    x = logs(rng, (n, 6, 12), 0.08, None)
    p = np.stack([paired(x[:, i] - x[:, 0]).p for i in range(1, 6)], axis=1)
    any_called = np.mean([holm(row).min() < 0.05 for row in p])
    yield Row("5 candidates by Holm, n = 12", "any candidate called", float(any_called), None, 0.05, n)


def power(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """The smallest effect that the planner promises is found in 80% of experiments."""
    for rounds in (3, 5, 12, 20):
        sd = 0.08 * 2**0.5
        effect = np.log1p(smallest_effect(sd, rounds) or 0.0)
        e = paired(rng.normal(effect, sd, (n, rounds)))
        yield Row(f"smallest effect of n = {rounds}", "called", called(e), 0.8, 0.8, n)


def spreads(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Runs of equal spread called steadier or less steady."""
    n = n // 8
    for pairs, rounds in ((1, 5), (1, 12), (5, 5), (5, 12)):
        wrong = 0
        for _ in range(n):
            cvs = rng.uniform(0.02, 0.15, pairs)
            x = [np.exp(rng.normal(9, cv, (2, rounds))).tolist() for cv in cvs]
            runs = [(list(enumerate(a)), list(enumerate(b))) for a, b in x]
            found = compare_spread(*runs[0]) if pairs == 1 else pooled_spread(runs)
            wrong += found.verdict in (SpreadVerdict.STEADIER, SpreadVerdict.LESS_STEADY)
        yield Row(f"spread, {pairs} pairs, n = {rounds}", "equal called different", wrong / n, None, 0.05, n)


def pooled_pairs(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """One delta over five equal pairs: all rounds, a third of the trials missing, and runs one by one."""
    n = n // 8
    for how, missing, interleaved in (
        ("by round", 0.0, True),
        ("combined", 0.3, True),
        ("Welch", 0.0, False),
    ):
        x = np.exp(logs(rng, (n, 10, 12), 0.08, 0.8 if interleaved else None))
        gone = rng.random(x.shape) < missing
        wrong = held = 0
        for values, hollow in zip(x.tolist(), gone.tolist(), strict=True):
            runs = [
                [(i, None if h else v) for i, (v, h) in enumerate(zip(*run, strict=True))]
                for run in zip(values, hollow, strict=True)
            ]
            pairs = list(zip(runs[::2], runs[1::2], strict=True))
            found = pooled(pairs, direction="higher", interleaved=interleaved)
            wrong += found.verdict in (Verdict.BETTER, Verdict.WORSE)
            held += (found.low or 0.0) <= 0 <= (found.high or 0.0)
        yield Row(f"pooled over 5 pairs, {how}, n = 12", "A/A called", wrong / n, None, 0.05, n)
        yield Row(f"pooled over 5 pairs, {how}, n = 12", "coverage", held / n, *COVER, n)


def long_rounds(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Sixteen candidates a round and the baseline before, between and after them in fours; steep drift."""
    n = n // 40
    of_baseline = np.arange(0, 21, 5)
    others = np.setdiff1d(np.arange(21), of_baseline)
    held = 0
    for x in logs(rng, (n, 1, 12 * 21), 0.05, 0.98)[:, 0].reshape(n, 12, 21):
        values = np.exp(x).tolist()
        baseline = [(r, values[r][at], 21 * r + at) for r in range(12) for at in of_baseline.tolist()]
        order = [rng.permutation(others).tolist() for _ in range(12)]
        runs = [[(r, values[r][at[i]], 21 * r + at[i]) for r, at in enumerate(order)] for i in range(16)]
        held += sum(
            (d.low or 0.0) <= 0 <= (d.high or 0.0) for d in deltas(baseline, runs, direction="higher")
        )
    yield Row("17 runs, baseline repeated in the round", "coverage", held / n / 16, *COVER, n)


def until(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Stopping at a half-interval, looked at after whole rounds from 5 on, at most 30: what it costs."""
    for goal in (0.03, 0.06):
        d = rng.normal(0, 0.08, (n, 30))
        looks = [paired(d[:, :rounds]) for rounds in range(5, 31)]
        half, mean = (np.stack([getattr(e, name) for e in looks], axis=1) for name in ("half", "mean"))
        reached = half <= np.log1p(goal)
        stop = np.where(reached.any(axis=1), reached.argmax(axis=1), len(looks) - 1)
        at = np.arange(n), stop
        held = float((np.abs(mean[at]) <= half[at]).mean())
        yield Row(f"until ±{goal:.0%}, 5 to 30 rounds, sd 8%", "coverage", held, None, None, n)


PARTS = (
    interleaved_pairs,
    sequential_pairs,
    families,
    holm_alone,
    power,
    spreads,
    pooled_pairs,
    long_rounds,
    until,
)


def table(rows: list[Row]) -> str:
    lines = [f"{'':44}{'':24}{'value':>8}  {'bounds':<14}"]
    for row in rows:
        bounds = f"{_percent(row.low)} … {_percent(row.high)}" if row.low or row.high else "shown only"
        mark = "" if row.ok else "  OUTSIDE"
        lines.append(f"{row.what:44}{row.figure:24}{row.value:>8.2%}  {bounds:<14}{mark}")
    return "\n".join(lines)


def _percent(x: float | None) -> str:
    return "" if x is None else f"{x:.0%}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Calibration of deltas by simulation")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--experiments", type=int, default=EXPERIMENTS)
    parser.add_argument("--out", type=Path, help="also write the JSON to this file")
    args = parser.parse_args()
    start = time.monotonic()
    seeds = np.random.SeedSequence(args.seed).spawn(len(PARTS))
    rows = [
        row
        for part, seed in zip(PARTS, seeds, strict=True)
        for row in part(np.random.default_rng(seed), args.experiments)
    ]
    ok = all(row.ok for row in rows)
    print(table(rows))
    print(f"seed {args.seed}, {time.monotonic() - start:.0f} s: {'all inside' if ok else 'OUTSIDE'}")
    figures = {"seed": args.seed, "ok": ok, "rows": [{**asdict(row), "ok": row.ok} for row in rows]}
    text = json.dumps(figures)
    print(text)
    if args.out:
        args.out.write_text(text + "\n")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())

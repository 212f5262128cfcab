"""What kept servers do to causes, percentiles and profiles: equal runs whose starts differ.

    .venv/bin/python -m e2e.bench.calibration.kept_starts [--seed N] [--experiments N]

A start of a server makes each of its rounds slower or faster alike (log-normal); each round scatters by
itself. In each row the share of experiments in which equals are told apart, or that of intervals that hold
the truth: first with every round as a unit, then by `units`.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from agents.contract.diagnostics import Profile
from backend.diagnostics.profiles.changes import changes
from backend.diagnostics.profiles.costs import Diagnostic
from backend.diagnostics.profiles.cpu_change import compare_cpu
from backend.statistics.latency import share_points
from backend.statistics.units import units_of_rounds
from e2e.bench.calibration.noise import SHOWN, Row
from e2e.bench.calibration.percentiles import counted

SEED = 20261125
EXPERIMENTS = 4000
FALSE = 0.05
COVER = (0.93, None)
BETWEEN, WITHIN = 0.03, 0.02  # of logs: starts, rounds
REQUESTS, SHARES = 1000, (0.5, 0.9, 0.99)
STACKS, OF_FUNCTION = 12, 0.10  # functions, and what a start does to the cost of each


@dataclass(frozen=True)
class Servers:
    """How long a start is measured: `every` so many of `rounds`."""

    rounds: int
    every: int

    @property
    def starts(self) -> dict[int, int]:
        return {r: (r - 1) // self.every + 1 for r in range(1, self.rounds + 1)}

    def slowness(self, rng: np.random.Generator) -> np.ndarray:
        """Log of each round's slowness."""
        of_start = rng.normal(0, BETWEEN, self.rounds // self.every + 1)
        return of_start[np.array(list(self.starts.values())) - 1] + rng.normal(0, WITHIN, self.rounds)

    @property
    def what(self) -> str:
        kept = "fresh each round" if self.every == 1 else f"kept {self.every} rounds"
        return f"servers {kept if self.every < self.rounds else 'started once'}, n = {self.rounds}"


MEASURED = tuple(Servers(*of) for of in ((12, 1), (12, 4), (24, 4), (40, 4), (12, 12)))
LOOKED_AT = tuple(Servers(*of) for of in ((5, 1), (8, 1), (8, 2), (12, 4), (8, 8)))


def causes(rng: np.random.Generator, servers: Servers, experiments: int) -> Iterator[Row]:
    """Equals of which one “spends X µs more”; two hosts are judged together."""
    hits: dict[bool, int] = {False: 0, True: 0}
    for _ in range(experiments):
        sides = {
            role: tuple(
                dict(zip(servers.starts, 20 * np.exp(servers.slowness(rng)), strict=True)) for _ in "ab"
            )
            for role in ("proxy", "backend")
        }
        for by_unit in hits:
            starts = (servers.starts, servers.starts) if by_unit else ({}, {})
            spent = compare_cpu(sides, starts=starts)  # pyright: ignore[reportArgumentType] - two sides each
            hits[by_unit] += any(one.clear for one in spent.values())
    yield from _rows(f"cause: {servers.what}", "equals told apart", hits, experiments, FALSE)


def percentiles(rng: np.random.Generator, servers: Servers, experiments: int) -> Iterator[Row]:
    """Intervals of percentiles of all requests that hold the truth; None is no interval."""
    many = rng.normal(0, (BETWEEN**2 + WITHIN**2) ** 0.5, 200_000)
    truth = np.quantile(1e-3 * np.exp(many + rng.normal(0, 0.5, len(many))), SHARES)
    held: dict[bool, int] = {False: 0, True: 0}
    shown = 0
    for _ in range(experiments):
        slowness = servers.slowness(rng)
        body = rng.normal(0, 0.5, (servers.rounds, REQUESTS))
        rounds = [counted(row) for row in 1000 * np.exp(body + slowness[:, None])]
        for by_unit in held:
            unit = units_of_rounds(list(servers.starts), servers.starts) if by_unit else None
            points = [
                p for p in share_points(rounds, SHARES, unit) if p.low is not None and p.high is not None
            ]
            shown += len(points) if by_unit else 0
            held[by_unit] += sum(
                p.low * 0.9995 <= true <= p.high * 1.0005  # pyright: ignore[reportOptionalOperand] - above
                for p, true in zip(points, truth, strict=False)
            )
    what, of = f"percentiles: {servers.what}", experiments * len(SHARES)
    yield Row(what, "coverage by rounds", held[False] / of, *SHOWN, of)
    yield Row(what, "without an interval", 1 - shown / of, *SHOWN, of)
    if shown:
        yield Row(what, "coverage by units", held[True] / shown, *COVER, shown)


def profiles(rng: np.random.Generator, servers: Servers, experiments: int) -> Iterator[Row]:
    """Comparisons of equals in which a function is named or a box coloured: a start has a part in the cost of
    all functions and in that of each."""
    share = rng.dirichlet(np.full(STACKS, 0.7))
    hits: dict[bool, int] = {False: 0, True: 0}
    for _ in range(experiments):
        a, b = (_diagnostics(rng, servers, share) for _ in "ab")
        for by_unit in hits:
            sides = [[one if by_unit else replace(one, start=0) for one in side] for side in (a, b)]
            found = changes({"proxy": (sides[0], sides[1])})["proxy"]
            hits[by_unit] += any(c.change.clear for c in (*found.parts, *found.nodes))
    yield from _rows(f"profiles: {servers.what}", "equals told apart", hits, experiments, FALSE)


def _diagnostics(rng: np.random.Generator, servers: Servers, share: np.ndarray) -> list[Diagnostic]:
    slowness = servers.slowness(rng)
    of_start = rng.normal(0, OF_FUNCTION, (servers.rounds // servers.every + 1, STACKS))
    looks = []
    for i, (round_, start) in enumerate(servers.starts.items()):
        weights = share * np.exp(of_start[start - 1] + rng.normal(0, WITHIN, STACKS))
        samples = rng.multinomial(rng.integers(1500, 2500), weights / weights.sum())
        stacks = {f"main;f{n // 4};g{n}": int(count) for n, count in enumerate(samples) if count}
        cpu_s = 0.8 * float(np.exp(slowness[i])) * float(weights.sum())
        profile = Profile(subject="proxy", event="cpu-clock", hz=399, stacks=stacks, cpu_s=cpu_s)
        looks.append(Diagnostic(round_, 20_000.0, profile, start))
    return looks


def _rows(what: str, figure: str, hits: dict[bool, int], n: int, most: float) -> Iterator[Row]:
    yield Row(what, f"{figure}, by rounds", hits[False] / n, *SHOWN, n)
    yield Row(what, f"{figure}, by units", hits[True] / n, None, most, n)


Part = tuple[Callable[[np.random.Generator, Servers, int], Iterator[Row]], tuple[Servers, ...], int]
PARTS: tuple[Part, ...] = ((causes, MEASURED, 1), (percentiles, MEASURED, 12), (profiles, LOOKED_AT, 8))
"""With what each takes a share of the experiments only: one of so many."""


def kept_starts(rng: np.random.Generator, experiments: int) -> Iterator[Row]:
    for part, worlds, share in PARTS:
        for servers in worlds:
            yield from part(rng, servers, max(1, experiments // share))


def main() -> None:
    parser = argparse.ArgumentParser(description="What kept servers do to causes, percentiles and profiles")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--experiments", type=int, default=EXPERIMENTS)
    args = parser.parse_args()
    for row in kept_starts(np.random.default_rng(args.seed), args.experiments):
        print(f"{row.what:50} {row.figure:32} {row.value:7.1%} {'' if row.ok else 'OUTSIDE'}", flush=True)


if __name__ == "__main__":
    main()

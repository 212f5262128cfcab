"""Rounds until a verdict, of candidates against the baseline and its control, for one question and for both.

Beside rules 1: what one of six candidates that is 5% better takes, and what each world does.
"""

from collections.abc import Callable, Iterator

import numpy as np

from backend.statistics.both_references import estimate_against_both
from backend.statistics.estimate import ALPHA, Estimate, estimate_pairs, half_width
from backend.statistics.holm import holm
from backend.statistics.power import POWER
from backend.statistics.rules import RULES_2
from backend.statistics.shared_spread import MIN_CANDIDATES, lean_on_others
from backend.statistics.two_stages import FIRST_ALPHA
from backend.statistics.verdict import judge
from e2e.bench.calibration.noise import COVER, FALSE, MIN_EFFECT, SHOWN, Row, logs
from e2e.bench.calibration.recorded import resample
from e2e.bench.calibration.verdicts import BETTER, EFFECTS, ROUNDS, WORSE
from e2e.bench.calibration.worlds import WORLDS, Floats, World

SPREAD = 0.06 / 2**0.5  # of a trial; a round's change has two of them
CPU_VARIANCE = 1 / 4  # of throughput's, where the CPU limits: recorded experiments have 1/2.2 to 1/5.5
CANDIDATES, EFFECT, MAX_ROUNDS = 6, 0.05, 28
QUESTIONS = 2
RECORDED = World("recorded noise", lambda rng, n, *shape: resample(rng, 0, (n, *shape), SPREAD))
Judge = Callable[[Floats], Estimate]


def judge_before(x: Floats) -> Estimate:
    """By rules 1, from logs (experiments, runs, rounds): the baseline, its control, candidates."""
    return estimate_pairs(x[:, 2:] - x[:, :1])


def judge_now(x: Floats) -> Estimate:
    return lean_on_others(estimate_against_both(x[:, 2:] - x[:, :1], x[:, 2:] - x[:, 1:2]))


def decide(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Rounds that find it in 80%, and every world with three candidates and six."""
    many = 10 * n  # a number of rounds turns on a tenth of a per cent
    shape = (many, CANDIDATES + 2, MAX_ROUNDS)
    normal_throughput = logs(rng, shape, SPREAD, None)
    normal_cpu = logs(rng, shape, SPREAD * CPU_VARIANCE**0.5, None)
    for noise, throughput, cpu in (
        ("", normal_throughput, normal_cpu),
        (", recorded noise", *(resample(rng, metric, shape, SPREAD) for metric in range(2))),
    ):
        for name, x, judge_logs, metrics, alpha, bound in (
            ("rules 1, throughput", throughput, judge_before, 1, ALPHA, None),
            ("throughput alone", throughput, judge_now, 1, FIRST_ALPHA, 18),
            ("both questions, throughput", throughput, judge_now, QUESTIONS, FIRST_ALPHA, 20),
            ("both questions, CPU a request", cpu, judge_now, QUESTIONS, FIRST_ALPHA, 8),
        ):
            rounds = _rounds_needed(x, judge_logs, metrics, alpha)
            yield Row(f"decide{noise}, {name}", "rounds for 80%", float(rounds), None, bound, many)
    for world in (*WORLDS, RECORDED):
        for candidates in (MIN_CANDIDATES, CANDIDATES):
            if world.candidates > 1:
                for rounds in ROUNDS:
                    yield from _figures(rng, max(n // 4, 1), world, candidates, rounds)


def _rounds_needed(equal_logs: Floats, judge_logs: Judge, metrics: int, alpha: float) -> int:
    x = equal_logs.copy()
    x[:, 2] += np.log1p(EFFECT)

    def found(rounds: int) -> float:
        codes = _verdicts(judge_logs(x[:, :, :rounds]), metrics, alpha)
        return float((codes[:, 0] == BETTER).mean())

    return next((rounds for rounds in range(4, MAX_ROUNDS) if found(rounds) >= POWER), MAX_ROUNDS)


def _figures(rng: np.random.Generator, n: int, world: World, candidates: int, rounds: int) -> Iterator[Row]:
    x = world.noise(rng, n, candidates + 2, rounds)
    what = f"decide, world: {world.name}, {candidates} of, n = {rounds}"
    false, cover = (SHOWN, SHOWN) if world.beyond else (FALSE, COVER)
    judge_logs = judge_before if world.keeps_servers else judge_now
    e = judge_logs(x)
    called = np.isin(_verdicts(e), (BETTER, WORSE)).any(axis=1)
    yield Row(what, "any called", float(called.mean()), *false, n)
    yield Row(what, "coverage", float((np.abs(e.mean) <= e.ci_half_width).mean()), *cover, n * candidates)
    x[:, 2] += np.log1p(EFFECTS[-1])
    codes = _verdicts(judge_logs(x))[:, 0]
    yield Row(what, f"found +{EFFECTS[-1]:.0%}", float((codes == BETTER).mean()), *SHOWN, n)


def _verdicts(e: Estimate, metrics: int = 1, alpha: float = FIRST_ALPHA) -> np.ndarray:
    """Codes by the product's rule; the other question's p count as 1.

    alpha  what p has to be below: less than 5% where rounds may be added
    """
    family = e.p.shape[1] * metrics
    adjusted = np.apply_along_axis(holm, 1, np.minimum(e.p * (ALPHA / alpha), 1.0), family)
    return judge(e, adjusted, MIN_EFFECT, half_width(e.se, e.df, alpha / family), "higher", RULES_2)

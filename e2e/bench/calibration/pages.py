"""Pages with several metrics, experiments with several controls: any false word among all that is shown."""

from collections.abc import Iterator

import numpy as np

from agents.catalog.metrics import METRICS, QUESTIONS
from backend.statistics.delta import Group, Verdict, deltas_together, is_alarming
from e2e.bench.calibration.noise import FALSE, Row

METRIC_COUNT = len(METRICS) - len(QUESTIONS)
RULES = 2
SPREAD = 0.05
PAGES = 4  # a page is many times the work of an experiment of one metric: every fourth


def exploratory_metrics(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Any false word among all exploratory metrics of a page whose metrics share their noise."""
    pages = n // PAGES
    for shared in (0.0, 0.5, 0.9):
        for candidates, rounds in ((1, 12), (5, 12), (5, 20)):
            wrong = sum(_has_false_word(rng, shared, candidates, rounds) for _ in range(pages))
            page = f"{METRIC_COUNT} metrics sharing {shared:.0%} of their noise"
            what = f"{page}, {candidates} candidates, n = {rounds}"
            yield Row(what, "any metric called", wrong / pages, *FALSE, pages)


def _has_false_word(rng: np.random.Generator, shared: float, candidates: int, rounds: int) -> bool:
    common = rng.normal(0, SPREAD, (candidates + 1, rounds))
    for own in rng.normal(0, SPREAD, (METRIC_COUNT, candidates + 1, rounds)):
        baseline, *others = np.exp(common * shared**0.5 + own * (1 - shared) ** 0.5).tolist()
        deltas = deltas_together(
            [Group(list(enumerate(baseline)), [list(enumerate(values)) for values in others])],
            direction="lower",
            rules=RULES,
            metrics=METRIC_COUNT,
        )[0]
        if any(delta.verdict in (Verdict.BETTER, Verdict.WORSE) for delta in deltas):
            return True
    return False


def controls_of_workloads(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """False alarms of experiments with a control for each of several workloads."""
    experiments = n // PAGES
    for workloads, rounds in ((1, 12), (8, 8), (8, 12), (8, 20)):
        alarms = 0
        for noise in np.exp(rng.normal(0, SPREAD, (experiments, workloads, 2, rounds))).tolist():
            groups = [Group(list(enumerate(a)), [list(enumerate(b))], control=0) for a, b in noise]
            results = deltas_together(groups, direction="higher", rules=RULES)
            alarms += any(is_alarming(control, RULES) for (control,) in results)
        what = f"{workloads} workloads with a control each, n = {rounds}, CV 5%"
        yield Row(what, "any alarm", alarms / experiments, *FALSE, experiments)

"""What a probe says, and what it must not say."""

import math
from collections.abc import Sequence
from statistics import fmean

import numpy as np
import pytest

from agents.contract.diagnostics import DiagnosticKind
from backend.diagnostics.probe import Moved, Probed, compare_probe, conclusion

STEADY = [1000.0, 1010.0, 990.0, 1005.0, 995.0, 1000.0, 1002.0, 998.0]
NOISY = [1000.0, 1400.0, 700.0, 1200.0, 800.0]


def probe(
    kind: DiagnosticKind, rate: float | None, trials: Sequence[float] = STEADY, beside: float | None = 1000.0
) -> Moved:
    was, now = {"fewer_connections": (64, 48), "more_connections": (64, 80), "more_threads": (2, 3)}[kind]
    return compare_probe(Probed(kind, was, now, rate), beside, trials)


def test_a_clear_change_is_told_with_its_size_and_the_spread() -> None:
    found = probe("more_connections", 1180.0)
    assert found.is_clear
    assert found.sentence == (
        "25% more connections (80) gave +18.0% req/s (two trials of this run may differ by 2.7%)."
    )
    assert conclusion([found]) == "The connections were a limit: a quarter more of them gave +18.0% req/s."


def test_what_lies_within_the_spread_is_no_change() -> None:
    found = probe("more_connections", 1004.0)
    assert not found.is_clear
    assert found.sentence == (
        "25% more connections (80): no clear change (+0.4% req/s; two trials of this run may differ by 2.7%)."
    )
    fewer = probe("fewer_connections", 996.0)
    assert conclusion([fewer, found]) == (
        "The connections were not the limit: a quarter more of them changed nothing that is clear."
    )


def test_a_run_that_varies_much_proves_nothing() -> None:
    found = probe("more_connections", 1250.0, NOISY)
    assert not found.is_clear
    assert "vary too much" in conclusion([found])


def test_another_thread_that_helps_names_the_load_tool_before_the_connections() -> None:
    threads, more = probe("more_threads", 1300.0), probe("more_connections", 1100.0)
    assert threads.sentence.startswith("One more thread of the load tool (3) gave +30.0% req/s")
    assert conclusion([more, threads]) == (
        "The load tool was a limit: one more thread of it gave +30.0% req/s."
    )


def test_too_many_connections_are_noticed() -> None:
    assert "too many connections" in conclusion([probe("fewer_connections", 1100.0)])
    assert "only cost" in conclusion([probe("more_connections", 900.0)])
    assert conclusion([probe("fewer_connections", 800.0)]) == "", "that fewer give less proves no limit alone"


def test_few_trials_or_no_rate_give_no_word() -> None:
    found = probe("more_connections", 1300.0, [1000.0, 1001.0])
    assert not found.is_clear
    assert "2 trials are too few to judge it" in found.sentence
    for nothing in (probe("more_connections", None), probe("more_connections", 1.0, beside=None)):
        assert nothing.sentence == "25% more connections (80): no rate to compare."
        assert conclusion([nothing]) == ""


def test_a_machine_that_became_faster_meanwhile_moves_no_probe() -> None:
    kinds: tuple[DiagnosticKind, ...] = ("fewer_connections", "more_connections", "more_threads")
    found = [probe(kind, 2000.0, beside=2010.0) for kind in kinds]
    assert not any(one.is_clear for one in found)
    assert "changed nothing that is clear" in conclusion(found)


@pytest.mark.parametrize("drift", [0.0, 0.8])
def test_chance_alone_makes_one_of_three_probes_clear_in_at_most_one_of_twenty(drift: float) -> None:
    """Also where a machine drifts: `drift` is how much of one trial's deviation the next one keeps."""
    rng = np.random.default_rng(7)

    def chance() -> bool:
        noise = rng.normal(0, 0.03, 12)
        for i in range(1, len(noise)):
            noise[i] = drift * noise[i - 1] + noise[i] * math.sqrt(1 - drift**2)
        rates = [float(rate) for rate in np.exp(7 + noise)]
        trials, beside, probes = rates[:8], rates[8], rates[9:]
        kinds: tuple[DiagnosticKind, ...] = ("fewer_connections", "more_connections", "more_threads")
        return any(
            probe(kind, rate, trials, beside).is_clear for kind, rate in zip(kinds, probes, strict=True)
        )

    assert fmean(chance() for _ in range(2000)) < 0.06

"""Bottlenecks near their limit, and probes that prove nothing."""

import numpy as np
import pytest

from agents.contract.workload import Workload
from backend.diagnostics.bottlenecks import Measured, MeasuredTrial, find_bottlenecks
from backend.diagnostics.bottlenecks.beside import beside
from backend.diagnostics.bottlenecks.document import TARGET, page
from backend.diagnostics.probe import Probed, compare_probe, conclusion
from backend.tests.unit.diagnostics.watched_runs import FIGURES, HOSTS, window
from e2e.bench.calibration.near_limits import limits, probes, run_at


def test_a_limit_within_its_interval_is_near_and_the_next_candidate_stands_beside() -> None:
    rng = np.random.default_rng(4)
    near, calm = find_bottlenecks(run_at(rng, 0.95))
    assert (near.code, near.is_near, near.words) == (
        "all_workers",
        True,
        "near a limit: the only worker of the proxy",
    )
    assert calm.code == "latency"
    (full,) = find_bottlenecks(run_at(rng, 0.985))
    assert (full.is_near, full.words) == (False, "limited by the only worker of the proxy")
    (free,) = find_bottlenecks(run_at(rng, 0.8))
    assert free.code == "latency"
    assert beside([free], [near, calm]) == beside([full], [near, calm]) == ""
    assert beside([free], [full]) == "limited by the only worker of the proxy, the baseline by latency"


def test_where_nothing_was_full_one_sentence_says_so_of_the_whole_run() -> None:
    few = {"load": window("load"), "backend": window("backend", server={"in_progress": 1.0})}
    trials = [
        MeasuredTrial({**few, "proxy": window("proxy", server={"in_progress": in_progress})}, FIGURES)
        for in_progress in (16.0, 14.0, 2.0, 12.0, 16.0, 4.0)
    ]
    load = Workload.model_validate({"tool": "wrk", "threads": 2, "connections": 16, "duration_s": 10})
    (calm,) = find_bottlenecks(Measured(load, "proxied", {}, HOSTS, trials))
    assert calm.code == "latency"
    assert calm.sentence.endswith("of the requests at any moment 10 in the proxy and 1 in the backend.")


def test_one_trial_has_no_interval() -> None:
    (full,) = find_bottlenecks(run_at(np.random.default_rng(4), 0.985, trials=1))
    assert not full.is_near


@pytest.mark.slow
def test_equals_are_called_alike_near_a_border() -> None:
    rows = {row.figure: row for row in limits(np.random.default_rng(20261125), 0.95, 60)}
    assert rows["equals differ, by means"].value > 0.3
    assert rows["equals differ, with near limits"].value <= 0.02


def test_probes_do_not_deny_a_limit() -> None:
    for spread in (0.01, 0.03, 0.05, 0.1):
        rows = {row.figure: row for row in probes(np.random.default_rng(20261125), spread, 400)}
        assert rows["“not the limit”"].value <= 0.05


def test_a_probe_that_may_hide_half_of_a_limit_cannot_tell() -> None:
    rates = [1000.0, 1026.0, 974.0, 1022.0, 978.0, 1000.0, 1015.0, 985.0]
    moved = compare_probe(Probed("more_connections", 64, 80, 1060.0), 1000.0, rates)
    assert not moved.is_clear
    assert conclusion([moved]).startswith("It cannot be told whether the connections were the limit")
    assert conclusion([moved], 1).startswith("The connections were not the limit")


def test_the_page_in_the_docs_is_made_from_the_rules() -> None:
    assert TARGET.read_text("utf-8") == page(), "run: python -m backend.diagnostics.bottlenecks.document"

"""Accounting of a change in throughput: parts of a trial by its counters, their change between runs."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from agents.catalog.roles import Topology
from agents.contract.counters import ThreadCounts
from agents.contract.reports import Window
from agents.contract.workload import Workload
from backend.diagnostics.accounting.change import Change, compare_parts
from backend.diagnostics.accounting.parts import PartName, TrialParts, split_trial
from backend.diagnostics.accounting.schemas import Accounting
from backend.diagnostics.accounting.words import accounting_of
from backend.diagnostics.bottlenecks import HostAt, Measured, MeasuredTrial
from backend.diagnostics.bottlenecks.pooling import evidence_of
from backend.tests.unit.diagnostics.watched_runs import HOSTS, TOGETHER, window, workers

SEED, EXPERIMENTS, ROUNDS = 20261126, 600, 12
NAMES = ("default", "tuned · small")
WORKLOAD = Workload.model_validate({"tool": "wrk", "threads": 2, "connections": 16, "duration_s": 10})


def trial(
    topology: Topology = "proxied",
    hosts: tuple[HostAt, ...] = HOSTS,
    other_cpus: float = 0.0,
    **windows: Window | None,
) -> TrialParts | None:
    """A trial of 10,000 req/s: 100 µs each."""
    calm = {"backend": window("backend", server=server(0.01, 0.0))}
    seen = {
        h.id: w for h in hosts if (w := windows.get(h.role, calm.get(h.role, window(h.role)))) is not None
    }
    trials = [MeasuredTrial(seen, {"requests_per_s": 10_000.0})]
    evidence = evidence_of(Measured(WORKLOAD, topology, {}, hosts, trials))
    return split_trial(evidence, other_cpus, 1, 1) if evidence else None


def server(cpu_s: float, in_progress: float | None, waited: float = 0.0) -> dict[str, Any]:
    return {"workers": workers(cpu_s, waited=waited), "in_progress": in_progress}


BUSY_LOAD = window("load", load_threads=ThreadCounts(seconds=10, cpu_s=[10.0, 10.0], waited_s=[0.0, 0.0]))
IDLE_LOAD = window("load", load_threads=ThreadCounts(seconds=10, cpu_s=[0.09, 0.03], waited_s=[0.0, 0.0]))
IDLE_PROXY = window("proxy", server=server(2.0, 14.0))

WHERE: list[tuple[str, dict[str, Any], dict[str, float]]] = [
    (
        "a worker that is always busy",
        {"proxy": window("proxy", server=server(10.0, 14.0))},
        {"cpu": 100, "backend": 0, "proxy": 0, "load": 0, "network": 0, "rest": 0},
    ),
    (
        "three quarters of the connections at the backend",
        {"proxy": IDLE_PROXY, "backend": window("backend", server=server(0.01, 12.0))},
        {"cpu": 20, "backend": 60, "proxy": 10},
    ),
    (
        "a timer of the proxy",
        {"proxy": IDLE_PROXY},
        {"cpu": 20, "backend": 0, "proxy": 70},
    ),
    (
        "a backend with a full worker, which counts none of what waits in its sockets",
        {"proxy": IDLE_PROXY, "backend": window("backend", server=server(10.0, 0.0))},
        {"cpu": 20, "backend": 70, "proxy": 0},
    ),
    (
        "a load tool that is full",
        {
            "load": BUSY_LOAD,
            "proxy": window("proxy", server=server(2.0, 0.0)),
        },
        {"cpu": 20, "load": 80, "network": 0},
    ),
    (
        "a load tool that had next to nothing to do",
        {"proxy": IDLE_PROXY, "load": IDLE_LOAD},
        {"cpu": 20, "proxy": 70, "load": 0, "network": 10},
    ),
    (
        "a hypervisor that takes 35%",
        {"proxy": window("proxy", server=server(6.5, 4.0), cores=[0.325] * 4, steal=0.175)},
        {"cpu": 65, "steal": 35, "others": 0, "backend": 0},
    ),
    (
        "another program on the CPU of the worker",
        {"other_cpus": 0.5, "proxy": window("proxy", server=server(5.0, 4.0, waited=4.0))},
        {"cpu": 50, "others": 40},
    ),
    (
        "two workers of which one has all connections",
        {"proxy": window("proxy", server={"workers": workers(10.0, 0.0), "in_progress": 16.0})},
        {"cpu": 100, "proxy": 0},
    ),
]


@pytest.mark.parametrize(("given", "expected"), [row[1:] for row in WHERE], ids=[row[0] for row in WHERE])
def test_the_time_of_a_request_is_where_it_goes(
    given: dict[str, Any], expected: dict[PartName, float]
) -> None:
    parts = trial(**given)
    assert parts is not None
    assert not parts.missing
    assert {name: parts.costs[name] for name in expected} == pytest.approx(expected, abs=1)
    assert sum(parts.costs.values()) == pytest.approx(100)


def test_what_is_not_measured_is_said_and_never_zero() -> None:
    parts = trial(backend=None, load=None, proxy=window("proxy", server=server(2.0, 12.0)))
    assert parts is not None
    assert parts.missing.keys() == {"proxy", "backend", "load", "network"}
    assert not parts.missing.keys() & parts.costs.keys()
    assert parts.costs["rest"] == pytest.approx(80)
    accounting = accounting_of(compare_parts([parts], [parts]), "proxy", NAMES)
    assert accounting is not None
    assert (
        "Not measured: waiting at the load tool and on the way in the network, because the load host was "
        "not watched." in accounting.notes
    )
    assert "waiting at the backend" not in [row.label for row in accounting.rows]
    together = trial("proxy_only", TOGETHER, proxy=window("proxy", server=server(2.0, 4.0)))
    assert together is not None
    assert together.missing.keys() == {"network"}
    assert trial(proxy=window("proxy", server={"workers": []})) is None


def test_a_trial_that_lacks_a_part_is_left_out_where_most_have_it() -> None:
    *most, last = rounds(BASE, np.random.default_rng(SEED))
    cut = TrialParts(last.round, last.start, {"cpu": 30.0, "rest": 90.0}, {"backend": "no reading"})
    change = compare_parts([*most, cut], rounds(DELAY, np.random.default_rng(1)))
    assert change is not None
    assert not change.missing
    assert change.parts["backend"].clear
    lost = [TrialParts(t.round, t.start, t.costs, {"backend": "no reading"}) for t in (*most, last)]
    change = compare_parts(lost, rounds(DELAY, np.random.default_rng(1)))
    assert change is not None
    assert "backend" not in change.parts
    assert change.parts["rest"].change == pytest.approx(140, rel=0.1)


# ---- changes between runs

Means = Mapping[PartName, float]
BASE: Means = {
    "cpu": 30,
    "proxy": 4,
    "backend": 10,
    "load": 8,
    "network": 4,
    "others": 2,
    "steal": 0,
    "rest": 0,
}
DELAY: Means = {**BASE, "cpu": 40.6, "backend": 150}


def rounds(
    means: Means, rng: np.random.Generator, spread: float = 0.05, every: int = 1, stalls: float = 0.0
) -> list[TrialParts]:
    """Rounds of a run; each part scatters by itself, and a start of the servers lasts `every` rounds."""
    trials: list[TrialParts] = []
    slow_start: dict[PartName, float] = {}
    for number in range(1, ROUNDS + 1):
        if (number - 1) % every == 0:
            slow_start = {name: float(np.exp(rng.normal(0, spread))) for name in means}
        stall = 3.0 if rng.random() < stalls else 1.0
        costs: dict[PartName, float] = {
            name: value * slow_start[name] * float(np.exp(rng.normal(0, spread)))
            for name, value in means.items()
        }
        costs["load"] *= stall
        trials.append(TrialParts(number, 1 + (number - 1) // every, costs, {}))
    return trials


def compare(a: Means, b: Means, seed: int = 0, **world: Any) -> Change:
    rng = np.random.default_rng([SEED, seed])
    change = compare_parts(rounds(a, rng, **world), rounds(b, rng, **world))
    assert change is not None
    return change


def shown(a: Means, b: Means) -> Accounting:
    accounting = accounting_of(compare(a, b), "proxy", NAMES)
    assert accounting is not None
    return accounting


@pytest.mark.parametrize(
    ("variant", "main"),
    [
        (DELAY, "waiting at the backend"),
        ({**BASE, "proxy": 100}, "waiting in the proxy"),
        ({**BASE, "steal": 30}, "CPU that the hypervisor took"),
        ({**BASE, "load": 40}, "waiting at the load tool"),
        ({**BASE, "cpu": 60}, "CPU of the proxy"),
    ],
)
def test_the_part_that_makes_up_most_is_named_first(variant: Means, main: str) -> None:
    accounting = shown(BASE, variant)
    assert accounting.sentence.startswith("The loss is ")
    assert accounting.sentence.split("] ")[1].startswith(main)
    gain = shown(variant, BASE)
    assert gain.sentence.startswith("The gain is ")
    assert main in gain.sentence


def test_cpu_is_a_small_part_of_a_delay() -> None:
    accounting = shown(BASE, DELAY)
    text = accounting.sentence
    assert "] waiting at the backend (93%)" in text or "] waiting at the backend (92%)" in text
    assert "] CPU of the proxy (" in text
    by_name = {row.name: row for row in accounting.rows}
    assert (by_name["cpu"].share or 0) < 0.1


def test_what_goes_the_other_way_is_said() -> None:
    text = shown(BASE, {**DELAY, "load": 0.1, "backend": 60}).sentence
    assert "; waiting at the load tool takes " in text
    assert text.endswith(" less.")


def test_a_part_beyond_the_whole_has_no_share() -> None:
    """Others that are not clear by themselves take back what it adds."""
    rng = np.random.default_rng(SEED)
    noisy_means: Means = {**BASE, "backend": 60}
    costly_means: Means = {**BASE, "backend": 58, "cpu": 40}
    accounting = accounting_of(
        compare_parts(rounds(noisy_means, rng), rounds(costly_means, rng)), "proxy", NAMES
    )
    assert accounting is not None
    assert re.fullmatch(
        r"The loss is [\d.]+ µs a request: [\d.]+ µs \[[\d., ]+\] CPU of the proxy; "
        r"other parts save [\d.]+ µs together\.",
        accounting.sentence,
    )


def test_parts_add_up_and_rows_subtract() -> None:
    change = compare(BASE, DELAY, stalls=0.1)
    for of in ("before", "change", "after"):
        whole = sum(getattr(part, of) for part in change.parts.values())
        assert whole == pytest.approx(getattr(change.whole, of))
    accounting = accounting_of(change, "proxy", NAMES)
    assert accounting is not None
    assert accounting.columns == ["part", "default", "tuned · small", "difference", "share"]
    *_, last = accounting.rows
    assert (last.texts[0], last.texts[4]) == ("time a request", "100%")


def test_where_no_part_is_clear_the_largest_is_named() -> None:
    rng = np.random.default_rng(SEED)
    slow_means: Means = {**BASE, "backend": 100}
    base, slow = (rounds(means, rng, spread=0.3)[:3] for means in (BASE, slow_means))
    accounting = accounting_of(compare_parts(base, slow), "proxy", NAMES)
    assert accounting is not None
    assert ", and no part of it is clear; the largest is waiting at the backend (" in accounting.sentence


@pytest.mark.parametrize(("order", "end"), [(1, {"low": -20.0}), (-1, {"high": 20.0})])
def test_an_interval_that_holds_zero_shows_it_beside_a_size_without_a_sign(
    order: int, end: dict[str, float]
) -> None:
    rng = np.random.default_rng(SEED)
    means: list[Means] = [BASE, {**BASE, "backend": 100}]
    change = compare_parts(*(rounds(mean, rng, spread=0.3)[:3] for mean in means[::order]))
    assert change is not None
    parts = {**change.parts, "backend": replace(change.parts["backend"], **end)}
    accounting = accounting_of(replace(change, parts=parts), "proxy", NAMES)
    assert accounting is not None
    assert re.search(r"waiting at the backend \([\d.]+ µs \[−20\.0, [\d.]+\]\)", accounting.sentence)


def test_equals_and_few_starts_name_nothing() -> None:
    assert shown(BASE, BASE).sentence == ""
    kept = accounting_of(compare(BASE, DELAY, every=12), "proxy", NAMES)
    assert kept is not None
    assert kept.sentence == ""
    assert kept.notes == [
        "No intervals: its servers were started once, and an interval needs 3 starts.",
    ]
    assert all(row.low is None and not row.clear and row.share is None for row in kept.rows)
    assert compare_parts(rounds(BASE, np.random.default_rng(0)), []) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "world",
    [
        pytest.param({}, marks=pytest.mark.exhaustive),
        {"spread": 0.02, "every": 3},
        pytest.param({"stalls": 0.05}, marks=pytest.mark.exhaustive),
    ],
    ids=str,
)
def test_a_part_that_is_alike_is_seldom_clear_and_intervals_hold(world: dict[str, Any]) -> None:
    """Any of seven equal parts beside a delay in at most 5%; 95% intervals hold the truth in 93 to 97%."""
    false, held, count = 0, dict.fromkeys(BASE, 0), EXPERIMENTS
    truth_of_delay = 140.0 * float(np.exp(world.get("spread", 0.05) ** 2))  # the means of log-normals
    for seed in range(count):
        change = compare(BASE, {**BASE, "backend": 150}, seed, **world)
        false += any(part.clear for name, part in change.parts.items() if name != "backend")
        for name, part in change.parts.items():
            truth = truth_of_delay if name == "backend" else 0.0
            held[name] += part.low is not None and part.high is not None and part.low <= truth <= part.high
    assert false / count <= 0.05, false / count
    shares = {name: n / count for name, n in held.items() if name not in ("steal", "rest")}
    assert all(0.92 <= share <= 0.98 for share in shares.values()), shares

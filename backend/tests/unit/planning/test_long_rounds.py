from itertools import pairwise
from typing import Any

import pytest

from backend.definition.parse import parse_definition
from backend.definition.round_order import baselines
from backend.planning.plan import Plan, make_plan


def definition(count: int, **changes: Any):
    names = [f"v{i}" for i in range(count)]
    base = {
        "name": "x",
        "workloads": [{"name": "w", "duration": "20s"}],
        "trials": 3,
        "variants": [{"name": name} for name in names],
        "baseline": "v2",
    }
    return parse_definition(base | changes)


def rounds_of(plan: Plan) -> list[list[int]]:
    return [[t.run for t in plan.trials if t.round == i] for i in range(plan.rounds)]


@pytest.mark.parametrize(
    ("runs", "trial_s", "times"),
    [
        (1, 600, 1),
        (6, 20, 1),  # two minutes: not longer
        (7, 20, 3),
        (5, 60, 2),  # four candidates
        (17, 60, 5),  # sixteen: in fours
        (100, 3, 6),  # twenty of 3 s in a minute
    ],
)
def test_a_baseline_is_measured_every_few_trials_of_a_round_longer_than_two_minutes(runs, trial_s, times):
    assert baselines(runs, trial_s) == times


def test_every_candidate_of_a_long_round_has_a_baseline_within_four_trials():
    plan = make_plan(definition(16), 5)
    assert len({tuple(row) for row in rounds_of(plan)}) == 3
    for row in rounds_of(plan):
        at = [i for i, run in enumerate(row) if run == 2]
        assert {b - a - 1 for a, b in pairwise(at)} <= {3, 4}
        assert at[0] + len(row) - 1 - at[-1] in (2, 3)
        assert sorted(run for run in row if run != 2) == [r for r in range(17) if r != 2]  # the control too


def test_no_slot_of_a_long_round_is_always_the_baselines():
    plan = make_plan(definition(16, trials=40), 5)
    rows = rounds_of(plan)
    for slot in range(len(rows[0])):
        share = sum(row[slot] == 2 for row in rows) / len(rows)
        assert 0 < share < 0.6


def test_repeats_are_counted_from_one_in_each_round_and_seeded():
    plan = make_plan(definition(16), 5)
    for i in range(3):
        assert [t.repeat for t in plan.trials if t.run == 2 and t.round == i] == [1, 2, 3, 4, 5]
    assert {t.repeat for t in plan.trials if t.run != 2} == {1}
    assert [t.position for t in plan.trials] == list(range(len(plan.trials)))
    assert plan.trials == make_plan(definition(16), 5).trials != make_plan(definition(16), 6).trials


def test_a_long_round_goes_workload_by_workload_and_repeats_only_where_one_is_long():
    workloads = [{"name": "w", "duration": "20s"}, {"name": "v", "duration": "1s"}]
    plan = make_plan(definition(8, workloads=workloads, trials=20), 1)
    firsts = set()
    for row in rounds_of(plan):
        names = [plan.runs[run].workload.name for run in row]
        changes = sum(a != b for a, b in pairwise(names))
        assert changes == 1
        assert row.count(2) == 3
        assert row.count(11) == 1
        firsts.add(names[0])
    assert firsts == {"w", "v"}


def test_short_rounds_sequential_order_and_searches_measure_the_baseline_once():
    search = {"kind": "ceiling", "ceiling": {"from": 16, "to": 64}}
    for d in (
        definition(16, order="sequential"),
        definition(4),
        definition(16, **search),
    ):
        assert {t.repeat for t in make_plan(d, 1).trials} == {1}


@pytest.mark.parametrize("variants", [3, 16])
def test_the_estimate_counts_every_trial_of_the_plan(variants):
    plan = make_plan(definition(variants), 1)
    assert plan.rounds == 3
    assert plan.load_seconds == 20 * len(plan.trials)
    assert sum(plan.most_trials.values()) == len(plan.trials)
    assert plan.seconds > plan.load_seconds


@pytest.mark.parametrize("variants", [16, 4])
def test_two_references_beside_each_candidate_show_a_smaller_effect(variants):
    """Two baselines in a long round; in a short one, of three candidates or more, the control."""
    plans = [make_plan(definition(n, trials=12), 1, 0.05) for n in (3, variants)]
    assert plans[1].sd == pytest.approx((plans[0].sd or 0) * 0.75**0.5)


def test_host_settings_still_come_in_groups_between_the_baselines():
    held = {"sysctl.net.core.somaxconn": 9}
    variants = [{"name": f"v{i}", "set": held if i % 2 else {}} for i in range(8)]
    plan = make_plan(definition(8, variants=variants), 1)
    for row in rounds_of(plan):
        others = [run % 2 if run < 8 else 0 for run in row if run != 2]
        assert sum(a != b for a, b in pairwise(others)) == 1

from collections import Counter
from typing import Any

import pytest

from backend.definition.parse import parse_definition
from backend.planning.plan import CONTROL, make_plan, resolve_variants


def definition(**changes: Any):
    base = {
        "name": "x",
        "workloads": [{"name": "w", "duration": "2s"}],
        "trials": 4,
        "set": {"nginx.access_log": "off"},
        "variants": [
            {"name": "b", "from": "a", "set": {"nginx.worker_processes": "4"}},
            {"name": "a", "set": {"nginx.worker_processes": 2, "nginx.sendfile": True}},
            {"name": "c", "from": "b", "set": {"nginx.sendfile": None}, "topology": "proxy_only"},
        ],
        "baseline": "a",
    }
    return parse_definition(base | changes)


def grid(**changes: Any):
    factors = {
        "workers": {"16": {"nginx.worker_processes": 16}, "22": {"nginx.worker_processes": 22}},
        "pin": {"none": {}, "cores": {"pin.load": "1"}},
        "log": {"off": {"nginx.access_log": "off"}, "disk": {"nginx.access_log": "disk"}},
    }
    return definition(
        **{"factors": factors, "variants": [], "baseline": {"workers": 16, "pin": "none", "log": "disk"}}
        | changes
    )


def test_variants_follow_from_whatever_their_order():
    b, a, c = resolve_variants(definition())
    assert a.knobs == {"nginx.access_log": "off", "nginx.worker_processes": 2, "nginx.sendfile": True}
    assert b.knobs == a.knobs | {"nginx.worker_processes": 4}
    assert c.knobs == {"nginx.access_log": "off", "nginx.worker_processes": 4}
    assert (c.topology, b.topology) == ("proxy_only", "proxied")
    assert c.places["nginx.worker_processes"] == ("variants", 0, "set", "nginx.worker_processes")


def test_the_hash_is_of_what_a_variant_is_not_of_how_it_was_written():
    flat = {"nginx.access_log": "off", "nginx.worker_processes": "4", "nginx.sendfile": "on"}
    other = definition(
        set={}, variants=[{"name": "other", "set": dict(reversed(flat.items()))}], baseline="other"
    )
    b, a, c = resolve_variants(definition())
    assert resolve_variants(other)[0].hash == b.hash
    assert len({a.hash, b.hash, c.hash}) == 3
    assert len(b.hash) == 12


def test_a_grid_is_multiplied_out_under_readable_names():
    cells = resolve_variants(grid())
    assert [cell.name for cell in cells][:3] == [
        "workers 16 · pin none · log off",
        "workers 16 · pin none · disk",
        "workers 16 · cores · log off",
    ]
    assert len(cells) == 8
    assert cells[-1].factors == {"workers": "22", "pin": "cores", "log": "disk"}
    assert cells[-1].knobs == {"nginx.worker_processes": 22, "pin.load": "1", "nginx.access_log": "disk"}


def test_list_and_grid_together_and_a_baseline_by_cell_name():
    d = grid(variants=[{"name": "default"}], baseline="workers 22 · cores · disk")
    plan = make_plan(d, 1)
    assert plan.runs[0].name == "default"
    assert [r.name for r in plan.runs if r.is_baseline] == ["workers 22 · cores · disk"]


def test_the_control_is_a_copy_of_the_baseline():
    plan = make_plan(grid(), 1)
    baseline = next(r for r in plan.runs if r.is_baseline)
    (control,) = [r for r in plan.runs if r.is_control]
    assert baseline.factors == {"workers": "16", "pin": "none", "log": "disk"}
    assert (control.name, control.parent) == (CONTROL, baseline.name)
    assert (control.knobs, control.variant_hash) == (baseline.knobs, baseline.variant_hash)
    assert not [r for r in make_plan(grid(control=False), 1).runs if r.is_control]


def test_the_first_variant_is_the_baseline_when_nothing_is_said():
    assert make_plan(definition(baseline=None), 1).runs[0].is_baseline


def test_every_workload_has_its_runs_baseline_and_control():
    d = definition(workloads=[{"name": "w", "duration": 1}, {"name": "v", "duration": 2}])
    runs = make_plan(d, 1).runs
    assert [r.position for r in runs] == list(range(8))
    assert [r.name for r in runs][:2] == ["b · w", "a · w"]
    assert Counter(r.workload.name for r in runs if r.is_baseline) == {"w": 1, "v": 1}
    assert Counter(r.workload.name for r in runs if r.is_control) == {"w": 1, "v": 1}


def test_interleaved_rounds_hold_every_run_once_in_random_order():
    plan = make_plan(grid(trials=30), 7)
    assert [t.position for t in plan.trials] == list(range(9 * 30))
    rounds = [[t.run for t in plan.trials if t.round == i] for i in range(30)]
    assert all(sorted(r) == list(range(9)) for r in rounds)
    assert [t.round for t in plan.trials] == sorted(t.round for t in plan.trials)
    assert len({tuple(r) for r in rounds}) > 25
    firsts = Counter(r[0] for r in rounds)
    assert max(firsts.values()) < 12


def test_the_seed_decides_the_order():
    assert make_plan(grid(), 3).trials == make_plan(grid(), 3).trials
    assert make_plan(grid(), 3).trials != make_plan(grid(), 4).trials
    assert make_plan(grid(), 3).seed == 3


def test_sequential_runs_one_after_the_other():
    plan = make_plan(definition(order="sequential"), 1)
    assert [(t.run, t.round) for t in plan.trials][:5] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]


def test_time_is_load_plus_what_comes_on_top():
    plan = make_plan(definition(warmup={"prepared": 0, "trial": 0}), 1)
    assert plan.load_seconds == 4 * 4 * 2
    assert plan.load_seconds < plan.seconds < plan.load_seconds + 4 * 4 * 0.5 + 10
    warmed = make_plan(definition(warmup={"prepared": "3s", "trial": "1s"}), 1)
    assert warmed.seconds - plan.seconds >= 4 * 3 + 16 * 1


def test_the_smallest_effect_shrinks_with_trials_and_grows_with_noise():
    def effect(trials: int, noise: float) -> float:
        return make_plan(definition(trials=trials), 1, noise).smallest_effect or 0

    assert effect(12, 0.02) < effect(12, 0.1)
    assert effect(30, 0.1) < effect(6, 0.1)
    assert 0.01 < effect(12, 0.05) < 0.15
    assert make_plan(definition(), 1).smallest_effect is None
    assert make_plan(definition(trials=1), 1, 0.1).smallest_effect is None


@pytest.mark.parametrize("runs", [499])
def test_a_large_plan_is_quick_to_make(runs):
    d = definition(
        trials=40,
        baseline=None,
        variants=[{"name": f"v{i}", "set": {"nginx.worker_connections": 100 + i}} for i in range(runs)],
    )
    once = [t for t in make_plan(d, 1).trials if t.repeat == 1]
    assert len(once) == 500 * 40


def test_settings_of_hosts_that_change_between_trials_take_time():
    base = {"name": "x", "workloads": [{"duration": 1}], "trials": 10, "control": False}
    plain = {"variants": [{"name": n} for n in "abcd"]}
    one = {
        "variants": [{"name": n} for n in "abc"] + [{"name": "d", "set": {"sysctl.net.core.somaxconn": 9}}]
    }
    shared = plain | {"set": {"sysctl.net.core.somaxconn": 9}}
    seconds = [make_plan(parse_definition(base | more), 1).seconds for more in (plain, shared, one)]
    assert seconds[0] == seconds[1] < seconds[2] <= seconds[0] + 40


def test_a_plan_says_nothing_of_starts_of_a_server_that_is_the_users_own() -> None:
    own = {"topology": "direct", "set": {"origin.address": "10.0.0.9:80"}}
    load = [{"tool": "wrk", "threads": 1, "connections": 8, "duration": "1s"}]
    data = {"name": "x", "workloads": load, "variants": [{"name": "a"}]}
    assert make_plan(parse_definition(data | own), 1).servers is None
    assert make_plan(parse_definition(data), 1).servers is not None

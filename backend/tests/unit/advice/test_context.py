"""A plan says which variants have no baseline in their context."""

from typing import Any

from backend.advice.advise import advise
from backend.definition.parse import parse_definition


def codes(variants: list[dict[str, Any]]) -> list[str]:
    definition = parse_definition(
        {"name": "n", "workloads": [{"tool": "wrk", "duration": "10s"}], "variants": variants}
    )
    return [advice.text for advice in advise(definition) if advice.code == "no_baseline_in_context"]


BASELINE = {"name": "default"}
TUNED = {"name": "tuned", "set": {"origin.instances": 2, "nginx.worker_processes": 2}}


def test_a_variant_of_another_context_without_a_baseline_there() -> None:
    (text,) = codes([BASELINE, TUNED])
    assert "(instances of the backend 2)" in text


def test_with_a_baseline_in_its_context_nothing_is_said() -> None:
    assert not codes([BASELINE, {"name": "two", "set": {"origin.instances": 2}}, TUNED])
    assert not codes([BASELINE, {"name": "direct", "topology": "direct"}])


def concerned(code: str, data: dict[str, Any]) -> list[tuple[str | None, list[str]]]:
    definition = parse_definition(
        {"name": "n", "workloads": [{"tool": "wrk", "duration": "10s", "connections": 16}]} | data
    )
    return [(a.variant, a.variants) for a in advise(definition) if a.code == code]


POOL = {"upstream.keepalive": 4}
CODE = "keepalive_without_http11"


def test_advice_says_which_cells_of_a_grid_it_is_about() -> None:
    pool: dict[str, Any] = {"small": POOL, "none": {}}
    workers = {"1": {}, "2": {"nginx.worker_processes": 2}}
    cells = ["small · workers 1", "small · workers 2"]
    assert concerned(CODE, {"factors": {"pool": pool, "workers": workers}}) == [(None, cells)]
    http11 = {"off": {}, "on": {"upstream.http11": True}}
    assert concerned(CODE, {"factors": {"pool": pool, "http11": http11}}) == [(None, ["small · http11 off"])]


def test_advice_on_several_variants_names_them() -> None:
    variants = [BASELINE, {"name": "a", "set": POOL}, {"name": "b", "set": POOL}]
    assert concerned(CODE, {"variants": variants}) == [(None, ["a", "b"])]
    assert concerned(CODE, {"variants": variants[:2]}) == [("a", ["a"])]


def test_advice_on_all_variants_names_none() -> None:
    assert concerned(CODE, {"set": POOL, "variants": [BASELINE, {"name": "other"}]}) == [(None, [])]


def test_a_limit_that_the_baseline_has_refuses_the_load_too_and_its_text_is_named() -> None:
    limits = {
        "nginx.http_extra": "limit_req_zone $binary_remote_addr zone=z:1m rate=10r/s;",
        "nginx.location_extra": "limit_req zone=z;",
    }
    variants = [
        {"name": "mine", "set": limits},
        {"name": "b", "from": "mine", "set": {"nginx.sendfile": True}},
    ]
    definition = parse_definition(
        {
            "name": "n",
            "workloads": [{"tool": "wrk", "duration": "10s", "connections": 16}],
            "variants": variants,
        }
    )
    [advice] = [a for a in advise(definition) if a.code == "refuses_load"]
    assert (advice.place, advice.variants) == ("variants[0].set.nginx.location_extra", [])


def test_advice_names_the_workloads_under_which_a_setting_does_not_act() -> None:
    load = {"tool": "wrk", "duration": "10s", "connections": 16}
    held_load = load | {"name": "held", "hold": {"connections": 400, "every": "10s"}}
    variants = [BASELINE, {"name": "long", "set": {"nginx.keepalive_timeout": 3600}}]

    def texts(*workloads: dict[str, Any]) -> list[str]:
        definition = parse_definition({"name": "n", "workloads": list(workloads), "variants": variants})
        return [a.text for a in advise(definition) if a.code == "idle_timeouts"]

    [text] = texts(held_load, load | {"name": "alone"}, load | {"name": "few", "connections": 4})
    assert text.endswith(" (workloads “alone”, “few”)")
    [text] = texts(load | {"name": "alone"}, load | {"name": "few", "connections": 4})
    assert "workload" not in text

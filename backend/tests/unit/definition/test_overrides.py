"""Overrides by name, as `dyno launch --set` gives them."""

import pytest

from backend.definition import overrides
from backend.definition.issues import DefinitionErrors

DATA = {
    "name": "x",
    "workloads": [{"tool": "ab", "requests": 1000}, {"tool": "ab", "requests": 5}],
    "set": {"nginx.sendfile": True},
}


def test_values_are_read_as_yaml_reads_them() -> None:
    found = overrides.apply(DATA, {"trials": " 3 ", "control": "False", "name": "y", "seed": "1.5"})
    assert (found["trials"], found["control"], found["name"], found["seed"]) == (3, False, "y", 1.5)


def test_every_workload_is_changed_and_a_duration_takes_the_place_of_requests() -> None:
    found = overrides.apply(DATA, {"workload.duration": "5s"})
    assert found["workloads"] == [{"tool": "ab", "duration": "5s"}] * 2
    back = overrides.apply(found, {"workloads.requests": "10"})
    assert back["workloads"] == [{"tool": "ab", "requests": 10}] * 2


def test_a_field_of_hold_is_changed_where_connections_are_held_or_everywhere_where_none_are() -> None:
    hold = {"connections": 400, "every_s": 10}
    data = {"workloads": [{"name": "alone"}, {"name": "beside", "hold": hold}]}
    changed = overrides.apply(data, {"workload.hold.connections": "9", "workload.hold.every": "20s"})
    assert changed["workloads"] == [
        {"name": "alone"},
        {"name": "beside", "hold": {"connections": 9, "every": "20s"}},
    ]
    assert hold == {"connections": 400, "every_s": 10}
    assert overrides.apply({"workloads": [{}]}, {"workload.hold.per_second": "5"})["workloads"] == [
        {"hold": {"per_second": 5}}
    ]
    odd = {"workloads": ["odd", {"hold": 5}]}
    assert overrides.apply(odd, {"workload.hold.connections": "9"})["workloads"][0] == "odd"


@pytest.mark.parametrize("name", ["workload.every", "workload.hold", "workload.hold.seconds", "hold.every"])
def test_what_is_no_field_of_hold_is_not_set(name: str) -> None:
    with pytest.raises(DefinitionErrors, match="cannot be set"):
        overrides.apply(DATA, {name: "1"})


def test_knobs_are_shared_and_the_given_data_stays() -> None:
    found = overrides.apply(DATA, {"listen.backlog": "2048", "warmup.trial": "1s"})
    assert found["set"] == {"nginx.sendfile": True, "listen.backlog": 2048}
    assert found["warmup"] == {"trial": "1s"}
    assert DATA["set"] == {"nginx.sendfile": True}


def test_unknown_names_are_all_named() -> None:
    with pytest.raises(DefinitionErrors) as caught:
        overrides.apply(DATA, {"trails": "3", "workload.speed": "1", "published": "x"})
    assert [p.place for p in caught.value.errors] == ["set.trails", "set.workload.speed", "set.published"]


def test_a_testbed_and_labels_take_each_others_place_and_are_not_set_together() -> None:
    assert "testbed" not in overrides.apply(DATA | {"testbed": "lab"}, {"testbed_labels": "ssd"})
    with pytest.raises(DefinitionErrors, match="not both"):
        overrides.apply(DATA, {"testbed_labels": "ssd", "testbed": "lab"})


def test_one_variant_is_changed_by_its_name() -> None:
    data = {"variants": [{"name": "main"}, {"name": "v1.2 new", "set": {"nginx.sendfile": "on"}}, "odd"]}
    changed = overrides.apply(
        data, {"variants.v1.2 new.nginx.conf": "events {}\n", "variants.main.nginx.sendfile": "off"}
    )
    assert changed["variants"] == [
        {"name": "main", "set": {"nginx.sendfile": "off"}},
        {"name": "v1.2 new", "set": {"nginx.sendfile": "on", "nginx.conf": "events {}"}},
        "odd",
    ]
    assert data["variants"][0] == {"name": "main"}


@pytest.mark.parametrize(
    "name", ["variants.other.nginx.sendfile", "variants.main.speed", "variants.main", "variants"]
)
def test_an_unknown_variant_or_knob_is_named(name: str) -> None:
    with pytest.raises(DefinitionErrors, match=r"variants\.NAME\.KNOB"):
        overrides.apply({"variants": [{"name": "main"}]}, {name: "on"})

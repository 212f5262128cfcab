"""What of a definition needs the right “hosts”."""

import pytest

from backend.definition.host_access import missing_rights
from backend.definition.parse import parse_definition


def places(**changes: object) -> list[str]:
    data = {
        "name": "x",
        "workloads": [{"tool": "wrk", "connections": 8, "duration": "5s"}],
        "variants": [{"name": "a"}, {"name": "b", "set": {"nginx.worker_processes": 2}}],
        **changes,
    }
    return [issue.place for issue in missing_rights(parse_definition(data), can_reach_hosts=False)]


def test_servers_and_load_that_dynoboard_starts_need_nothing_more() -> None:
    assert places(set={"nginx.gzip": True, "pin.load": "0", "upstream.keepalive": 16}) == []


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("nginx.http_extra", "gzip_types text/css;"),
        ("nginx.server_extra", "add_header X-A b;"),
        ("nginx.location_extra", "add_header X-A b;"),
        ("sysctl.net.core.somaxconn", 1024),
        ("load.sysctl.net.core.somaxconn", 1024),
        ("backend.sysctl.net.core.somaxconn", 1024),
        ("irq.affinity", "eth0*=0"),
        ("irq.irqbalance", False),
        ("cpu.governor", "performance"),
        ("origin.address", "10.0.0.9:80"),
    ],
)
def test_what_reaches_into_a_host_is_named_wherever_it_stands(knob: str, value: object) -> None:
    assert places(set={knob: value}) == [f"set.{knob}"]
    assert places(variants=[{"name": "a"}, {"name": "b", "set": {knob: value}}]) == [
        f"variants[1].set.{knob}"
    ]
    levels = {"f": {"one": {}, "two": {knob: value}}}
    assert places(variants=[], factors=levels, baseline={"f": "one"}) == [f"factors.f.two.{knob}"]

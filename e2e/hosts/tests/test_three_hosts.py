"""Experiments over three hosts with addresses of their own, and what is refused before they begin."""

from typing import Any

import pytest

from agents.catalog.roles import ROLES, Role
from agents.runner.host_lock import HostLock
from backend.cli.client import ApiProblem
from e2e.hosts.tests.definitions import DEFAULT, definition
from e2e.hosts.three import ThreeHosts

pytestmark = [pytest.mark.root, pytest.mark.timeout(600)]

SECONDS = 1
MIN_BYTES = 60  # of a request or an answer on the wire; real ones have more


def test_traffic_crosses_the_cables_between_three_addresses(hosts: ThreeHosts) -> None:
    before = {role: hosts.network.bytes_through(role) for role in ROLES}
    made = hosts.launch(definition(seconds=SECONDS))
    assert hosts.ended(made)["state"] == "finished"
    (trial,) = hosts.trials(made)
    requests = trial["figures"]["requests"]
    answers = trial["figures"]["bytes_per_s"] * SECONDS
    assert requests > 0
    for role in ROLES:
        after = hosts.network.bytes_through(role)
        received, sent = (now - then for now, then in zip(after, before[role], strict=True))
        assert min(received, sent) > MIN_BYTES * requests, role
        # answers pass the load host once, the proxy in and out, the backend out
        assert (sent if role == "backend" else received) > answers * 0.9, role


def test_facts_tell_three_networks_of_one_machine(hosts: ThreeHosts) -> None:
    found: dict[Role, Any] = {role: hosts.host(role) for role in ROLES}
    assert {role: host["address"] for role, host in found.items()} == {
        role: hosts.network.address(role) for role in ROLES
    }
    assert len({host["facts"]["namespace"] for host in found.values()}) == 3
    assert len({host["facts"]["machine"] for host in found.values()}) == 1


def test_each_topology_aims_at_the_address_of_its_first_hop(hosts: ThreeHosts) -> None:
    variants = [
        DEFAULT,
        {"name": "direct", "topology": "direct"},
        {"name": "alone", "topology": "proxy_only"},
        {"name": "tls", "set": {"tls.on": "on"}},
    ]
    made = hosts.launch(definition(*variants))
    ended = hosts.ended(made)
    assert (ended["state"], ended["failure"]) == ("finished", None)
    proxy, backend = hosts.network.address("proxy"), hosts.network.address("backend")
    expected = {
        "default": f"http://{proxy}:",
        "direct": f"http://{backend}:",
        "alone": f"http://{proxy}:",
        "tls": f"https://{proxy}:",
    }
    for run in ended["run_list"]:
        (trial,) = hosts.api.get(f"/runs/{run['id']}")["trials"]
        assert trial["state"] in ("done", "invalid"), trial  # a busy machine may spoil the figures
        assert trial["failure"] is None
        assert trial["argv"][-1].startswith(expected[run["name"]])
        assert trial["figures"]["requests"] > 0


def test_a_key_that_the_namespace_lacks_is_refused_before_launch(hosts: ThreeHosts) -> None:
    knob = "sysctl.net.core.netdev_max_backlog"
    lacking = definition(DEFAULT, {"name": "lacking", "set": {knob: 24800}})
    known = [experiment["id"] for experiment in hosts.api.get("/experiments")]

    plan = hosts.api.post("/plans", {"definition": lacking, "testbed_id": hosts.testbed_id})
    (error,) = plan["errors"]
    assert knob in error["place"]
    assert "network namespace" in error["message"] or "proxy-host" in error["message"]

    with pytest.raises(ApiProblem) as refused:
        hosts.launch(lacking)
    assert refused.value.status == 422
    assert f"Variant 2, {knob}" in str(refused.value)
    assert error["message"] in str(refused.value)
    assert [experiment["id"] for experiment in hosts.api.get("/experiments")] == known


def test_a_launch_on_a_host_that_another_control_plane_uses_waits_until_it_is_free(hosts: ThreeHosts) -> None:
    lock = HostLock(hosts.agents["proxy"].state.with_suffix(".lock"), "another agent")
    lock.take("elsewhere")
    try:
        hosts.until(lambda: hosts.host("proxy")["claimed_by"], "the host is said to be held elsewhere")
        made = hosts.launch(definition())
        hosts.until(
            lambda: "proxy-host" in hosts.experiment(made)["progress"]["step"], "it waits for the host"
        )
        assert hosts.experiment(made)["state"] == "queued"
    finally:
        lock.release()
    assert hosts.ended(made)["state"] == "finished"


def test_a_host_whose_address_changes_is_reached_at_the_new_one(hosts: ThreeHosts) -> None:
    before, after = hosts.network.address("proxy"), str(hosts.network.subnet[200])
    try:
        hosts.network.move("proxy", after)
        hosts.until(lambda: hosts.host("proxy")["address"] == after, "its new address")
        hosts.until(lambda: hosts.host("proxy")["online"], "the host is online")
        ended = hosts.ended(hosts.launch(definition()))
        assert ended["state"] == "finished", ended["failure"]
    finally:
        hosts.network.move("proxy", before)
        hosts.until(lambda: hosts.host("proxy")["address"] == before, "its old address")

from typing import Any

import pytest

from agents.contract.reports import Facts
from backend.definition.parse import parse_definition
from backend.planning.plan import runs_of
from backend.planning.testbed_checks import check_against_testbed
from backend.tests.unit.facts import host_facts


def found(data: dict[str, Any], roles: dict[str, Facts] | None = None) -> dict[str, str]:
    base = {"name": "x", "workloads": [{"duration": 1}], "variants": [{"name": "a"}]}
    definition = parse_definition(base | data)
    hosts: Any = roles if roles is not None else dict.fromkeys(("load", "proxy", "backend"), host_facts())
    return {p.place: p.message for p in check_against_testbed(definition, runs_of(definition), hosts)}


def test_a_testbed_that_fits_has_no_problems():
    assert found({"set": {"pin.load": "1", "pin.proxy": "0", "nginx.worker_cpu_affinity": "01 10"}}) == {}


@pytest.mark.parametrize(
    ("knob", "value", "said"),
    [
        ("pin.load", "1-2", "the load host has no CPU 2; it has 0-1"),
        ("pin.proxy", "32-63", "the proxy host has no CPU 32-63"),
        ("pin.origin", "0,7", "the backend host has no CPU 7"),
        ("nginx.worker_cpu_affinity", "0001 1000", "the proxy host has no CPU 3"),
    ],
)
def test_cpus_that_a_host_does_not_have(knob, value, said):
    variants = [{"name": "a"}, {"name": "b", "set": {knob: value}}, {"name": "c", "from": "b"}]
    problems = found({"variants": variants})
    assert list(problems) == [f"variants[1].set.{knob}"]
    assert said in problems[f"variants[1].set.{knob}"]


def test_cpus_in_a_grid_are_named_at_their_level():
    factors = {"pin": {"none": {}, "cores": {"pin.load": "8"}}, "w": {"1": {}, "2": {}}}
    assert list(found({"variants": [], "factors": factors})) == ["factors.pin.cores.pin.load"]


def test_a_tool_that_is_not_installed():
    problems = found({"workloads": [{"tool": "ab", "requests": 1000}]})
    assert problems == {
        "workloads[0].tool": "ab is not installed on the load host; it has wrk. "
        "On its host: apt-get install apache2-utils, then start the agent again"
    }


def test_several_generators_need_an_agent_that_knows_them_and_files_for_each():
    work = {"workloads": [{"duration": 1, "processes": 4, "connections": 1600}]}
    hosts = {
        role: host_facts(nofile=512, abilities={"generators": ""}) for role in ("load", "proxy", "backend")
    }
    assert found(work | {"topology": "proxy_only", "set": {"nginx.worker_processes": 8}}, hosts) == {}
    hosts["load"] = host_facts()
    assert "older than several generators" in found(work, hosts)["workloads[0].processes"]


def test_no_nginx():
    hosts = {
        "load": host_facts(nginx=None),
        "proxy": host_facts(nginx=None, hostname="edge"),
        "backend": host_facts(),
    }
    install = "On it: apt-get install nginx, then start the agent again"
    assert found({}, hosts) == {"testbed": f"nginx is not installed on the proxy host. {install}"}


def test_a_role_that_the_topology_needs():
    hosts = {"load": host_facts(), "proxy": host_facts()}
    assert "no backend host" in found({}, hosts)["testbed"]
    assert found({"topology": "proxy_only"}, hosts) == {}


def test_a_value_that_a_host_does_not_let_its_agent_set_is_named_with_the_reason():
    can = {"sysctls": ["net.core.somaxconn"], "nice": "A nice value below 0 needs root", "nofile": 4096}
    can |= {"irq_affinity": "no /proc/irq", "irqbalance": "not installed", "governor": "no cpufreq"}
    knobs = {
        "sysctl.net.core.somaxconn": 1024,
        "sysctl.net.core.rmem_max": 65536,
        "load.limits.nofile": 8192,
        "limits.nice": -5,
        "irq.affinity": "eth0*=0",
        "irq.irqbalance": "off",
        "cpu.governor": "performance",
    }
    host: Any = host_facts(abilities=can)
    said = found({"set": knobs}, dict.fromkeys(("load", "proxy", "backend"), host))
    assert said == {
        "set.sysctl.net.core.rmem_max": "sysctl.net.core.rmem_max: the proxy host has no net.core.rmem_max "
        "in its network namespace",
        "set.load.limits.nofile": "load.limits.nofile: a process on the load host can have at most "
        "4096 open files",
        "set.limits.nice": "limits.nice: A nice value below 0 needs root",
        "set.irq.affinity": "irq.affinity: no /proc/irq",
        "set.irq.irqbalance": "irq.irqbalance: not installed",
        "set.cpu.governor": "cpu.governor: no cpufreq",
    }
    assert found({"set": knobs}) == {}  # an agent that has not said what it may change


@pytest.mark.parametrize(
    ("topology", "allowed", "said"),
    [
        ("proxied", {"proxy": ["10.0.0.9:80"]}, None),
        ("proxied", {"load": ["10.0.0.9:80"]}, "the proxy host may not talk to 10.0.0.9:80"),
        ("proxied", {"proxy": ["10.0.0.9:8080"]}, "start the agent there with --origins 10.0.0.9:80"),
        ("direct", {"load": ["10.0.0.9:80"]}, None),
        ("direct", {"proxy": ["10.0.0.9:80"]}, "the load host may not talk to 10.0.0.9:80"),
    ],
)
def test_servers_of_ones_own_are_those_that_an_operator_named_to_the_agent(topology, allowed, said):
    hosts = {role: host_facts(origins=allowed.get(role, [])) for role in ("load", "proxy", "backend")}
    problems = found({"topology": topology, "set": {"origin.address": "10.0.0.9:80"}}, hosts)
    assert (said is None) == (problems == {})
    assert said is None or said in problems["set.origin.address"]


@pytest.mark.parametrize("address", ["127.0.0.1:8080", "localhost:6379", "10.0.0.1:22"])
def test_no_other_service_of_a_host_is_a_backend(address):
    assert list(found({"set": {"origin.address": address}})) == ["set.origin.address"]

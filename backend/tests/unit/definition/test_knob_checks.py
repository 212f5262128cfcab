"""Knobs against what a host is: its nginx, its kernel's keys, and hosts that share a kernel or a network."""

import pytest

from agents.contract.reports import Abilities, NginxFacts
from backend.tests.unit.facts import host_facts
from backend.tests.unit.planning.test_checks import found

MODULES = ["http_ssl", "http_gzip", "http_empty_gif", "http_stub_status", "http_upstream_hash"]
NGINX = {"path": "/usr/sbin/nginx", "version": "nginx/1.22.1", "number": "1.22.1", "base": "1.22.1"}


def on(host, **data) -> dict[str, str]:
    return found({"variants": [{"name": "a", **data}]}, dict.fromkeys(("load", "proxy", "backend"), host))


def with_nginx(**changes):
    return host_facts(nginx=NginxFacts.model_validate(NGINX | {"modules": MODULES} | changes))


TENGINE = {"version": "Tengine/2.2.3", "flavour": "tengine", "number": "2.2.3", "base": "1.8.1"}


@pytest.mark.parametrize(
    ("changes", "knob", "value", "said"),
    [
        (
            {"modules": ["http_gzip"]},
            "tls.on",
            "on",
            "must be built with --with-http_ssl_module; the proxy host has",
        ),
        ({"modules": ["http_ssl"]}, "nginx.gzip", "on", "--with-http_gzip_module"),
        ({}, "nginx.use", "poll", "--with-poll_module"),
        ({}, "nginx.error_log", "debug", "--with-debug;"),
        ({}, "upstream.balancing", "ip_hash", "--with-http_upstream_ip_hash_module"),
        ({"modules": ["http_ssl"]}, "origin.kind", "empty_gif", "--with-http_empty_gif_module"),
        ({"base": "1.14.2"}, "upstream.keepalive_timeout", "5s", "since 1.15.3; the proxy host has"),
        ({"base": "1.10.3"}, "nginx.ssl_ecdh_curve", "auto", "since 1.11.0"),
        ({"base": "1.14.2"}, "upstream.balancing", "random", "http_upstream_random"),
        ({}, "nginx.reuse_port", "on", "only Tengine has it; the proxy host has nginx/1.22.1"),
        (
            {**TENGINE, "number": "2.4.0"},
            "nginx.reuse_port",
            "on",
            "only before 2.3.0 (use listen.reuseport)",
        ),
        ({**TENGINE, "number": "2.0.0"}, "nginx.reuse_port", "on", "Tengine has it since 2.1.0"),
    ],
)
def test_what_a_build_of_nginx_lacks_is_named_before_launch(changes, knob, value, said):
    problems = on(with_nginx(**changes), set={knob: value})
    assert list(problems) == [f"variants[0].set.{knob}"]
    assert said in problems[f"variants[0].set.{knob}"]


def test_what_a_build_has_is_no_problem_and_a_silent_agent_is_believed():
    knobs = {"tls.on": "on", "nginx.gzip": "on", "upstream.balancing": "hash", "origin.kind": "empty_gif"}
    assert on(with_nginx(), set=knobs) == {}
    assert on(with_nginx(**TENGINE), set={"nginx.reuse_port": "on"}) == {}
    assert on(host_facts(), set=knobs | {"nginx.use": "poll", "upstream.keepalive_timeout": "5s"}) == {}


def test_a_proxy_that_answers_itself_needs_the_module_of_the_answer():
    hosts = {"load": host_facts(), "proxy": with_nginx(modules=["http_ssl"], version="nginx/1.22.1")}
    data = {"topology": "proxy_only", "set": {"origin.kind": "empty_gif"}}
    assert "http_empty_gif" in found(data, hosts)["set.origin.kind"]


ABLE = Abilities(
    sysctls=["net.core.somaxconn", "vm.swappiness"], governors=["powersave"], nofile=20_000, nice="needs root"
)
KNOWN = {"sysctl": {"net.core.rmem_max": "1"}}


@pytest.mark.parametrize(
    ("knob", "value", "said"),
    [
        (
            "sysctl.net.core.netdev_max_backlog",
            99,
            "host has no net.core.netdev_max_backlog in its network namespace",
        ),
        ("sysctl.net.core.rmem_max", 9999, "host has net.core.rmem_max, but its agent may not write it"),
        ("sysctl.fs.nr_open", 99999, "host has no fs.nr_open"),
        (
            "load.sysctl.net.ipv4.tcp_mem",
            "4097 4098 4099",
            "host has no net.ipv4.tcp_mem in its network namespace",
        ),
        (
            "sysctl.net.ipv4.ip_forward",
            "1",
            "start the agent of the proxy host with --allow-sysctl safe,net.ipv4.ip_forward",
        ),
        ("cpu.governor", "performance", "the proxy host has the governors powersave"),
        ("limits.nofile", 65536, " host can have at most 20000 open files"),
        ("load.limits.nofile", 65536, " host can have at most 20000 open files"),
        ("nginx.worker_rlimit_nofile", 65536, " host can have at most 20000 open files"),
        ("nginx.worker_priority", -5, "needs root"),
    ],
)
def test_a_value_that_a_host_cannot_have_is_named_with_host_and_reason(knob, value, said):
    problems = on(host_facts(abilities=ABLE, more=KNOWN), set={knob: value})
    assert said in problems[f"variants[0].set.{knob}"]


def test_a_key_that_can_harm_a_host_needs_its_operators_word_also_of_an_agent_that_says_nothing():
    for key in ("net.ipv4.ip_forward", "net.ipv4.conf.all.accept_redirects", "net.core.bpf_jit_harden"):
        assert "can harm a host" in str(on(host_facts(), set={f"sysctl.{key}": "1"}))
    allowed = host_facts(abilities=Abilities(sysctls=["net.ipv4.ip_forward"]))
    assert on(allowed, set={"sysctl.net.ipv4.ip_forward": "1"}) == {}


def test_the_operators_word_on_all_devices_holds_for_each():
    knobs = {"sysctl.net.ipv4.conf.veth7.rp_filter": "0"}
    assert "can harm a host" in str(on(host_facts(abilities=ABLE), set=knobs))
    allowed = Abilities(sysctls=["net.ipv4.conf.all.rp_filter"])
    assert on(host_facts(abilities=allowed), set=knobs) == {}


def roles(load: dict, proxy: dict, backend: dict):
    return {"load": host_facts(**load), "proxy": host_facts(**proxy), "backend": host_facts(**backend)}


ONE = {"hostname": "one", "machine": "m", "namespace": "n"}
NEXT = {"hostname": "next", "machine": "m", "namespace": "other"}
FAR = {"hostname": "far", "machine": "k", "namespace": "k"}
TWO_VALUES = {"set": {"sysctl.net.core.somaxconn": 1024, "load.sysctl.net.core.somaxconn": 128}}
TWO_SWAPS = {"set": {"sysctl.vm.swappiness": 1, "backend.sysctl.vm.swappiness": 2}}


def test_two_roles_in_one_network_cannot_have_two_values():
    problems = found(TWO_VALUES, roles(ONE, ONE, FAR))
    assert list(problems) == ["set.load.sysctl.net.core.somaxconn"]
    said = "share one network, so it cannot be 128 here and 1024 for sysctl.net.core.somaxconn"
    assert said in problems["set.load.sysctl.net.core.somaxconn"]
    shared = found(TWO_VALUES, roles(ONE | {"hostname": "two"}, ONE, FAR))
    assert "the proxy and load hosts share one network" in next(iter(shared.values()))


def test_networks_of_their_own_keep_values_of_their_own_but_a_kernel_is_shared():
    assert found(TWO_VALUES, roles(NEXT, ONE, FAR)) == {}
    problems = found(TWO_SWAPS, roles(FAR, ONE, NEXT))
    assert "the proxy and backend hosts share one kernel" in problems["set.backend.sysctl.vm.swappiness"]
    assert found(TWO_SWAPS, roles(FAR, ONE, FAR)) == {}


def test_the_same_value_for_both_is_fine():
    same = {"set": {"sysctl.net.core.somaxconn": 512, "load.sysctl.net.core.somaxconn": 512}}
    assert found(same, roles(ONE, ONE, FAR)) == {}

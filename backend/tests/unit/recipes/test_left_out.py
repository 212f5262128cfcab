"""Quick forms on hosts that may do little: what cannot be done is left out, with the reason."""

from typing import Any

import pytest

from agents.contract.reports import NginxFacts
from agents.contract.servers import DeclaredFacts, ServerFacts, ServerParam
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml
from backend.planning.plan import make_plan, runs_of
from backend.planning.testbed_checks import check_against_testbed
from backend.recipes.library import find, instantiate, recipes
from backend.tests.unit.facts import host_facts

SERVERS_OF = {
    "nginx-builds": ("nginx-1.26.3", "nginx-1.28.3"),
    "compilers": ("nginx-o2", "nginx-o0", "nginx-o3"),
    "malloc": ("nginx-jemalloc", "nginx-mimalloc"),
    "proxies": ("haproxy", "caddy"),
}
CLOSED = {
    "mix": "",
    "site": "",
    "sysctl": "kernel settings are closed here",
    "irq_affinity": "no",
    "irqbalance": "no",
    "governor": "no",
    "nice": "a nice value below 0 needs root",
    "nofile": 4096,
    "hold": "",
}


def hosts(tools: tuple[str, ...] = ("wrk", "ab"), **abilities: Any) -> Any:
    facts = host_facts(
        nofile=4096, memory_bytes=1_000_000_000, tools=dict.fromkeys(tools, "1"), abilities=CLOSED | abilities
    )
    return dict.fromkeys(("load", "proxy", "backend"), facts)


def hosts_with(*names: str) -> Any:
    nginx = NginxFacts(path="/usr/sbin/nginx", version="nginx/1.22.1")
    declaration = DeclaredFacts(params=[ServerParam(name="threads", minimum=1, maximum=64)])
    servers = [
        ServerFacts(name=name, kind="declared", declaration=declaration)
        if name in SERVERS_OF["proxies"]
        else ServerFacts(name=name, nginx=nginx)
        for name in names
    ]
    facts = hosts(servers="")["proxy"].model_copy(update={"servers": servers})
    return dict.fromkeys(("load", "proxy", "backend"), facts)


def quick(slug: str, at: Any):
    recipe = find(slug)
    assert recipe
    return instantiate(recipe, "quick", 2, at)


@pytest.mark.parametrize("recipe", recipes(), ids=lambda r: r.slug)
def test_every_quick_form_runs_for_an_ordinary_user_in_a_container(recipe):
    at = hosts({"protocols": ("h2load",), "latency-at-rate": ("vegeta",)}.get(recipe.slug, ("wrk", "ab")))
    if recipe.slug in SERVERS_OF:
        at = hosts_with(*SERVERS_OF[recipe.slug])
    definition = instantiate(recipe, "quick", 2, at)
    assert parse_definition(to_yaml(definition)) == definition
    plan = make_plan(definition, 1)
    assert len(plan.runs) >= 2
    assert check_against_testbed(definition, plan.runs, at) == []


def test_what_is_left_out_is_said_with_the_reason():
    definition = quick("kernel-network", hosts())
    assert [v.name for v in definition.variants] == ["default"]
    assert "Left out here: kernel settings, because kernel settings are closed here." in (
        definition.note or ""
    )
    assert definition.published
    assert [row.note for row in definition.published.rows] == [None, "left out here"]


def test_diagnostics_that_no_server_can_run_are_left_out() -> None:
    without = hosts(profile="perf is not installed here", system_calls="")
    definition = quick("sendfile", without)
    assert (definition.diagnostics.profile, definition.diagnostics.system_calls) == (0, True)
    assert "Left out here: profiles, because perf is not installed here." in (definition.note or "")
    assert quick("sendfile", hosts(profile="", system_calls="")).diagnostics.profile == 5
    half = without | {"proxy": hosts(profile="", system_calls="")["proxy"]}
    assert quick("sendfile", half).diagnostics.profile == 5, "one server can be seen"


def test_a_key_that_a_namespace_lacks_takes_only_its_variant():
    keys = ["net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem", "net.core.somaxconn", "net.ipv4.tcp_max_syn_backlog"]
    definition = quick("kernel-network", hosts(sysctl="", sysctls=keys))
    assert [v.name for v in definition.variants] == ["default", "queue", "buffers"]
    assert "net.core.netdev_max_backlog" in (definition.note or "")


def test_a_level_of_a_grid_is_left_out_whole():
    levels = quick("default-against-isolated", hosts()).factors["server"]
    assert list(levels) == ["default", "pinned"]
    open_host = hosts(
        sysctl="", nice="", sysctls=["net.ipv4.tcp_wmem", "net.ipv4.tcp_rmem", "net.core.somaxconn"]
    )
    assert list(quick("default-against-isolated", open_host).factors["server"]) == [
        "default",
        "pinned",
        "tuned",
    ]


def test_full_forms_leave_nothing_out_and_say_what_the_testbed_lacks():
    recipe = find("pinned-against-unpinned")
    assert recipe
    definition = instantiate(recipe, "full", 2, hosts())
    messages = [p.message for p in check_against_testbed(definition, runs_of(definition), hosts())]
    assert any("weighttp is not installed" in text for text in messages)
    assert any("has no CPU 2-" in text or "has no CPU 32-63" in text for text in messages)


def test_a_build_that_the_host_lacks_takes_only_its_variant() -> None:
    definition = quick("nginx-builds", hosts_with("nginx-1.28.3"))
    assert [v.name for v in definition.variants] == ["own", "1.28.3"]
    assert "Left out here: 1.26.3, because the proxy host has no server “nginx-1.26.3”" in (
        definition.note or ""
    )


@pytest.mark.parametrize("slug", SERVERS_OF)
def test_without_any_build_to_compare_the_plan_says_what_is_missing(slug: str) -> None:
    at = hosts_with()
    definition = quick(slug, at)
    messages = [issue.message for issue in check_against_testbed(definition, runs_of(definition), at)]
    for name in SERVERS_OF[slug]:
        assert any(f"the proxy host has no server “{name}”" in message for message in messages), messages
    assert all("dyno agent server add" in text for text in (*messages, definition.note or ""))

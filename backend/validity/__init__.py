"""Is a trial valid, suspect, or invalid? Pure rules over what the load tool and the hosts reported.

Each rule is a function with its reason; `docs/validity.md` lists them all.
"""

from collections.abc import Mapping
from typing import Any

from agents.contract.reports import LoadReport, Window
from agents.contract.workload import Workload
from backend.validity.answers import answer_status, changed_body, connections_missing
from backend.validity.clocks import clock_offset, clock_set
from backend.validity.cooling import crowded_hosts
from backend.validity.evidence import Evidence, Expected, machines, networks
from backend.validity.finding import Finding
from backend.validity.generators import (
    generator_differs,
    generator_limited,
    generators_apart,
    generators_overlap,
    mix_in_step,
)
from backend.validity.hosts import (
    conntrack,
    host_restarted,
    listen_overflow,
    other_cpu,
    ports,
    server_renewed,
    settings_changed,
    steal,
    syn_cookies,
)
from backend.validity.printed import (
    connections,
    failed_requests,
    latency_counts,
    no_request,
    request_count,
    short,
)
from backend.validity.rates import backlog, lag, latency_limit, rate_not_kept
from backend.validity.rule import Rule

__all__ = ["OF_FIGURES", "RULES", "Expected", "Rule", "crowded_hosts", "judge", "machines"]

RULES: tuple[Rule, ...] = (
    no_request,
    failed_requests,
    connections,
    connections_missing,
    changed_body,
    generators_apart,
    rate_not_kept,
    backlog,
    latency_limit,
    settings_changed,
    host_restarted,
    lag,
    generator_limited,
    generator_differs,
    generators_overlap,
    request_count,
    other_cpu,
    steal,
    listen_overflow,
    syn_cookies,
    ports,
    conntrack,
    clock_set,
    clock_offset,
    server_renewed,
    latency_counts,
    mix_in_step,
    short,
    answer_status,
)
OF_FIGURES: tuple[Rule, ...] = (no_request, failed_requests, connections, short)
"""Those that look at what the load tool printed alone: all that can be asked of an imported trial."""


def judge(
    load: LoadReport,
    workload: Workload,
    windows: Mapping[str, Window],
    machine_of: Mapping[str, str],
    load_cpus: int | None = None,
    network_of: Mapping[str, str] | None = None,
    **context: Any,
) -> list[Finding]:
    """Every finding about a trial; one of level `invalid` takes the trial out.

    Mappings are by host name; without `network_of` each machine has one network. `known`: what else
    Evidence takes (`allowed_failures`, `reference`, `boots`, `readers`).
    """
    evidence = Evidence(
        load=load,
        workload=workload,
        windows=windows,
        machines=machines(windows, machine_of),
        networks=networks(windows, network_of or machine_of),
        load_cpus=load_cpus,
        **context,
    )
    return [finding for rule in RULES for finding in rule.findings(evidence)]
